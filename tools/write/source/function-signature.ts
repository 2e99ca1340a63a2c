/** The head of a function module from its parameters as data. */
import { statements } from '../../abap/statements.ts'
import { badArguments } from '../../failure/errors.ts'
import { toLf } from '../../../erp-client/line-ends.ts'

type Fields = Readonly<Record<string, unknown>>

const word = /^[A-Za-z_/!][\w/!]*$/
const typeWords = /^[\w/~\-=> ]+$/

function listOf(fields: Fields, name: string): Fields[] {
  const value = fields[name]
  return Array.isArray(value)
    ? value.filter((each): each is Fields => typeof each === 'object' && each !== null)
    : []
}

function names(fields: Fields, name: string): string[] {
  const value = fields[name]
  return Array.isArray(value) ? value.map(String) : []
}

function checked(text: string, pattern: RegExp, what: string): string {
  if (!pattern.test(text)) {
    throw badArguments(
      `${what} is ${JSON.stringify(text.slice(0, 60))}, which cannot stand there.`,
      'Give one ABAP name or type.'
    )
  }
  return text
}

/** A default is one literal, number or constant: nothing that could end the statement. */
const defaultWords = /^(?:'(?:[^'\n]|'')*'|`(?:[^`\n]|``)*`|-?\d+|[A-Za-z_][\w\-~=>]*)$/

function parameterLine(kind: string, fields: Fields): string {
  const name = checked(String(fields['name']), word, 'The name of a parameter')
  const type =
    fields['type'] === undefined
      ? undefined
      : checked(String(fields['type']), typeWords, `The type of ${name}`)
  const like =
    fields['like'] === undefined
      ? undefined
      : checked(String(fields['like']), typeWords, `The type of ${name}`)
  const typing =
    type !== undefined
      ? ` TYPE ${type}`
      : like === undefined
        ? ''
        : ` ${kind === 'tables' ? 'STRUCTURE' : 'LIKE'} ${like}`
  const byDefault =
    fields['default'] === undefined
      ? ''
      : ` DEFAULT ${checked(String(fields['default']), defaultWords, `The default of ${name}`)}`
  const optional = fields['optional'] === true && byDefault === '' ? ' OPTIONAL' : ''
  return `    ${fields['byValue'] === true ? `VALUE(${name})` : name}${typing}${byDefault}${optional}`
}

const parameterKinds = ['importing', 'exporting', 'changing', 'tables'] as const
const kinds = [...parameterKinds, 'raising', 'exceptions'] as const
type Kind = (typeof kinds)[number]

/** One section of a head, from its keyword to its last word; undefined for an empty one. */
function section(kind: Kind, fields: Fields): string | undefined {
  const isParameters = parameterKinds.some(each => each === kind)
  const lines = isParameters
    ? listOf(fields, kind).map(each => parameterLine(kind, each))
    : names(fields, kind).map(each => `    ${checked(each, word, 'An exception')}`)
  return lines.length === 0 ? undefined : [`  ${kind.toUpperCase()}`, ...lines].join('\n')
}

/** The head of a function module from its parameters as data, without the period. */
export function functionHead(name: string, fields: Fields): string {
  return [
    `FUNCTION ${name.toLowerCase()}`,
    ...kinds.flatMap(kind => section(kind, fields) ?? [])
  ].join('\n')
}

interface Section {
  readonly kind: Kind
  readonly start: number
  readonly end: number
}

const token = /^\*.*$|".*$|'(?:[^'\n]|'')*'|`(?:[^`\n]|``)*`|[()]|[^\s()'`"]+/gm

/**
 * Where the sections of a head stand: from the line of their keyword to the last word before the
 * next one.
 */
function sectionsOf(head: string): Section[] {
  const found: { kind: Kind; start: number; end: number }[] = []
  let depth = 0
  for (const { 0: text, index } of head.matchAll(token)) {
    if (
      text.startsWith('"') ||
      (text.startsWith('*') && (index === 0 || head[index - 1] === '\n'))
    ) {
      continue
    }
    depth += text === '(' ? 1 : text === ')' ? -1 : 0
    const kind = depth === 0 ? kinds.find(each => each === text.toLowerCase()) : undefined
    const last = found.at(-1)
    if (kind !== undefined) {
      found.push({ kind, start: lineStart(head, index), end: index + text.length })
    } else if (last !== undefined) last.end = index + text.length
  }
  return found
}

/** The beginning of the line, where only blanks stand before the keyword. */
function lineStart(head: string, index: number): number {
  const start = head.lastIndexOf('\n', index - 1) + 1
  return head.slice(start, index).trim() === '' ? start : index
}

/** A head with the named kinds of parameters; those that are not named stay as they are written. */
function changedHead(head: string, fields: Fields): string {
  let result = head
  for (const kind of kinds.toReversed()) {
    if (fields[kind] === undefined) continue
    const sections = sectionsOf(result)
    if (sections.filter(each => each.kind === kind).length > 1) {
      throw badArguments(
        `The function module has ${kind.toUpperCase()} twice.`,
        'Change its source instead.'
      )
    }
    const own = sections.find(each => each.kind === kind)
    const next = sections.find(each => kinds.indexOf(each.kind) > kinds.indexOf(kind))
    const text = section(kind, fields)
    const before = own?.start ?? next?.start ?? result.trimEnd().length
    const lead = result.slice(0, before).trimEnd()
    const tail = own === undefined ? result.slice(before) : result.slice(own.end)
    result =
      [lead, ...(text === undefined ? [] : [text])].join('\n') +
      (own === undefined && next !== undefined ? `\n${tail}` : tail)
  }
  return result
}

/**
 * Puts the named parameters into the head that the source has; what is not named, and the body,
 * stay.
 */
export function withHead(source: string, name: string, fields: Fields): string {
  const text = toLf(source)
  for (const { words, start, end } of statements(text)) {
    if (words[0] !== 'FUNCTION') continue
    const head = text.slice(start, text[end - 1] === '.' ? end - 1 : end)
    return `${text.slice(0, start)}${changedHead(head, fields)}.${text.slice(end)}`
  }
  return `${functionHead(name, fields)}.\n${text.replace(/^\n+/, '').trimEnd()}${text.trim() === '' ? '' : '\n'}ENDFUNCTION.\n`
}
