/** The state that the confirmation of an undo is bound to. */
import type { ToolContext } from '../../call/context.ts'
import { listState, objectState } from '../../call/targets/target-state.ts'
import type { TargetState } from '../../call/targets/target-state.ts'
import { undoneObjects } from './undo.ts'
import type { UndoArgs } from './args.ts'

export async function undoState(args: UndoArgs, context: ToolContext): Promise<TargetState> {
  return args.name === undefined
    ? await listState(await undoneObjects(context, args), context)
    : await objectState()({ type: args.type, name: args.name, group: args.group }, context)
}
