/** The position that an action of ERPNavigate is about. */
import type { At, ObjectRef } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { badArguments } from '../failure/errors.ts'
import { findPosition } from '../objects/position.ts'
import type { Position, PositionOptions } from '../objects/position.ts'

export interface AssistOptions extends PositionOptions {
  readonly ref: ObjectRef
  readonly source?: string | undefined
}

export async function needPosition(
  context: ToolContext,
  options: AssistOptions
): Promise<Position> {
  const position = await findPosition(context, options.ref, options)
  if (position !== undefined) return position
  // The object's own name, where the first statement declares it.
  return (
    (await findPosition(context, options.ref, { ...options, symbol: options.ref.name })) ??
    missing()
  )
}

function missing(): never {
  throw badArguments('`line` with `column`, or `symbol`, is missing.')
}

export function at(ref: ObjectRef, { source, line, column }: Position): At {
  return { ref, part: source.part, line, column, source: source.text }
}
