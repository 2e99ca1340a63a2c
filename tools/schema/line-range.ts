/** Lines of a source as two numbers, which other servers take, become one range. */
import { isEmpty } from './json.ts'
import type { Tool } from '../define.ts'
import { plainWord } from './plain-word.ts'

type Arguments = Record<string, unknown>

const firsts: ReadonlySet<string> = new Set(['startline', 'fromline', 'linestart', 'firstline'])
const lasts: ReadonlySet<string> = new Set(['endline', 'toline', 'lineend', 'lastline'])

/** Turns `startLine` and `endLine` into `lines`, where the tool has it and the call does not. */
export function foldLines(tool: Tool, given: Arguments): Arguments {
  if (tool.properties['lines'] === undefined || !isEmpty(given['lines'])) return given
  const keyIn = (words: ReadonlySet<string>) =>
    Object.keys(given).find(key => words.has(plainWord(key)))
  const first = keyIn(firsts)
  const last = keyIn(lasts)
  if (first === undefined && last === undefined) return given
  const from = lineNumber(first === undefined ? 1 : given[first])
  const to = lineNumber(last === undefined ? from : given[last])
  if (from === undefined || to === undefined) return given
  const rest = Object.entries(given).filter(([key]) => key !== first && key !== last)
  // A first line alone is read to the end, which is what it means elsewhere.
  return { ...Object.fromEntries(rest), lines: last === undefined ? `${from}-` : `${from}-${to}` }
}

function lineNumber(value: unknown): number | undefined {
  const number = Number(typeof value === 'string' ? value.trim() : value)
  return Number.isInteger(number) && number > 0 ? number : undefined
}
