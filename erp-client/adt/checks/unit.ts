/** Runs ABAP unit tests. */
import { cacheOf } from '../../cache/erp-cache.ts'
import { ErpError, isErpError } from '../../errors.ts'
import type { ErpReader, ErpWriter } from '../../erp.ts'
import { codesWith, objectUri, rowFor } from '../../objects.ts'
import type { ObjectRef } from '../../objects.ts'
import { decodeUnit, unitBody } from '../../wire/checks/unit.ts'
import type { RiskLevel, UnitResult } from '../../wire/checks/unit.ts'
import { canRunInBackground, unitRunBody } from '../../wire/checks/unit-run.ts'
import { longTimeoutMs } from '../../request.ts'
import type { ErpChangeRequest } from '../../request.ts'
import { readDiscovery } from '../system.ts'
import { awaitRun, isLongRun, startedRun } from './background.ts'

export interface UnitArgs {
  readonly refs: readonly ObjectRef[]
  readonly risks: readonly RiskLevel[]
  readonly coverage?: boolean | undefined
}

/**
 * Runs the unit tests of objects whose classes have one of the risk levels. Tests beyond harmless
 * can change data: they need a writer.
 *
 * @throws ErpError ERP_NOT_FOUND; ERP_READER_CANNOT_CHANGE for risks beyond harmless with a reader
 */
export async function runUnitTests(
  erp: ErpReader | ErpWriter,
  args: UnitArgs,
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
  const background = await runInBackground(erp, args, signal)
  if (background !== undefined) return background
  const request: UnitRequest = {
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

const runsPath = '/sap/bc/adt/abapunit/runs'
const refused = 'unit runs in the background refused'

/**
 * A long run goes on behind its start where the system offers that, so that it does not hold a
 * connection. Undefined where the run has not started: it is sent in one request then. Coverage is
 * measured by such a request alone.
 */
async function runInBackground(
  erp: ErpReader | ErpWriter,
  { refs, risks, coverage }: UnitArgs,
  signal: AbortSignal | undefined
): Promise<UnitResult | undefined> {
  const { memoized } = cacheOf(erp)
  if (coverage === true || !isLongRun(refs) || !canRunInBackground(refs)) return undefined
  if (memoized.has(refused) || !(await offersRuns(erp))) return undefined
  const path = await started(erp, { refs, risks }, signal)
  if (path === undefined) {
    memoized.set(refused, Promise.resolve(true))
    return undefined
  }
  const accept = 'application/vnd.sap.adt.api.abapunit.run-status.v1+xml'
  await awaitRun(erp, { operation: 'unit.status', path, accept, what: 'the tests' }, signal)
  const { text } = await erp.request(
    {
      operation: 'unit.result',
      effect: 'none',
      method: 'GET',
      path: path.replace('/runs/', '/results/'),
      accept: 'application/vnd.sap.adt.api.abapunit.run-result.v1+xml'
    },
    signal
  )
  return await decodeUnit([text], signal)
}

async function offersRuns(erp: ErpReader): Promise<boolean> {
  const discovery = await readDiscovery(erp).catch(() => undefined)
  return discovery?.has(runsPath) === true
}

/** The status path of a run; undefined where the ERP refuses to start it in this form. */
async function started(
  erp: ErpReader | ErpWriter,
  { refs, risks }: UnitArgs,
  signal: AbortSignal | undefined
): Promise<string | undefined> {
  const request: UnitRequest = {
    operation: 'unit.run',
    method: 'POST',
    path: runsPath,
    contentType: 'application/vnd.sap.adt.api.abapunit.run.v2+xml',
    accept: '*/*',
    body: unitRunBody(refs, risks)
  }
  const changes = risks.some(risk => risk !== 'harmless')
  try {
    const path = startedRun(await send(erp, request, { changes, signal }), runsPath)
    if (path !== undefined || !changes) return path
  } catch (error) {
    const answered = isErpError(error, 'ERP_UNSUPPORTED', 'ERP_NOT_ACCEPTABLE', 'ERP_BAD_REQUEST')
    if (answered && error.outcome !== 'unknown') return undefined
    throw error
  }
  // These tests must not run twice.
  throw new ErpError(
    'ERP_BAD_ANSWER',
    'The ERP started the tests and did not say which run it is',
    {
      outcome: 'unknown'
    }
  )
}

/** Tests that may change data are a changing request; harmless ones are sent by a reader. */
type UnitRequest = Omit<ErpChangeRequest, 'effect'>

/** Older releases accept older media types of the same body. */
async function send(
  erp: ErpReader | ErpWriter,
  request: UnitRequest,
  how: { changes: boolean; signal: AbortSignal | undefined }
) {
  const ask = (sent: UnitRequest) =>
    how.changes
      ? (erp as ErpWriter).request({ ...sent, effect: 'change' }, how.signal)
      : erp.request({ ...sent, effect: 'none' }, how.signal)
  try {
    return await ask(request)
  } catch (error) {
    if (!(error instanceof ErpError) || ![406, 415].includes(error.status ?? 0)) throw error
    return ask({ ...request, contentType: 'application/xml' })
  }
}
