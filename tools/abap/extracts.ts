/**
 * Parts of sources that can be requested: a section of a class, lines with a text, the source that
 * holds a block.
 */
import { offLoop } from '../call/worker-thread.ts'
import { statements } from './statements.ts'
import { findUnits, lineAt, lineStarts, matchUnits } from './units.ts'

export const sections = ['public', 'protected', 'private', 'definition', 'implementation'] as const
export type Section = (typeof sections)[number]

/** Lines, 1-based, both ends inclusive. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** The lines of a section of a class; of the first one where no name is given. */
export function sectionIn(
  text: string,
  section: Section,
  className: string | undefined
): Range | undefined {
  const starts = lineStarts(text)
  const line = (offset: number) => lineAt(starts, offset)
  let from: number | undefined
  let inDefinition = false
  for (const { words, start, end } of statements(text)) {
    const [first, second, third] = words
    if (
      first === 'CLASS' &&
      (third === 'DEFINITION' || third === 'IMPLEMENTATION') &&
      (className === undefined || second === className)
    ) {
      inDefinition = third === 'DEFINITION'
      if (section === third.toLowerCase()) from = line(start)
    } else if (
      from !== undefined &&
      (first === 'ENDCLASS' || (second === 'SECTION' && section !== 'definition'))
    ) {
      const isEnd = first === 'ENDCLASS'
      return {
        from,
        to:
          isEnd && (section === 'definition' || section === 'implementation')
            ? line(end - 1)
            : Math.max(from, line(start) - 1)
      }
    } else if (inDefinition && second === 'SECTION' && first?.toLowerCase() === section) {
      from = line(start)
    }
  }
  return from === undefined
    ? undefined
    : { from, to: starts.length - (text.endsWith('\n') ? 1 : 0) }
}

export const mostMatches = 200

export interface LabelledText {
  readonly label: string
  readonly text: string
}

/**
 * Lines with a text, any case, each with the block it stands in and some lines around it; `found`
 * counts also what is not shown.
 */
export function linesWith(
  texts: readonly LabelledText[],
  wanted: string,
  contextLines: number
): { lines: string[]; found: number } {
  const needle = wanted.toLowerCase()
  const lines: string[] = []
  let found = 0
  for (const { label, text } of texts) {
    const all = text.split('\n')
    const units = findUnits(text)
    const hits = all.flatMap((line, index) =>
      line.toLowerCase().includes(needle) && ++found <= mostMatches ? [index] : []
    )
    const near = new Set(
      hits.flatMap(hit =>
        Array.from({ length: 2 * contextLines + 1 }, (_, offset) => hit - contextLines + offset)
      )
    )
    let block: string | undefined
    for (const index of [...near].filter(one => one >= 0 && one < all.length)) {
      const unit = units.find(
        ({ startLine, endLine }) => index + 1 >= startLine && index + 1 <= endLine
      )
      const heading = `${label === '' ? 'main' : label}${unit === undefined ? '' : ` ${unit.name}`}:`
      if (heading !== block) lines.push((block = heading))
      lines.push(
        `  ${index + 1}${hits.includes(index) ? ':' : '-'} ${all[index]?.slice(0, 300) ?? ''}`
      )
    }
  }
  return { lines, found }
}

/** Which of the texts holds a block of the name; -1 for none. */
export function indexOfBlock(texts: readonly string[], wanted: string): number {
  return texts.findIndex(text => matchUnits(findUnits(text), wanted).length > 0)
}

export const findSection = offLoop({ sectionIn }, import.meta.url)
export const searchLines = offLoop({ linesWith }, import.meta.url)
export const findTextWithBlock = offLoop({ indexOfBlock }, import.meta.url)
