/** Makes the parser compare the types of parameters and of both sides of assignments as ABAP does. */
import { BasicTypes } from '@abaplint/core'
import type { AbstractType, Nodes } from '@abaplint/core'
import { isElementary, isIncompatible, isInconvertible } from './compatibility.ts'
import { typeUtils } from './parser-internals.ts'
import type { TypeUtils } from './parser-internals.ts'

/** What calculates or constructs its value: the value is converted to the type of the parameter. */
const CONSTRUCTORS =
  /^(?:NEW|VALUE|CONV|CORRESPONDING|CAST|REF|EXACT|REDUCE|FILTER|COND|SWITCH|BOOLC|XSDBOOL)\b/i

interface Literal {
  getAbstractTypeData(): { readonly derivedFromConstant?: boolean } | undefined
}

/** The parser compares few types, and of structures little more than whether they hold strings. */
export function installAssignability(): void {
  const prototype = typeUtils().prototype as TypeUtils & {
    isAssignableBuiltin: TypeUtils['isAssignableStrict']
    isCalculated(node: Nodes.ExpressionNode): boolean
  }
  const { isAssignable, isAssignableStrict, isAssignableBuiltin } = prototype
  let builtin = 0
  prototype.isAssignable = function (source, target) {
    if (!isAssignable.call(this, source, target)) return false
    if (isDownCast(source, target)) return false
    return source === undefined || target === undefined || !isInconvertible(source, target)
  }
  prototype.isAssignableStrict = function (this: typeof prototype, source, target, node) {
    const rows = knownRows(source, target)
    const fits =
      rows === undefined
        ? isAssignableStrict.call(this, source, target, node)
        : this.isAssignableStrict(...rows)
    if (!fits) return false
    if (source === undefined || target === undefined || builtin > 0) return true
    if (isLiteral(source)) return true
    if (node === undefined) return !isIncompatible(source, target)
    return (
      this.isCalculated(node) ||
      CONSTRUCTORS.test(node.concatTokens()) ||
      !isIncompatible(source, target)
    )
  }
  // functions convert their arguments
  prototype.isAssignableBuiltin = function (source, target, node) {
    builtin++
    try {
      return isAssignableBuiltin.call(this, source, target, node)
    } finally {
      builtin--
    }
  }
}

/** The rows of two tables: the parser compares their keys wrongly where one is generic. */
function knownRows(
  source: AbstractType | undefined,
  target: AbstractType | undefined
): readonly [AbstractType, AbstractType] | undefined {
  const { TableType, AnyType } = BasicTypes
  if (!(source instanceof TableType) || !(target instanceof TableType)) return undefined
  if (source.isWithHeader() || target.isWithHeader()) return undefined
  const rows = [source.getRowType(), target.getRowType()] as const
  return rows.some(row => row instanceof AnyType) ? undefined : rows
}

/** A reference of a general type is assigned to a special one by `?=` and CAST alone. */
function isDownCast(source: AbstractType | undefined, target: AbstractType | undefined): boolean {
  const { AnyType, DataReference, DataType, GenericObjectReferenceType } = BasicTypes
  if (source instanceof GenericObjectReferenceType) {
    return target instanceof BasicTypes.ObjectReferenceType
  }
  if (!(source instanceof DataReference) || !(target instanceof DataReference)) return false
  const [own, other] = [source.getType(), target.getType()]
  const isGeneric = (type: AbstractType) => type instanceof AnyType || type instanceof DataType
  if (isGeneric(other)) return false
  return isGeneric(own) ? isKnown(other) : isIncompatible(own, other)
}

function isKnown(type: AbstractType): boolean {
  const { StructureType, TableType } = BasicTypes
  return isElementary(type) || type instanceof StructureType || type instanceof TableType
}

function isLiteral(type: AbstractType): boolean {
  return (type as unknown as Literal).getAbstractTypeData()?.derivedFromConstant === true
}
