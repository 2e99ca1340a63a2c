/**
 * Locks that function modules of lock objects set. A run is the only one that sets locks, so that
 * they meet their own alone.
 */
import { resolve } from '../values.ts'

/** What the lock modules of a lock object know; as the translation writes it. */
export interface LockObject {
  readonly name: string
  readonly tables: readonly { readonly name: string; readonly mode: string }[]
  readonly fields: readonly string[]
}
type Exporting = Readonly<Record<string, unknown>> | undefined

export interface Locks {
  /** Sets the locks; false where they collide with others. */
  enqueue(definition: string, exporting: Exporting): boolean
  dequeue(definition: string, exporting: Exporting): void
  /** The name of a parameter that the module does not have. */
  unknown(definition: string, exporting: Exporting): string | undefined
  /** What the locks of the update owner (`_SCOPE` 2 and 3) end with. */
  endOfUpdate(): void
}

interface Lock {
  readonly table: string
  readonly mode: string
  /** By field; undefined locks all values. */
  readonly values: readonly (string | undefined)[]
  scope: string
  count: number
}

export function createLocks(unsupported: (what: string) => never): Locks {
  let locks: Lock[] = []
  const asked = (definition: string, exporting: Exporting, scope: string): Lock[] => {
    const { tables, fields } = JSON.parse(definition) as LockObject
    const given = (name: string): string | undefined => textOf(exporting?.[name.toLowerCase()])
    const values = fields.map(field => {
      const value = given(field)
      return value === undefined || (value === '' && given(`x_${field}`) !== 'X')
        ? undefined
        : value
    })
    return tables.map(({ name, mode }) => ({
      table: name,
      mode: given(`mode_${name}`) ?? mode,
      values,
      scope: given('_scope') ?? scope,
      count: 1
    }))
  }
  return {
    enqueue(definition, exporting) {
      if (textOf(exporting?._collect) === 'X') unsupported('_COLLECT of a lock module')
      const wanted = asked(definition, exporting, '2')
      for (const { mode } of wanted) {
        if (!'ESX'.includes(mode) || mode === '') unsupported(`the lock mode ${mode}`)
      }
      const collide = (lock: Lock, other: Lock): boolean =>
        overlap(lock, other) && (lock.mode === 'X' || other.mode === 'X')
      if (wanted.some(lock => locks.some(other => collide(lock, other)))) return false
      for (const lock of wanted) {
        const same = locks.find(other => isSame(lock, other) && lock.scope === other.scope)
        if (same === undefined) locks.push(lock)
        else same.count++
      }
      return true
    },
    dequeue(definition, exporting) {
      for (const lock of asked(definition, exporting, '3')) {
        const held = locks.find(
          other => isSame(lock, other) && (lock.scope === '3' || other.scope === lock.scope)
        )
        if (held === undefined) continue
        held.count--
        if (held.count === 0) locks = locks.filter(other => other !== held)
      }
    },
    unknown(definition, exporting) {
      const { tables, fields } = JSON.parse(definition) as LockObject
      const known = new Set(
        [
          ...tables.map(({ name }) => `mode_${name}`),
          ...fields.flatMap(field => [field, `x_${field}`]),
          ...['_scope', '_wait', '_collect', '_synchron']
        ].map(name => name.toLowerCase())
      )
      return Object.keys(exporting ?? {}).find(name => !known.has(name))
    },
    endOfUpdate() {
      locks = locks.filter(({ scope }) => scope !== '2')
      for (const lock of locks) lock.scope = '1'
    }
  }
}

function overlap(lock: Lock, other: Lock): boolean {
  return (
    lock.table === other.table &&
    lock.values.every((value, at) => {
      const held = other.values[at]
      return value === undefined || held === undefined || value === held
    })
  )
}

function isSame(lock: Lock, other: Lock): boolean {
  return (
    lock.table === other.table &&
    lock.mode === other.mode &&
    lock.values.every((value, at) => value === other.values[at])
  )
}

function textOf(value: unknown): string | undefined {
  const actual = resolve(value) as { get?(): unknown } | undefined
  return typeof actual?.get === 'function' ? String(actual.get()).trimEnd() : undefined
}
