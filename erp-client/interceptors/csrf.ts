import type { Connection } from '../connection.ts'
import { headerOf, interceptor } from '../exchange.ts'
import type { Answer, ExchangeOptions, Interceptor, Send } from '../exchange.ts'
import { isRefusal } from './credential.ts'

/** Resources to fetch a token from; the first is missing on 7.40 and older. By GET: a HEAD costs the connection. */
export const ladder = ['/sap/bc/adt/core/discovery', '/sap/bc/adt/discovery', '/sap/bc/adt/compatibility/graph'] as const

const header = 'x-csrf-token'

function wantsToken (answer: Answer): boolean {
  return answer.status === 403 && /^required$/i.test(headerOf(answer, header))
}

/** The CSRF token: taken from reads that happen anyway, else fetched; renewed once when the ERP asks for it. */
export function csrf (connection: Connection): Interceptor {
  const { token } = connection
  const take = (answer: Answer): Answer => {
    const value = headerOf(answer, header)
    if (value !== '' && !/^(?:required|fetch)$/i.test(value)) token.value = value
    return answer
  }
  const climb = async (send: Send, options: ExchangeOptions): Promise<Answer | undefined> => {
    const query = options.path.includes('?') ? options.path.slice(options.path.indexOf('?')).match(/[?&](sap-[a-z]+=[^&]*)/g) ?? [] : []
    const own = query.map(pair => pair.slice(1)).join('&')
    for (let rung = token.rung; rung < ladder.length; rung++) {
      const headers = { accept: '*/*', [header]: 'Fetch' }
      const answer = take(await send({ ...options, method: 'GET', path: `${ladder[rung]}?${own}`, body: null, headers }))
      if (isRefusal(answer, '*/*')) return answer
      token.rung = rung
      if (token.value !== undefined) return undefined
    }
    token.rung = 0
    token.absent = true
    return undefined
  }
  /** One fetch for all who need a token at the same time. */
  const fetchToken = (send: Send, options: ExchangeOptions) => {
    token.fetching ??= climb(send, options).finally(() => { token.fetching = undefined })
    return token.fetching
  }
  return interceptor(send => {
    const sendWithToken = async (options: ExchangeOptions): Promise<Answer> => {
      const refused = token.value === undefined && !token.absent ? await fetchToken(send, options) : undefined
      if (refused !== undefined) return refused
      const headers = token.value === undefined ? options.headers : { ...options.headers, [header]: token.value }
      return take(await send({ ...options, headers }))
    }
    return async options => {
      if (options.method === 'GET') {
        if (token.value !== undefined) return take(await send(options))
        return take(await send({ ...options, headers: { ...options.headers, [header]: 'Fetch' } }))
      }
      const used = token.value
      const answer = await sendWithToken(options)
      if (!wantsToken(answer)) return answer
      if (token.value === used || used === undefined) token.value = undefined
      token.absent = false
      return sendWithToken(options)
    }
  })
}
