/** Releases transport requests and tasks. */
import { releaseTransport } from '../../erp-client/index.ts'
import type { ReleaseReport, Transport } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import type { ToolResult } from '../call/result.ts'
import { ToolError } from '../failure/errors.ts'
import { omitUndefined } from '../schema/output.ts'
import { changeTransport, inOrder } from './request-change.ts'
import type { TransportOptions } from './request-change.ts'
import { blocksOf } from './review.ts'
import { isOpen, statusWords } from './words.ts'

/**
 * Releases the named request or task; `recursive` releases the open tasks of the request before.
 * The error of a refused release names what blocks it.
 */
export async function release(
  context: ToolContext,
  options: TransportOptions,
  recursive: boolean
): Promise<ToolResult> {
  return await changeTransport(context, options, {
    action: recursive ? 'release_recursive' : 'release',
    operation: 'updateRequest',
    blocks: async found => await blocksOf(context, found, recursive),
    async run(erp, found) {
      const numbers = numbersToRelease(found, options.transport, recursive)
      const done = await inOrder(
        numbers,
        async number => {
          assertReleased(number, await releaseTransport(erp, { number }, context.signal))
        },
        'has been released'
      )
      return { text: `Released ${done.join(', ')}`, data: { released: done } }
    }
  })
}

function numbersToRelease(found: Transport, transport: string, recursive: boolean): string[] {
  const isRequest = transport === found.number
  const named = isRequest
    ? found
    : (found.tasks.find(({ number }) => number === transport) ?? found)
  if (!isOpen(named)) {
    throw new ToolError(
      'ERP_BAD_REQUEST',
      `${named.number} is ${statusWords(named.status)} already.`,
      { remedy: 'Nothing was done.', outcome: 'failed' }
    )
  }
  const filled = found.tasks.filter(task => isOpen(task) && task.entries.length > 0)
  if (isRequest && !recursive && filled.length > 0) {
    throw new ToolError(
      'TRANSPORT_HAS_OPEN_TASKS',
      `${found.number} has open tasks: ${filled.map(({ number, owner }) => `${number} (${owner})`).join(', ')}.`,
      {
        remedy: 'Release them first, or use release_recursive. Nothing was released.',
        outcome: 'failed'
      }
    )
  }
  return [...(isRequest && recursive ? filled.map(({ number }) => number) : []), named.number]
}

function assertReleased(number: string, { released, text, messages }: ReleaseReport): void {
  if (released) return
  const blocks = messages.map(message => `${message.severity} ${message.text}`)
  throw new ToolError(
    'TRANSPORT_NOT_RELEASED',
    `${number} was not released: ${text || 'the ERP gives no reason'}${blocks.length === 0 ? '' : `\n${blocks.join('\n')}`}`,
    {
      remedy:
        'Correct what blocks it (ERPActivate for inactive objects; review shows all of it) and release again.',
      outcome: 'failed',
      data: omitUndefined({ messages: blocks })
    }
  )
}
