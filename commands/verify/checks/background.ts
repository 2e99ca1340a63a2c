/** Checks of runs that go on at the ERP behind the answer to their start. */
import { ErpError, runAtc, runUnitTests } from '../../../erp-client/index.ts'
import type { ObjectRef } from '../../../erp-client/index.ts'
import { isLongRun } from '../../../erp-client/adt/checks/background.ts'
import type { Bench } from '../bench.ts'
import { expect } from '../check.ts'
import type { Check } from '../check.ts'
import { expectResult, tested } from './analysis.ts'

/** One object so often that its run counts as a long one. */
function often(ref: ObjectRef): ObjectRef[] {
  const refs = [ref]
  while (!isLongRun(refs)) refs.push(ref)
  return refs
}

/** @throws ErpError ERP_UNSUPPORTED where the run has ended within its start */
function assertAsked({ exchanges }: Bench, operation: string): void {
  if (exchanges.some(({ request }) => request.operation === operation)) return
  throw new ErpError('ERP_UNSUPPORTED', 'the system starts no such run in the background')
}

async function runChecksBehind(bench: Bench): Promise<void> {
  const { ref } = await bench.world.class()
  const { findings } = await runAtc(
    bench.reader,
    { refs: often(ref), maxFindings: 20 },
    bench.signal
  )
  assertAsked(bench, 'atc.status')
  expect(
    findings.every(({ priority }) => priority >= 1 && priority <= 4),
    'a finding has no priority'
  )
}

async function runTestsBehind(bench: Bench): Promise<void> {
  const ref = await tested(bench)
  const result = await runUnitTests(
    bench.reader,
    { refs: often(ref), risks: ['harmless'] },
    bench.signal
  )
  assertAsked(bench, 'unit.status')
  expectResult(result, ref)
}

const run = { root: ['run'] } as const
const tests = { writes: true, service: '/abapunit/runs' } as const

export const backgroundChecks: readonly Check[] = [
  {
    operation: 'atc.status',
    assumes: 'An ATC run in the background tells its status, and ends with its findings.',
    answer: { ...run, has: ['@status'] },
    run: runChecksBehind
  },
  {
    operation: 'unit.status',
    assumes: 'A test run in the background tells its status.',
    ...tests,
    answer: { ...run, has: ['progress@status'] },
    run: runTestsBehind
  },
  {
    operation: 'unit.result',
    assumes: 'A test run that has ended in the background reports each test.',
    ...tests,
    answer: { root: ['runResult'], has: ['?program/testClasses/testClass@name'] },
    run: runTestsBehind
  }
]
