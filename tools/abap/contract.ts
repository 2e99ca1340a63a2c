/** The public part of an ABAP source. */
import { offLoop } from '../call/worker-thread.ts'
import { shortenMessages } from './message-constants.ts'
import { statements } from './statements.ts'

/**
 * What the outside may rely on, without what it may not see: comments fall away, documentation
 * stays.
 */
export function contractOf(type: string, text: string): string {
  const shape = Object.hasOwn(shapes, type) ? shapes[type] : undefined
  return compressed(shape === undefined ? text : shape(text))
}

const shapes: Readonly<Record<string, (text: string) => string>> = {
  CLAS: publicPart,
  FUNC: text => firstStatement(text),
  DDLS: withoutAnnotations,
  TABL: withoutAnnotations,
  STRU: withoutAnnotations,
  PROG: () => '',
  INCL: () => ''
}

/** A class up to its first section that is not public. */
function publicPart(text: string): string {
  let from: number | undefined
  for (const { words, start, end } of statements(text)) {
    if (words[0] === 'CLASS' && words[2] === 'DEFINITION') from ??= start
    if (from === undefined) continue
    const ends = (words[1] === 'SECTION' && words[0] !== 'PUBLIC') || words[0] === 'ENDCLASS'
    if (ends) return text.slice(from, words[0] === 'ENDCLASS' ? end : start)
  }
  return text
}

function firstStatement(text: string): string {
  for (const { words, start, end } of statements(text)) {
    if (words[0] === 'FUNCTION') return text.slice(start, end)
  }
  return ''
}

function withoutAnnotations(text: string): string {
  return text
    .replace(/\/\*(?:[\s\S]*?\*\/|[\s\S]*)/g, '')
    .split('\n')
    .filter(line => !/^\s*(?:@(?!EndUserText\.label)|\/\/)/.test(line))
    .join('\n')
}

function compressed(text: string): string {
  const lines = text
    .split('\n')
    .map(line => line.trimEnd())
    .filter(line => line.trim() !== '' && !/^\*/.test(line) && !/^\s*"(?!!)/.test(line))
  const short = lines
    .map(line => {
      const indent = /^ */.exec(line)?.[0].length ?? 0
      return `${' '.repeat(Math.min(4, Math.ceil(indent / 2)))}${line.trim().replace(/ {2,}/g, ' ')}`
    })
    .join('\n')
  return shortenMessages(short)
}

export const contractText = offLoop({ contractOf }, import.meta.url)
