/** VALUE #( a-b-c = … ): the runtime knows components of one structure within another, not deeper. */
import { currentRuntime } from '../abap.ts'

interface Nested {
  readonly value: Readonly<Record<string, { setField?(name: string, value: unknown): unknown }>>
  setField(name: string, value: unknown): unknown
}

export function setNestedComponents(): void {
  const { Structure } = currentRuntime().types as unknown as {
    readonly Structure: { readonly prototype: Nested }
  }
  const original = Structure.prototype.setField
  Structure.prototype.setField = function (name, value) {
    const at = name.indexOf('-')
    const below = at < 0 ? undefined : this.value[name.slice(0, at)]
    const rest = name.slice(at + 1)
    if (below?.setField === undefined || !rest.includes('-') || /[>]/.test(name)) {
      return original.call(this, name, value)
    }
    below.setField(rest, value)
    return this
  }
}
