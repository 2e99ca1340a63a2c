/** Reads transport requests, their targets, and the request of an object. */
import { ask, base, missing, organizer, pathOf, tree } from './request.ts'
import type { Transport } from '../../wire/transports.ts'
import { decodeOneTransport, decodeTransportTree, readNamedItems } from '../../wire/transports.ts'
import { readLockFields } from '../../wire/lock.ts'
import type { ObjectRef } from '../../objects.ts'
import { objectUri } from '../../objects.ts'
import type { ErpReader } from '../../erp.ts'
import { ErpError, isErpError } from '../../errors.ts'

export interface TransportFilter {
  readonly user?: string | undefined
  readonly types?: string | undefined
  readonly statuses?: string | undefined
}

/**
 * Requests of a user (default: the caller), by letters of type and status.
 *
 * @throws ErpError ERP_UNSUPPORTED below release 7.50
 */
export async function listTransports(
  erp: ErpReader,
  { user, types = 'KWT', statuses = 'DR' }: TransportFilter,
  signal?: AbortSignal
): Promise<Transport[]> {
  try {
    const { text } = await ask(
      erp,
      {
        operation: 'transport.list',
        effect: 'none',
        method: 'GET',
        path: base,
        accept: tree,
        query: { user, target: true, requestType: types, requestStatus: statuses }
      },
      signal
    )
    return text.trim() === ''
      ? []
      : (await decodeTransportTree([text], signal)).filter(({ status }) => fits(status, statuses))
  } catch (error) {
    throw isErpError(error, ...missing) ? unsupported(error) : error
  }
}

/** Old releases ignore the filter of statuses. */
export function fits(status: string, statuses: string): boolean {
  if (status === '') return true
  return [...statuses].some(letter =>
    letter === 'R' ? 'RNO'.includes(status) : 'DL'.includes(status)
  )
}

function unsupported(cause: ErpError): ErpError {
  return new ErpError(
    'ERP_UNSUPPORTED',
    'This release does not offer its transport requests over the development interface',
    {
      outcome: 'failed',
      remedy:
        'Read the tables E070 (requests), E07T (texts) and E071 (objects) with a query, or use transaction SE09.',
      cause
    }
  )
}

/**
 * The request with a number, or the request of the task with that number.
 * @throws ErpError ERP_NOT_FOUND, ERP_BAD_NAME
 */
export async function readTransport(
  erp: ErpReader,
  { number }: { number: string },
  signal?: AbortSignal
): Promise<Transport> {
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
  if (text.trim() === '') {
    throw new ErpError('ERP_NOT_FOUND', `There is no transport request or task ${number}`)
  }
  const found = await decodeOneTransport([text, number], signal)
  if (found === undefined) throw notInWorklist(number)
  return found
}

/** A release below 7.51 answers with the modifiable requests, whatever number is asked for. */
function notInWorklist(number: string): ErpError {
  return new ErpError(
    'ERP_NOT_FOUND',
    `${number} is not among the modifiable requests, and this release shows no others`,
    {
      remedy:
        'A released request is in the tables E070 (status in TRSTATUS), E07T (text) and E071 (objects): read them with ERPQuery.'
    }
  )
}

/**
 * Transport targets, or transport layers of packages.
 * @throws ErpError ERP_UNSUPPORTED where the release lists none
 */
export async function transportValues(
  erp: ErpReader,
  kind: 'targets' | 'layers',
  signal?: AbortSignal
): Promise<{ name: string; description: string }[]> {
  const path =
    kind === 'targets'
      ? `${base}/valuehelp/target`
      : '/sap/bc/adt/packages/valuehelps/transportlayers'
  try {
    const { text } = await ask(
      erp,
      {
        operation: kind === 'targets' ? 'transport.targets' : 'transport.layers',
        effect: 'none',
        method: 'GET',
        path,
        query: kind === 'targets' ? { name: '*', maxItemCount: 200 } : { name: '*' },
        accept: '*/*'
      },
      signal
    )
    return readNamedItems(text)
  } catch (error) {
    throw isErpError(error, ...missing)
      ? new ErpError('ERP_UNSUPPORTED', `This release does not list its transport ${kind}`, {
          outcome: 'failed',
          remedy:
            'Read them in transaction STMS or from the metadata of a package (ERPRead type DEVC).',
          cause: error
        })
      : error
  }
}

/** The open request that records an object; undefined for none. */
export async function transportOfObject(
  erp: ErpReader,
  { ref }: { ref: ObjectRef },
  signal?: AbortSignal
): Promise<{ number: string; owner: string; description: string } | undefined> {
  try {
    const { text } = await ask(
      erp,
      {
        operation: 'transport.object',
        effect: 'none',
        method: 'GET',
        path: `${objectUri(ref)}/transports`,
        accept: 'application/vnd.sap.as+xml'
      },
      signal
    )
    const { number, owner, description } =
      text.trim() === '' ? { number: '', owner: '', description: '' } : readLockFields(text)
    return number === '' ? undefined : { number, owner, description }
  } catch (error) {
    if (isErpError(error, ...missing, 'ERP_BAD_REQUEST', 'ERP_BAD_ANSWER')) return undefined
    throw error
  }
}
