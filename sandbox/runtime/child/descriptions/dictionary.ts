/** What `transpile/descriptions/fields.ts` writes of objects of the dictionary. */
import { currentRuntime } from '../abap.ts'

type Facts = Readonly<Record<string, string>>

interface Entry {
  readonly fields?: readonly Facts[]
  readonly field?: Facts
  readonly fixedValues?: readonly Facts[]
}

export function entryOf(name: string): Entry | undefined {
  const { DDIC: entries } = currentRuntime() as unknown as {
    readonly DDIC: Readonly<Record<string, Entry | undefined>>
  }
  return entries[name.trim().toUpperCase()]
}

export function fieldsOf(name: string): readonly Facts[] | undefined {
  return entryOf(name)?.fields
}
