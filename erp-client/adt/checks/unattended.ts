/**
 * ATC and ABAP Unit for communication users: the services of the communication scenarios
 * SAP_COM_0901 and SAP_COM_0735, beside which such a user has none.
 */
import { ErpError } from '../../errors.ts'
import type { ErpReader } from '../../erp.ts'
import { assertGrammar, assertPackage } from '../names.ts'
import {
  atcRunBody,
  decodeCheckstyle,
  decodeJunit,
  testRunBody
} from '../../wire/checks/unattended.ts'
import type { RunScope, UnattendedFinding, UnattendedTests } from '../../wire/checks/unattended.ts'
import { attribute, children, parseXml } from '../../wire/xml.ts'
import { awaitRun, startedRun } from './background.ts'

/** One request of a service, with the type of its body or its answer. */
interface Request {
  readonly operation: string
  readonly type: string
}

interface Service {
  readonly base: string
  readonly query?: Readonly<Record<string, boolean>>
  readonly run: Request
  readonly status: Request
  readonly result: Request
  readonly what: string
}

const adtApi = (name: string) => `application/vnd.sap.adt.api.${name}+xml`
const atcApi = (name: string) => `application/vnd.sap.atc.${name}+xml`

const atc: Service = {
  base: '/sap/bc/adt/api/atc',
  query: { clientWait: false },
  run: { operation: 'atcApi.run', type: atcApi('run.parameters.v1') },
  status: { operation: 'atcApi.status', type: atcApi('run.v1') },
  result: { operation: 'atcApi.result', type: atcApi('checkstyle.v1') },
  what: 'the checks'
}

const unit: Service = {
  base: '/sap/bc/adt/api/abapunit',
  run: { operation: 'unitApi.run', type: adtApi('abapunit.run.v1') },
  status: { operation: 'unitApi.status', type: adtApi('abapunit.run-status.v1') },
  result: { operation: 'unitApi.result', type: adtApi('junit.run-result.v1') },
  what: 'the tests'
}

/**
 * The findings of a variant, that of the system if left out. The system does not say which objects
 * it checked.
 * @throws ErpError ERP_NOT_FOUND where it found nothing to check
 */
export async function runAtcUnattended(
  erp: ErpReader,
  { scope, variant }: { readonly scope: RunScope; readonly variant?: string | undefined },
  signal?: AbortSignal
): Promise<UnattendedFinding[]> {
  assertScope(scope)
  return await decodeCheckstyle(
    [await resultOf(erp, { service: atc, body: atcRunBody(scope, variant) }, signal)],
    signal
  )
}

/**
 * The harmless tests that ran. The system does not say which it left out.
 * @throws ErpError ERP_NOT_FOUND where it found nothing to test
 */
export async function runTestsUnattended(
  erp: ErpReader,
  { scope }: { readonly scope: RunScope },
  signal?: AbortSignal
): Promise<UnattendedTests> {
  assertScope(scope)
  return await decodeJunit(
    [await resultOf(erp, { service: unit, body: testRunBody(scope) }, signal)],
    signal
  )
}

const mostComponent = 30

function assertScope(scope: RunScope): void {
  if ('package' in scope) assertPackage(scope.package)
  else {
    const rule = { kind: 'Software component', grammar: 'identifier', maxLength: mostComponent }
    assertGrammar(scope.softwareComponent, rule as Parameters<typeof assertGrammar>[1])
  }
}

async function resultOf(
  erp: ErpReader,
  { service, body }: { service: Service; body: string },
  signal: AbortSignal | undefined
): Promise<string> {
  const { base, query, run, status, result, what } = service
  const started = await erp.request(
    {
      ...{ operation: run.operation, effect: 'none', method: 'POST', path: `${base}/runs`, query },
      ...{ contentType: run.type, accept: '*/*', body }
    },
    signal
  )
  const path = startedRun(started, `${base}/runs`)
  if (path === undefined) {
    throw new ErpError('ERP_BAD_ANSWER', `The ERP started ${what} and did not say which run it is`)
  }
  const ended = await awaitRun(
    erp,
    { operation: status.operation, path, accept: status.type, what },
    signal
  )
  const answer = await erp.request(
    {
      ...{ operation: result.operation, effect: 'none', method: 'GET', accept: result.type },
      path: resultPath(ended, service)
    },
    signal
  )
  return answer.text
}

/** The address that the finished run names: of this service alone. */
function resultPath(status: string, { base, result, what }: Service): string {
  const links = children(parseXml(status, ['run']).element, 'link')
  const own = links.filter(link => attribute(link, 'href')?.startsWith(`${base}/results/`))
  const link = own.find(each => attribute(each, 'type') === result.type) ?? own[0]
  const href = attribute(link, 'href')
  if (href === undefined) {
    throw new ErpError('ERP_BAD_ANSWER', `The ERP finished ${what} and names no result`)
  }
  return href
}
