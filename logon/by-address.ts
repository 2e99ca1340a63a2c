/**
 * The log-on for a program that can only show an address to its user, such as an MCP client with
 * URL-mode elicitation. One log-on of a place is under way at a time; calls that need it join it.
 */
import { randomUUID } from 'node:crypto'
import { ErpError } from '../erp-client/index.ts'
import type { LogonByAddress } from '../erp-client/index.ts'
import { browserAnswer } from './browser-answer.ts'
import type { BrowserOptions } from './browser-answer.ts'
import { assertIdle, keepSession } from './keep.ts'
import type { KeptAt } from './keep.ts'
import { findBrowser } from './own-browser/find-browser.ts'
import { logOnInOwnBrowser } from './own-browser/logon.ts'
import type { OwnBrowserOptions } from './own-browser/logon.ts'
import { logOnAtPage } from './page-logon.ts'
import type { SessionRecord } from './session-record.ts'

export interface ByAddressOptions extends KeptAt {
  /** Receives the ticket and the cookies, so that no message shows them. */
  readonly learn: (secrets: readonly string[]) => void
  readonly timeLimitMs?: number | undefined
  /** Path of the service key of the system, if it has one. */
  readonly serviceKey?: string | undefined
  /** What a browser needs that is driven where the system gives no tickets; left out, none is. */
  readonly drive?: Drive | undefined
}

export type Drive = Pick<OwnBrowserOptions, 'folder' | 'env' | 'processes' | 'say'>

interface Running {
  /** An address for each call, because each can be opened once. */
  page(): string
  /** Settles with the user. */
  readonly done: Promise<string>
  cancel(): void
  /** Calls that wait for it. */
  joined: number
  isOver: boolean
}

type Begun = Awaited<ReturnType<LogonByAddress['begin']>>

/** Calls that may still ask for the outcome of their log-on. */
const mostKnown = 200

export function createLogonByAddress(options: ByAddressOptions): LogonByAddress {
  let current: Promise<Running> | undefined
  const known = new Map<string, Running>()
  /** Each call has an id of its own, as the protocol demands it of each question. */
  const join = (running: Running): string => {
    const id = randomUUID()
    running.joined++
    known.set(id, running)
    for (const old of [...known.keys()].slice(0, -mostKnown)) known.delete(old)
    return id
  }
  const startOnce = () => {
    const mine = open(options)
    const forget = () => {
      if (current === mine) current = undefined
    }
    mine.then(({ done }) => done).then(forget, forget)
    return mine
  }
  const begin = async (): Promise<Begun> => {
    assertIdle(options)
    current ??= startOnce()
    const joining = current
    const running = await joining
    if (running.isOver) {
      // The last one has left, and the end of the listener takes a moment.
      if (current === joining) current = undefined
      return await begin()
    }
    return { id: join(running), url: running.page() }
  }
  return {
    begin,
    async wait(id, signal) {
      const running = known.get(id)
      if (running === undefined) throw over('The log-on is not known any more')
      return await Promise.race([running.done, abortOf(signal)])
    },
    leave(id) {
      const running = known.get(id)
      known.delete(id)
      if (running === undefined || --running.joined > 0) return
      running.isOver = true
      running.cancel()
    }
  }
}

/** @throws ErpError where no log-on is possible, or the system does not answer */
async function open(options: ByAddressOptions): Promise<Running> {
  const stop = new AbortController()
  const opened = Promise.withResolvers<() => string>()
  const shared = {
    ...options,
    signal: stop.signal,
    open: (_first: string, another: () => string) => {
      opened.resolve(another)
    }
  }
  const logOn = async () => {
    const found = await logOnAtPage({
      ...shared,
      withoutTickets: () => driven(shared)
    })
    await keepSession(options, found)
    return found.record.user
  }
  const done = logOn()
  done.catch(opened.reject)
  const page = await opened.promise
  const cancel = () => {
    stop.abort()
  }
  return { page, done, cancel, joined: 0, isOver: false }
}

/** The address starts a browser of its own, because the log-on does not lead back to this machine. */
async function driven(options: ByAddressOptions & BrowserOptions): Promise<SessionRecord> {
  const { drive } = options
  if (drive === undefined) throw over('This system gives no log-on tickets')
  const browser = findBrowser(undefined, drive.env)
  await browserAnswer(options, {
    ...{ wanted: ['start'], nonceParameter: 'nonce' },
    addressFor: ({ redirectUrl }) => `${redirectUrl}&start=1`
  })
  return await logOnInOwnBrowser({ ...options, ...drive, browser })
}

function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const stop = () => {
      reject(over('The log-on is not complete yet'))
    }
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
  })
}

function over(what: string): ErpError {
  return new ErpError('ERP_LOGON_NEEDED', what, { outcome: 'failed' })
}
