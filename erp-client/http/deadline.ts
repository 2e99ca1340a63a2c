/**
 * Deadline interceptor: collects the complete answer above the socket; ends on the caller's signal
 * and at the deadline.
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import { aborted, timedOut } from './erp-call.ts'
import type { Answer, ErpCallOptions, Send } from './erp-call.ts'

const empty = Buffer.alloc(0)

export function deadline(dispatch: Dispatcher.Dispatch): Send {
  return options =>
    new Promise((resolve, reject) => {
      dispatchCall(dispatch, options, { resolve, reject })
    })
}

interface Outcome {
  resolve(answer: Answer): void
  reject(error: Error): void
}

function dispatchCall(
  dispatch: Dispatcher.Dispatch,
  options: ErpCallOptions,
  { resolve, reject }: Outcome
): void {
  const { call } = options
  const { signal } = call
  const chunks: Buffer[] = []
  let controller: Dispatcher.DispatchController | undefined
  let status = 0
  let headers: IncomingHttpHeaders = {}
  let ended: Error | undefined

  const finish = (reason: Error): boolean => {
    if (ended !== undefined) return false
    ended = reason
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
    return true
  }
  const stop = (error: Error) => {
    if (!finish(error)) return
    // A queued request has no controller yet: `onRequestStart` refuses it later.
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
    Math.max(call.deadline - Date.now(), 0)
  )
  if (signal?.aborted === true) {
    onAbort()
    return
  }
  signal?.addEventListener('abort', onAbort, { once: true })
  try {
    dispatch(options, {
      onRequestStart(own) {
        if (ended !== undefined) return own.abort(ended)
        controller = own
        call.sent = true
      },
      onResponseStart(_own, code, received) {
        status = code
        headers = received
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
