/** Checks the names in behavior definitions: entities, tables, elements, and what is declared twice. */
import { Objects } from '@abaplint/core'
import type { IObject } from '@abaplint/core'
import type { FileMessage } from '../../../types.ts'
import { error } from '../../ranges.ts'
import type { Repository } from '../../repository.ts'
import { rangeOf } from '../cds.ts'
import { cdsTokens } from '../cds-tokens.ts'
import type { CdsToken } from '../cds-tokens.ts'
import { entityOf, missingEntity } from './entities.ts'

const RULE = 'bdef_name'
/** What stands between a keyword of an operation and its name. */
const PREFIXES = /^(?:static|internal|factory|default|repeatable|authorization|features|:|[()])$/i

/** One `define behavior for ENTITY { … }`. */
interface Behavior {
  readonly entity: CdsToken
  readonly head: readonly CdsToken[]
  readonly body: readonly CdsToken[]
}

/** For behavior definitions without syntax errors; projections and extensions are left out. */
export function checkBehaviorNames(repository: Repository, object: IObject): FileMessage[] {
  if (!(object instanceof Objects.BehaviorDefinition)) return []
  const file = object.findSourceFile()
  if (file === undefined) return []
  const tokens = cdsTokens(file.getRaw())
  if (!/^(?:managed|unmanaged|abstract)$/i.test(tokens[0]?.text ?? '')) return []
  const name = file.getFilename()
  return behaviorsOf(tokens).flatMap(behavior => [
    ...(entityOf(repository, behavior.entity.text) === undefined
      ? [missingEntity(name, behavior.entity)]
      : missingElements(repository, name, behavior)),
    ...missingTables(repository, name, behavior.head),
    ...declaredTwice(name, behavior.body)
  ])
}

function behaviorsOf(tokens: readonly CdsToken[]): Behavior[] {
  const words = tokens.map(({ text }) => text.toUpperCase())
  return words.flatMap((word, at): Behavior[] => {
    const entity = tokens[at + 2]
    if (word !== 'BEHAVIOR' || words[at + 1] !== 'FOR' || entity === undefined) return []
    const open = words.indexOf('{', at)
    if (open < 0) return []
    let end = open
    for (let depth = 0; end < words.length; end++) {
      if (words[end] === '{') depth++
      if (words[end] === '}' && --depth === 0) break
    }
    return [{ entity, head: tokens.slice(at, open), body: tokens.slice(open + 1, end) }]
  })
}

function missingTables(
  repository: Repository,
  file: string,
  head: readonly CdsToken[]
): FileMessage[] {
  return head.flatMap((token, at) => {
    const [kind, word] = [head[at - 2]?.text, head[at - 1]?.text]
    if (!/^(?:persistent|draft)$/i.test(kind ?? '') || !/^table$/i.test(word ?? '')) return []
    if (repository.registry.getObject('TABL', token.text.toUpperCase()) !== undefined) return []
    const text = `The database table "${token.text.toUpperCase()}" does not exist.`
    return [error(rangeOf(file, [token]), RULE, text)]
  })
}

/** `field ( readonly ) a, b;` and `mapping for t { element = column; }`. */
function missingElements(repository: Repository, file: string, behavior: Behavior): FileMessage[] {
  const elements = entityOf(repository, behavior.entity.text)?.elements
  if (elements === undefined) return []
  return [...fieldsOf(behavior.body), ...mappedOf(behavior.body)].flatMap(token => {
    if (elements.has(token.text.toUpperCase())) return []
    const text = `The element "${token.text}" does not exist in "${behavior.entity.text.toUpperCase()}".`
    return [error(rangeOf(file, [token]), RULE, text)]
  })
}

function fieldsOf(body: readonly CdsToken[]): CdsToken[] {
  return body.flatMap((token, at) => {
    const isStatement = at === 0 || /^[;{}]$/.test(body[at - 1]?.text ?? '')
    if (!isStatement || token.text.toLowerCase() !== 'field') return []
    const end = body.findIndex((each, index) => index > at && each.text === ';')
    // without brackets it is a trigger: `on save { field a, b; }`
    const isTrigger = body[at + 1]?.text !== '('
    const close = isTrigger ? at : body.findIndex((each, index) => index > at && each.text === ')')
    return body
      .slice(close + 1, end)
      .filter(({ text }) => /^\w+$/.test(text) && !text.startsWith('_'))
  })
}

function mappedOf(body: readonly CdsToken[]): CdsToken[] {
  return body.flatMap((token, at) => {
    if (!/^mapping$/i.test(token.text) || !/^for$/i.test(body[at + 1]?.text ?? '')) return []
    const open = body.findIndex((each, index) => index > at && each.text === '{')
    const end = body.findIndex((each, index) => index > open && each.text === '}')
    const list = body.slice(open + 1, end)
    return list.filter((_each, index) => list[index + 1]?.text === '=')
  })
}

/** Standard operations, and names of determinations, validations and actions. */
function declaredTwice(file: string, body: readonly CdsToken[]): FileMessage[] {
  const seen = new Set<string>()
  let depth = 0
  return body.flatMap((token, at) => {
    if (token.text === '{') depth++
    if (token.text === '}') depth--
    const before = body[at - 1]?.text ?? ';'
    const word = token.text.toLowerCase()
    const isOperation = depth === 0 && (before === ';' || before === '}')
    const own = isOperation && /^(?:create|update|delete)$/.test(word) ? token : undefined
    const isNamed = depth === 0 && /^(?:determination|validation|action|function)$/.test(word)
    const named = isNamed ? body.slice(at + 1).find(({ text }) => !PREFIXES.test(text)) : undefined
    const declared = own ?? named
    if (declared === undefined) return []
    const key = declared.text.toUpperCase()
    if (!seen.has(key)) {
      seen.add(key)
      return []
    }
    return [
      error(rangeOf(file, [declared]), RULE, `"${declared.text}" is declared more than once.`)
    ]
  })
}
