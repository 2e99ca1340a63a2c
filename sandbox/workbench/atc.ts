/**
 * Static checks with the rules of abaplint, presented as the ERP presents its own: variants,
 * worklists, findings.
 */
import { randomBytes } from 'node:crypto'
import type { System } from '../system.ts'
import type {
  FileMessage,
  FileQuickFix,
  LintRule,
  Location,
  ObjectInfo,
  ObjectKey
} from '../types.ts'
import { overlayOf, sameObject } from './checks.ts'

export interface Finding {
  readonly location: Location
  readonly message: FileMessage
  readonly rule: LintRule
  /** 1 (error) to 3 (note). */
  readonly priority: 1 | 2 | 3
  readonly fix: FileQuickFix | undefined
}

export interface CheckedObject {
  readonly info: ObjectInfo
  readonly findings: readonly Finding[]
}

export interface Worklist {
  readonly id: string
  readonly user: string
  /** Undefined for the worklist of an id that does not exist. */
  readonly variant: string | undefined
  /** Undefined until a run has filled it. */
  readonly run:
    | {
        readonly at: number
        readonly objects: readonly CheckedObject[]
        readonly missing: readonly string[]
      }
    | undefined
}

/** Worklists are kept in memory, the newest ones of the system. */
export interface Worklists {
  create(user: string, variant: string): Worklist
  get(id: string): Worklist | undefined
  fill(id: string, run: NonNullable<Worklist['run']>): void
}

const MAX_WORKLISTS = 50
export const defaultVariant = 'ABAPLINT'

export function createWorklists(): Worklists {
  const lists = new Map<string, Worklist>()
  return {
    create(user, variant) {
      // a value that looks like a number (`12E34…`) is one to some clients
      const list: Worklist = {
        id: 'A' + randomBytes(16).toString('hex').toUpperCase().slice(1),
        user,
        variant,
        run: undefined
      }
      lists.set(list.id, list)
      const [oldest] = lists.keys()
      if (lists.size > MAX_WORKLISTS && oldest !== undefined) lists.delete(oldest)
      return list
    },
    get: id => lists.get(id.toUpperCase()),
    fill(id, run) {
      const list = lists.get(id)
      if (list !== undefined) lists.set(id, { ...list, run })
    }
  }
}

/**
 * The default variant, and one for each of abaplint's tags. Naming conventions are none of the
 * default: some of its rules demand prefixes and others forbid them, so that nothing would be clean.
 */
export async function variantsOf(
  system: System
): Promise<
  { readonly name: string; readonly description: string; readonly rules: readonly string[] }[]
> {
  const rules = await system.engine.lintRules()
  const tags = [...new Set(rules.flatMap(rule => rule.tags))].sort()
  return [
    {
      name: defaultVariant,
      description: 'Rules of abaplint without naming conventions',
      rules: rules.filter(rule => !isConvention(rule)).map(({ key }) => key)
    },
    ...tags.map(tag => ({
      name: `${defaultVariant}_${tag.toUpperCase()}`,
      description: `Rules of abaplint: ${tag}`,
      rules: rules.filter(rule => rule.tags.includes(tag)).map(({ key }) => key)
    }))
  ]
}

function isConvention({ key, tags }: LintRule): boolean {
  return key === 'no_prefixes' || (tags.includes('Naming') && !tags.includes('Syntax'))
}

function priorityOf(rule: LintRule): Finding['priority'] {
  if (rule.tags.includes('Syntax')) return 1
  return rule.tags.includes('Security') || rule.tags.includes('Performance') ? 2 : 3
}

/**
 * Findings for the objects, drafts included, in the order of their places; at most `max` of them.
 */
export async function runChecks(
  system: System,
  request: { readonly keys: readonly ObjectKey[]; readonly variant: string; readonly max: number }
): Promise<CheckedObject[]> {
  const { store, engine } = system
  const variant = (await variantsOf(system)).find(each => each.name === request.variant)
  const rules = new Map((await engine.lintRules()).map(rule => [rule.key, rule]))
  const checked: CheckedObject[] = []
  let left = request.max
  for (const key of request.keys) {
    const info = store.get(key)
    if (info === undefined || left <= 0) continue
    const findings = await findingsOf(system, {
      key,
      rules,
      names: variant?.rules ?? [],
      max: left
    })
    left -= findings.length
    if (findings.length > 0) checked.push({ info, findings })
  }
  return checked
}

interface ObjectCheck {
  readonly key: ObjectKey
  readonly rules: ReadonlyMap<string, LintRule>
  readonly names: readonly string[]
  readonly max: number
}

async function findingsOf(
  { store, engine }: System,
  { key, rules, names, max }: ObjectCheck
): Promise<Finding[]> {
  const overlay = overlayOf(store, { objects: [key], sources: [], drafts: true })
  const drafts = overlay.filter(file => {
    const part = store.partOfFile(file.name)
    return part !== undefined && sameObject(part.object, key)
  })
  const files = [...new Set([...store.files('active', [key]), ...drafts].map(({ name }) => name))]
  const messages = await engine.lint({ files, overlay, rules: names })
  const fixes = (
    await Promise.all(files.map(file => engine.quickFixes({ file, overlay }).catch(() => [])))
  ).flat()
  return messages.slice(0, max).flatMap((message): Finding[] => {
    const location = store.toPart(message, [])
    const rule = rules.get(message.rule)
    if (location === undefined || rule === undefined) return []
    const fix = fixes.find(
      each =>
        each.rule === message.rule &&
        each.message.startRow === message.startRow &&
        each.message.startColumn === message.startColumn
    )
    return [{ location, message, rule, priority: priorityOf(rule), fix }]
  })
}
