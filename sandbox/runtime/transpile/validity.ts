/** Checks that generated code may run, and locates violations in the ABAP source. */
import { Script } from 'node:vm'
import { HEAD, TAIL } from '../process/wrapping.ts'
import type { Insertion } from '../splice.ts'
import { spliced } from '../splice.ts'
import { inspect } from './inspect.ts'
import { decodeLiterals } from './opaque.ts'
import type { Module } from './program.ts'

export interface Invalid {
  readonly file: string
  readonly row: number
  readonly reason: string
}

/**
 * The module with its texts inserted, or the first construct that must not run. Trusted code is
 * only compiled.
 */
export function validated(module: Module, trusted: boolean): Module | Invalid {
  const error = compileError(module)
  if (error !== undefined) return error
  if (trusted) return module
  const { edits, violation } = inspect(module.code)
  if (violation !== undefined) {
    const reason = `a construct that cannot be translated (${decodeLiterals(violation.reason)})`
    return { ...abapPlace(module, violation.line), reason }
  }
  if (edits.length === 0) return module
  return { ...module, code: spliced(module.code, edits), positions: moved(module, edits) }
}

/**
 * The compiler reports a mistake anywhere in a class where the class first uses a private name.
 * Keeps columns.
 */
function publicNames(code: string): string {
  return code.replace(/(?<=\.|\basync |\bin )#(?=[\w$])/g, '_')
}

/** The ABAP position of a syntax error in generated code. */
function compileError(module: Module): Invalid | undefined {
  try {
    // Only compiled, never run: `await` on the top level needs a function around it.
    void new Script(HEAD + publicNames(module.code) + TAIL, { filename: 'module.js' })
    return undefined
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const line = Number(/module\.js:(\d+)/.exec(error.stack ?? '')?.[1] ?? 1)
    const reason = `a construct that cannot be translated (${decodeLiterals(error.message)})`
    return { ...abapPlace(module, line), reason }
  }
}

function abapPlace(module: Module, line: number): { file: string; row: number } {
  let nearest = { file: module.file, row: 1 }
  let distance = Number.MAX_SAFE_INTEGER
  for (let at = 0; at + 4 < module.positions.length; at += 5) {
    const lines = Math.abs(line - (module.positions[at] ?? 0))
    if (lines <= distance) {
      distance = lines
      const file = module.sources[module.positions[at + 2] ?? 0] ?? module.file
      nearest = { file, row: module.positions[at + 3] ?? 1 }
    }
  }
  return nearest
}

/** Edits stay within their line: columns behind one on its line move. */
function moved({ code, positions }: Module, edits: readonly Insertion[]): number[] {
  const byLine = new Map<number, { readonly column: number; readonly by: number }[]>()
  let line = 1
  let lineStart = 0
  for (const { start, end, text } of edits) {
    for (;;) {
      const next = code.indexOf('\n', lineStart)
      if (next < 0 || next >= start) break
      line++
      lineStart = next + 1
    }
    const list = byLine.get(line) ?? []
    byLine.set(line, list)
    list.push({ column: start - lineStart, by: text.length - (end - start) })
  }
  const result = [...positions]
  for (let at = 0; at + 4 < result.length; at += 5) {
    const column = result[at + 1] ?? 0
    const before = byLine.get(result[at] ?? 0)?.filter(edit => edit.column < column) ?? []
    result[at + 1] = before.reduce((sum, edit) => sum + edit.by, column)
  }
  return result
}
