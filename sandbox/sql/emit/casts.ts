/** Writes CAST as SQLite text. */
import type { Expression } from '../parse/ast.ts'
import { isInteger, isNumeric, isString } from '../types.ts'
import type { SqlType } from '../types.ts'
import type { Emitted } from './definition.ts'
import type { Scope } from './scope.ts'

export function emitCast(
  cast: Extract<Expression, { kind: 'cast' }>,
  operand: Emitted,
  scope: Scope
): Emitted {
  // An unknown data element leaves the value as it is.
  const named = cast.type ?? scope.context.resolveElement(cast.element ?? '') ?? operand.type
  const type = cast.unsized === true ? sizedAs(operand.type, named) : named
  scope.context.rules?.cast({ expression: cast.operand, type: operand.type }, type)
  return { sql: convert(operand, type), type }
}

/** A type without a length has that of the operand, of a number as many places as it prints. */
function sizedAs(operand: SqlType, type: SqlType): SqlType {
  if (isString(operand) || operand.type === '' || !OF_ANY_LENGTH.has(type.type)) return type
  const length = isDecimalType(type) || !isNumeric(operand) ? operand.length : operand.length + 2
  return { ...type, length, decimals: isDecimalType(type) ? operand.decimals : 0 }
}

const OF_ANY_LENGTH = new Set(['CHAR', 'NUMC', 'RAW', 'DEC', 'CURR', 'QUAN'])
const isDecimalType = ({ type }: SqlType): boolean =>
  ['DEC', 'CURR', 'QUAN', 'DF16_DEC', 'DF34_DEC'].includes(type)

function convert(operand: Emitted, type: SqlType): string {
  if (isInteger(type)) return `CAST(${operand.sql} AS INTEGER)`
  if (isDecimalType(type)) {
    return `abap_cut(CAST(${operand.sql} AS NUMERIC), ${type.decimals})`
  }
  if (isNumeric(type)) return `CAST(${operand.sql} AS REAL)`
  if (type.type === 'NUMC') return `abap_numc(${operand.sql}, ${type.length})`
  if (isString(type)) return `CAST(${operand.sql} AS TEXT)`
  return `substr(rtrim(CAST(${operand.sql} AS TEXT)), 1, ${type.length})`
}
