/**
 * Puts the injections of test classes into their test seams, where the objects that they name are
 * visible. Which one runs is decided when the seam is reached.
 */
import type { RepositoryFile } from '../../../types.ts'

/** Between the name of a seam and the number of an injection; 0 is what stands in the seam. */
const NUMBER = '%%'

/** The name of a seam and the number of its part; without injections there is no number. */
export function partOf(name: string): { readonly seam: string; readonly part?: number } {
  const [seam = '', part] = name.toUpperCase().split(NUMBER)
  return part === undefined ? { seam } : { seam, part: Number(part) }
}

/** Whether the files of an object have injections: only then `withInjections` changes them. */
export function hasInjections(files: readonly RepositoryFile[]): boolean {
  return files.some(({ text }) => /^[ \t]*TEST-INJECTION\b/im.test(text))
}

/** The files of one object. Each part of a seam is a seam of its own in the line of its end. */
export function withInjections(files: readonly RepositoryFile[]): RepositoryFile[] {
  const bodies = new Map<string, string[]>()
  const numbered = files.map(file => ({ ...file, text: numberInjections(file.text, bodies) }))
  return numbered.map(file => ({ ...file, text: fillSeams(file.text, bodies) }))
}

interface Statement {
  /** Without comments, in one line and without the period at its end. */
  readonly code: string
  /** The places of its first character and behind its period. */
  readonly start: number
  readonly end: number
}

function numberInjections(text: string, bodies: Map<string, string[]>): string {
  if (!/TEST-INJECTION/i.test(text)) return text
  let result = ''
  let at = 0
  let open: string[] | undefined
  for (const { code, start, end } of statements(text)) {
    const [, name] = /^TEST-INJECTION\s+(\S+)$/i.exec(code) ?? []
    if (name !== undefined) {
      const seam = name.toUpperCase()
      open = []
      const known = bodies.get(seam) ?? []
      bodies.set(seam, [...known, ''])
      result += `${text.slice(at, start)}TEST-INJECTION ${name}${NUMBER}${known.length + 1}.`
      // the lines of a statement that is longer than one stay
      result += text.slice(start, end).replaceAll(/[^\n]/g, '')
      at = end
      open.push(seam)
    } else if (open !== undefined && /^END-TEST-INJECTION$/i.test(code)) {
      const [seam = '', ...body] = open
      bodies.get(seam)?.splice(-1, 1, body.join(' '))
      open = undefined
    } else open?.push(`${code}.`)
  }
  return result + text.slice(at)
}

function fillSeams(text: string, bodies: ReadonlyMap<string, readonly string[]>): string {
  if (!/TEST-SEAM/i.test(text)) return text
  let result = ''
  let at = 0
  let open: string | undefined
  for (const { code, start, end } of statements(text)) {
    const [, name] = /^TEST-SEAM\s+(\S+)$/i.exec(code) ?? []
    if (name !== undefined && bodies.has(name.toUpperCase())) {
      result += `${text.slice(at, start)}TEST-SEAM ${name}${NUMBER}0.`
      result += text.slice(start, end).replaceAll(/[^\n]/g, '')
      at = end
      open = name
    } else if (open !== undefined && /^END-TEST-SEAM$/i.test(code)) {
      const seam = open
      const parts = (bodies.get(seam.toUpperCase()) ?? []).map(
        (body, index) => ` TEST-SEAM ${seam}${NUMBER}${index + 1}. ${body} END-TEST-SEAM.`
      )
      result += text.slice(at, end) + parts.join('')
      at = end
      open = undefined
    }
  }
  return result + text.slice(at)
}

/** A literal, a part of a template, a comment, a line of comment, the end of a statement. */
const PIECE =
  /'(?:[^'\n]|'')*'|`(?:[^`\n]|``)*`|\|(?:[^|\\{\n]|\\.)*[|{]|"[^\n]*|(?<![^\n])\*[^\n]*|\.(?=\s|$)|\}|\{/g
/** How a template goes on behind an expression. */
const TEMPLATE = /(?:[^|\\{\n]|\\.)*[|{]/y

function* statements(text: string): Generator<Statement> {
  const pieces = new RegExp(PIECE)
  let [code, at, start] = ['', 0, 0]
  for (let found = pieces.exec(text); found !== null; found = pieces.exec(text)) {
    const [piece] = found
    const gap = text.slice(at, found.index)
    if (code.trim() === '') start = at + Math.max(0, gap.search(/\S/))
    code += gap
    at = found.index + piece.length
    if (piece === '.') {
      yield { code: code.trim().replaceAll(/\s*\n\s*/g, ' '), start, end: at }
      code = ''
    } else if (/^["*]/.test(piece)) {
      code += ' '
    } else if (piece === '}') {
      TEMPLATE.lastIndex = at
      const rest = TEMPLATE.exec(text)?.[0] ?? ''
      code += piece + rest
      at += rest.length
      pieces.lastIndex = at
    } else code += piece
  }
}
