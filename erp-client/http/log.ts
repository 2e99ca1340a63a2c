/** Log interceptor: one log line and one metrics event for each call. */
import type { Interceptor } from './erp-call.ts'
import type { ErpOptions } from '../options.ts'

/** The query is left out, because it contains lock handles. */
export function log({ log: sink, observe }: Pick<ErpOptions, 'log' | 'observe'>): Interceptor {
  return send => async options => {
    const began = performance.now()
    const { operation, effect } = options.call
    const facts = {
      operation,
      effect,
      method: options.method,
      path: options.path.split('?', 1)[0],
      erpRequestId: options.call.id.text
    }
    const ms = () => Math.round((performance.now() - began) * 10) / 10
    try {
      const answer = await send(options)
      sink?.debug(
        { ...facts, status: answer.status, bytes: answer.body.length, ms: ms() },
        'erp request'
      )
      observe?.({ operation, effect, status: answer.status, ms: ms() })
      return answer
    } catch (error) {
      observe?.({ operation, effect, status: undefined, ms: ms() })
      sink?.warn(
        { ...facts, ms: ms(), error: error instanceof Error ? error.message : String(error) },
        'erp request failed'
      )
      throw error
    }
  }
}
