import { statements } from '../abap/statements.ts'
import { badArguments } from '../errors.ts'
import { toLf } from './edits.ts'

type Fields = Readonly<Record<string, unknown>>

const word = /^[A-Za-z_/!][\w/!]*$/
const typeWords = /^[\w/~\-=> ]+$/

function listOf (fields: Fields, name: string): Fields[] {
  const value = fields[name]
  return Array.isArray(value) ? value.filter((each): each is Fields => typeof each === 'object' && each !== null) : []
}

function names (fields: Fields, name: string): string[] {
  const value = fields[name]
  return Array.isArray(value) ? value.map(String) : []
}

function checked (text: string, pattern: RegExp, what: string): string {
  if (!pattern.test(text)) throw badArguments(`${what} is ${JSON.stringify(text.slice(0, 60))}, which cannot stand there.`, 'Give one ABAP name or type.')
  return text
}

/** A default is one literal, number or constant: nothing that could end the statement. */
const defaultWords = /^(?:'(?:[^'\n]|'')*'|`(?:[^`\n]|``)*`|-?\d+|[A-Za-z_][\w\-~=>]*)$/

function parameterLine (kind: string, fields: Fields): string {
  const name = checked(String(fields['name']), word, 'The name of a parameter')
  const type = fields['type'] === undefined ? undefined : checked(String(fields['type']), typeWords, `The type of ${name}`)
  const like = fields['like'] === undefined ? undefined : checked(String(fields['like']), typeWords, `The type of ${name}`)
  const typing = type !== undefined ? ` TYPE ${type}` : like === undefined ? '' : ` ${kind === 'tables' ? 'STRUCTURE' : 'LIKE'} ${like}`
  const byDefault = fields['default'] === undefined ? '' : ` DEFAULT ${checked(String(fields['default']), defaultWords, `The default of ${name}`)}`
  const optional = fields['optional'] === true && byDefault === '' ? ' OPTIONAL' : ''
  return `    ${fields['byValue'] === true ? `VALUE(${name})` : name}${typing}${byDefault}${optional}`
}

/** The head of a function module from its parameters as data, without the period. */
export function functionHead (name: string, fields: Fields): string {
  const sections = ['importing', 'exporting', 'changing', 'tables'].flatMap((kind) => {
    const list = listOf(fields, kind)
    return list.length === 0 ? [] : [`  ${kind.toUpperCase()}`, ...list.map((each) => parameterLine(kind, each))]
  })
  const raised = ['raising', 'exceptions'].flatMap((kind) => {
    const list = names(fields, kind)
    return list.length === 0 ? [] : [`  ${kind.toUpperCase()}`, ...list.map((each) => `    ${checked(each, word, 'An exception')}`)]
  })
  return [`FUNCTION ${name.toLowerCase()}`, ...sections, ...raised].join('\n')
}

/** Puts a head in place of the one that the source has; the body stays. */
export function withHead (source: string, name: string, fields: Fields): string {
  const text = toLf(source)
  for (const { words, start, end } of statements(text)) {
    if (words[0] === 'FUNCTION') return `${text.slice(0, start)}${functionHead(name, fields)}.${text.slice(end)}`
  }
  return `${functionHead(name, fields)}.\n${text.replace(/^\n+/, '').trimEnd()}${text.trim() === '' ? '' : '\n'}ENDFUNCTION.\n`
}
