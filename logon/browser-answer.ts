/** Sends the browser of the user to a log-on page, and takes the answer that it brings back. */
import { listenOnLoopback } from './loopback.ts'
import type { LoopbackListener, LoopbackOptions } from './loopback.ts'

export interface BrowserOptions extends Pick<LoopbackOptions, 'timeLimitMs' | 'port'> {
  /** Receives what no message may show. */
  readonly learn: (secrets: readonly string[]) => void
  /**
   * Opens the address, or tells the user to do so.
   * @param another a further address of the same log-on; each can be opened once
   */
  open(address: string, another: () => string): void
  /** Aborted where the user gives up. */
  readonly signal: AbortSignal
}

/** What belongs to one kind of log-on. */
export interface BrowserQuestion extends Pick<
  LoopbackOptions,
  'wanted' | 'nonceParameter' | 'host'
> {
  addressFor(listener: LoopbackListener): string
}

/** @throws ErpError ERP_LOGON_FAILED with the reason */
export async function browserAnswer(
  { timeLimitMs, port, learn, open, signal }: BrowserOptions,
  { addressFor, ...question }: BrowserQuestion
): Promise<{ readonly answer: URLSearchParams; readonly plainUrl: string }> {
  const listener = await listenOnLoopback({ ...question, timeLimitMs, port })
  learn([listener.nonce])
  const stop = () => {
    void listener.close()
  }
  signal.addEventListener('abort', stop)
  try {
    const page = () => listener.pageFor(addressFor(listener))
    open(page(), page)
    return { answer: await listener.answer, plainUrl: listener.plainUrl }
  } finally {
    signal.removeEventListener('abort', stop)
    await listener.close()
  }
}
