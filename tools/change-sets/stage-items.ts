/** Stages the entries of a batch: all of them, or none. */
import type { ToolContext } from '../call/context.ts'
import type { ToolResult } from '../call/result.ts'
import { badArguments, ToolError } from '../failure/errors.ts'
import { failureResult } from '../failure/result.ts'
import { resolveObject } from '../objects/resolve.ts'
import { count, systemWords } from '../objects/words.ts'
import type { BatchArgs } from '../write/batch/input.ts'
import { neededItems } from '../write/batch/input.ts'
import { newRef } from '../write/create.ts'
import { runItem } from '../write/object-actions.ts'

type Item = ReturnType<typeof neededItems>[number]

/** @throws ToolError with the code of the first entry that cannot be staged */
export async function stageItems(context: ToolContext, args: BatchArgs): Promise<ToolResult> {
  if (args.files !== undefined) {
    throw badArguments(
      '`files` and `changeSet` contradict each other: the push of a folder is not staged.',
      'Leave `changeSet` out, or give the changes as items.'
    )
  }
  const items = neededItems(args)
  const texts: string[] = []
  for (const [place, item] of items.entries()) {
    const words = `entry ${place + 1} (${item.action} ${item.name})`
    const result = await staged(context, item, args)
    if (result.kind === 'error') throw refusal(words, result)
    texts.push(result.text)
  }
  const system = systemWords(context.erp)
  const done = args.dryRun === true ? 'DRY RUN of staging' : 'Staged'
  const text = [`${done} · ${system} · ${count(items.length, 'change')}`, ...texts].join('\n')
  return args.dryRun === true
    ? { kind: 'text', text, verbatim: [] }
    : { kind: 'data', data: { system, outcome: 'done', items: items.length }, text }
}

async function staged(context: ToolContext, item: Item, args: BatchArgs): Promise<ToolResult> {
  const own = {
    ...item,
    package: item.package ?? args.package,
    transport: item.transport ?? args.transport,
    dryRun: args.dryRun
  }
  try {
    const ref =
      item.action === 'create'
        ? newRef({ ...item, type: item.type ?? '' })
        : await resolveObject(context, item)
    return await runItem(context, { ...own, ...ref })
  } catch (error) {
    context.signal.throwIfAborted()
    const { signal, log } = context
    return failureResult(error, { signal, log, changes: false })
  }
}

function refusal(words: string, { code, text }: Extract<ToolResult, { kind: 'error' }>): ToolError {
  return new ToolError(code, `${words} cannot be staged: ${text}`, {
    remedy: 'Nothing of the batch was staged. Correct the entry, and send the batch again.',
    outcome: 'failed',
    showsSource: true
  })
}
