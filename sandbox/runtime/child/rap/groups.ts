/** Component groups of included structures: %tky, %key and %data name the components of the row. */
import { currentRuntime } from '../abap.ts'
import { isStructure } from '../values.ts'
import type { AbapValue } from '../values.ts'

interface Grouped {
  readonly value: Record<string, AbapValue>
  readonly suffix?: Readonly<Record<string, string>>
  readonly asInclude?: Readonly<Record<string, boolean>>
  linkGroupFields(): void
}

/** The runtime links the fields of one group; here several groups share the fields that they name. */
export function shareGroups(): void {
  const { Structure } = currentRuntime().types as unknown as {
    readonly Structure: { readonly prototype: Grouped }
  }
  const original = Structure.prototype.linkGroupFields
  Structure.prototype.linkGroupFields = function () {
    if (this.value['%key'] === undefined) original.call(this)
    else for (const group of Object.keys(this.asInclude ?? {})) share(this.value[group], this.value)
  }
}

function share(group: unknown, all: Readonly<Record<string, AbapValue>>): void {
  if (!isStructure(group)) return
  const own = group.get()
  const nested = (group as unknown as Grouped).asInclude ?? {}
  for (const name of Object.keys(own)) {
    const shared = all[name]
    if (nested[name] === true) share(own[name], all)
    else if (shared !== undefined) own[name] = shared
  }
}
