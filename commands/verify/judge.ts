/** From what a check saw to its outcome. */
import { changeRow, isErpError } from '../../erp-client/index.ts'
import type { Discovery, ErpError } from '../../erp-client/index.ts'
import { Absent, Differs, Needs, Skipped } from './check.ts'
import type { Check, Outcome } from './check.ts'
import { differenceOf } from './shape.ts'
import type { Exchange } from './watch.ts'

export interface Verdict {
  readonly outcome: Outcome
  readonly detail?: string | undefined
}

export interface Evidence {
  readonly check: Check
  readonly exchanges: readonly Exchange[]
  readonly discovery: Discovery | undefined
  /** What the check threw. */
  readonly error?: unknown
}

/** Codes of a request that the system does not know. */
const missing = ['ERP_UNSUPPORTED', 'ERP_NOT_FOUND', 'ERP_NOT_ACCEPTABLE'] as const
/** Codes of a system that cannot be asked, whatever the operation. */
const lost = [
  'ERP_UNREACHABLE',
  'ERP_TIMEOUT',
  'ERP_BUSY',
  'ERP_LOGON_FAILED',
  'ERP_LOGON_BLOCKED',
  'ERP_LOGON_NEEDED',
  'ERP_CLOSED',
  'ERP_ABORTED'
] as const

/** Whether the system cannot be asked any more. */
export function isLost(error: unknown): boolean {
  return isErpError(error, ...lost)
}

export function judge(evidence: Evidence): Verdict {
  const { check, exchanges, error } = evidence
  const own = exchanges.filter(({ request }) => request.operation === check.operation)
  const changes = changeRow(check.operation) !== undefined
  for (const { answer } of own) {
    const shape = check.answer ?? {}
    const difference = answer === undefined ? undefined : differenceOf(answer, shape, changes)
    if (difference !== undefined) return { outcome: 'differs', detail: difference }
  }
  if (error instanceof Skipped) return { outcome: 'skipped', detail: error.message }
  if (error instanceof Differs) return { outcome: 'differs', detail: error.message }
  if (error instanceof Absent) return { outcome: 'absent', detail: error.message }
  if (error instanceof Needs && !isAbout(error, check)) return needed(evidence, error)
  const cause = error instanceof Needs ? error.cause : error
  if (cause !== undefined) return judgeError(evidence, own, cause)
  // A refusal that the bridge copes with decides only where nothing else came.
  const refused = own.every(({ answer }) => answer === undefined) ? own.at(-1)?.error : undefined
  if (refused !== undefined) return judgeRefusal(evidence, refused)
  return { outcome: 'holds' }
}

function isAbout({ operation, or }: Needs, check: Check): boolean {
  return operation === check.operation || or === check.operation
}

/** What a system does not offer is absent with everything that needs it. */
function needed({ check, discovery }: Evidence, { operation, message, cause }: Needs): Verdict {
  const { service } = check
  const announced = service !== undefined && service !== 'always' && discovery?.has(service)
  return isErpError(cause, ...missing) && announced !== true
    ? { outcome: 'absent', detail: `${operation} is not offered: ${message}` }
    : { outcome: 'skipped', detail: `it needs ${operation}, which fails: ${message}` }
}

function judgeError(evidence: Evidence, own: readonly Exchange[], error: unknown): Verdict {
  const failed = evidence.exchanges.findLast(each => each.error !== undefined)
  const isOwn = failed === undefined || own.some(each => each.error !== undefined)
  return isOwn
    ? judgeRefusal(evidence, error)
    : needed(evidence, new Needs(failed.request.operation, error))
}

function judgeRefusal({ check, discovery }: Evidence, error: unknown): Verdict {
  if (!isErpError(error)) {
    return { outcome: 'differs', detail: error instanceof Error ? error.message : String(error) }
  }
  if (isLost(error)) return { outcome: 'skipped', detail: `no answer: ${error.message}` }
  if (error.code === 'ERP_FORBIDDEN') {
    return { outcome: 'not permitted', detail: `${error.message}. ${error.remedy}` }
  }
  if (!isErpError(error, ...missing)) return { outcome: 'differs', detail: words(error) }
  const { service } = check
  if (service === 'always') return { outcome: 'differs', detail: words(error) }
  const announced = service !== undefined && discovery?.has(service) === true
  return announced
    ? {
        outcome: 'differs',
        detail: `the discovery document announces ${service}, and the request fails: ${words(error)}`
      }
    : { outcome: 'absent', detail: error.message }
}

function words({ status, message }: ErpError): string {
  return status === undefined || message.includes(String(status))
    ? message
    : `${message} (status ${String(status)})`
}
