/** Tells function modules of the standard that the sandbox lacks from those that no system has. */
import { currentRuntime } from './abap.ts'
import { RunAborted } from './alerts.ts'
import type { OutsideObjects } from '../../types.ts'

/** What a function module can be called, in upper case. */
const NAME = /^(?:\/[A-Z0-9_]{1,10}\/)?[A-Z0-9_&$%#?!-]{1,30}$/
const CUSTOMER = /^[YZ]/

/**
 * A call of a module that the standard may have ends the run: an exception would let a program that
 * catches it go on as on a system that lacks the module. Names of customers, names in a name space
 * that the system develops in and names that no module can have raise the exception.
 */
export function guardFunctionModules({ functions, namespaces }: OutsideObjects): void {
  const runtime = currentRuntime()
  const modules: Record<string, unknown> = runtime.FunctionModules
  for (const name of functions) {
    modules[name] = () => stop(`the function module ${name} ${NAMED_LATER}`)
  }
  const own = new Set(namespaces)
  const isAbsent = (name: string) => {
    const [, namespace] = /^(\/[^/]+\/)/.exec(name) ?? []
    const isCustomers = namespace === undefined ? CUSTOMER.test(name) : own.has(namespace)
    return NAME.test(name) && !isCustomers
  }
  const guarded = new Proxy(modules, {
    get(target, name) {
      if (typeof name !== 'string' || Object.hasOwn(target, name)) return Reflect.get(target, name)
      return isAbsent(name) ? stop(`not available in the sandbox: FUNCTION ${name}`) : undefined
    }
  })
  Object.assign(runtime, { FunctionModules: guarded })
}

/** How an alert names an object that the system has and the program has not. */
export const NAMED_LATER = 'is named when the program runs and is no part of it'

function stop(what: string): never {
  throw new RunAborted({
    kind: 'unsupported',
    title: `Not supported by the sandbox runtime: ${what}`,
    details: [],
    stack: new Error('absent').stack ?? ''
  })
}
