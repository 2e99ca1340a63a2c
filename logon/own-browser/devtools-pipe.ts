/**
 * The DevTools protocol over two pipes (`--remote-debugging-pipe`): messages in JSON, each ended by
 * a zero byte. There is no port that another user of the machine could attach to. The format is that
 * of Chromium's `content/browser/devtools/devtools_pipe_handler.cc`, which puppeteer
 * (`PipeTransport.ts`) speaks as well.
 */
import type { Readable, Writable } from 'node:stream'

export interface DevTools {
  /** Rejects with DevToolsError where the browser refuses, or is gone. */
  send(method: string, params?: object): Promise<Readonly<Record<string, unknown>>>
  /** Ends the connection, whereupon the browser ends. */
  close(): void
}

export class DevToolsError extends Error {}

interface Pending {
  resolve(result: Readonly<Record<string, unknown>>): void
  reject(error: Error): void
}

/** The answer to a question for cookies is far below it. */
const mostBytes = 16 * 1024 * 1024

export function createDevTools(toBrowser: Writable, fromBrowser: Readable): DevTools {
  const waiting = new Map<number, Pending>()
  let last = 0
  let isOver = false
  const close = () => {
    isOver = true
    toBrowser.destroy()
    fromBrowser.destroy()
    for (const { reject } of waiting.values()) reject(new DevToolsError('the browser has ended'))
    waiting.clear()
  }
  const receive = (text: string) => {
    const message = parsed(text)
    const { id, result, error } = message
    const asked = typeof id === 'number' ? waiting.get(id) : undefined
    // Everything else is an event.
    if (asked === undefined) return
    waiting.delete(id as number)
    if (error === undefined) asked.resolve((result ?? {}) as Record<string, unknown>)
    else asked.reject(new DevToolsError('the browser refused a command'))
  }
  const take = splitter(receive, close)
  fromBrowser.on('data', take).on('end', close).on('error', close).on('close', close)
  toBrowser.on('error', close)
  return {
    send(method, params = {}) {
      if (isOver) return Promise.reject(new DevToolsError('the browser has ended'))
      const id = ++last
      const { promise, ...pending } = Promise.withResolvers<Readonly<Record<string, unknown>>>()
      waiting.set(id, pending)
      toBrowser.write(`${JSON.stringify({ id, method, params })}\0`)
      return promise
    },
    close
  }
}

/** Chunks in, whole messages out. */
function splitter(receive: (text: string) => void, tooLarge: () => void) {
  let parts: Buffer[] = []
  let size = 0
  return (chunk: Buffer) => {
    let rest = chunk
    for (let at = rest.indexOf(0); at >= 0; at = rest.indexOf(0)) {
      receive(Buffer.concat([...parts, rest.subarray(0, at)]).toString('utf8'))
      parts = []
      size = 0
      rest = rest.subarray(at + 1)
    }
    parts.push(rest)
    size += rest.length
    if (size > mostBytes) tooLarge()
  }
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
