/** Test doubles of function modules (`CL_FUNCTION_TEST_ENVIRONMENT`). */
import { currentRuntime } from '../abap.ts'
import type { OutsideObjects } from '../../../types.ts'
import { resolve, type AbapValue } from '../values.ts'
import { FunctionCall, keyOf, typed } from './function-calls.ts'
import type { FunctionKind, FunctionParameters, FunctionValues, Passed } from './function-calls.ts'
import { createPlan, matcherIn, matchesInput, type Plan } from './function-plans.ts'

type Module = ((passed?: Passed) => Promise<unknown>) & { readonly PARAMETERS?: FunctionParameters }

/** The double of one function module; it stays when its configurations are cleared. */
export interface FunctionDouble {
  readonly name: string
  isActive: boolean
  /** Undefined where the module is not known: it has the parameters that its callers pass. */
  readonly parameters: FunctionParameters | undefined
  /** Configurations, the newest last. */
  readonly plans: Plan[]
  readonly calls: FunctionCall[]
  configure(): Plan
  clear(): void
}

/** An input or output configuration of the test. */
interface ValueHolder {
  readonly parameters: FunctionParameters | undefined
  readonly values: FunctionValues
}

interface Expectation {
  readonly double: FunctionDouble
  readonly values?: FunctionValues
}

/** What the kernel's classes call. */
export interface FunctionDoubles {
  /** Replaces the modules; returns the first name that no module has. */
  create(names: readonly string[]): string | undefined
  find(name: string): FunctionDouble | undefined
  all(): FunctionDouble[]
  /** Adds a value; false where the module has no such parameter. */
  put(holder: ValueHolder, kind: FunctionKind, name: string, value: unknown): boolean
  /** How often the double was called; with values, only calls that have them. */
  count(expectation: Expectation): Promise<number>
  /** Gives all modules back. */
  reset(): void
}

/** Names that the standard may have: their modules need not be there for a double of them. */
const STANDARD = /^(?![YZ/])[A-Z0-9_]{1,30}$/

export function createFunctionDoubles({ functions: outside }: OutsideObjects): FunctionDoubles {
  const doubles = new Map<string, FunctionDouble>()
  const replaced = new Map<string, Module | undefined>()
  const modules = (): Record<string, unknown> => currentRuntime().FunctionModules

  const replace = (name: string): void => {
    const original = Object.hasOwn(modules(), name) ? (modules()[name] as Module) : undefined
    const double = createDouble(name, original?.PARAMETERS)
    doubles.set(name, double)
    replaced.set(name, original)
    modules()[name] = async (passed: Passed = {}): Promise<unknown> => {
      if (double.isActive) return await answer(double, passed)
      if (original !== undefined) return await original(passed)
      // what the program does without the double
      Reflect.deleteProperty(modules(), name)
      return await (modules()[name] as Module)(passed)
    }
  }

  return {
    create(names) {
      for (const name of names.map(each => each.trim().toUpperCase())) {
        const isThere = Object.hasOwn(modules(), name)
        if (!isThere && !STANDARD.test(name)) return name
        // the system has the module and the program has not: it runs once more with it
        if (isThere && outside.includes(name)) void (modules()[name] as Module)()
        if (!doubles.has(name)) replace(name)
      }
      return undefined
    },
    find: name => doubles.get(name.trim().toUpperCase()),
    all: () => [...doubles.values()],
    put: (holder, kind, name, value) => put(holder, keyOf(kind, name), value),
    async count({ double, values }) {
      const matching = await Promise.all(double.calls.map(call => matchesInput(values, call)))
      return matching.filter(Boolean).length
    },
    reset() {
      for (const [name, original] of replaced) {
        if (original === undefined) Reflect.deleteProperty(modules(), name)
        else modules()[name] = original
      }
      replaced.clear()
      doubles.clear()
    }
  }
}

function createDouble(name: string, parameters: FunctionParameters | undefined): FunctionDouble {
  return {
    name,
    isActive: true,
    parameters,
    plans: [],
    calls: [],
    configure() {
      const plan = createPlan()
      this.plans.push(plan)
      return plan
    },
    clear() {
      this.plans.length = 0
      this.calls.length = 0
    }
  }
}

function put({ parameters, values }: ValueHolder, key: string, value: unknown): boolean {
  const [kind, name = ''] = key.split(' ')
  if (parameters !== undefined && parameters[name]?.parm_kind !== kind) return false
  const given = resolve(value) as AbapValue
  values.set(key, matcherIn(given) === undefined ? typed(parameters, name, given) : given.clone())
  return true
}

/** The newest configuration that holds for the call; without one the module has no logic. */
async function answer(double: FunctionDouble, passed: Passed): Promise<void> {
  const call = new FunctionCall(double.parameters, passed)
  double.calls.push(call)
  call.clearExported()
  for (const plan of double.plans.toReversed()) {
    if (!plan.isComplete() || !(await plan.matches(call))) continue
    await plan.next()?.(call)
    return
  }
}
