import { ErpError, isErpError } from '../errors.ts'
import type { ErpReader, ErpWriter } from '../erp.ts'
import { cacheOf } from '../cache/erp-cache.ts'
import { assertTransport } from './names.ts'
import { objectUri } from '../objects.ts'
import type { ObjectRef } from '../objects.ts'
import { readLockFields } from '../wire/lock.ts'
import {
  decodeOneTransport,
  decodeTransportTree,
  newTransportBody,
  readClassicNumber,
  readNamedItems,
  readNewTask,
  readNewTransport,
  readRelease,
  removeEntryBody,
  userActionBody
} from '../wire/transports.ts'
import { asxDocument, escapeXml } from '../wire/xml.ts'
import type { TransportEntry, Transport, ReleaseReport } from '../wire/transports.ts'
import { longTimeoutMs } from '../request.ts'
import type { ErpRequest, ErpResponse } from '../request.ts'

export interface TransportFilter {
  readonly user?: string | undefined
  readonly types?: string | undefined
  readonly statuses?: string | undefined
}
export interface CreateTransportRequestArgs {
  readonly type: string
  readonly description: string
  /** Empty: as the package's transport layer says. */
  readonly target: string
  /** The classic service of old releases derives the target from it. */
  readonly package?: string | undefined
  readonly owner: string
}

const base = '/sap/bc/adt/cts/transportrequests'
const organizer = 'application/vnd.sap.adt.transportorganizer.v1+xml'
const tree = 'application/vnd.sap.adt.transportorganizertree.v1+xml'
const missing = ['ERP_NOT_FOUND', 'ERP_UNSUPPORTED', 'ERP_NOT_ACCEPTABLE'] as const

function pathOf(number: string): string {
  assertTransport(number)
  return `${base}/${number}`
}

/**
 * Remembered once seen: 7.40 announces the transport services outside of the development interface.
 */
const outside = 'transport services outside'

type Asked<R> = Pick<ErpReader, 'system'> & {
  request(request: R, signal?: AbortSignal): Promise<ErpResponse>
}

async function ask<R extends ErpRequest>(
  erp: Asked<R>,
  request: R,
  signal: AbortSignal | undefined
): Promise<ErpResponse> {
  const { memoized } = cacheOf(erp)
  const moved: R = Object.assign({}, request, {
    path: request.path.replace(/^\/sap\/bc\/adt\/cts\//, '/sap/bc/cts/')
  })
  if (memoized.has(outside)) return await erp.request(moved, signal)
  try {
    return await erp.request(request, signal)
  } catch (error) {
    // what has no such path was certainly not done, so that a change can be asked for at the other
    // one
    if (
      !isErpError(error, 'ERP_UNSUPPORTED') ||
      error.status !== 404 ||
      moved.path === request.path
    ) {
      throw error
    }
    const answer = await erp.request(moved, signal).catch((reason: unknown) => {
      throw isErpError(reason, 'ERP_UNSUPPORTED') ||
        (isErpError(reason, 'ERP_NOT_FOUND') && reason.type === undefined)
        ? error
        : reason
    })
    memoized.set(outside, Promise.resolve(true))
    return answer
  }
}

/**
 * Requests of a user (the caller where none is named), by letters of type and status.
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

/** Old releases do not filter. */
function fits(status: string, wanted: string): boolean {
  if (status === '') return true
  return [...wanted].some(letter =>
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
 * The request with a number, or the one a task with that number belongs to. @throws ErpError
 * ERP_NOT_FOUND, ERP_BAD_NAME
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
  const found = text.trim() === '' ? undefined : await decodeOneTransport([text, number], signal)
  if (found === undefined) {
    throw new ErpError('ERP_NOT_FOUND', `There is no transport request or task ${number}`)
  }
  return found
}

/**
 * Creates a request with one task. Where the release knows only the classic service, that one is
 * used; it makes workbench requests whose target follows from the package.
 *
 * @throws ErpError ERP_UNSUPPORTED for what the classic service cannot make, ERP_BAD_REQUEST for an
 * unknown target
 */
export async function createTransportRequest(
  erp: ErpWriter,
  args: CreateTransportRequestArgs,
  signal?: AbortSignal
): Promise<{ number: string; tasks: string[] }> {
  const { type, description, target, owner } = args
  try {
    const answer = await ask(
      erp,
      {
        operation: 'transport.create',
        effect: 'change',
        method: 'POST',
        path: base,
        contentType: 'text/plain',
        accept: organizer,
        body: newTransportBody({ type, description, target, owners: [owner] })
      },
      signal
    )
    return readNewTransport(answer.text)
  } catch (error) {
    const unknown =
      isErpError(error, ...missing) ||
      (isErpError(error, 'ERP_BAD_REQUEST') && /user action/i.test(error.message))
    if (!unknown) throw error
    if (type !== 'K' || target !== '') {
      throw new ErpError(
        'ERP_UNSUPPORTED',
        'This release creates workbench requests only, with the target of their package',
        {
          outcome: 'failed',
          remedy: 'Leave requestType and target out and name a package.',
          cause: error
        }
      )
    }
    return await createClassic(erp, args, { cause: error, signal })
  }
}

async function createClassic(
  erp: ErpWriter,
  { description, package: home = '' }: CreateTransportRequestArgs,
  { cause, signal }: { cause: ErpError; signal: AbortSignal | undefined }
): Promise<{ number: string; tasks: string[] }> {
  if (home === '') {
    throw new ErpError('ERP_UNSUPPORTED', 'This release creates requests for a package', {
      outcome: 'failed',
      remedy: 'Name the package whose objects the request is for.',
      cause
    })
  }
  const body = asxDocument(
    `<DEVCLASS>${escapeXml(home)}</DEVCLASS><REQUEST_TEXT>${escapeXml(description)}</REQUEST_TEXT><REF/><OPERATION>I</OPERATION>`
  )
  const { text } = await ask(
    erp,
    {
      operation: 'transport.create',
      effect: 'change',
      method: 'POST',
      path: '/sap/bc/adt/cts/transports',
      contentType:
        'application/vnd.sap.as+xml; charset=UTF-8; dataname=com.sap.adt.CreateCorrectionRequest',
      accept: 'text/plain',
      body
    },
    signal
  )
  return { number: readClassicNumber(text), tasks: [] }
}

/** A new task for a user; its number. */
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

/** Hands one request or one task over. @throws ErpError ERP_BAD_REQUEST for an unknown user */
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

/** Takes an entry out of the request or task that holds it. */
export async function removeTransportEntry(
  erp: ErpWriter,
  { number, entry }: { number: string; entry: TransportEntry },
  signal?: AbortSignal
): Promise<void> {
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
}

/**
 * Releases one request or one task; what blocks it is in the report. Nothing comes back from a
 * release.
 */
export async function releaseTransport(
  erp: ErpWriter,
  { number }: { number: string },
  signal?: AbortSignal
): Promise<ReleaseReport> {
  const { text } = await ask(
    erp,
    {
      operation: 'transport.release',
      effect: 'change',
      method: 'POST',
      path: `${pathOf(number)}/newreleasejobs`,
      accept: organizer,
      timeoutMs: longTimeoutMs
    },
    signal
  )
  return readRelease(text)
}

/** Deletes a request or task that is modifiable and locks nothing. */
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

/**
 * Where requests can go, or the layers that packages can have. @throws ErpError ERP_UNSUPPORTED
 * where the release lists none
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
        operation: `transport.${kind}`,
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

/** The open request that records an object now; undefined for none. */
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
