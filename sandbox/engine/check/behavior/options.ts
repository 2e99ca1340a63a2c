/** The words in the brackets of fields, operations and authorization. */
import type { FileMessage } from '../../../types.ts'
import { error } from '../../ranges.ts'
import { rangeOf, textOf } from '../cds.ts'
import type { CdsToken } from '../cds-tokens.ts'
import { itemsOf } from './items.ts'
import { optionsOf } from './source.ts'
import type { Behavior } from './source.ts'

const RULE = 'bdef_option'

const FIELD =
  /^(?:READONLY|READ ONLY|READONLY : UPDATE|MANDATORY|MANDATORY : (?:CREATE|EXECUTE)|SUPPRESS|FEATURES : INSTANCE|NUMBERING : MANAGED|NOTRIGGER|NOTRIGGER : WARN|MODIFY|RECOMMENDATIONS|HIERARCHY\b.*)$/
const OPERATION =
  /^(?:FEATURES : (?:INSTANCE|GLOBAL)|PRECHECK|AUGMENT|AUTHORIZATION : (?:NONE|UPDATE|GLOBAL|INSTANCE)|LOCK : NONE)$/
const AUTHORIZATION = /^(?:NONE|GLOBAL|INSTANCE)$/
const ALWAYS = /^ALWAYS$/

const OF_KIND: Readonly<Record<string, RegExp>> = {
  FIELD,
  CREATE: OPERATION,
  UPDATE: OPERATION,
  DELETE: OPERATION,
  ACTION: OPERATION,
  FUNCTION: OPERATION,
  'DETERMINE ACTION': OPERATION
}

export function checkOptions(file: string, behavior: Behavior): FileMessage[] {
  const { head, body } = behavior
  const items = itemsOf(behavior)
  const assigned = items
    .filter(({ kind }) => kind === 'DETERMINE ACTION')
    .flatMap(({ statement }) => itemsOf({ body: statement.block ?? [] }))
  const created = itemsOf({
    body: body.flatMap(({ words, block }) => (words.includes('ASSOCIATION') ? (block ?? []) : []))
  })
  return [
    ...unknown(file, authorizationOf(head.tokens), AUTHORIZATION),
    ...[...items, ...created].flatMap(({ kind, options }) => {
      const known = OF_KIND[kind]
      return known === undefined ? [] : unknown(file, options, known)
    }),
    ...assigned.flatMap(({ options }) => unknown(file, options, ALWAYS))
  ]
}

function authorizationOf(head: readonly CdsToken[]): CdsToken[][] {
  const at = head.findIndex(
    ({ text }, index) =>
      /^authorization$/i.test(text) && /^(?:master|\()$/i.test(head[index + 1]?.text ?? '')
  )
  return at < 0 ? [] : optionsOf({ tokens: head.slice(at) })
}

function unknown(
  file: string,
  options: readonly (readonly CdsToken[])[],
  known: RegExp
): FileMessage[] {
  return options.flatMap(option => {
    const words = option.map(({ text }) => text.toUpperCase()).join(' ')
    if (known.test(words)) return []
    return [error(rangeOf(file, option), RULE, `"${textOf(option)}" is not valid here.`)]
  })
}
