/** The members of a class with everything that belongs to each of them. */
import type { ClassParts, Member, Section } from '../../abap/class-parts.ts'
import { findUnits } from '../../abap/units.ts'
import { lineEnd, lineStart, withWholeLines } from './text-cuts.ts'
import type { TextCut } from './text-cuts.ts'

/** A method, attribute, constant or type; a structure is one member. */
export interface ClassMember {
  /** Upper case. */
  readonly name: string
  readonly keyword: string
  readonly section: Section
  /** It belongs to the class and not to an instance of it. */
  readonly isStatic: boolean
  /** Words of the declaration, upper case. */
  readonly words: readonly string[]
  /** Where the declaration stands, without comments around it. */
  readonly start: number
  readonly end: number
  /** The declaration as statements of its own, with its comments, from the first column on. */
  readonly declaration: string
  /** The declarations of the class to which it belongs; a chain has several. */
  readonly pieces: readonly Member[]
  /** METHOD … ENDMETHOD with the comments directly above it. */
  readonly body: { readonly start: number; readonly end: number } | undefined
}

const staticKeywords = new Set(['CLASS-METHODS', 'CLASS-DATA', 'CONSTANTS', 'TYPES'])

/** All members of a class in the order of their declaration. */
export function membersOf(text: string, parts: ClassParts): ClassMember[] {
  const bodies = new Map(
    findUnits(text)
      .filter(({ kind, container }) => kind === 'method' && container === parts.name)
      .map(({ name, start, end }) => [name, { start: commentsAbove(text, start, /^\s*["*]/), end }])
  )
  return grouped(parts.members).flatMap(pieces => {
    const [first] = pieces
    const last = pieces.at(-1)
    if (first === undefined || last === undefined) return []
    const name = nameOf(first)
    return [
      {
        name,
        keyword: first.keyword,
        section: first.section,
        isStatic: staticKeywords.has(first.keyword),
        words: pieces.flatMap(piece => piece.text.toUpperCase().split(/[\s(),.]+/)),
        start: first.start,
        end: last.end,
        declaration: declarationOf(text, pieces),
        pieces,
        body: bodies.get(name)
      }
    ]
  })
}

const opening = /^\S+\s+BEGIN\s+OF\s+(\S+)/i

/** The pieces from BEGIN OF to the END OF that belongs to it stand together. */
function grouped(members: readonly Member[]): Member[][] {
  const groups: Member[][] = []
  let depth = 0
  for (const member of members) {
    const group = groups.at(-1)
    if (depth > 0 && group !== undefined) group.push(member)
    else groups.push([member])
    if (opening.test(member.text)) depth += 1
    else if (/^\S+\s+END\s+OF\s/i.test(member.text)) depth = Math.max(0, depth - 1)
  }
  return groups
}

function nameOf({ text: declaration, name }: Member): string {
  return (opening.exec(declaration)?.[1] ?? name).toUpperCase().replace(/[,.]$/, '')
}

/** Where the lines of comment that stand directly above begin. */
function commentsAbove(text: string, at: number, comment: RegExp): number {
  let start = lineStart(text, at)
  while (start > 0) {
    const above = lineStart(text, start - 1)
    if (!comment.test(text.slice(above, start))) break
    start = above
  }
  return start
}

const docComment = /^\s*"!/

/** Whether the pieces are all that their statements declare. */
function isWhole(pieces: readonly Member[]): boolean {
  const statements = new Map(pieces.map(({ statement, siblings }) => [statement, siblings]))
  return [...statements.values()].reduce((sum, siblings) => sum + siblings, 0) === pieces.length
}

/** A structure that shares several statements with other members has no text of its own. */
export function isSeparable({ pieces }: ClassMember): boolean {
  return isWhole(pieces) || new Set(pieces.map(({ statement }) => statement)).size === 1
}

function declarationOf(text: string, pieces: readonly Member[]): string {
  const [first] = pieces
  const last = pieces.at(-1)
  if (first === undefined || last === undefined) return ''
  const { statement, keyword } = first
  const indent = statement.start - lineStart(text, statement.start)
  if (isWhole(pieces)) {
    const { start, end } = wholeRange(text, pieces)
    return dedented(text.slice(start, end).replace(/^\n+|\s+$/g, ''), indent)
  }
  const [start, end] = pieceRange(text, first, last)
  const raw = text.slice(start, last.end)
  const comments = /^(?:\s*["*][^\n]*(?:\n|$))*/.exec(raw)?.[0] ?? ''
  const chain = pieces.length > 1 ? ':' : ''
  const behind = text.slice(last.end + 1, end).trim()
  const above = comments.split('\n').map(line => line.trim())
  return [
    ...above.filter(line => line !== ''),
    dedented(`${keyword}${chain} ${raw.slice(comments.length).trim()}.`, indent) +
      (behind === '' ? '' : ` ${behind}`)
  ].join('\n')
}

/** Statements with the doc comments above and the comment behind them. */
function wholeRange(text: string, pieces: readonly Member[]): { start: number; end: number } {
  const [first] = pieces
  const last = pieces.at(-1)
  const start = first?.statement.start ?? 0
  const end = last?.statement.end ?? 0
  const line = lineEnd(text, end)
  const isComment = /^[ \t]*("[^\n]*)?$/.test(text.slice(end, line))
  const above = commentsAbove(text, start, docComment)
  const isFirst = text.slice(lineStart(text, start), start).trim() === ''
  return { start: isFirst ? above : start, end: isComment ? line : end }
}

/** Parts of a chain with the comments that belong to them, and the comma behind them. */
function pieceRange(text: string, first: Member, last: Member): [number, number] {
  const rest = lineEnd(text, first.start)
  const isBehind = /^[ \t]*("[^\n]*)?$/.test(text.slice(first.start, rest))
  const end = last.end + 1
  const line = lineEnd(text, end)
  const isComment = /^[ \t]*("[^\n]*)?$/.test(text.slice(end, line))
  return [isBehind ? rest : first.start, isComment ? line : end]
}

function dedented(text: string, indent: number): string {
  const blank = new RegExp(`^[ \\t]{0,${indent}}`)
  return text
    .split('\n')
    .map(line => line.replace(blank, '').trimEnd())
    .join('\n')
}

/** Takes members out of the text of their class, declarations and implementations. */
export function cutsFor(text: string, members: readonly ClassMember[]): TextCut[] {
  const pieces = members.flatMap(member => member.pieces)
  const bodies = members.flatMap(({ body }) => {
    if (body === undefined) return []
    const [start, end] = withWholeLines(text, body.start, body.end)
    // One of the blank lines around it goes with it.
    const blank = text.slice(0, start).endsWith('\n\n') && /^\s*\n/.test(`${text.slice(end)}\n`)
    return [{ start: blank ? start - 1 : start, end, text: '' }]
  })
  const whole = members.filter(member => isWhole(member.pieces))
  const byStatement = Map.groupBy(pieces, ({ statement }) => statement)
  const parts = [...byStatement.values()].flatMap(own => {
    const [first] = own
    if (first === undefined || whole.some(member => member.pieces.includes(first))) return []
    return own.length === first.siblings ? [wholeCut(text, own)] : chainCuts(text, own)
  })
  return [...bodies, ...whole.map(member => wholeCut(text, member.pieces)), ...parts]
}

function wholeCut(text: string, pieces: readonly Member[]): TextCut {
  const range = wholeRange(text, pieces)
  const [start, end] = withWholeLines(text, range.start, range.end)
  return { start, end, text: '' }
}

/** The rest of the chain keeps its commas, and its last part the period. */
function chainCuts(text: string, own: readonly Member[]): TextCut[] {
  const cuts = own.map(piece => {
    const [start, end] = pieceRange(text, piece, piece)
    return { start, end, text: '' }
  })
  const last = own.find(({ end, statement }) => end === statement.end - 1)
  if (last === undefined) return cuts
  // The parts at the end of the chain go, so the comma before them becomes its period.
  let first: Member = last
  for (const piece of own.toReversed()) if (piece.end + 1 === first.start) first = piece
  return [...cuts, { start: first.start - 1, end: first.start, text: '.' }]
}
