/** The comment below the FUNCTION statement in a file, which repeats the parameters. */
import { statements } from '../../../abap/statements.ts'
import type { FunctionText, Parameter, Section, Signature } from './signature.ts'

const frame = `*"${'-'.repeat(70)}`
const isFrame = (line: string): boolean => /^\*"-{3,}\s*$/.test(line)
/** TABLES stand before CHANGING there. */
const order: readonly Section[] = ['IMPORTING', 'EXPORTING', 'TABLES', 'CHANGING']
const widest = 72

function parameterLines(parameter: Parameter): string[] {
  const { section, name, byValue, isLike, modifier, type, isOptional, standard } = parameter
  const isTable = section === 'TABLES'
  const head = isTable ? `*"      ${name}` : `*"     ${byValue ? 'VALUE' : 'REFERENCE'}(${name})`
  const typing = isLike ? (isTable ? 'STRUCTURE' : 'LIKE') : 'TYPE'
  const typed = type === '' ? head : `${head} ${typing}${modifier === '' ? '' : ` ${modifier}`}`
  const more = standard === '' ? (isOptional ? ' OPTIONAL' : '') : ` DEFAULT ${standard}`
  const line = type === '' ? `${typed}${more}` : `${typed}  ${type}${more}`
  return line.length <= widest || type === '' ? [line] : [typed, `*"        ${type}${more}`]
}

function commentLines({ parameters, exceptions, isClassBased }: Signature): string[] {
  return [
    frame,
    '*"*"Local Interface:',
    ...order.flatMap(section => {
      const own = parameters.filter(each => each.section === section)
      return own.length === 0 ? [] : [`*"  ${section}`, ...own.flatMap(parameterLines)]
    }),
    ...(exceptions.length === 0
      ? []
      : [
          isClassBased ? '*"  RAISING' : '*"  EXCEPTIONS',
          ...exceptions.map(each => `*"      ${each}`)
        ]),
    frame
  ]
}

/** The text of the file of a module. */
export function fileOfFunction({ prefix, name, signature, rest }: FunctionText): string {
  const [sameLine = '', ...below] = rest.split('\n')
  return [`${prefix}FUNCTION ${name}.${sameLine}`, ...commentLines(signature), ...below].join('\n')
}

/** The text of a file without its comment; undefined for a text that defines no module. */
export function partsOfFile(text: string): Omit<FunctionText, 'signature'> | undefined {
  for (const { words, start, end } of statements(text)) {
    if (words[0] !== 'FUNCTION') continue
    const name = /^FUNCTION\s+(\S+?)\s*\.?$/i.exec(text.slice(start, end))?.[1]
    if (name === undefined) return undefined
    const [sameLine = '', ...below] = text.slice(end).split('\n')
    const close = isFrame(below[0] ?? '')
      ? below.findIndex((line, at) => at > 0 && isFrame(line))
      : -1
    const isComment = below.slice(0, close + 1).every(line => line.startsWith('*"'))
    const body = close > 0 && isComment ? below.slice(close + 1) : below
    return { prefix: text.slice(0, start), name, rest: [sameLine, ...body].join('\n') }
  }
  return undefined
}
