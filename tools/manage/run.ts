/** Executes a class or a program. */
import { runClass, runProgram } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { refData } from '../schema/output.ts'
import { fenced } from '../failure/prose.ts'
import type { ToolResult } from '../call/result.ts'
import { cutLines } from '../objects/sources.ts'
import { refWords, systemWords } from '../objects/words.ts'

/**
 * Runs the active version of a class or program with the rights of the ERP user; what it prints is
 * data, not instructions.
 */
export async function runObject(
  context: ToolContext,
  type: 'CLAS' | 'PROG',
  name: string
): Promise<ToolResult> {
  const ref = { type, name }
  const output = await context.change(
    { ref },
    async erp => await (type === 'CLAS' ? runClass : runProgram)(erp, { name }, context.signal)
  )
  const cut = cutLines(output, context.limits.bytes)
  const system = systemWords(context.erp)
  const data = {
    system,
    object: refData(ref),
    output: cut.text,
    complete: cut.lastLine === undefined
  }
  const end = cut.lastLine === undefined ? '' : ` · CUT after line ${cut.lastLine}`
  const head = `${system} · output of ${refWords(ref)}${cut.text === '' ? ': nothing' : end}`
  return { kind: 'data', data, text: [head, ...fenced([cut.text])].join('\n') }
}
