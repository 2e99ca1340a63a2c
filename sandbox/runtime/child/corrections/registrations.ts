/** Corrects the registration of event handlers, and unique secondary keys. */
import { currentRuntime } from '../abap.ts'
import { isStructure, isTable, resolve, type AbapTable, type AbapValue } from '../values.ts'

interface Handler {
  readonly method: unknown
  readonly receiver: unknown
}
interface Registration {
  readonly handlers: readonly Handler[]
  readonly forObject: 'ALL' | WeakRef<object>
}
interface Event {
  readonly EVENT_CLASS: string
  readonly EVENT_NAME: string
}
interface EventRegistry {
  readonly registrations: Readonly<
    Record<string, Readonly<Record<string, readonly Registration[]>>>
  >
  setHandler(
    event: Event,
    methods: readonly Handler[],
    forObject: 'ALL' | { get(): object },
    activation: boolean
  ): void
}

/**
 * A handler that is registered already is not registered again, and several can be taken back in
 * one statement.
 */
export function correctEvents(): void {
  const { eventing } = currentRuntime() as unknown as { readonly eventing: EventRegistry }
  const original = eventing.setHandler
  eventing.setHandler = function (
    this: EventRegistry,
    ...[event, methods, forObject, activation]: Parameters<EventRegistry['setHandler']>
  ) {
    for (const handler of methods) {
      const target = forObject === 'ALL' ? 'ALL' : forObject.get()
      const known = this.registrations[event.EVENT_CLASS]?.[event.EVENT_NAME] ?? []
      const isKnown = known.some(
        each =>
          (each.forObject === 'ALL' ? 'ALL' : each.forObject.deref()) === target &&
          each.handlers.some(
            ({ method, receiver }) => method === handler.method && receiver === handler.receiver
          )
      )
      if (isKnown !== activation) original.call(this, event, [handler], forObject, activation)
    }
  }
}

interface Key {
  readonly isUnique?: boolean
  readonly keyFields: readonly string[]
}
type Row = AbapValue
type Change = (row: Row, ...more: unknown[]) => unknown
interface Table extends AbapTable {
  getOptions(): { readonly secondary?: readonly Key[] } | undefined
}

/** A unique secondary key rejects a second row. */
export function correctSecondaryKeys(): void {
  const types = currentRuntime().types as unknown as Record<
    string,
    { readonly prototype: Record<string, Change | undefined> } | undefined
  >
  for (const [name, methods] of [
    ['Table', ['append', 'insertIndex', 'insertSorted']],
    ['HashedTable', ['insert']]
  ] as const) {
    const prototype = types[name]?.prototype
    for (const method of methods) {
      const original = prototype?.[method]
      if (prototype === undefined || original === undefined) continue
      prototype[method] = function (this: Table, row, ...more) {
        requireUnique(this, row)
        return original.call(this, row, ...more)
      }
    }
  }
}

function requireUnique(table: Table, row: Row): void {
  const keys = table.getOptions()?.secondary?.filter(key => key.isUnique === true) ?? []
  if (keys.length === 0) return
  const { eq } = (
    currentRuntime() as unknown as {
      readonly compare: { eq(left: unknown, right: unknown): boolean }
    }
  ).compare
  const same =
    (key: Key) =>
    (other: Row): boolean =>
      key.keyFields.every(field => eq(part(other, field), part(row, field)))
  if (!isTable(table) || !keys.some(key => table.array().some(same(key)))) return
  const Duplicate = currentRuntime().Classes.CX_SY_ITAB_DUPLICATE_KEY
  if (Duplicate !== undefined) throw new Duplicate()
}

function part(row: unknown, field: string): unknown {
  const actual = resolve(row)
  return isStructure(actual) ? actual.get()[field.toLowerCase()] : actual
}
