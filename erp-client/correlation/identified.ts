/** Interceptor at the socket: each HTTP request has an id of its own, and says which program sends it. */
import type { Interceptor } from '../http/erp-call.ts'
import { requestIdHeader } from './request-ids.ts'

/** Where the program gives no name with its version. */
export const usualUserAgent = 'erp-bridge'

export function identified(userAgent = usualUserAgent): Interceptor {
  return send => options => {
    const { call, method, path } = options
    const headers = {
      ...options.headers,
      'user-agent': userAgent,
      [requestIdHeader]: call.id.onWire(method, path)
    }
    return send({ ...options, headers })
  }
}
