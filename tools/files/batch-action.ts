/** ERPWrite batch: changes that the call names, or those of the files of a folder. */
import type { ToolContext } from '../call/context.ts'
import { stageItems } from '../change-sets/stage-items.ts'
import type { ToolResult } from '../call/result.ts'
import type { OperationChoice } from '../define.ts'
import type { SentChange } from '../journal/undo-words.ts'
import { batchOperations, batchSends, runBatch } from '../write/batch/batch.ts'
import type { BatchItem } from '../write/batch/items.ts'
import { neededItems } from '../write/batch/input.ts'
import type { BatchArgs } from '../write/batch/input.ts'
import { runItem } from '../write/object-actions.ts'
import { pushFiles, pushOperations } from './push.ts'

export const batchChoice: OperationChoice<BatchArgs> = {
  possible: ['create', 'update', 'delete', 'activate', 'read'],
  of(args) {
    if (args.dryRun === true) return ['read']
    return args.files === undefined
      ? batchOperations(args.items ?? [], args.activate === true)
      : pushOperations(args)
  }
}

/** A push updates, and may delete where it was asked to. */
export function batchOrFilesSends({ items = [], activate, ...args }: BatchArgs): SentChange[] {
  const pushed: BatchItem[] = [
    ...(args.files === undefined ? [] : [{ action: 'update', name: '' } as const]),
    ...(args.delete === true ? [{ action: 'delete', name: '' } as const] : [])
  ]
  return batchSends([...items, ...pushed], activate === true)
}

export async function batchOrFiles(context: ToolContext, args: BatchArgs): Promise<ToolResult> {
  if (context.staging !== undefined) return await stageItems(context, args)
  if (args.files !== undefined) return await pushFiles(context, args)
  return await runBatch(context, {
    items: neededItems(args),
    package: args.package,
    transport: args.transport,
    activate: args.activate === true,
    dryRun: args.dryRun === true,
    resume: args.resume,
    run: async (one, ref, mode) =>
      await runItem(context, { ...one, ...ref, ...mode, dryRun: args.dryRun })
  })
}
