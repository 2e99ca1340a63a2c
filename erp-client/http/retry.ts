/**
 * Retry interceptor: repeats reads once, after a lost connection, an overloaded ERP or a refused
 * `Accept`.
 */
import { pause } from './erp-call.ts'
import type { Answer, ErpCall, ErpCallOptions, Interceptor } from './erp-call.ts'
import { acceptedInstead } from '../wire/failure.ts'
import { isErpError } from '../errors.ts'
import { retryAfter } from '../wire/http.ts'

const busy = new Set([429, 502, 503])
/** A longer wait is reported to the caller instead. */
const longestWait = 15_000

/** Milliseconds to wait before the one repeat; undefined for an answer that is final. */
function delayAfter(answer: Answer): number | undefined {
  if (answer.status === 500 && answer.body.includes('database connection is not open')) {
    return jitter(200)
  }
  if (!busy.has(answer.status)) return undefined
  const requested = retryAfter(answer)
  const wait = requested === undefined ? jitter(1000) : requested + jitter(100)
  return wait <= longestWait ? wait : undefined
}

function jitter(milliseconds: number): number {
  return milliseconds * (0.5 + Math.random())
}

function isReset(error: unknown): boolean {
  if (isErpError(error) || !(error instanceof Error)) return false
  return 'code' in error && ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(String(error.code))
}

async function pauseIfInTime(wait: number, call: ErpCall): Promise<boolean> {
  if (Date.now() + wait >= call.deadline) return false
  await pause(wait, call.signal)
  return true
}

export const retry: Interceptor = send => {
  const repeat = async (options: ErpCallOptions, answer: Answer): Promise<Answer> => {
    if (answer.status === 406) {
      return send({ ...options, headers: { ...options.headers, accept: acceptedInstead(answer) } })
    }
    const wait = delayAfter(answer)
    return wait !== undefined && (await pauseIfInTime(wait, options.call)) ? send(options) : answer
  }
  return async options => {
    if (options.call.effect !== 'none') return send(options)
    let answer: Answer
    try {
      answer = await send(options)
    } catch (error) {
      if (!isReset(error) || !(await pauseIfInTime(jitter(100), options.call))) throw error
      return send(options)
    }
    return answer.status < 406 ? answer : repeat(options, answer)
  }
}
