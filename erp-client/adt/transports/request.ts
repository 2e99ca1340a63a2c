/** Requests to the transport services, which 7.40 has outside of the development interface. */
import type { ErpRequest, ErpResponse } from '../../request.ts'
import { assertTransport } from '../names.ts'
import { cacheOf } from '../../cache/erp-cache.ts'
import type { ErpReader } from '../../erp.ts'
import { isErpError } from '../../errors.ts'

export const base = '/sap/bc/adt/cts/transportrequests'

export const organizer = 'application/vnd.sap.adt.transportorganizer.v1+xml'

export const tree = 'application/vnd.sap.adt.transportorganizertree.v1+xml'

export const missing = ['ERP_NOT_FOUND', 'ERP_UNSUPPORTED', 'ERP_NOT_ACCEPTABLE'] as const

export function pathOf(number: string): string {
  assertTransport(number)
  return `${base}/${number}`
}

/** Cache key: set once the services were found outside of the development interface. */
const outsideKey = 'transport services outside'

type Asked<R> = Pick<ErpReader, 'system'> & {
  request(request: R, signal?: AbortSignal): Promise<ErpResponse>
}

export async function ask<R extends ErpRequest>(
  erp: Asked<R>,
  request: R,
  signal: AbortSignal | undefined
): Promise<ErpResponse> {
  const { memoized } = cacheOf(erp)
  const moved: R = Object.assign({}, request, {
    path: request.path.replace(/^\/sap\/bc\/adt\/cts\//, '/sap/bc/cts/')
  })
  if (memoized.has(outsideKey)) return await erp.request(moved, signal)
  try {
    return await erp.request(request, signal)
  } catch (error) {
    // A 404 of the path means that nothing was done, so a change can be sent to the other path.
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
    memoized.set(outsideKey, Promise.resolve(true))
    return answer
  }
}
