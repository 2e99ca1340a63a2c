/** A change and the unit tests of what it made active, in one call. */
import type { ObjectRef } from '../../erp-client/index.ts'
import { unitTests } from '../activate/unit-tests.ts'
import type { ToolContext } from '../call/context.ts'
import type { DataResult, ToolResult } from '../call/result.ts'
import { badArguments } from '../failure/errors.ts'
import { failureResult } from '../failure/result.ts'
import { systemWords } from '../objects/words.ts'

interface TestWish {
  readonly test?: boolean | undefined
  readonly activate?: boolean | undefined
  readonly dryRun?: boolean | undefined
}

/** The change is done already, and its answer must not wait for tests without an end. */
const longestMs = 45_000

/**
 * Makes the change; with `test` the harmless tests of the changed objects run afterwards. Neither
 * their outcome nor their failure makes the change one that failed.
 * @throws ToolError TOOL_BAD_ARGUMENTS where nothing would become active that could be tested
 */
export async function withTests(
  context: ToolContext,
  { test, activate, dryRun }: TestWish,
  change: () => Promise<ToolResult>
): Promise<ToolResult> {
  if (test !== true || dryRun === true) return await change()
  if (activate !== true) {
    throw badArguments(
      '`test` without `activate`: tests run the active version.',
      'Give activate: true as well. Nothing was changed.'
    )
  }
  const result = await change()
  return result.kind === 'data' ? await tested(context, result) : result
}

interface Changed {
  readonly object?: ObjectRef
  readonly objects?: readonly ObjectRef[]
}

async function tested(context: ToolContext, changed: DataResult): Promise<ToolResult> {
  const { object, objects = object === undefined ? [] : [object] }: Changed = changed.data
  const outcome = await outcomeOf(context, objects)
  const system = `${systemWords(context.erp)} · `
  const text = outcome.text.startsWith(system) ? outcome.text.slice(system.length) : outcome.text
  return {
    ...changed,
    data: { ...changed.data, tests: testData(outcome) },
    text: `${changed.text}\n${text}`
  }
}

async function outcomeOf(context: ToolContext, objects: readonly ObjectRef[]): Promise<ToolResult> {
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(longestMs)])
  const bounded: ToolContext = Object.create(context, { signal: { value: signal } })
  try {
    return await unitTests(bounded, { objects })
  } catch (error) {
    const { text } = failureResult(error, { signal, log: context.log, changes: false })
    return {
      kind: 'error',
      code: 'TESTS_NOT_RUN',
      text: `The change is done; its tests did not run to their end (ERPDiagnose unit_test runs them): ${text}`
    }
  }
}

/** The facts of the run without those of the change, which stand beside them. */
function testData(outcome: ToolResult): object {
  if (outcome.kind !== 'data') return { verdict: 'not_run' }
  const {
    system: _system,
    objects: _objects,
    ...facts
  }: Readonly<Record<string, unknown>> = {
    ...outcome.data
  }
  return facts
}
