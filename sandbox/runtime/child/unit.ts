/** Runs the methods of test classes. */
import { currentRuntime, type AbapClass, type AbapMethod, type AbapObject } from './abap.ts'
import { describe } from './alerts.ts'
import type { ChildEvent, RawAlert, UnitClass, UnitTask } from './job.ts'
import type { Stops } from './debug/stops.ts'
import type { Recorder } from './services.ts'

export interface RunContext {
  readonly recorder: Recorder
  /** What WRITE has written outside of reports. */
  readonly list: { take(): string }
  send(event: ChildEvent): void
  /** Undoes what was changed in the database and not committed. */
  rollback(): void
  /** Ends the injections of test seams. */
  forgetInjections(): void
  /** Ends all test doubles of the class. */
  forgetDoubles(): void
  /** Notes what has been counted. */
  note(): void
  /** The variables at an error with this stack, where the program is debugged. */
  scopesAt: Stops['scopesAt']
}

/** Runs the methods of the task, each on a fresh instance between `setup` and `teardown`. */
export async function runUnit(task: UnitTask, context: RunContext): Promise<void> {
  for (const test of task.classes) await runClass(test, context)
}

async function runClass(test: UnitClass, context: RunContext): Promise<void> {
  const found = currentRuntime().Classes[test.key]
  if (found === undefined) return
  const ready = await reportingAlert(context, async () => {
    await staticMethod(found, 'class_setup')?.()
  })
  const before = context.recorder.take()
  if (before.length > 0) context.send({ event: 'classAlerts', class: test.index, alerts: before })
  if (ready) {
    for (const method of test.methods) {
      await runMethod(found, { ...method, class: test.index }, context)
    }
  }
  await reportingAlert(context, async () => {
    await staticMethod(found, 'class_teardown')?.()
  })
  const after = context.recorder.take()
  if (after.length > 0) context.send({ event: 'classAlerts', class: test.index, alerts: after })
  context.forgetDoubles()
  context.rollback()
  context.note()
}

async function runMethod(
  TestClass: AbapClass,
  method: { class: number; index: number; name: string },
  context: RunContext
): Promise<void> {
  context.send({ event: 'start', class: method.class, method: method.index })
  context.forgetInjections()
  const start = performance.now()
  let instance: AbapObject | undefined
  const ready = await reportingAlert(context, async () => {
    instance = await new TestClass().constructor_()
    for (const setup of fixtures(instance, TestClass, 'setup')) await setup()
  })
  if (ready && instance !== undefined) {
    const made = instance
    await reportingAlert(context, async () => {
      const run = member(made, method.name.toLowerCase())
      if (run === undefined) {
        throw new Error(`test method ${method.name.toUpperCase()} is not there`)
      }
      await run()
    })
  }
  if (instance !== undefined) {
    const teardowns = fixtures(instance, TestClass, 'teardown').reverse()
    await reportingAlert(context, async () => {
      for (const teardown of teardowns) await teardown()
    })
  }
  context.rollback()
  context.note()
  context.send({
    event: 'end',
    class: method.class,
    method: method.index,
    milliseconds: performance.now() - start,
    alerts: context.recorder.take()
  })
}

/** Records what `run` throws; true when it came to its end. */
async function reportingAlert(context: RunContext, run: () => Promise<void>): Promise<boolean> {
  try {
    await run()
    return true
  } catch (error) {
    const alert = await describe(error)
    if (alert !== undefined) context.recorder.alerts.push(withScopes(alert, context))
    return false
  }
}

/** The alert with the variables of each procedure, where they are known. */
export function withScopes(alert: RawAlert, { scopesAt }: RunContext): RawAlert {
  const scopes = alert.dump === undefined ? undefined : scopesAt(alert.stack)
  return alert.dump === undefined || scopes === undefined
    ? alert
    : { ...alert, dump: { ...alert.dump, scopes } }
}

function staticMethod(found: AbapClass, name: string): AbapMethod | undefined {
  const method = found[name]
  return typeof method === 'function' ? (method.bind(found) as AbapMethod) : undefined
}

function member(instance: AbapObject, name: string): AbapMethod | undefined {
  const method = instance.FRIENDS_ACCESS_INSTANCE?.[name] ?? instance[name]
  return typeof method === 'function' ? (method as AbapMethod) : undefined
}

/**
 * Private fixtures of superclasses run too, from the top down; one that can be redefined runs once.
 */
function fixtures(instance: AbapObject, found: AbapClass, name: string): AbapMethod[] {
  const result: AbapMethod[] = []
  let access: Record<string, unknown> | undefined = instance.FRIENDS_ACCESS_INSTANCE
  let current: Partial<AbapClass> | null = found
  let shared = false
  while (access !== undefined && current !== null) {
    const method = Object.hasOwn(access, name) ? access[name] : undefined
    const isPrivate = current.METHODS?.[name.toUpperCase()]?.visibility === 'I'
    if (typeof method === 'function' && (isPrivate || !shared)) result.unshift(method as AbapMethod)
    shared ||= typeof method === 'function' && !isPrivate
    access = (Object.getPrototypeOf(access) ?? undefined) as Record<string, unknown> | undefined
    current = Object.getPrototypeOf(current) as Partial<AbapClass> | null
  }
  return result
}
