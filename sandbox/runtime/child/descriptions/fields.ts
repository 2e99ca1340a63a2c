/** What DESCRIBE tells of fields and tables beyond what the runtime knows. */
import { currentRuntime } from '../abap.ts'
import { resolve } from '../values.ts'

interface Field {
  getLength?(): number
  getDecimals?(): number
  getOptions?(): { readonly primaryKey?: { readonly type?: string } } | undefined
  get?(): unknown
}
interface Target {
  set(value: unknown): unknown
}

/** Columns of a value in a list; by the documentation of output lengths. */
const OUTPUT: Readonly<Record<string, (field: Field) => number>> = {
  Character: field => field.getLength?.() ?? 0,
  Numc: field => field.getLength?.() ?? 0,
  Hex: field => 2 * (field.getLength?.() ?? 0),
  String: field => String(field.get?.()).length,
  XString: field => String(field.get?.()).length,
  Date: () => 8,
  Time: () => 6,
  Integer: () => 11,
  Integer8: () => 20,
  Packed: field => 2 * (field.getLength?.() ?? 0) + (field.getDecimals?.() === 0 ? 0 : 1),
  DecFloat34: () => 46
}

/** DESCRIBE FIELD … OUTPUT-LENGTH */
export function describeOutputLength(value: unknown, target: Target): void {
  const types = currentRuntime().types as unknown as Record<string, new () => object>
  const field = resolve(value)
  const [, lengthOf] =
    Object.entries(OUTPUT).find(([name]) => {
      const Type = types[name]
      return Type !== undefined && field instanceof Type
    }) ?? []
  if (lengthOf === undefined) throw new Error('OUTPUT-LENGTH of this type')
  target.set(lengthOf(field as Field))
}

/** DESCRIBE TABLE … KIND */
export function describeKind(value: unknown, target: Target): void {
  const kinds: Readonly<Record<string, string>> = { SORTED: 'S', HASHED: 'H' }
  const table = resolve(value) as Field
  target.set(kinds[table.getOptions?.()?.primaryKey?.type ?? ''] ?? 'T')
}
