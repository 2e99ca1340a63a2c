/**
 * Values of types that the system does not have. They may be declared, also with a start value,
 * kept and passed on until one is used; its use ends the run by the name of the type.
 */
import { RunAborted } from '../alerts.ts'

const absent = new WeakSet()
/** Those whose declaration has a start value, with their types. */
const assigned = new WeakMap<object, string>()
let isDeclaring = false

/** Loads modules: what they assign are start values, which nothing has read. */
export async function declaring(load: () => Promise<void>): Promise<void> {
  isDeclaring = true
  try {
    await load()
  } finally {
    isDeclaring = false
  }
}

/** What a declaration needs: nothing of it asks for the value. */
const UNTOUCHED = new Set<unknown>(['then', 'toJSON'])

/** Stands for a variable of an absent type; no value can be assigned to it. */
export function absentValue(type: string): object {
  const assign = () => {
    assigned.set(value, type)
    return value
  }
  const clear = () => {
    assigned.delete(value)
    return value
  }
  const copy = () => {
    const other = absentValue(type)
    if (assigned.has(value)) assigned.set(other, type)
    return other
  }
  const value: object = new Proxy(
    {},
    {
      get(_target, member) {
        if (typeof member === 'symbol' || UNTOUCHED.has(member)) return undefined
        if (member === 'clone') return copy
        if (member === 'clear') return clear
        if (member === 'set') {
          return (next: unknown) => {
            if (isAbsent(next)) return assigned.has(next) ? assign() : clear()
            return isDeclaring ? assign() : refuse(type)
          }
        }
        return refuse(type)
      },
      set: () => refuse(type),
      has: () => refuse(type)
    }
  )
  absent.add(value)
  return value
}

export function isAbsent(value: unknown): value is object {
  return typeof value === 'object' && value !== null && absent.has(value)
}

function refuse(type: string): never {
  throw new RunAborted({
    kind: 'unsupported',
    title: `Not supported by the sandbox runtime: ${type}`,
    details: ['The type of a variable is not known here'],
    stack: new Error('absent').stack ?? ''
  })
}

interface Comparing {
  compare: { initial(value: unknown): boolean }
}

/** Such a variable is initial, unless it has a start value. */
export function correctInitial(runtime: Comparing): void {
  const { initial } = runtime.compare
  runtime.compare = { ...runtime.compare, initial: value => isInitial(value) ?? initial(value) }
}

function isInitial(value: unknown): true | undefined {
  if (!isAbsent(value)) return undefined
  const type = assigned.get(value)
  return type === undefined ? true : refuse(type)
}
