import { ErpError } from '../../errors.ts'
import type { ErpReader, ErpRequest, ErpWriter } from '../../erp.ts'
import { longTimeoutMs } from '../../erp.ts'
import { codesWith, objectUri, rowFor } from '../../objects.ts'
import type { ObjectRef } from '../../objects.ts'
import { decodeUnit, unitBody } from '../../wire/checks/unit.ts'

export type RiskLevel = 'harmless' | 'dangerous' | 'critical'

export interface UnitAlert {
  readonly kind: string
  readonly severity: string
  readonly title: string
  readonly details: string[]
  readonly stack: {
    readonly text: string
    readonly ref?: ObjectRef | undefined
    readonly part?: string | undefined
    readonly line?: number | undefined
  }[]
}

export interface UnitMethod {
  readonly name: string
  /**
   * `skipped`: the method ended itself before it tested anything. `unproven`: its class or program
   * failed, and nothing of the method's own shows that it ran.
   */
  readonly status: 'passed' | 'failed' | 'error' | 'skipped' | 'unproven'
  readonly seconds?: number | undefined
  readonly alerts: UnitAlert[]
}

export interface UnitClass {
  readonly name: string
  /** Object the class stands in. */
  readonly ref?: ObjectRef | undefined
  readonly uri: string
  readonly risk: RiskLevel
  /** short, medium or long. */
  readonly duration?: string | undefined
  readonly methods: UnitMethod[]
  /** Of the class itself: a failed set-up, a skip. */
  readonly alerts: UnitAlert[]
  /** Why the class did not run. */
  readonly skipped?: string | undefined
}

/**
 * Methods by status, and classes that did not run; the optional ones are there when they are not 0.
 */
export interface UnitTotals {
  readonly passed: number
  readonly failed: number
  /** Methods that ended with an error, and classes that failed as a whole. */
  readonly errors: number
  readonly skippedClasses: number
  readonly skippedMethods?: number
  readonly unproven?: number
}

export interface UnitResult {
  readonly classes: UnitClass[]
  /** Of the whole run or program: a syntax error, nothing to test. */
  readonly alerts: UnitAlert[]
  readonly totals: UnitTotals
  /**
   * `passed` only if something ran, nothing failed, nothing was skipped and nothing is unproven.
   */
  readonly verdict: 'passed' | 'failed' | 'nothing_run' | 'incomplete'
  /** Address of the coverage that was measured, for `readCoverage`. */
  readonly measurement?: string
}

/**
 * Runs the unit tests of objects whose classes have one of the risk levels. Tests beyond harmless
 * may change data: they need a writer.
 *
 * @throws ErpError ERP_NOT_FOUND; ERP_READER_CANNOT_CHANGE for risks beyond harmless with a reader
 */
export async function runUnitTests(
  erp: ErpReader | ErpWriter,
  args: { refs: readonly ObjectRef[]; risks: readonly RiskLevel[]; coverage?: boolean | undefined },
  signal?: AbortSignal
): Promise<UnitResult> {
  const untestable = args.refs.find(ref => !rowFor(ref).abilities.has('unit-test'))
  if (untestable !== undefined) {
    throw new ErpError(
      'ERP_UNSUPPORTED',
      `A ${rowFor(untestable).label} has no unit tests of its own`,
      { remedy: `Run the tests of: ${codesWith('unit-test').join(', ')}.` }
    )
  }
  const request: Omit<ErpRequest, 'effect'> = {
    operation: 'unit.run',
    method: 'POST',
    path: '/sap/bc/adt/abapunit/testruns',
    contentType: 'application/vnd.sap.adt.abapunit.testruns.config.v4+xml',
    accept:
      'application/vnd.sap.adt.abapunit.testruns.result.v2+xml, application/vnd.sap.adt.abapunit.testruns.result.v1+xml;q=0.9, application/*;q=0.8',
    body: unitBody(args.refs.map(objectUri), args.risks, args.coverage === true),
    timeoutMs: longTimeoutMs
  }
  const { text } = await send(erp, request, {
    changes: args.risks.some(risk => risk !== 'harmless'),
    signal
  })
  return await decodeUnit([text], signal)
}

/** Older releases know older types of the same body. */
async function send(
  erp: ErpReader | ErpWriter,
  request: Omit<ErpRequest, 'effect'>,
  how: { changes: boolean; signal: AbortSignal | undefined }
) {
  const effect = how.changes ? 'change' : 'none'
  const ask = (sent: Omit<ErpRequest, 'effect'>) =>
    (erp as ErpWriter).request({ ...sent, effect }, how.signal)
  try {
    return await ask(request)
  } catch (error) {
    if (!(error instanceof ErpError) || error.status !== 415) throw error
    return ask({ ...request, contentType: 'application/xml' })
  }
}
