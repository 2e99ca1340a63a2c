/** Sees exceptions that are raised and messages that are sent, for the breakpoints at them. */
import { currentRuntime } from '../abap.ts'
import type { RawBreakpoint } from '../job.ts'
import { scalarOf } from '../values.ts'

type Message = (options: Readonly<Record<string, unknown>>) => Promise<void>

/** `reach` is asked with what a breakpoint has to be for. */
export function observeEvents(
  reach: (meets: (breakpoint: RawBreakpoint) => boolean) => void
): void {
  const { types, statements } = currentRuntime() as unknown as {
    readonly types: { readonly ABAPObject: { readonly prototype: object } }
    readonly statements: { message: Message }
  }
  const seen = new WeakSet()
  const prototype = types.ABAPObject.prototype as { set(value: unknown): unknown }
  const { set } = prototype
  // an object sets its own reference first of all: an exception of the runtime has no other sign
  prototype.set = function (this: object, value: unknown) {
    const result = set.call(this, value)
    if (!isOwn(this, value) || seen.has(value)) return result
    seen.add(value)
    const names = classesOf(value)
    if (names.includes('CX_ROOT')) {
      reach(({ exception }) => exception !== undefined && names.includes(exception))
    }
    return result
  }
  const { message } = statements
  statements.message = async options => {
    const [id, number, type] = ['id', 'number', 'type'].map(name => textOf(options[name]))
    const key = `${id} ${number?.padStart(3, '0')} ${type}`
    reach(one => one.message === key)
    await message.call(statements, options)
  }
}

function isOwn(reference: object, value: unknown): value is object {
  return typeof value === 'object' && value !== null && 'me' in value && value.me === reference
}

/** The class of an object and those above it. */
function classesOf(instance: object): string[] {
  const names: string[] = []
  let at = (instance as { readonly constructor?: unknown }).constructor
  while (typeof at === 'function' && 'INTERNAL_NAME' in at) {
    names.push(String(at.INTERNAL_NAME))
    at = Object.getPrototypeOf(at)
  }
  return names
}

function textOf(value: unknown): string {
  return value === undefined ? '' : String(scalarOf(value)).trim().toUpperCase()
}
