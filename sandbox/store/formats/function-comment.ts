/** The comment block above a function module that repeats its signature. */
import type { Parameter, Signature } from './function-source.ts'

const frameStart = '*"---'
const frame = `*"${'-'.repeat(70)}`

function commentParameter({
  direction,
  name,
  byValue,
  typing,
  modifier,
  type,
  optional,
  standard
}: Parameter): string {
  const tables = direction === 'TABLES'
  const written = tables ? ` ${name}` : `${byValue ? 'VALUE' : 'REFERENCE'}(${name})`
  const typed = typing === '' ? '' : ` ${typing}${modifier === '' ? '' : ` ${modifier}`}  ${type}`
  return `*"     ${written}${typed}${standard === '' ? '' : ` DEFAULT ${standard}`}${optional && standard === '' ? ' OPTIONAL' : ''}`
}

export function commentBlock({ parameters, exceptions, classBased }: Signature): string[] {
  const lines = [frame, '*"*"Local Interface:']
  for (const direction of ['IMPORTING', 'EXPORTING', 'CHANGING', 'TABLES']) {
    const own = parameters.filter(each => each.direction === direction)
    if (own.length > 0) lines.push(`*"  ${direction}`, ...own.map(commentParameter))
  }
  if (exceptions.length > 0) {
    lines.push(
      classBased ? '*"  RAISING' : '*"  EXCEPTIONS',
      ...exceptions.map(each => `*"      ${each}`)
    )
  }
  return [...lines, frame]
}

/** Rows of the head in a file: the FUNCTION statement and the comment block below it. */
export function fileHeadRows(file: string): number {
  const lines = file.split('\n')
  const start = lines.findIndex(line => /^\s*FUNCTION\b/i.test(line))
  if (start < 0) return 0
  let row = start
  while (row < lines.length - 1 && !/\.\s*(".*)?$/.test(lines[row] ?? '')) row++
  if (lines[row + 1]?.startsWith(frameStart) !== true) return row + 1
  const closing = lines.findIndex((line, index) => index > row + 1 && line.startsWith(frameStart))
  return closing < 0 ? row + 1 : closing + 1
}
