/** Starts the program of a debugger run. */
import { runClass, runProgram, runUnitTests } from '../../../erp-client/index.ts'
import type { ErpWriter, ObjectRef } from '../../../erp-client/index.ts'
import type { ToolContext } from '../../call/context.ts'
import { badArguments } from '../../failure/errors.ts'
import type { OperationName } from '../../operations.ts'
import { resolveObject } from '../../objects/resolve.ts'
import { cutLines } from '../../objects/sources.ts'

export type TriggerKind = 'unit_test' | 'run_class' | 'run_program' | 'none'

export interface Trigger {
  readonly kind: TriggerKind
  readonly ref?: ObjectRef | undefined
}

/** How the program that was started ended. */
export interface TriggerEnd {
  readonly outcome: 'finished' | 'failed'
  readonly text: string
}

const outputBytes = 4000

/** Starting a class or program takes the ability for that as well. */
export function triggerOperations(
  own: 'debug' | 'amdp',
  { trigger }: { readonly trigger: TriggerKind }
): readonly OperationName[] {
  return trigger === 'run_class' || trigger === 'run_program' ? [own, 'execute'] : [own]
}

/** What is started; its object is looked up. */
export async function plannedTrigger(
  context: ToolContext,
  given: {
    trigger: TriggerKind
    type?: string | undefined
    name?: string | undefined
    group?: string | undefined
  }
): Promise<Trigger> {
  const { trigger: kind, type, name, group } = given
  if (kind === 'none') {
    if (name !== undefined) {
      throw badArguments(
        '`name` is what the trigger starts, and there is no trigger.',
        'Leave `name` out; the objects of breakpoints stand in `breakpoints`.'
      )
    }
    return { kind }
  }
  if (name === undefined) {
    throw badArguments(
      '`name` is missing: what the trigger starts.',
      'Example: {"trigger":"unit_test","name":"ZCL_ORDER"}'
    )
  }
  if (kind === 'unit_test') {
    return { kind, ref: await resolveObject(context, { type, name, group }) }
  }
  return { kind, ref: { type: kind === 'run_class' ? 'CLAS' : 'PROG', name } }
}

/** Starts the program in a session of its own. Never rejects: how it ended is the value. */
export async function startTrigger(
  erp: ErpWriter,
  { kind, ref }: Trigger,
  signal: AbortSignal
): Promise<TriggerEnd> {
  if (ref === undefined) return await new Promise(() => {})
  try {
    const text =
      kind === 'unit_test'
        ? await testsOf(erp, ref, signal)
        : await (kind === 'run_class' ? runClass : runProgram)(erp, { name: ref.name }, signal)
    return { outcome: 'finished', text: cutLines(text, outputBytes).text }
  } catch (error) {
    return { outcome: 'failed', text: error instanceof Error ? error.message : 'no reason given' }
  }
}

async function testsOf(erp: ErpWriter, ref: ObjectRef, signal: AbortSignal): Promise<string> {
  const { verdict, totals } = await runUnitTests(erp, { refs: [ref], risks: ['harmless'] }, signal)
  return `tests ${verdict}: ${totals.passed} passed, ${totals.failed} failed, ${totals.errors} with errors`
}
