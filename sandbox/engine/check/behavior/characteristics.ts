/** Rules for locks, authorization, entity tags, drafts and strict modes. */
import type { FileMessage } from '../../../types.ts'
import { error } from '../../ranges.ts'
import { rangeOf } from '../cds.ts'
import type { CdsToken } from '../cds-tokens.ts'
import { hasHeader, headOf, strictness } from './head.ts'
import type { Head } from './head.ts'
import { itemsOf } from './items.ts'
import type { Behavior, BehaviorSource } from './source.ts'

const RULE = 'bdef_characteristic'
const DRAFT_ACTIONS = ['Edit', 'Activate', 'Discard', 'Resume', 'Prepare']

interface Entity {
  readonly behavior: Behavior
  readonly head: Head
}

/** For definitions and not for their projections, interfaces and extensions. */
export function checkCharacteristics(file: string, source: BehaviorSource): FileMessage[] {
  const report = (token: CdsToken, text: string) => error(rangeOf(file, [token]), RULE, text)
  const strict = checkStrict(source, report)
  if (source.kind !== 'managed' && source.kind !== 'unmanaged') return strict
  const entities = source.behaviors.map(behavior => ({ behavior, head: headOf(behavior) }))
  return [
    ...strict,
    ...entities.flatMap(entity => [
      ...missing(source, entity, report),
      ...unreachable({ ...entity, isStrict: strictness(source) > 0 }, entities, report),
      ...misplaced(entity, report)
    ]),
    ...checkDrafts(source, entities, report)
  ]
}

type Report = (token: CdsToken, text: string) => FileMessage

function checkStrict(source: BehaviorSource, report: Report): FileMessage[] {
  return source.header.flatMap(({ tokens: [keyword, , version], words }, at) => {
    if (words[0] !== 'STRICT' || keyword === undefined) return []
    if (version !== undefined && !/^[12]$/.test(version.text)) {
      return [report(version, `The strict mode "${version.text}" does not exist.`)]
    }
    return at === 1
      ? []
      : [report(keyword, '"strict" is not valid here: it is the second statement of the source.')]
  })
}

function missing(
  source: BehaviorSource,
  { behavior, head }: Entity,
  report: Report
): FileMessage[] {
  const isStrict = strictness(source) > 0
  const has = (what: string) =>
    head.masters.has(what) || head.dependent.some(each => each.what === what)
  const { entity } = behavior
  const lacks = (what: string) =>
    report(entity, `The entity "${entity.text}" must be ${what} master or ${what} dependent.`)
  return [
    ...(!has('LOCK') && (isStrict || source.kind === 'managed') ? [lacks('lock')] : []),
    ...(!has('AUTHORIZATION') && isStrict ? [lacks('authorization')] : [])
  ]
}

/** A dependent entity names the way to its master; strict modes want it declared. */
function unreachable(
  { behavior, head, isStrict }: Entity & { readonly isStrict: boolean },
  entities: readonly Entity[],
  report: Report
): FileMessage[] {
  const associations = new Set(
    itemsOf(behavior).flatMap(({ kind, name }) =>
      kind === 'ASSOCIATION' ? [name?.text.toUpperCase()] : []
    )
  )
  const seen = new Set<CdsToken>()
  return head.dependent.flatMap(({ what, association }) => {
    const word = what.toLowerCase()
    if (!entities.some(({ head: { masters } }) => masters.has(what))) {
      return [report(behavior.entity, `No entity of the source is ${word} master.`)]
    }
    if (!isStrict || association === undefined || seen.has(association)) return []
    seen.add(association)
    return associations.has(association.text.toUpperCase())
      ? []
      : [
          report(
            association,
            `The association "${association.text}" is not declared in the behavior of "${behavior.entity.text}".`
          )
        ]
  })
}

function misplaced({ behavior, head }: Entity, report: Report): FileMessage[] {
  const twice = head.dependent.find(({ what }) => head.masters.has(what))
  const { totalEtag } = head
  return [
    ...(twice === undefined
      ? []
      : [
          report(
            behavior.entity,
            `"${behavior.entity.text}" is ${twice.what.toLowerCase()} master and ${twice.what.toLowerCase()} dependent.`
          )
        ]),
    ...(totalEtag === undefined || head.masters.has('LOCK')
      ? []
      : [report(totalEtag, '"total etag" is not valid here: it belongs to the lock master.')])
  ]
}

function checkDrafts(
  source: BehaviorSource,
  entities: readonly Entity[],
  report: Report
): FileMessage[] {
  const drafts = ['DRAFT', 'COLLABORATIVE', 'BOPF'].some(word => hasHeader(source, 'WITH', word))
  if (!drafts) {
    return entities.flatMap(entity => withoutDraft(entity, report))
  }
  const isStrict = strictness(source) > 0
  return entities.flatMap(({ behavior, head }) => {
    const isMaster = head.masters.has('LOCK')
    const { entity } = behavior
    const actions = new Set(itemsOf(behavior).map(({ name }) => name?.text.toUpperCase()))
    const absent = DRAFT_ACTIONS.filter(name => !actions.has(name.toUpperCase()))
    return [
      ...(head.draftTable === undefined
        ? [report(entity, `A draft table is missing for "${entity.text}".`)]
        : []),
      ...(isMaster && isStrict && head.totalEtag === undefined
        ? [report(entity, `A total ETag is missing for "${entity.text}".`)]
        : []),
      ...(isMaster && isStrict
        ? absent.map(name =>
            report(entity, `The draft action "${name}" is missing for "${entity.text}".`)
          )
        : [])
    ]
  })
}

function withoutDraft({ behavior, head }: Entity, report: Report): FileMessage[] {
  const text = (what: string) => `${what} is not valid here: the source does not say "with draft".`
  return [
    ...(head.draftTable === undefined ? [] : [report(head.draftTable, text('A draft table'))]),
    ...(head.totalEtag === undefined ? [] : [report(head.totalEtag, text('A total ETag'))]),
    ...itemsOf(behavior).flatMap(({ modifiers, keyword }) =>
      modifiers.includes('DRAFT') ? [report(keyword, text('A draft action'))] : []
    )
  ]
}
