/** Turns a thrown value into the error result of a call. */
import { ErpError } from '../../erp-client/index.ts'
import type { Log } from '../call/context.ts'
import { ToolError } from './errors.ts'
import { errorWords } from './prose.ts'
import type { ToolResult } from '../call/result.ts'
import type { WriteOutcome } from '../call/write/write-tracker.ts'

type Failure = Extract<ToolResult, { kind: 'error' }>

export interface FailedRun {
  readonly signal: AbortSignal
  readonly log: Log
  /** Whether the call may have changed the ERP before it failed. */
  readonly changes: boolean
  /** What a call that was to change the repository has done. */
  readonly done?: WriteOutcome | undefined
}

const unchanged = 'Nothing was changed.'
/** The messages of these codes do not say whether a change was made. */
const unclearCodes: ReadonlySet<string> = new Set([
  'ERP_UNREACHABLE',
  'ERP_TIMEOUT',
  'ERP_BUSY',
  'ERP_SERVER_ERROR',
  'ERP_BAD_ANSWER',
  'ERP_CLOSED'
])

/**
 * Code, what happened, remedy. A fault of the bridge itself is logged; its message stays out of the
 * result.
 */
export function failureResult(error: unknown, run?: FailedRun): Failure {
  if (error instanceof ToolError) {
    return failure(error.code, { message: error.message, ...error.details })
  }
  const end =
    run?.signal.aborted === true && run.signal.reason instanceof ToolError
      ? { stopped: run.signal.reason, run }
      : undefined
  if (error instanceof ErpError) {
    if (error.outcome === 'unknown') return lostAnswer(error)
    if (end !== undefined && (error.code === 'ERP_ABORTED' || error.code === 'ERP_TIMEOUT')) {
      return stoppedResult(end)
    }
    const { outcome, retryAfter, type, requestId } = error
    const message = errorWords(error)
    const isUnclear = unclearCodes.has(error.code)
    // A change was made before this failure, e.g. of the check that follows it.
    if (run?.done === 'some' && (outcome === undefined || isUnclear)) {
      return lostAnswer(error)
    }
    const remedy = isUnclear && run?.done === 'none' ? `${unchanged} ${error.remedy}` : error.remedy
    return failure(error.code, {
      message,
      remedy,
      outcome,
      retryAfter,
      data: {
        ...(type === undefined ? {} : { exception: type }),
        ...(isUnclear ? logFacts(requestId) : {})
      }
    })
  }
  if (end !== undefined) return stoppedResult(end)
  run?.log.error({ err: error }, 'a tool failed with an internal error')
  return failure('TOOL_FAILED', {
    message: 'The bridge failed with an internal error during this call.',
    remedy: 'The log of the bridge has the details.'
  })
}

function stoppedResult({
  stopped,
  run: { changes, done }
}: {
  readonly stopped: ToolError
  readonly run: FailedRun
}): Failure {
  if (changes) return unknownOutcome(stopped.message)
  const { message, details } = stopped
  const remedy =
    done === 'none' ? [unchanged, details.remedy].filter(Boolean).join(' ') : details.remedy
  return failure(stopped.code, { message, ...details, remedy })
}

function lostAnswer(error: ErpError): Failure {
  return unknownOutcome(`${error.code}: ${errorWords(error)}`, error.requestId)
}

/** What the operator looks for in the logs of the ERP. */
function logFacts(requestId: string | undefined): { readonly erpRequestId?: string } {
  return requestId === undefined ? {} : { erpRequestId: requestId }
}

function unknownOutcome(message: string, requestId?: string): Failure {
  return failure('OUTCOME_UNKNOWN', {
    message: `It is not known whether the change arrived: ${message}`,
    remedy:
      'Read the object again with ERPRead (version: auto) and compare before you repeat the change.',
    outcome: 'unknown',
    data: logFacts(requestId)
  })
}

interface FailureParts {
  readonly message: string
  readonly remedy?: string | undefined
  readonly setting?: string | undefined
  readonly outcome?: 'failed' | 'unknown' | undefined
  readonly missingScope?: string | undefined
  /** Seconds. */
  readonly retryAfter?: number | undefined
  readonly data?: Readonly<Record<string, unknown>>
  readonly showsSource?: true | undefined
}

function failure(code: string, words: FailureParts): Failure {
  const { message, remedy, setting, outcome, missingScope, retryAfter, data, showsSource } = words
  const facts = Object.entries({ code, setting, outcome, missingScope, retryAfter }).filter(
    ([, value]) => value !== undefined
  )
  const lines = [
    `${code}: ${message}`,
    ...(remedy === undefined ? [] : [remedy]),
    ...(retryAfter === undefined ? [] : [`Try again in ${retryAfter} s.`]),
    ...(setting === undefined ? [] : [`Decided by: ${setting}`])
  ]
  const verbatim = showsSource === true ? { verbatim: ['remedy'] } : {}
  return {
    kind: 'error',
    code,
    ...verbatim,
    text: lines.join('\n'),
    data: {
      ...Object.fromEntries(facts),
      message,
      ...(remedy === undefined ? {} : { remedy }),
      ...data
    }
  }
}
