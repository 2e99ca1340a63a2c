/**
 * Faults on demand, for tests that drive a client against the sandbox in the same process. Nothing
 * on the network reaches this.
 */

export type FaultEffect =
  | { readonly kind: 'delay'; readonly milliseconds: number }
  | { readonly kind: 'reset' }
  | { readonly kind: 'hang' }
  | { readonly kind: 'halfBody' }
  | { readonly kind: 'logonPage' }
  | { readonly kind: 'csrf' }
  | {
      readonly kind: 'status'
      readonly status: number
      readonly body?: string
      readonly headers?: Readonly<Record<string, string>>
    }

export interface FaultRule {
  /** `GET`, `POST` … ; any when left out. */
  readonly method?: string
  /** Matched against path and query as sent; a text must be contained. */
  readonly url?: RegExp | string
  /** The first matching request that is hit, counted from 1. */
  readonly nth?: number
  /** How many matching requests are hit from there on; one when left out. */
  readonly times?: number
  readonly effect: FaultEffect
}

export interface Faults {
  /** Activates a rule; the returned function deactivates it. */
  add(rule: FaultRule): () => void
  clear(): void
  /** How often any rule has hit. */
  readonly hits: number
}

export interface FaultTable extends Faults {
  match(method: string, url: string): FaultEffect | undefined
}

function covers(rule: FaultRule, method: string, url: string): boolean {
  if (rule.method !== undefined && rule.method.toUpperCase() !== method) return false
  if (rule.url === undefined) return true
  return typeof rule.url === 'string' ? url.includes(rule.url) : rule.url.test(url)
}

export function createFaults(): FaultTable {
  const rules = new Map<FaultRule, number>()
  let hits = 0
  return {
    add(rule) {
      rules.set(rule, 0)
      return () => {
        rules.delete(rule)
      }
    },
    clear() {
      rules.clear()
    },
    match(method, url) {
      for (const [rule, before] of rules) {
        if (!covers(rule, method, url)) continue
        const seen = before + 1
        rules.set(rule, seen)
        const from = rule.nth ?? 1
        if (seen < from || seen >= from + (rule.times ?? 1)) continue
        hits++
        return rule.effect
      }
      return undefined
    },
    get hits() {
      return hits
    }
  }
}
