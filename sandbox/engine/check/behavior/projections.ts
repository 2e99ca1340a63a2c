/** Projections and interfaces: what they use, the behavior below them declares. */
import { Objects } from '@abaplint/core'
import type { FileMessage } from '../../../types.ts'
import { error } from '../../ranges.ts'
import type { Repository } from '../../repository.ts'
import { rangeOf } from '../cds.ts'
import type { CdsToken } from '../cds-tokens.ts'
import { sourceOf } from '../cds/entities.ts'
import { hasHeader, strictness } from './head.ts'
import { itemsOf } from './items.ts'
import type { Item } from './items.ts'
import { behaviorSource } from './source.ts'
import type { Behavior, BehaviorSource, Statement } from './source.ts'

const RULE = 'bdef_projection'
const DRAFT_ACTIONS = ['EDIT', 'ACTIVATE', 'DISCARD', 'RESUME', 'PREPARE']

interface Base {
  readonly source: BehaviorSource
  readonly behavior: Behavior
}

/** What no behavior stands below, because it is not in the sandbox, is left alone. */
export function checkProjection(
  repository: Repository,
  file: string,
  source: BehaviorSource
): FileMessage[] {
  if (source.kind !== 'projection' && source.kind !== 'interface') return []
  const pairs = source.behaviors.flatMap(behavior => {
    const below = sourceOf(repository, behavior.entity.text)
    const base = below === undefined ? undefined : baseOf(repository, below)
    return base === undefined ? [] : [{ behavior, base }]
  })
  const [first] = pairs
  return [
    ...(first === undefined ? [] : checkHeader(file, source, first.base.source)),
    ...pairs.flatMap(({ behavior, base }) => [
      ...unknownUses(file, behavior, base),
      ...missingDraftActions(file, { source, behavior, base })
    ])
  ]
}

function baseOf(repository: Repository, entity: string): Base | undefined {
  const wanted = entity.toUpperCase()
  for (const object of repository.registry.getObjectsByType('BDEF')) {
    if (!(object instanceof Objects.BehaviorDefinition)) continue
    const isHere = object.listEntities().some(({ name }) => name.toUpperCase() === wanted)
    const text = isHere ? object.findSourceFile()?.getRaw() : undefined
    const source = text === undefined ? undefined : behaviorSource(text)
    const behavior = source?.behaviors.find(each => each.entity.text.toUpperCase() === wanted)
    if (source === undefined || behavior === undefined || source.kind === 'extension') continue
    return { source, behavior }
  }
  return undefined
}

function checkHeader(file: string, source: BehaviorSource, base: BehaviorSource): FileMessage[] {
  const report = (word: string, text: string) => {
    const token = source.header.find(({ words }) => words[0] === word)?.tokens[0]
    return token === undefined ? [] : [error(rangeOf(file, [token]), RULE, text)]
  }
  const [own, below] = [strictness(source), strictness(base)]
  return [
    ...(source.kind === 'projection' && own > 0 && own !== below
      ? report('STRICT', 'The behavior below has another strict mode.')
      : []),
    ...(hasHeader(source, 'USE', 'DRAFT') && !hasDraft(base)
      ? report('USE', 'The behavior below has no drafts.')
      : [])
  ]
}

function hasDraft(base: BehaviorSource): boolean {
  return ['WITH', 'USE'].some(word =>
    base.header.some(({ words }) => words[0] === word && words.includes('DRAFT'))
  )
}

const USED = new Set(['CREATE', 'UPDATE', 'DELETE', 'ACTION', 'FUNCTION', 'EVENT'])

function unknownUses(file: string, behavior: Behavior, { source, behavior: base }: Base) {
  const declared = new Set([...itemsOf(base).flatMap(keysOf), ...base.body.flatMap(nested)])
  if (hasDraft(source)) for (const name of DRAFT_ACTIONS) declared.add(`ACTION ${name}`)
  return itemsOf(behavior).flatMap((item): FileMessage[] => {
    if (!item.modifiers.includes('USE') || !USED.has(item.kind)) return []
    if (keysOf(item).some(key => declared.has(key))) return []
    const isNamed = item.kind.length > 0 && !/^(?:CREATE|UPDATE|DELETE)$/.test(item.kind)
    const token = isNamed ? item.name : item.keyword
    if (token === undefined) return []
    const what = isNamed ? `The ${item.kind.toLowerCase()} "${token.text}"` : `"${token.text}"`
    const text = `${what} is not declared in the behavior of "${base.entity.text}".`
    return [error(rangeOf(file, [token]), RULE, text)]
  })
}

/** What an item declares or uses; a projection of a projection knows it by its new name too. */
function keysOf({ kind, name, rest }: Item): string[] {
  if (/^(?:CREATE|UPDATE|DELETE)$/.test(kind)) return [kind]
  const as = rest.findIndex(({ text }) => text.toUpperCase() === 'AS')
  const renamed = as < 0 ? undefined : rest[as + 1]
  const plain = kind === 'DETERMINE ACTION' ? 'ACTION' : kind
  return [name, renamed].flatMap((token: CdsToken | undefined) =>
    token === undefined ? [] : [`${plain} ${token.text.toUpperCase()}`]
  )
}

/** Default functions of operations, and actions of associations and hierarchies. */
function nested({ block = [] }: Statement): string[] {
  return block.flatMap(statement => {
    const at = statement.words.findIndex(word => word === 'ACTION' || word === 'FUNCTION')
    const own = at < 0 ? [] : [`${statement.words[at] ?? ''} ${statement.words[at + 1] ?? ''}`]
    return [...own, ...nested(statement)]
  })
}

interface Projected {
  readonly source: BehaviorSource
  readonly behavior: Behavior
  readonly base: Base
}

/** Strict modes want the draft actions of the lock master named. */
function missingDraftActions(file: string, { source, behavior, base }: Projected): FileMessage[] {
  const isMaster = base.behavior.head.words.some(
    (word, at) => word === 'LOCK' && base.behavior.head.words[at + 1] === 'MASTER'
  )
  const isDependent = hasHeader(source, 'USE', 'DRAFT', 'AS', 'DEPENDENT')
  if (!isMaster || isDependent || strictness(source) === 0) return []
  if (!hasHeader(source, 'USE', 'DRAFT')) return []
  const used = new Set(itemsOf(behavior).map(({ name }) => name?.text.toUpperCase()))
  return DRAFT_ACTIONS.filter(name => !used.has(name)).map(name => {
    const shown = name.charAt(0) + name.slice(1).toLowerCase()
    const text = `The draft action "${shown}" is not used for "${behavior.entity.text}".`
    return error(rangeOf(file, [behavior.entity]), RULE, text)
  })
}
