/**
 * Stand-ins for objects that exist but could not be translated: a use of one names its error, as
 * absent it would mislead.
 */
import { currentRuntime } from './abap.ts'
import { RunAborted } from './alerts.ts'
import { NAMED_LATER } from './function-modules.ts'
import type { BrokenObject, RawAlert } from './job.ts'

const placeholders = new WeakSet()

/** Whether a registered class is the stand-in of one that has errors. */
export function isBroken(entry: unknown): boolean {
  return typeof entry === 'function' && placeholders.has(entry)
}

/**
 * Registers a stand-in for each object with errors. Classes and interfaces refuse every access,
 * function modules refuse their call, each with an alert that ABAP cannot catch, as the ERP ends
 * such a program with a short dump.
 */
export function registerBroken(objects: readonly BrokenObject[]): void {
  const { Classes, FunctionModules } = currentRuntime() as unknown as Registries
  for (const { names, isFunction, reason, place } of objects) {
    for (const name of names) {
      const refuse = refusal(`${name} has errors: ${reason}`, place)
      if (isFunction) FunctionModules[name] = refuse
      else register(Classes, name, refuse)
    }
  }
}

/**
 * Registers a stand-in for each class that the system has and the program has not: one that is
 * named when the program runs only. To take it for absent would be another result.
 */
export function registerOutside(names: readonly string[]): void {
  const { Classes } = currentRuntime() as unknown as Registries
  for (const name of names) {
    const refuse = refusal(`${name} ${NAMED_LATER}`, '')
    standIn(Classes, name, refuse)
  }
}

/** The classes that are named by sources where the program has none of the name. */
export function missingClasses(): object {
  const { Classes } = currentRuntime() as unknown as Registries
  return new Proxy(Classes, {
    get(target, name) {
      const found: unknown = Reflect.get(target, name)
      return found ?? refusal(`${String(name)} is not in the sandbox`, '')()
    }
  })
}

/**
 * A class whose static constructor ended with an exception refuses every use with that exception:
 * its attributes have no values. The ERP runs the constructor at the first use, and ends the program.
 */
export function registerFailed(name: string, alert: RawAlert): void {
  const { Classes } = currentRuntime() as unknown as Registries
  const shown = name.replace(/^(?:CLAS|PROG|FUGR)-.*-/, '')
  const title = `The static constructor of ${shown} failed: ${alert.title}`
  register(Classes, name, () => {
    throw new RunAborted({ ...alert, title })
  })
}

interface Registries {
  readonly Classes: Record<string, unknown>
  readonly FunctionModules: Record<string, unknown>
}

function refusal(what: string, place: string): () => never {
  return () => {
    const title = `Not supported by the sandbox runtime: ${what}`
    throw new RunAborted({
      kind: 'unsupported',
      title,
      details: place === '' ? [] : [place],
      stack: new Error('broken').stack ?? ''
    })
  }
}

function register(classes: Record<string, unknown>, name: string, refuse: () => never): void {
  placeholders.add(standIn(classes, name, refuse))
}

/** Not enumerable, so that iterations over all classes skip it. */
function standIn(classes: Record<string, unknown>, name: string, refuse: () => never): object {
  const traps = {
    get: refuse,
    has: refuse,
    construct: refuse,
    apply: refuse,
    getPrototypeOf: refuse
  }
  const placeholder = new Proxy(function () {}, traps)
  const descriptor = { value: placeholder, enumerable: false, configurable: true, writable: true }
  Object.defineProperty(classes, name, descriptor)
  return placeholder
}
