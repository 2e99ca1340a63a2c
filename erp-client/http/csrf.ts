/**
 * CSRF interceptor: takes the token from reads or fetches it, and renews it once when the ERP asks
 * for one.
 */
import type { Connection } from './connection.ts'
import { withDeadline } from './erp-call.ts'
import type { Answer, ErpCallOptions, Interceptor, Send } from './erp-call.ts'
import { fetchOptions, tokenEndpoints, tokenHeader, tokenOf, wantsToken } from '../wire/token.ts'
import { isRefusal } from './credential.ts'

export function csrf(connection: Connection): Interceptor {
  const { token } = connection
  const storeToken = (answer: Answer): Answer => {
    token.value = tokenOf(answer) ?? token.value
    return answer
  }
  const fetchFromFirst = async (
    send: Send,
    options: ErpCallOptions
  ): Promise<Answer | undefined> => {
    for (let index = token.endpointIndex; index < tokenEndpoints.length; index++) {
      const answer = storeToken(await send(fetchOptions(options, index)))
      if (isRefusal(answer, options)) return answer
      token.endpointIndex = index
      if (token.value !== undefined) return undefined
    }
    token.endpointIndex = 0
    token.absent = true
    return undefined
  }
  /** All requests that need a token at the same time share one fetch. */
  const fetchToken = (send: Send, options: ErpCallOptions) => {
    token.fetching ??= fetchFromFirst(send, options).finally(() => {
      token.fetching = undefined
    })
    return token.fetching
  }
  return send => {
    const sendWithToken = async (options: ErpCallOptions): Promise<Answer> => {
      const refused =
        token.value === undefined && !token.absent
          ? await withDeadline(fetchToken(send, options), options.call)
          : undefined
      if (refused !== undefined) return refused
      const headers =
        token.value === undefined
          ? options.headers
          : { ...options.headers, [tokenHeader]: token.value }
      return storeToken(await send({ ...options, headers }))
    }
    return async options => {
      if (options.method === 'GET') {
        if (token.value !== undefined) return storeToken(await send(options))
        return storeToken(
          await send({ ...options, headers: { ...options.headers, [tokenHeader]: 'Fetch' } })
        )
      }
      const used = token.value
      const answer = await sendWithToken(options)
      if (!wantsToken(answer)) return answer
      if (token.value === used || used === undefined) token.value = undefined
      token.absent = false
      return sendWithToken(options)
    }
  }
}
