/** What the double of a function module does for calls with a configured input. */
import { currentRuntime, type AbapMethod, type AbapObject } from '../abap.ts'
import { isTable, type AbapValue } from '../values.ts'
import { isEqual } from './calls.ts'
import type { FunctionCall, FunctionKind } from './function-calls.ts'

type Values = ReadonlyMap<string, AbapValue>
type Reaction = (call: FunctionCall) => Promise<void> | void

interface Step {
  readonly reaction: Reaction
  /** How often it is given; undefined: once where another one follows, else always. */
  times: number | undefined
  given: number
}

/** A configuration of a double: an input, and what follows. */
export interface Plan {
  /** The input that it holds for; without values it holds for every call. */
  when(values?: Values): void
  thenSet(values: Values): void
  thenRaise(exception: unknown): void
  thenRaiseClassic(name: string): void
  thenAnswer(answer: unknown): void
  /** Limits what was added last. */
  forTimes(times: number): void
  isComplete(): boolean
  matches(call: FunctionCall): Promise<boolean>
  /** Undefined when all is given as often as it may be. */
  next(): Reaction | undefined
}

export function createPlan(): Plan {
  const steps: Step[] = []
  let input: Values | undefined
  const add = (reaction: Reaction): void => {
    steps.push({ reaction, times: undefined, given: 0 })
  }
  return {
    when(values) {
      input = values
    },
    thenSet(values) {
      add(call => {
        call.set(values)
      })
    },
    thenRaise(exception) {
      add(() => {
        throw exception
      })
    },
    thenRaiseClassic(name) {
      add(() => raiseClassic(name))
    },
    thenAnswer(answer) {
      add(async call => {
        await ask(answer as AbapObject, call)
      })
    },
    forTimes(times) {
      const last = steps.at(-1)
      if (last !== undefined) last.times = times
    },
    isComplete: () => steps.length > 0,
    matches: call => matchesInput(input, call),
    next() {
      const found = steps.find(
        ({ times, given }, index) => given < (times ?? (index === steps.length - 1 ? Infinity : 1))
      )
      if (found !== undefined) found.given++
      return found?.reaction
    }
  }
}

/** Whether the call has the configured values; parameters without one are ignored. */
export async function matchesInput(
  input: Values | undefined,
  call: FunctionCall
): Promise<boolean> {
  for (const [key, expected] of input ?? []) {
    const [kind = '', name = ''] = key.split(' ')
    const actual = call.valueOf(kind as FunctionKind, name)
    const matcher = matcherIn(expected)
    if (actual === undefined) return false
    if (matcher === undefined) {
      if (!isEqual(actual, expected)) return false
      continue
    }
    const argument = await made('KERNEL_FUNCTION_ARGUMENT', { call, kind, name })
    const result = (await invoke(matcher, 'if_ftd_argument_matcher$matches', {
      actual_argument: argument
    })) as AbapValue
    if (result.get() !== 'X') return false
  }
  return true
}

/** An input value may be a matcher in place of a value. */
export function matcherIn(value: AbapValue): AbapObject | undefined {
  // a table without a header line has no value of its own
  const object = isTable(value) ? undefined : value.get()
  return typeof object === 'object' &&
    object !== null &&
    'if_ftd_argument_matcher$matches' in object
    ? (object as unknown as AbapObject)
    : undefined
}

function raiseClassic(name: string): never {
  const { ClassicError } = currentRuntime() as unknown as {
    ClassicError: new (input: { classic: string }) => Error
  }
  throw new ClassicError({ classic: name.trim().toUpperCase() })
}

/** What an answer of the test decides. */
export interface FunctionOutcome {
  readonly values: Map<string, AbapValue>
  exception?: unknown
  classic?: string
}

async function ask(answer: AbapObject, call: FunctionCall): Promise<void> {
  const outcome: FunctionOutcome = { values: new Map() }
  await invoke(answer, 'if_ftd_invocation_answer$answer', {
    arguments: await made('KERNEL_FUNCTION_CALL', { call }),
    result: await made('KERNEL_FUNCTION_RESULT', { parameters: call.declared, outcome })
  })
  call.set(outcome.values)
  if (outcome.exception !== undefined) throw outcome.exception
  if (outcome.classic !== undefined) raiseClassic(outcome.classic)
}

/** An object of a class of the kernel with members of the runner, behind a reference. */
async function made(name: string, members: object): Promise<AbapValue> {
  const { Classes, types } = currentRuntime()
  const Made = Classes[name]
  if (Made === undefined) throw new Error(`${name} is missing`)
  const reference = new types.ABAPObject()
  reference.set(Object.assign(await new Made().constructor_(), members))
  return reference as unknown as AbapValue
}

async function invoke(object: AbapObject, name: string, input: object): Promise<unknown> {
  return await (object[name] as AbapMethod).call(object, input as Record<string, unknown>)
}
