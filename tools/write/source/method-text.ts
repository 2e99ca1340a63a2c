/** Replaces the block of one method, form or module. */
import { findUnits, matchUnits } from '../../abap/units.ts'
import type { Unit } from '../../abap/units.ts'
import { ToolError } from '../../failure/errors.ts'
import { offLoop } from '../../call/worker-thread.ts'
import { toLf } from '../../../erp-client/line-ends.ts'

/** `object`: its name in words, for the refusal. */
export interface Replacement {
  readonly object: string
  readonly method: string
  readonly source: string
}

/**
 * Puts a new implementation in place of the block of that name in the text as it is now; the block
 * may have gone since it was located.
 */
export function replaceNamed(text: string, { object, method, source }: Replacement): string {
  const [unit, second] = matchUnits(findUnits(text), method)
  if (unit === undefined || second !== undefined) {
    throw new ToolError(
      'TOOL_METHOD_NOT_FOUND',
      `${method} is not exactly one block of ${object} any more.`,
      { remedy: 'Read it again. Nothing was changed.' }
    )
  }
  return replaceUnit(text, unit, source)
}

export const replaceNamedInThread = offLoop({ replaceNamed }, import.meta.url)

/**
 * Puts a new implementation in place of one block. `given` is the whole block (METHOD … ENDMETHOD)
 * or only what stands between; anything that would end the block early, or is a block of another
 * name, is refused.
 */
export function replaceUnit(text: string, unit: Unit, given: string): string {
  if (!unit.closed) {
    throw refuse(
      `${unit.name} has no end in the source.`,
      'Correct the source with ERPWrite edit or update first.'
    )
  }
  const replacement = toLf(given)
  const units = findUnits(replacement).filter(({ kind }) => kind !== 'event')
  const [whole] = units
  if (whole === undefined) return replaceBody(text, unit, replacement)
  if (units.length > 1) {
    throw refuse(
      `\`source\` holds ${units.length} blocks, not one.`,
      'Change one block per call, or use edit or update.'
    )
  }
  if (!isBlankOrComment(replacement.slice(0, whole.start))) {
    throw refuse('`source` has statements before the block.', 'Give the block alone.')
  }
  if (
    whole.kind !== unit.kind ||
    matchUnits([{ ...whole, container: unit.container }], unit.name).length === 0
  ) {
    throw refuse(
      `\`source\` holds ${whole.kind} ${whole.name}, not ${unit.kind} ${unit.name}.`,
      'Give the block that `method` names.'
    )
  }
  if (!whole.closed) {
    throw refuse(
      `The end of ${whole.name} is missing in \`source\`.`,
      'Give the whole block, or only what stands inside it.'
    )
  }
  if (!isBlankOrComment(replacement.slice(whole.end))) {
    throw refuse('`source` goes on behind the block.', 'Give the block alone.')
  }
  return text.slice(0, unit.start) + replacement.trim() + text.slice(unit.end)
}

function replaceBody(text: string, unit: Unit, body: string): string {
  const merged = `${text.slice(0, unit.bodyStart)}\n${body.replace(/^\n+/, '').trimEnd()}\n${indentOf(text, unit.start)}${text.slice(unit.bodyEnd)}`
  // The body must end where the block ends: a stray ENDMETHOD in it would move everything behind
  // out of the block.
  const before = findUnits(text)
  const after = findUnits(merged)
  const own = after.find(({ start }) => start === unit.start)
  const whole =
    own?.end === unit.end + merged.length - text.length && before.length === after.length
  if (!whole) {
    throw refuse(
      '`source` ends or opens a block.',
      'Give the whole block (METHOD … ENDMETHOD.) or only statements inside it.'
    )
  }
  return merged
}

function indentOf(text: string, at: number): string {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at)
  return /^[ \t]*$/.test(line) ? line : ''
}

function isBlankOrComment(text: string): boolean {
  return text
    .split('\n')
    .every(line => line.trim() === '' || line.startsWith('*') || line.trim().startsWith('"'))
}

function refuse(message: string, remedy: string): ToolError {
  return new ToolError('TOOL_BAD_METHOD_SOURCE', message, {
    remedy: `${remedy} Nothing was changed.`
  })
}
