/**
 * The web hook of approvals: a bounded queue beside the calls, with retries. What cannot be
 * delivered is audited and forgotten; the change waits all the same.
 */
import type { ApprovalItem, ApprovalNews, Log } from '../../tools/index.ts'
import { messageBody, messageId, signedHeaders } from './signed-message.ts'
import type { Naming, News } from './signed-message.ts'

export interface HookOptions {
  readonly secret: string
  readonly naming: Naming
  /** One request. Resolves with the status; rejects where there is no answer. */
  send(headers: Record<string, string>, body: string): Promise<number>
  /** Records what became of a message. */
  record(facts: HookFacts): void
  readonly log: Log
  /** Milliseconds before the second and each further attempt. */
  readonly delays?: readonly number[] | undefined
  readonly most?: number | undefined
}

/** What the audit says of a message: no address, and no name. */
export interface HookFacts {
  readonly system: string
  readonly approval: string
  readonly news: ApprovalNews
  readonly outcome: 'ok' | 'error'
  readonly attempts: number
  readonly status?: number
}

export interface Hook {
  /** Returns at once and never throws. */
  announce(news: ApprovalNews, item: ApprovalItem): void
  /** Gives up what is not delivered. */
  close(): void
}

/** About a quarter of an hour. */
const usualDelays = [1000, 5000, 30_000, 120_000, 600_000]
const mostWaiting = 1000
/** Requests at the same time. */
const lanes = 4

/** Answers after which the same request can succeed later. */
function isPassing(status: number | undefined): boolean {
  return status === undefined || status >= 500 || [408, 425, 429].includes(status)
}

interface Message extends News {
  attempts: number
  status: number | undefined
}

export function createHook(options: HookOptions): Hook {
  const { naming, secret, send, record, log, delays = usualDelays, most = mostWaiting } = options
  const open = new Set<Message>()
  const due: Message[] = []
  const timers = new Set<NodeJS.Timeout>()
  let running = 0
  const end = (message: Message, outcome: HookFacts['outcome']) => {
    if (!open.delete(message)) return
    const { news, item, attempts, status } = message
    const facts = { system: item.system, approval: item.id, news, outcome, attempts }
    if (outcome === 'error') log.warn(facts, 'the web hook of approvals was not delivered')
    record({ ...facts, ...(status === undefined ? {} : { status }) })
  }
  const attempt = async (message: Message) => {
    message.attempts++
    message.status = undefined
    try {
      const body = await messageBody(message, naming)
      const headers = signedHeaders({ id: messageId(message), body, now: Date.now() }, secret)
      message.status = await send(headers, body)
    } catch (error) {
      log.debug({ err: error }, 'the receiver of the web hook of approvals does not answer')
    }
  }
  const again = (message: Message) => {
    const { status, attempts } = message
    if (status !== undefined && status >= 200 && status < 300) return end(message, 'ok')
    const delay = delays[attempts - 1]
    if (delay === undefined || !isPassing(status)) return end(message, 'error')
    const timer = setTimeout(() => {
      timers.delete(timer)
      due.push(message)
      work()
    }, delay).unref()
    timers.add(timer)
  }
  const work = () => {
    while (running < lanes) {
      const message = due.shift()
      if (message === undefined) return
      running++
      void attempt(message).then(() => {
        running--
        if (open.has(message)) again(message)
        work()
      })
    }
  }
  return {
    announce(news, item) {
      const message: Message = { news, item, at: Date.now(), attempts: 0, status: undefined }
      const hasRoom = open.size < most
      open.add(message)
      if (!hasRoom) return end(message, 'error')
      due.push(message)
      work()
    },
    close() {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
      due.length = 0
      for (const message of open) end(message, 'error')
    }
  }
}
