/** Changes of transport requests: tasks, owners, removal of entries, and deletion. */
import type { ErpWriter } from '../../erp.ts'
import { readNewTask, removeEntryBody, userActionBody } from '../../wire/transports.ts'
import type { TransportEntry } from '../../wire/transports.ts'
import { editTransport } from './edit.ts'
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
      subject: { refs: [], transport: number },
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
      subject: { refs: [], transport: number },
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

/**
 * Removes an entry from the request or task that contains it.
 * @throws ErpError ERP_UNSUPPORTED below release 7.53
 */
export async function removeTransportEntry(
  erp: ErpWriter,
  { number, entry }: { number: string; entry: TransportEntry },
  signal?: AbortSignal
): Promise<void> {
  const body = removeEntryBody(number, entry)
  await editTransport(erp, { operation: 'transport.remove', number, body }, signal)
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
      subject: { refs: [], transport: number },
      effect: 'change',
      method: 'DELETE',
      path: pathOf(number),
      accept: 'application/*'
    },
    signal
  )
}
