/** Changes of a transport request: its tasks, owner and entries, and its deletion. */
import {
  addTransportTask,
  changeTransportOwner,
  deleteTransport,
  readSystem,
  readTransport,
  removeTransportEntry
} from '../../erp-client/index.ts'
import type { Transport, TransportEntry } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { badArguments, ToolError } from '../failure/errors.ts'
import type { ToolResult } from '../call/result.ts'
import { changeTransport, inOrder } from './request-change.ts'
import type { TransportOptions } from './request-change.ts'
import { entryWords, isOpen } from './words.ts'

function userOf({ user }: TransportOptions): string {
  if (user === undefined) {
    throw badArguments('`user` is missing.', 'Name the ERP user, e.g. DEVELOPER.')
  }
  return user.toUpperCase()
}

/** `create_task` is for the caller, `add_user` for any user. */
export async function addTask(
  context: ToolContext,
  options: TransportOptions,
  action: 'create_task' | 'add_user'
): Promise<ToolResult> {
  const own = async () =>
    context.erpUser ?? (await readSystem(context.erp, {}, context.signal)).user
  const user =
    options.user === undefined && action === 'create_task' ? await own() : userOf(options)
  return await changeTransport(context, options, {
    action,
    operation: action === 'create_task' ? 'createRequest' : 'updateRequest',
    async run(erp, found) {
      const task = await addTransportTask(erp, { number: found.number, user }, context.signal)
      return {
        text: `Added task ${task} of ${user} to request ${found.number}`,
        data: { task, user }
      }
    }
  })
}

/** Changes the owner of a request with its open tasks, or of one task. */
export async function reassign(
  context: ToolContext,
  options: TransportOptions
): Promise<ToolResult> {
  const user = userOf(options)
  return await changeTransport(context, options, {
    action: 'reassign',
    operation: 'updateRequest',
    async run(erp, found) {
      const isRequest = options.transport === found.number
      const numbers = isRequest
        ? [
            ...found.tasks
              .filter(task => isOpen(task) && task.owner !== user)
              .map(({ number }) => number),
            found.number
          ]
        : [options.transport]
      const done = await inOrder(
        numbers,
        async number => {
          await changeTransportOwner(erp, { number, user }, context.signal)
        },
        'has been reassigned'
      )
      return { text: `Reassigned ${done.join(', ')} to ${user}`, data: { user, reassigned: done } }
    }
  })
}

export async function removeObject(
  context: ToolContext,
  options: TransportOptions & { readonly name: string; readonly type?: string | undefined }
): Promise<ToolResult> {
  const { name, type } = options
  return await changeTransport(context, options, {
    action: 'remove_object',
    operation: 'updateRequest',
    async run(erp, found) {
      const { number, entry } = entryOf(found, { name, type: type?.toUpperCase() })
      await removeTransportEntry(erp, { number, entry }, context.signal)
      const after = await readTransport(context.erp, { number: found.number }, context.signal)
      const still = holders(after).some(
        one =>
          one.number === number && one.entries.some(own => entryWords(own) === entryWords(entry))
      )
      if (still) {
        throw new ToolError(
          'ERP_BAD_REQUEST',
          `${entryWords(entry)} is still in ${number}: the ERP accepted the removal and did nothing.`,
          { remedy: 'Remove it in transaction SE09.', outcome: 'failed' }
        )
      }
      return {
        text: `Removed ${entryWords(entry)} from ${number} (verified)`,
        data: { from: number, entry: { pgmid: entry.pgmid, type: entry.type, name: entry.name } }
      }
    }
  })
}

function holders(
  found: Transport
): readonly { readonly number: string; readonly entries: readonly TransportEntry[] }[] {
  return [...found.tasks, found]
}

function entryOf(
  found: Transport,
  { name, type }: { name: string; type: string | undefined }
): { number: string; entry: TransportEntry } {
  const all = holders(found).flatMap(({ number, entries }) =>
    entries.map(entry => ({ number, entry }))
  )
  const hits = all.filter(
    ({ entry }) => entry.name === name.toUpperCase() && (type === undefined || entry.type === type)
  )
  // The request repeats the entries of its tasks; an entry can be removed from its task alone.
  const [only] = hits
  if (only === undefined) {
    throw new ToolError(
      'ERP_NOT_FOUND',
      `${found.number} records no ${[type, name.toUpperCase()].filter(word => word !== undefined).join(' ')}.`,
      {
        remedy: `It records ${
          all
            .slice(0, 20)
            .map(({ entry }) => entryWords(entry))
            .join(', ') || 'nothing'
        }.`
      }
    )
  }
  if (new Set(hits.map(({ entry }) => entryWords(entry))).size > 1) {
    throw badArguments(
      `${name.toUpperCase()} stands there several times: ${hits.map(({ entry }) => entryWords(entry)).join(', ')}.`,
      'Give `type` too.'
    )
  }
  return only
}

/** Deletes a request with its empty tasks. */
export async function remove(context: ToolContext, options: TransportOptions): Promise<ToolResult> {
  return await changeTransport(context, options, {
    action: 'delete',
    operation: 'deleteRequest',
    async run(erp, found) {
      const isRequest = options.transport === found.number
      const numbers = isRequest
        ? [...found.tasks.filter(task => isOpen(task)).map(({ number }) => number), found.number]
        : [options.transport]
      const blocked = holders(found).find(
        ({ number, entries }) =>
          numbers.includes(number) && entries.some(({ locked }) => locked === true)
      )
      if (blocked !== undefined) {
        throw new ToolError(
          'ERP_BAD_REQUEST',
          `${blocked.number} contains locked objects: ${blocked.entries
            .filter(({ locked }) => locked === true)
            .map(entryWords)
            .slice(0, 20)
            .join(', ')}.`,
          {
            remedy: 'Take them out with remove_object first. Nothing was deleted.',
            outcome: 'failed'
          }
        )
      }
      const done = await inOrder(
        numbers,
        async number => {
          await deleteTransport(erp, { number }, context.signal)
        },
        'has been deleted'
      )
      return { text: `Deleted ${done.join(', ')}`, data: { deleted: done } }
    }
  })
}
