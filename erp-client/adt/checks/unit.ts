/** Runs ABAP unit tests. */
import { ErpError } from '../../errors.ts'
import type { ErpReader, ErpWriter } from '../../erp.ts'
import { codesWith, objectUri, rowFor } from '../../objects.ts'
import type { ObjectRef } from '../../objects.ts'
import { decodeUnit, unitBody } from '../../wire/checks/unit.ts'
import type { RiskLevel, UnitResult } from '../../wire/checks/unit.ts'
import { longTimeoutMs } from '../../request.ts'
import type { ErpChangeRequest } from '../../request.ts'

/**
 * Runs the unit tests of objects whose classes have one of the risk levels. Tests beyond harmless
 * can change data: they need a writer.
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
    if (!(error instanceof ErpError) || error.status !== 415) throw error
    return ask({ ...request, contentType: 'application/xml' })
  }
}
