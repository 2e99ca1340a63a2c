/**
 * Single requests to the ERP outside a session: what a log-on in the browser needs before there is a
 * session, over the same TLS settings and proxy as every other request.
 */
import { identified } from '../correlation/identified.ts'
import { RequestIds } from '../correlation/request-ids.ts'
import { createAgent } from '../http/agent.ts'
import { createSessionState } from '../http/connection.ts'
import { readSetCookie } from '../http/cookies.ts'
import { deadline } from '../http/deadline.ts'
import { headerOf } from '../http/erp-call.ts'
import type { ErpCall } from '../http/erp-call.ts'
import { originOf } from '../http/paths.ts'
import type { ErpOptions } from '../options.ts'
import { networkFailure } from '../wire/network-failure.ts'

export interface PlainAnswer {
  readonly status: number
  readonly text: string
  header(name: string): string
  /** Those that the answer sets, by name. */
  readonly cookies: ReadonlyMap<string, string>
}

export interface PlainRequests {
  readonly origin: string
  /** Sends one GET request and follows no redirect. @throws ErpError where there is no answer */
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<PlainAnswer>
  close(): Promise<void>
}

const timeLimit = 20_000

export function createPlainRequests(target: Omit<ErpOptions, 'credential'>): PlainRequests {
  const origin = originOf(target.baseUrl)
  const options = { ...target, credential: { kind: 'cookie', header: '' } } as const
  const agent = createAgent(origin, options, undefined)
  const send = identified(target.userAgent)(deadline(agent.dispatch))
  return {
    origin,
    async get(path, headers = {}) {
      const call = createCall()
      try {
        const answer = await send({ origin, path, method: 'GET', body: null, headers, call })
        const lines = [answer.headers['set-cookie'] ?? []].flat()
        const cookies = lines.flatMap((line): [string, string][] => {
          const cookie = readSetCookie(line)
          return cookie?.value === undefined ? [] : [[cookie.name, cookie.value]]
        })
        return {
          status: answer.status,
          text: answer.body.toString('utf8'),
          header: name => headerOf(answer, name),
          cookies: new Map(cookies)
        }
      } catch (error) {
        throw networkFailure(error, call)
      }
    },
    close: () => agent.destroy()
  }
}

function createCall(): ErpCall {
  return {
    id: new RequestIds().next(),
    operation: 'logon',
    effect: 'none',
    session: createSessionState(false),
    accept: '*/*',
    steady: false,
    deadline: Date.now() + timeLimit,
    signal: undefined,
    sent: false,
    authorize: false,
    leader: false,
    generation: 0
  }
}
