import type { Dispatcher } from 'undici'
import type { ErpError } from '../errors.ts'
import { aborted, timedOut } from '../exchange.ts'
import type { ExchangeOptions, Interceptor } from '../exchange.ts'

/** The last step before the socket: gathers the bytes, ends on the caller's signal and at the deadline. */
export const deadline: Interceptor = dispatch => (options, handler) => {
  const { exchange } = options as ExchangeOptions
  const left = exchange.deadline - Date.now()
  let controller: Dispatcher.DispatchController | undefined
  let over: Error | undefined
  const chunks: Buffer[] = []
  const { signal } = exchange

  const finish = (error: Error | undefined) => {
    over ??= error ?? new Error('finished')
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
  const stop = (error: ErpError) => {
    if (over !== undefined) return
    finish(error)
    // A request still queued has no controller yet: it is refused in onRequestStart, when its turn comes.
    controller?.abort(error)
    handler.onResponseError?.(controller ?? idle, error)
  }
  const onAbort = () => { stop(aborted()) }
  const timer = setTimeout(() => { stop(timedOut()) }, Math.max(left, 0))
  if (signal?.aborted === true) { onAbort(); return true }
  signal?.addEventListener('abort', onAbort, { once: true })

  return dispatch(options, {
    onRequestStart (own) {
      if (over !== undefined) return own.abort(over)
      controller = own
      exchange.sent = true
      handler.onRequestStart?.(own, {})
    },
    onResponseStart (own, status, headers) { handler.onResponseStart?.(own, status, headers) },
    onResponseData (_own, chunk) { chunks.push(chunk) },
    onResponseEnd (own, trailers) {
      if (over !== undefined) return
      finish(undefined)
      const [first] = chunks
      if (first !== undefined) handler.onResponseData?.(own, chunks.length === 1 ? first : Buffer.concat(chunks))
      handler.onResponseEnd?.(own, trailers)
    },
    onResponseError (own, error) {
      if (over !== undefined) return
      finish(error)
      handler.onResponseError?.(own, error)
    }
  })
}

const idle: Dispatcher.DispatchController = { aborted: true, paused: false, reason: null, abort () {}, pause () {}, resume () {} }
