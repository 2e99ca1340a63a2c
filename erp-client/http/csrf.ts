import type { Connection } from './connection.ts'
import { withDeadline } from './erp-call.ts'
import type { Answer, ErpCallOptions, Interceptor, Send } from './erp-call.ts'
import { fetchOptions, tokenEndpoints, tokenHeader, tokenOf, wantsToken } from '../wire/token.ts'
import { isRefusal } from './credential.ts'

/**
 * The CSRF token: taken from reads that happen anyway, else fetched; renewed once when the ERP asks
 * for it.
 */
export function csrf(connection: Connection): Interceptor {
  const { token } = connection
  const take = (answer: Answer): Answer => {
    token.value = tokenOf(answer) ?? token.value
    return answer
  }
  const fetchFromFirst = async (
    send: Send,
    options: ErpCallOptions
  ): Promise<Answer | undefined> => {
    for (let rung = token.endpointIndex; rung < tokenEndpoints.length; rung++) {
      const answer = take(await send(fetchOptions(options, rung)))
      if (isRefusal(answer, options)) return answer
      token.endpointIndex = rung
      if (token.value !== undefined) return undefined
    }
    token.endpointIndex = 0
    token.absent = true
    return undefined
  }
  /** One fetch for all who need a token at the same time. */
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
          ? await withDeadline(fetchToken(send, options), options.exchange)
          : undefined
      if (refused !== undefined) return refused
      const headers =
        token.value === undefined
          ? options.headers
          : { ...options.headers, [tokenHeader]: token.value }
      return take(await send({ ...options, headers }))
    }
    return async options => {
      if (options.method === 'GET') {
        if (token.value !== undefined) return take(await send(options))
        return take(
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
