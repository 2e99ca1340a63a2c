import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import { aborted, timedOut } from './erp-call.ts'
import type { Answer, ErpCallOptions, Send } from './erp-call.ts'

const empty = Buffer.alloc(0)

/**
 * The last step before the socket: gathers the complete answer, ends on the caller's signal and at
 * the deadline.
 */
export function deadline(dispatch: Dispatcher.Dispatch): Send {
  return options =>
    new Promise((resolve, reject) => {
      exchangeBy(dispatch, options, { resolve, reject })
    })
}

interface Outcome {
  resolve(answer: Answer): void
  reject(error: Error): void
}

function exchangeBy(
  dispatch: Dispatcher.Dispatch,
  options: ErpCallOptions,
  { resolve, reject }: Outcome
): void {
  const { exchange } = options
  const { signal } = exchange
  const chunks: Buffer[] = []
  let controller: Dispatcher.DispatchController | undefined
  let status = 0
  let headers: IncomingHttpHeaders = {}
  let over: Error | undefined

  const finish = (reason: Error): boolean => {
    if (over !== undefined) return false
    over = reason
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
    return true
  }
  const stop = (error: Error) => {
    if (!finish(error)) return
    // A request still queued has no controller yet: it is refused in onRequestStart, when its turn
    // comes.
    controller?.abort(error)
    reject(error)
  }
  const onAbort = () => {
    stop(aborted())
  }
  const timer = setTimeout(
    () => {
      stop(timedOut())
    },
    Math.max(exchange.deadline - Date.now(), 0)
  )
  if (signal?.aborted === true) {
    onAbort()
    return
  }
  signal?.addEventListener('abort', onAbort, { once: true })
  try {
    dispatch(options, {
      onRequestStart(own) {
        if (over !== undefined) return own.abort(over)
        controller = own
        exchange.sent = true
      },
      onResponseStart(_own, code, given) {
        status = code
        headers = given
      },
      onResponseData(_own, chunk) {
        chunks.push(chunk)
      },
      onResponseEnd() {
        const [first = empty] = chunks
        if (finish(done)) {
          resolve({ status, headers, body: chunks.length > 1 ? Buffer.concat(chunks) : first })
        }
      },
      onResponseError(_own, error) {
        if (finish(error)) reject(error)
      }
    })
  } catch (error) {
    if (finish(done)) reject(error as Error)
  }
}

const done = new Error('finished')
