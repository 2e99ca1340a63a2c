/**
 * Values of types that the system does not have. They may be declared, kept and passed on until
 * one is used; its use ends the run by the name of the type.
 */
import { RunAborted } from '../alerts.ts'

const absent = new WeakSet()

/** What a declaration needs: nothing of it asks for the value. */
const UNTOUCHED = new Set<unknown>(['then', 'toJSON'])

/** Stands for a variable of an absent type, which stays initial: no value can be assigned to it. */
export function absentValue(type: string): object {
  const value: object = new Proxy(
    {},
    {
      get(_target, member) {
        if (typeof member === 'symbol' || UNTOUCHED.has(member)) return undefined
        if (member === 'clone') return () => absentValue(type)
        if (member === 'clear') return () => value
        if (member === 'set') return (next: unknown) => (isAbsent(next) ? value : refuse(type))
        return refuse(type)
      },
      set: () => refuse(type),
      has: () => refuse(type)
    }
  )
  absent.add(value)
  return value
}

export function isAbsent(value: unknown): boolean {
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

/** Such a variable can only be initial. */
export function correctInitial(runtime: Comparing): void {
  const { initial } = runtime.compare
  runtime.compare = { ...runtime.compare, initial: value => isAbsent(value) || initial(value) }
}
