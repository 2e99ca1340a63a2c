/** Checks of CDS view entities that the parser leaves out, each at its place in the source. */
import { MemoryFile, Objects } from '@abaplint/core'
import type { IObject } from '@abaplint/core'
import type { FileMessage } from '../../../types.ts'
import { error } from '../../ranges.ts'
import type { Repository } from '../../repository.ts'
import { elementsOf, rangeOf, sectionsOf, shorten, textOf } from '../cds.ts'
import { cdsTokens } from '../cds-tokens.ts'
import type { CdsToken } from '../cds-tokens.ts'
import { checkName, sourceTextOf } from './entities.ts'

const RULE = 'cds_view'
const AGGREGATES = new Set(['SUM', 'MIN', 'MAX', 'AVG', 'COUNT'])
const BUILT_IN = new Set(
  (
    'accp char clnt cuky curr d16d d16n d16r d16s d34d d34n d34r d34s dats datn dec decfloat16 decfloat34 ' +
    'df16_dec df34_dec df16_raw df34_raw fltp geom_ewkb int1 int2 int4 int8 lang lchr lraw numc prec quan raw ' +
    'rawstring sstring string tims timn unit utcl utclong'
  )
    .toUpperCase()
    .split(' ')
)

interface Element {
  readonly tokens: readonly CdsToken[]
  /** Undefined for `*` and what has no name of its own. */
  readonly name: CdsToken | undefined
  /** A path as it stands in the source, possibly with an alias. */
  readonly isPath: boolean
}

/** A view entity that can be read otherwise; elements of other definitions have other forms. */
export function checkCdsView(repository: Repository, object: IObject): FileMessage[] {
  if (!(object instanceof Objects.DataDefinition)) return []
  const file = object.findSourceFile()
  if (file === undefined) return []
  const [name, tokens] = [file.getFilename(), cdsTokens(file.getRaw())]
  const { head, body, tail } = sectionsOf(tokens)
  const words = head.map(({ text }) => text.toUpperCase())
  const view = words.findIndex((word, at) => word === 'VIEW' && words[at + 1] === 'ENTITY')
  const [named] = head.slice(view + 2)
  if (view < 0 || named === undefined || words[view - 1] === 'EXTEND') return []
  const elements = elementsOf(body).map(each => elementOf(each.tokens))
  return [
    ...checkName(name, named, object.getName()),
    ...unknownTypes(name, tokens),
    ...repeatedNames(name, elements),
    ...missingAliases(name, elements),
    ...ungrouped(name, elements, tail),
    ...unknownAssociations(repository, { file: name, head, elements })
  ]
}

/** The same for a source that the parser cannot keep. */
export function checkUnreadView(repository: Repository, file: string): FileMessage[] {
  const [name = ''] = file.split('.')
  const text = repository.text(file)
  if (text === undefined || !file.endsWith('.ddls.asddls')) return []
  const object = new Objects.DataDefinition(name.replaceAll('#', '/').toUpperCase())
  object.addFile(new MemoryFile(file, text))
  return checkCdsView(repository, object)
}

function elementOf(all: readonly CdsToken[]): Element {
  const tokens = withoutAnnotations(all).filter(
    (token, at) => !(at === 0 && /^key$/i.test(token.text))
  )
  const words = tokens.map(({ text }) => text.toUpperCase())
  const colon = words.indexOf(':')
  const typed = colon > 0 && !words.slice(0, colon).includes('(') ? tokens.slice(0, colon) : tokens
  const alias = typed.findLastIndex((_token, at) => isAlias(typed, at))
  const value = alias < 0 ? typed : typed.slice(0, alias)
  const isPath = value.every(({ text }) => /^(?:[\w$/]+|\.)$/.test(text)) && isJoined(value)
  const last = alias < 0 ? (isPath ? value.at(-1) : undefined) : typed[alias + 1]
  return { tokens, name: last?.text === '*' ? undefined : last, isPath }
}

/** `… as NAME` at the end, outside of brackets. */
function isAlias(tokens: readonly CdsToken[], at: number): boolean {
  return at === tokens.length - 2 && /^as$/i.test(tokens[at]?.text ?? '')
}

/** Names and dots take turns: `a.b`. */
function isJoined(tokens: readonly CdsToken[]): boolean {
  return (
    tokens.length % 2 === 1 && tokens.every(({ text }, at) => (text === '.') === (at % 2 === 1))
  )
}

function withoutAnnotations(tokens: readonly CdsToken[]): readonly CdsToken[] {
  let at = 0
  while (tokens[at]?.text === '@') {
    at += 2
    while (tokens[at]?.text === '.') at += 2
    if (tokens[at]?.text !== ':') continue
    at++
    let depth = 0
    do {
      if ('[{('.includes(tokens[at]?.text ?? ' ')) depth++
      if (']})'.includes(tokens[at]?.text ?? ' ')) depth--
      at++
    } while (depth > 0 && at < tokens.length)
  }
  return tokens.slice(at)
}

function unknownTypes(file: string, tokens: readonly CdsToken[]): FileMessage[] {
  return tokens.flatMap((token, at) => {
    const isType =
      tokens[at - 1]?.text === '.' &&
      tokens[at - 2]?.text.toLowerCase() === 'abap' &&
      /^(?:as|:)$/i.test(tokens[at - 3]?.text ?? '')
    return isType && !BUILT_IN.has(token.text.toUpperCase())
      ? [error(rangeOf(file, [token]), RULE, `The type "abap.${token.text}" does not exist.`)]
      : []
  })
}

function repeatedNames(file: string, elements: readonly Element[]): FileMessage[] {
  const seen = new Set<string>()
  return elements.flatMap(({ name }) => {
    if (name === undefined) return []
    const key = name.text.toUpperCase()
    if (!seen.has(key)) {
      seen.add(key)
      return []
    }
    return [error(rangeOf(file, [name]), RULE, `The name "${name.text}" is not unique.`)]
  })
}

function missingAliases(file: string, elements: readonly Element[]): FileMessage[] {
  return elements.flatMap(({ tokens, name, isPath }) => {
    const hasForm = tokens.some(({ text }) => /^[-+*/(]$/.test(text)) && tokens.length > 1
    const isRedirected = tokens.some(({ text }) => /^(?:redirected|localized|virtual)$/i.test(text))
    if (name !== undefined || isPath || !hasForm || isRedirected) return []
    const text = `The expression "${shorten(textOf(tokens))}" needs an alias.`
    return [error(rangeOf(file, tokens), RULE, text)]
  })
}

function ungrouped(
  file: string,
  elements: readonly Element[],
  tail: readonly CdsToken[]
): FileMessage[] {
  if (tail.some(({ text }) => /^group$/i.test(text))) return []
  const isAggregate = ({ tokens }: Element) =>
    tokens.some(
      ({ text }, at) => AGGREGATES.has(text.toUpperCase()) && tokens[at + 1]?.text === '('
    )
  if (!elements.some(isAggregate)) return []
  // an association is no element of the grouping: its fields are
  const plain = elements.find(
    ({ isPath, tokens }) =>
      isPath && !/^(?:\d|\$)/.test(tokens[0]?.text ?? '') && !tokens.at(-1)?.text.startsWith('_')
  )
  if (plain?.name === undefined) return []
  const text = `The element "${plain.name.text}" must be in GROUP BY: the view has an aggregate expression.`
  return [error(rangeOf(file, plain.tokens), RULE, text)]
}

interface View {
  readonly file: string
  readonly head: readonly CdsToken[]
  readonly elements: readonly Element[]
}

/** What begins with `_` is declared in the view, or in the views that it reads. */
function unknownAssociations(
  repository: Repository,
  { file, head, elements }: View
): FileMessage[] {
  const words = head.map(({ text }) => text.toUpperCase())
  const sources = words.flatMap((word, at) =>
    /^(?:FROM|JOIN|ON)$/.test(word) && words[at + 1] !== '(' ? [words[at + 1] ?? ''] : []
  )
  const declared = new Set(
    words.flatMap((word, at) => (word === 'AS' ? [words[at + 1] ?? ''] : []))
  )
  for (const name of sources) {
    if (repository.registry.getObject('TABL', name) !== undefined) continue
    const view =
      words.includes('PROJECTION') || isSource(words, name) ? namesIn(repository, name) : []
    if (view === undefined) return []
    for (const each of view) declared.add(each)
  }
  if (sources.length === 0) return []
  return elements.flatMap(({ tokens, isPath }) => {
    const [first] = tokens
    if (!isPath || first === undefined || !first.text.startsWith('_')) return []
    if (declared.has(first.text.toUpperCase())) return []
    return [error(rangeOf(file, [first]), RULE, `The association "${first.text}" is not defined.`)]
  })
}

/** Not what stands behind the ON of a join or an association. */
function isSource(words: readonly string[], name: string): boolean {
  return words.some((word, at) => (word === 'FROM' || word === 'JOIN') && words[at + 1] === name)
}

/** All names in the source of a view; undefined where it is not known. */
function namesIn(repository: Repository, name: string): string[] | undefined {
  const source = sourceTextOf(repository, name)
  return source === undefined ? undefined : cdsTokens(source).map(({ text }) => text.toUpperCase())
}
