/** Changes of transport requests: tasks, owners, removal of entries, and deletion. */
import type { ErpWriter } from '../../erp.ts'
import { ErpError, isErpError } from '../../errors.ts'
import { readNewTask, removeEntryBody, userActionBody } from '../../wire/transports.ts'
import type { TransportEntry } from '../../wire/transports.ts'
import { readRelease as basisRelease } from '../system.ts'
import { organizer, pathOf, ask } from './request.ts'

/** Adds a task for a user. @returns its number */
export async function addTransportTask(
  erp: ErpWriter,
  { number, user }: { number: string; user: string },
  signal?: AbortSignal
): Promise<string> {
  const { text } = await ask(
    erp,
    {
      operation: 'transport.task',
      effect: 'change',
      method: 'POST',
      path: `${pathOf(number)}/tasks`,
      contentType: 'text/plain',
      accept: organizer,
      body: userActionBody('newtask', number, user)
    },
    signal
  )
  return readNewTask(text)
}

/**
 * Changes the owner of one request or task. @throws ErpError ERP_BAD_REQUEST for an unknown user
 */
export async function changeTransportOwner(
  erp: ErpWriter,
  { number, user }: { number: string; user: string },
  signal?: AbortSignal
): Promise<void> {
  await ask(
    erp,
    {
      operation: 'transport.owner',
      effect: 'change',
      method: 'PUT',
      path: pathOf(number),
      query: { targetuser: user },
      contentType: 'text/plain',
      accept: 'application/*',
      body: userActionBody('changeowner', number, user)
    },
    signal
  )
}

/** The release whose service reads what is to be removed; older ones change the owner alone. */
const removes = 753

/**
 * Removes an entry from the request or task that contains it.
 * @throws ErpError ERP_UNSUPPORTED below release 7.53
 */
export async function removeTransportEntry(
  erp: ErpWriter,
  { number, entry }: { number: string; entry: TransportEntry },
  signal?: AbortSignal
): Promise<void> {
  try {
    await ask(
      erp,
      {
        operation: 'transport.remove',
        effect: 'change',
        method: 'PUT',
        path: pathOf(number),
        contentType: 'text/plain',
        accept: 'application/*',
        body: removeEntryBody(number, entry)
      },
      signal
    )
  } catch (error) {
    const isRefused = isErpError(error, 'ERP_BAD_REQUEST')
    if (!isRefused || ((await basisRelease(erp)) ?? removes) >= removes) throw error
    throw new ErpError(
      'ERP_UNSUPPORTED',
      'Releases below 7.53 remove no object from a transport request over the development interface',
      { outcome: 'failed', remedy: 'Remove it in transaction SE09.', cause: error }
    )
  }
}

/** Deletes a modifiable request or task without locks. */
export async function deleteTransport(
  erp: ErpWriter,
  { number }: { number: string },
  signal?: AbortSignal
): Promise<void> {
  await ask(
    erp,
    {
      operation: 'transport.delete',
      effect: 'change',
      method: 'DELETE',
      path: pathOf(number),
      accept: 'application/*'
    },
    signal
  )
}
