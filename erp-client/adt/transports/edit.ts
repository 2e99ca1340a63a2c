/** Edits of a transport request: its objects, target, texts and attributes, and its check. */
import type { ErpReader, ErpWriter } from '../../erp.ts'
import { ErpError, isErpError } from '../../errors.ts'
import type { ChangeOperation } from '../../operations.ts'
import {
  addEntryBody,
  attributeBody,
  describeTransport,
  readCheckMessages,
  targetBody,
  taskTypeBody
} from '../../wire/transports/edits.ts'
import type { AttributeAction, CheckMessage } from '../../wire/transports/edits.ts'
import type { TransportAttribute, TransportEntry } from '../../wire/transports.ts'
import { readRelease } from '../system.ts'
import { ask, organizer, pathOf } from './request.ts'

interface Edit {
  readonly operation: ChangeOperation
  readonly number: string
  readonly body: string
  readonly contentType?: string
}

/** The release whose service reads what is to be edited; older ones change the owner alone. */
const edits = 753

/**
 * The organizer reads its documents as plain text, as the workbench sends them.
 * @throws ErpError ERP_UNSUPPORTED below release 7.53
 */
export async function editTransport(
  erp: ErpWriter,
  { operation, number, body, contentType = 'text/plain' }: Edit,
  signal: AbortSignal | undefined
): Promise<void> {
  const request = {
    operation,
    subject: { refs: [], transport: number },
    effect: 'change',
    method: 'PUT',
    path: pathOf(number),
    contentType,
    accept: operation === 'transport.remove' ? 'application/*' : organizer,
    body
  } as const
  try {
    await ask(erp, request, signal)
  } catch (error) {
    throw await refusalOf(erp, error)
  }
}

/** What a refused edit means on this release. */
async function refusalOf(erp: ErpWriter, error: unknown): Promise<unknown> {
  const isRefused = isErpError(error, 'ERP_BAD_REQUEST', 'ERP_BAD_ANSWER')
  if (!isRefused || ((await readRelease(erp)) ?? edits) >= edits) return error
  return new ErpError(
    'ERP_UNSUPPORTED',
    'Releases below 7.53 edit no transport request over the development interface',
    { outcome: 'failed', remedy: 'Edit it in transaction SE09.', cause: error }
  )
}

/** Adds a whole object (`R3TR`) or a part of one to a request or task. */
export async function addTransportEntry(
  erp: ErpWriter,
  { number, entry }: { number: string; entry: Pick<TransportEntry, 'pgmid' | 'type' | 'name'> },
  signal?: AbortSignal
): Promise<void> {
  await editTransport(
    erp,
    { operation: 'transport.add', number, body: addEntryBody(number, entry) },
    signal
  )
}

/** Gives a task its type: `S` development or correction, `R` repair. A new task has none. */
export async function classifyTask(
  erp: ErpWriter,
  { number, type }: { number: string; type: 'S' | 'R' },
  signal?: AbortSignal
): Promise<void> {
  const body = taskTypeBody(number, type)
  await editTransport(erp, { operation: 'transport.classify', number, body }, signal)
}

/** @throws ErpError ERP_BAD_REQUEST for a target that does not exist, and for none */
export async function changeTransportTarget(
  erp: ErpWriter,
  { number, target }: { number: string; target: string },
  signal?: AbortSignal
): Promise<void> {
  await editTransport(
    erp,
    { operation: 'transport.target', number, body: targetBody(number, target) },
    signal
  )
}

/** Changes the short text of a request; everything else of its document is sent as it was read. */
export async function changeTransportText(
  erp: ErpWriter,
  { number, description }: { number: string; description: string },
  signal?: AbortSignal
): Promise<void> {
  const { text } = await ask(
    erp,
    {
      operation: 'transport.read',
      effect: 'none',
      method: 'GET',
      path: pathOf(number),
      accept: organizer
    },
    signal
  )
  const body = await describeTransport([text, number, description], signal).catch(
    async (error: unknown) => {
      // Older releases answer with the list of the user's requests.
      throw await refusalOf(erp, error)
    }
  )
  await editTransport(
    erp,
    { operation: 'transport.text', number, body, contentType: organizer },
    signal
  )
}

export async function changeTransportAttribute(
  erp: ErpWriter,
  {
    number,
    action,
    attribute
  }: { number: string; action: AttributeAction; attribute: TransportAttribute },
  signal?: AbortSignal
): Promise<void> {
  const body = attributeBody(action, number, attribute)
  await editTransport(erp, { operation: 'transport.attribute', number, body }, signal)
}

/** Sorts the list of objects, and drops what occurs in it twice. */
export async function compressTransport(
  erp: ErpWriter,
  { number }: { number: string },
  signal?: AbortSignal
): Promise<void> {
  await ask(
    erp,
    {
      operation: 'transport.compress',
      subject: { refs: [], transport: number },
      effect: 'change',
      method: 'POST',
      path: `${pathOf(number)}/sortandcompress`,
      accept: 'application/*'
    },
    signal
  )
}

/** What the ERP finds wrong with the objects of a request. Changes nothing. */
export async function checkTransport(
  erp: ErpReader,
  { number }: { number: string },
  signal?: AbortSignal
): Promise<CheckMessage[]> {
  const { text } = await ask(
    erp,
    {
      operation: 'transport.consistency',
      effect: 'none',
      method: 'POST',
      path: `${pathOf(number)}/consistencychecks`,
      accept: 'application/*'
    },
    signal
  )
  return readCheckMessages(text)
}
