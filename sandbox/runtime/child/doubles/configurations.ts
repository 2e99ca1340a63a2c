/** What a test double answers to calls of one method with the recorded arguments. */
import { currentRuntime, type AbapMethod, type AbapObject } from '../abap.ts'
import { resolve, isTable, type AbapValue } from '../values.ts'
import { isEqual, type DoubleCall } from './calls.ts'

/** A call and what it was called on. */
export interface Handle {
  readonly call: DoubleCall
  readonly double: Readonly<Record<string, unknown>>
  readonly method: string
}

export interface Configuration {
  method: string
  expected: number | undefined
  times: number
  calls: number
  set(name: string | undefined, value: AbapValue): void
  raise(object: unknown): void
  /** `parameters` is a table of names and references to values. */
  raiseEvent(name: string, parameters: unknown): void
  /** Without a name all parameters are ignored. */
  ignore(name?: string): void
  answerBy(object: unknown): void
  matchBy(object: unknown): void
  /** Records the call it holds for; what the method does not have is returned as text. */
  record(method: string, call: DoubleCall): string | undefined
  matches(call: DoubleCall): Promise<boolean>
  answer(handle: Handle): Promise<unknown>
}

interface State {
  readonly values: Map<string | undefined, AbapValue>
  readonly ignored: Set<string>
  all: boolean
  recorded?: DoubleCall
  exception?: unknown
  event?: { readonly name: string; readonly parameters: Record<string, unknown> }
  answer?: AbapObject
  matcher?: AbapObject
}

export function createConfiguration(): Configuration {
  const state: State = { values: new Map(), ignored: new Set(), all: false }
  return {
    method: '',
    expected: undefined,
    times: 1,
    calls: 0,
    set(name, value) {
      const actual = resolve(value) as AbapValue
      state.values.set(name?.trim().toUpperCase(), actual.clone())
    },
    raise(object) {
      state.exception = object
    },
    raiseEvent(name, parameters) {
      state.event = { name: name.trim().toUpperCase(), parameters: valuesOf(parameters) }
    },
    ignore(name) {
      if (name === undefined) state.all = true
      else state.ignored.add(name.trim().toUpperCase())
    },
    answerBy(object) {
      state.answer = object as AbapObject
    },
    matchBy(object) {
      state.matcher = object as AbapObject
    },
    record(method, call) {
      this.method = method
      state.recorded = call
      return misfit(state, call)
    },
    matches: call => matches(state, call),
    async answer(handle) {
      this.calls++
      return await answered(state, handle)
    }
  }
}

function misfit({ values, ignored }: State, call: DoubleCall): string | undefined {
  for (const name of values.keys()) {
    if (name === undefined ? call.returns : /[EC]/.test(call.kindOf(name) ?? '')) continue
    return name === undefined ? 'the returning parameter' : `the output parameter ${name}`
  }
  const unknown = [...ignored].find(name => call.kindOf(name) === undefined)
  return unknown === undefined ? undefined : `the parameter ${unknown}`
}

async function matches(state: State, call: DoubleCall): Promise<boolean> {
  const { recorded, matcher, all, ignored } = state
  if (recorded === undefined) return false
  if (matcher !== undefined) {
    const result = await invoke(matcher, 'if_abap_testdouble_matcher$matches', {
      configured_arguments: await described(recorded, undefined),
      actual_arguments: await described(call, undefined),
      method_name: text('')
    })
    return (result as AbapValue | undefined)?.get() === 'X'
  }
  if (all) return true
  return [...call.arguments].every(([name, value]) => {
    const other = recorded.arguments.get(name)
    return ignored.has(name) || (other !== undefined && isEqual(value, other))
  })
}

async function answered(state: State, { call, double, method }: Handle): Promise<unknown> {
  for (const [name, value] of state.values) call.set(name, value)
  if (state.answer !== undefined) {
    const outcome: Outcome = {}
    const handle = await described(call, outcome)
    await invoke(state.answer, 'if_abap_testdouble_answer$answer', {
      method_name: text(method),
      double_handle: handle,
      arguments: handle,
      result: handle
    })
    if (outcome.exception !== undefined) throw outcome.exception
  }
  if (state.event !== undefined) await raise(state.event, double)
  if (state.exception !== undefined) throw state.exception
  return call.returning()
}

/** What an answer of the test decides besides the values of the parameters. */
interface Outcome {
  exception?: unknown
}

/** The object that answers and matchers of a test are called with. */
async function described(call: DoubleCall, outcome: Outcome | undefined): Promise<AbapValue> {
  const { Classes, types } = currentRuntime()
  const Call = Classes.KERNEL_DOUBLE_CALL
  if (Call === undefined) throw new Error('KERNEL_DOUBLE_CALL is missing')
  const object = await new Call().constructor_()
  Object.assign(object, { call, outcome: outcome ?? {} })
  const reference = new types.ABAPObject()
  reference.set(object)
  return reference as unknown as AbapValue
}

async function invoke(object: AbapObject, name: string, input: object): Promise<unknown> {
  return await (object[name] as AbapMethod).call(object, input as Record<string, unknown>)
}

function text(value: string): unknown {
  return new (currentRuntime().types.String)().set(value)
}

async function raise(
  event: { readonly name: string; readonly parameters: Record<string, unknown> },
  double: Readonly<Record<string, unknown>>
): Promise<void> {
  const { INTERNAL_NAME: own = '' } = double.constructor as { INTERNAL_NAME?: string }
  const [owner, name] = event.name.includes('~') ? event.name.split('~') : [own, event.name]
  const { statements } = currentRuntime() as unknown as {
    statements: {
      raiseEvent(event: object, me: unknown, parameters: Record<string, unknown>): Promise<void>
    }
  }
  const reference = { EVENT_CLASS: owner, EVENT_NAME: name }
  await statements.raiseEvent(reference, double.me, event.parameters)
}

/** The parameters of an event: lines with NAME and VALUE, a reference to a data object. */
function valuesOf(parameters: unknown): Record<string, unknown> {
  const table = resolve(parameters)
  const lines = isTable(table) ? table.array() : []
  return Object.fromEntries(
    lines.map(line => {
      const { name, value } = line.get() as { name: AbapValue; value: unknown }
      return [String(name.get()).trim().toLowerCase(), (resolve(value) as AbapValue).clone()]
    })
  )
}
