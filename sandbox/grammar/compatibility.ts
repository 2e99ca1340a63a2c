/**
 * Which types are compatible and which are convertible in ABAP, as the keyword documentation
 * defines it: technical types of components, row types and keys of tables, fragments of structures.
 */
import { BasicTypes } from '@abaplint/core'
import type { AbstractType } from '@abaplint/core'

const {
  CharacterType,
  DateType,
  DecFloat16Type,
  DecFloat34Type,
  FloatType,
  HexType,
  Integer8Type,
  IntegerType,
  NumericType,
  PackedType,
  StringType,
  StructureType,
  TableKeyType,
  TableType,
  TimeType,
  XStringType
} = BasicTypes

type Structure = InstanceType<typeof StructureType>
type Table = InstanceType<typeof TableType>

/** Deeper types are left to be compatible. */
const MAX_DEPTH = 12

interface Sized {
  getLength(): number
}

/**
 * The technical type of an elementary type: two types of the same text are compatible. Undefined
 * for generic types, references, and what is not known.
 */
function technical(type: AbstractType): string | undefined {
  const sized = (letter: string): string => `${letter}${(type as unknown as Sized).getLength()}`
  if (type instanceof CharacterType) return sized('c')
  if (type instanceof NumericType) return sized('n')
  if (type instanceof HexType) return sized('x')
  if (type instanceof PackedType) return `${sized('p')}.${type.getDecimals()}`
  if (type instanceof DateType) return 'd'
  if (type instanceof TimeType) return 't'
  if (type instanceof Integer8Type) return 'int8'
  if (type instanceof IntegerType) return 'i'
  if (type instanceof FloatType) return 'f'
  if (type instanceof DecFloat16Type) return 'decfloat16'
  if (type instanceof DecFloat34Type) return 'decfloat34'
  if (type instanceof XStringType) return 'xstring'
  return type instanceof StringType ? 'string' : undefined
}

/** Whether the type is known to be elementary, and not generic. */
export function isElementary(type: AbstractType): boolean {
  return technical(type) !== undefined
}

export function isReference(type: AbstractType): boolean {
  return (
    type instanceof BasicTypes.DataReference ||
    type instanceof BasicTypes.ObjectReferenceType ||
    type instanceof BasicTypes.GenericObjectReferenceType
  )
}

/** The technical types that a generic type takes, where it is narrower than all. */
const GENERIC: readonly (readonly [{ readonly prototype: object }, RegExp])[] = [
  [BasicTypes.CSequenceType, /^(c\d|string)/],
  [BasicTypes.CLikeType, /^(c\d|n\d|d$|t$|string)/],
  [BasicTypes.NumericGenericType, /^(i$|int8|p\d|f$|decfloat)/],
  [BasicTypes.XSequenceType, /^x/]
]

function isOutsideOf(source: AbstractType, target: AbstractType): boolean {
  const own = technical(source)
  const taken = GENERIC.find(([{ prototype }]) => Object.getPrototypeOf(target) === prototype)?.[1]
  return own !== undefined && taken !== undefined && !taken.test(own)
}

/** Whether both are known to be elementary and of the same technical type. */
export function isSameType(source: AbstractType, target: AbstractType): boolean {
  const own = technical(source)
  return own !== undefined && own === technical(target)
}

/** Whether both are known to be of different technical types; lengths of texts count. */
export function isIncompatible(source: AbstractType, target: AbstractType, depth = 0): boolean {
  if (depth > MAX_DEPTH) return false
  if (isOutsideOf(source, target)) return true
  if (source instanceof TableType && target instanceof TableType) {
    return areIncompatibleTables(source, target, depth)
  }
  if (source instanceof StructureType && target instanceof StructureType) {
    const [own, other] = [source.getComponents(), target.getComponents()]
    if (own.length !== other.length) return !source.containsVoid() && !target.containsVoid()
    return own.some(({ type }, at) => {
      const second = other[at]?.type
      return second !== undefined && isIncompatible(type, second, depth + 1)
    })
  }
  const [left, right] = [technical(source), technical(target)]
  return left !== undefined && right !== undefined
    ? left !== right
    : areOfDifferentKinds(source, target)
}

/** One is a structure or a table, and the other is elementary. */
function areOfDifferentKinds(source: AbstractType, target: AbstractType): boolean {
  const kind = (type: AbstractType): string | undefined => {
    if (type instanceof TableType) return type.isWithHeader() ? undefined : 'table'
    if (type instanceof StructureType) return 'structure'
    return technical(type) === undefined ? undefined : 'elementary'
  }
  const [left, right] = [kind(source), kind(target)]
  return left !== undefined && right !== undefined && left !== right
}

function areIncompatibleTables(source: Table, target: Table, depth: number): boolean {
  if (source.isWithHeader() || target.isWithHeader()) return false
  const [row, other] = [source.getRowType(), target.getRowType()]
  if (isIncompatible(row, other, depth + 1)) return true
  // a formal parameter without a key takes tables with any key
  if (depth === 0 && isWithoutKey(target)) return false
  const [left, right] = [keyOf(source), keyOf(target)]
  return left !== undefined && right !== undefined && left !== right
}

function isWithoutKey(table: Table): boolean {
  const { keyType, primaryKey } = table.getOptions()
  return keyType === TableKeyType.user && (primaryKey?.keyFields.length ?? 0) === 0
}

/** Access and key of a table as text; a data object without a key has the default key. */
function keyOf(table: Table): string | undefined {
  const { keyType, primaryKey } = table.getOptions()
  const access = String(primaryKey?.type ?? 'STANDARD')
  if (!['STANDARD', 'SORTED', 'HASHED'].includes(access)) return undefined
  const fields =
    keyType === TableKeyType.empty
      ? ''
      : keyType === TableKeyType.default || isWithoutKey(table)
        ? defaultKey(table.getRowType())
        : primaryKey?.keyFields.map(field => field.toLowerCase()).join(' ')
  if (fields === undefined) return undefined
  return `${access} ${primaryKey?.isUnique === true} ${fields}`
}

/** The default key: the components like characters and bytes, or the whole row. */
function defaultKey(row: AbstractType): string | undefined {
  if (row.containsVoid()) return undefined
  if (!(row instanceof StructureType)) {
    return technical(row) === undefined ? undefined : 'table_line'
  }
  const nested = row.getComponents().some(({ type }) => type instanceof StructureType)
  if (nested) return undefined
  return row
    .getComponents()
    .filter(({ type }) => /^(c\d|n\d|x\d|d$|t$|string|xstring)/.test(technical(type) ?? ''))
    .map(({ name }) => name.toLowerCase())
    .join(' ')
}

/** Whether a value of one type is known not to be convertible to the other. */
export function isInconvertible(source: AbstractType, target: AbstractType, depth = 0): boolean {
  if (depth > MAX_DEPTH) return false
  if (source instanceof TableType && target instanceof TableType) {
    return source.isWithHeader() || target.isWithHeader()
      ? false
      : isInconvertible(source.getRowType(), target.getRowType(), depth + 1)
  }
  if (source instanceof StructureType && target instanceof StructureType) {
    return areInconvertibleStructures(source, target)
  }
  if (source instanceof StructureType) return isNumber(target)
  if (target instanceof StructureType) return isNumber(source)
  return areOfDifferentKinds(source, target)
}

function isNumber(type: AbstractType): boolean {
  return /^(p\d|int8|i$|f$|decfloat)/.test(technical(type) ?? '')
}

/**
 * Deep structures must be compatible. Of flat ones the fragments must match in the length of the
 * shorter one, where the last fragment of characters or bytes may be shorter.
 */
function areInconvertibleStructures(source: Structure, target: Structure): boolean {
  if (source.containsVoid() || target.containsVoid()) return false
  const [left, right] = [fragmentsOf(source), fragmentsOf(target)]
  if (left === 'unknown' || right === 'unknown') return false
  if (left === 'deep' || right === 'deep') return left !== right || isIncompatible(source, target)
  const shorter = Math.min(left.length, right.length)
  return left.slice(0, shorter).some((fragment, at) => {
    const other = right[at]
    if (other === undefined || fragment.kind !== other.kind) return true
    if (fragment.length === other.length) return false
    const grows = fragment.kind === 'c' || fragment.kind === 'x'
    const ends = (one: readonly unknown[], length: number, more: number): boolean =>
      at === one.length - 1 && length < more
    return !(
      grows &&
      (ends(left, fragment.length, other.length) || ends(right, other.length, fragment.length))
    )
  })
}

interface Fragment {
  readonly kind: string
  readonly length: number
}

/** Neighbours of characters, and of bytes, are one fragment; every number is one of its own. */
function fragmentsOf(structure: Structure): readonly Fragment[] | 'deep' | 'unknown' {
  const fragments: Fragment[] = []
  for (const { type } of structure.getComponents()) {
    const parts = type instanceof StructureType ? fragmentsOf(type) : fragmentOf(type)
    if (typeof parts === 'string') return parts
    for (const part of parts) {
      const last = fragments.at(-1)
      if (last !== undefined && last.kind === part.kind && /^[cx]$/.test(part.kind)) {
        fragments[fragments.length - 1] = { ...last, length: last.length + part.length }
      } else fragments.push(part)
    }
  }
  return fragments
}

const CHARACTERS: Readonly<Record<string, number>> = { d: 8, t: 6 }

function fragmentOf(type: AbstractType): readonly Fragment[] | 'deep' | 'unknown' {
  const text = technical(type)
  if (text === undefined) return isDeep(type) ? 'deep' : 'unknown'
  if (text === 'string' || text === 'xstring') return 'deep'
  const [, letter = text, length = ''] = /^([cnxp])(\d+)/.exec(text) ?? []
  if (letter === 'x') return [{ kind: 'x', length: Number(length) }]
  if (letter === 'p') return [{ kind: 'p', length: Number(length) }]
  if (letter === 'c' || letter === 'n') return [{ kind: 'c', length: Number(length) }]
  const characters = CHARACTERS[text]
  return [characters === undefined ? { kind: text, length: 1 } : { kind: 'c', length: characters }]
}

function isDeep(type: AbstractType): boolean {
  return type instanceof TableType || isReference(type)
}
