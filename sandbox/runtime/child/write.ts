/** Values in the list output of the kernel. */
import { currentRuntime } from './abap.ts'
import { resolve, type AbapValue } from './values.ts'

/** For list output: numbers with a decimal point. */
export function listText(value: unknown): string | undefined {
  const actual = resolve(value)
  return isA(actual, 'Packed')
    ? numberOf(actual as AbapValue).replace(/^(-?)(.*)$/, '$2$1')
    : undefined
}

function numberOf(value: AbapValue): string {
  const packed = value as AbapValue & { toFixed?(decimals: number): string }
  return typeof packed.toFixed === 'function'
    ? packed.toFixed(packed.getDecimals?.() ?? 0)
    : String(value.get())
}

function isA(value: unknown, ...names: readonly string[]): boolean {
  const types = currentRuntime().types as unknown as Record<string, new () => object>
  return names.some(name => types[name] !== undefined && value instanceof types[name])
}
