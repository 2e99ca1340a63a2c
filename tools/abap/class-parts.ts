/** The sections and members of a class in its source. */
import { statements } from './statements.ts'
import type { Statement } from './statements.ts'

export type Section = 'public' | 'protected' | 'private'
export const sections: readonly Section[] = ['public', 'protected', 'private']

/** One declared thing; a part of a chain has the keyword of the chain. Offsets into the text. */
export interface Member {
  readonly name: string
  /** `METHODS`, `CLASS-DATA`, … */
  readonly keyword: string
  readonly section: Section
  readonly start: number
  readonly end: number
  /** The declaration as a statement of its own, without the period. */
  readonly text: string
  readonly statement: Statement
  /** How many members the statement declares. */
  readonly siblings: number
}

export interface ClassParts {
  readonly name: string
  readonly members: readonly Member[]
  /** Where a section's declarations end; a section that is missing is not there. */
  readonly sectionEnds: ReadonlyMap<Section, number>
  /** Where the definition's ENDCLASS begins. */
  readonly definitionEnd: number
  /** Where the implementation's ENDCLASS begins; undefined without one. */
  readonly implementationEnd: number | undefined
}

const keywords = new Set([
  'METHODS',
  'CLASS-METHODS',
  'DATA',
  'CLASS-DATA',
  'CONSTANTS',
  'TYPES',
  'EVENTS',
  'CLASS-EVENTS',
  'ALIASES',
  'INTERFACES'
])

/** The parts of one class of a source; undefined where it is not defined there. */
export function classParts(text: string, name: string): ClassParts | undefined {
  const wanted = name.toUpperCase()
  const members: Member[] = []
  const sectionEnds = new Map<Section, number>()
  let inside: 'definition' | 'implementation' | undefined
  let section: Section | undefined
  let definitionEnd: number | undefined
  let implementationEnd: number | undefined
  let last = 0
  for (const statement of statements(text)) {
    const { words, start } = statement
    const [first = '', second, third] = words
    if (
      first === 'CLASS' &&
      second === wanted &&
      third === 'DEFINITION' &&
      !words.includes('DEFERRED') &&
      !words.includes('LOAD')
    ) {
      inside = 'definition'
    } else if (first === 'CLASS' && second === wanted && third === 'IMPLEMENTATION') {
      inside = 'implementation'
    } else if (first === 'ENDCLASS') {
      if (inside === 'definition') definitionEnd = start
      if (inside === 'definition' && section !== undefined) sectionEnds.set(section, last)
      if (inside === 'implementation') implementationEnd = start
      inside = section = undefined
    } else if (inside === 'definition' && second === 'SECTION') {
      if (section !== undefined) sectionEnds.set(section, last)
      section = sections.find(one => one === first.toLowerCase())
    } else if (inside === 'definition' && section !== undefined && keywords.has(first)) {
      members.push(...membersOf(text, statement, section))
    }
    last = statement.end
  }
  return definitionEnd === undefined
    ? undefined
    : { name: wanted, members, sectionEnds, definitionEnd, implementationEnd }
}

function membersOf(text: string, statement: Statement, section: Section): Member[] {
  const keyword = statement.words[0] ?? ''
  const pieces = piecesOf(text, statement.start + keyword.length, statement.end)
  return pieces.flatMap(({ start, end }) => {
    const own = text.slice(start, end)
    const name = /^[^\s.,(]+/
      .exec(withoutComments(own).trim())?.[0]
      ?.toUpperCase()
      .replace(/^!/, '')
    return name === undefined
      ? []
      : [
          {
            name,
            keyword,
            section,
            start,
            end,
            text: `${keyword} ${withoutComments(own).trim()}`,
            statement,
            siblings: pieces.length
          }
        ]
  })
}

/** The parts of a statement between colon, commas and period, comments and literals left alone. */
function piecesOf(text: string, from: number, to: number): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = []
  let start = from
  let at = from
  while (at < to) {
    const char = text[at]
    if (char === '"' || (char === '*' && text[at - 1] === '\n')) at = lineEnd(text, at)
    else if (char === "'" || char === '`' || char === '|') {
      at = Math.max(at + 1, closing(text, at, to))
    } else {
      if (char === ':' && found.length === 0 && text.slice(from, at).trim() === '') start = at + 1
      if (char === ',' || (char === '.' && at === to - 1)) {
        found.push({ start, end: at })
        start = at + 1
      }
      at += 1
    }
  }
  return found
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}

function closing(text: string, at: number, to: number): number {
  const end = text.indexOf(text[at] ?? '', at + 1)
  return end < 0 || end >= to ? to : end + 1
}

function withoutComments(text: string): string {
  return text.replace(/^\*.*$/gm, '').replace(/"[^\n]*/g, '')
}
