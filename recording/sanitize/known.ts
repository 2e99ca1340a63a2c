/** What a recording has learned by value: users, systems, hosts and lock handles. */
import type { Scrambler } from './scramble.ts'
import { replaceSystemId } from './names.ts'

export interface Known {
  user(name: string): void
  /** A system id: three characters. */
  system(id: string): void
  /** A host with or without its domain. */
  host(name: string): void
  /** A handle that the ERP issued and expects back. */
  handle(value: string): void
  /** The replacement of a whole word. */
  ofWord(word: string): string | undefined
  /** Another number after each value that was learned. */
  readonly version: number
  /** Source of an expression for values that are no words; undefined where there are none. */
  readonly literals: string | undefined
  /** The replacement of a match of `literals`. */
  ofLiteral(text: string): string
}

/** Users that each ERP has, and words that stand where a user stands. */
const commonUsers = new Set(['', 'SAP', 'SAP*', 'DDIC', 'SAPSYS', 'TMSADM', 'SYSTEM', 'UNKNOWN'])
/** Hosts that identify no customer; the embedded sandbox calls its own `sandbox`. */
const localHosts = new Set(['localhost', '127.0.0.1', '[::1]', '::1', 'NONE', 'sandbox', ''])
const mostWords = 50_000
/** Each one lengthens an expression that is tried at every word. */
const mostLiterals = 500

type Domain = 'user' | 'host' | 'handle'

export function createKnown({ scramble }: Scrambler): Known {
  const words = new Map<string, Domain>()
  const systems = new Set<string>()
  const literals = new Map<string, Domain>()
  let expression: string | undefined
  let version = 0
  const learn = (text: string, domain: Domain) => {
    const key = text.toUpperCase()
    if (/^\w+$/.test(text)) {
      if (words.has(key) || words.size >= mostWords) return
      words.set(key, domain)
      version++
    } else if (!literals.has(key) && literals.size < mostLiterals) {
      literals.set(key, domain)
      expression = undefined
      version++
    }
  }
  const replace = (text: string, domain: Domain) =>
    scramble(`${domain} ${text}`, domain.length + 1).slice(-text.length)
  return {
    user(name) {
      const text = name.trim()
      if (text.length < 2 || text.length > 60 || commonUsers.has(text.toUpperCase())) return
      if (/[A-Za-z]/.test(text)) learn(text, 'user')
    },
    system(id) {
      if (!/^[A-Z][A-Z0-9]{2}$/.test(id) || id === 'SAP' || id === 'ADT' || systems.has(id)) return
      systems.add(id)
      version++
    },
    host(name) {
      const host = name.trim().replace(/:\d+$/, '')
      const [label = ''] = host.split('.')
      if (localHosts.has(host) || /^[\d.]+$/.test(host)) return
      if (!/^[A-Za-z0-9][\w.-]*$/.test(host)) return
      if (host.includes('.')) learn(host, 'host')
      if (label.length >= 4) learn(label, 'host')
    },
    handle(value) {
      if (value.trim().length >= 8) learn(value.trim(), 'handle')
    },
    ofWord(word) {
      const domain = words.get(word.toUpperCase())
      if (domain !== undefined) return replace(word, domain)
      return systems.has(word) ? replaceSystemId(word, { scramble }) : undefined
    },
    get version() {
      return version
    },
    get literals() {
      if (literals.size === 0) return undefined
      return (expression ??= [...literals.keys()]
        .toSorted((one, other) => other.length - one.length)
        .map(sourceOf)
        .join('|'))
    },
    ofLiteral: text => replace(text, literals.get(text.toUpperCase()) ?? 'user')
  }
}

/** Whole words in any case. */
function sourceOf(text: string): string {
  const anyCase = text.replace(/[^]/gu, one => {
    if (/[a-z]/i.test(one)) return `[${one.toUpperCase()}${one.toLowerCase()}]`
    return /[\p{L}\p{N}_\s]/u.test(one) ? one : `\\u{${one.codePointAt(0)?.toString(16) ?? ''}}`
  })
  return `(?<![\\p{L}\\p{N}_])(?:${anyCase})(?![\\p{L}\\p{N}_])`
}
