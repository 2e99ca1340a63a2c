/** Types of dictionary and CDS fields, and the dictionary types of ABAP types. */
import { BasicTypes, Objects, TypedIdentifier } from '@abaplint/core'
import type { AbstractType, IRegistry } from '@abaplint/core'

/**
 * Name → type of the fields of a table, structure or CDS view; undefined when there is none or it
 * cannot be resolved.
 */
export function fieldsOf(registry: IRegistry, name: string): Map<string, AbstractType> | undefined {
  const type = rowTypeOf(registry, name)
  if (!(type instanceof BasicTypes.StructureType)) return undefined
  return new Map(
    type.getComponents().map(component => [component.name.toUpperCase(), component.type])
  )
}

function rowTypeOf(registry: IRegistry, name: string): AbstractType | undefined {
  const object =
    registry.getObject('TABL', name) ??
    registry.getObject('VIEW', name) ??
    registry.getObject('DDLS', name) ??
    viewByEntity(registry, name)
  if (
    object instanceof Objects.Table ||
    object instanceof Objects.View ||
    object instanceof Objects.DataDefinition
  ) {
    return plain(object.parseType(registry))
  }
  return undefined
}

/** A CDS source may be named differently from the entity or the database view it defines. */
function viewByEntity(registry: IRegistry, name: string): Objects.DataDefinition | undefined {
  for (const object of registry.getObjectsByType('DDLS')) {
    if (!(object instanceof Objects.DataDefinition)) continue
    if (
      [object.getDefinitionName(), object.getSQLViewName()].some(
        other => other?.toUpperCase() === name.toUpperCase()
      )
    ) {
      return object
    }
  }
  return undefined
}

function plain(type: AbstractType | TypedIdentifier): AbstractType {
  return type instanceof TypedIdentifier ? type.getType() : type
}

/** A dictionary type with its length (digits for numbers) and decimals. */
export interface DictionaryType {
  readonly type: string
  readonly length: number
  readonly decimals: number
}

/** The dictionary type that stores values of an ABAP type; undefined for types without one. */
export function dictionaryType(type: AbstractType): DictionaryType | undefined {
  if (type instanceof BasicTypes.CharacterType) {
    return { type: 'CHAR', length: type.getLength(), decimals: 0 }
  }
  if (type instanceof BasicTypes.NumericType) {
    return { type: 'NUMC', length: type.getLength(), decimals: 0 }
  }
  if (type instanceof BasicTypes.PackedType) {
    return { type: 'DEC', length: type.getLength() * 2 - 1, decimals: type.getDecimals() }
  }
  if (type instanceof BasicTypes.HexType) {
    return { type: 'RAW', length: type.getLength(), decimals: 0 }
  }
  for (const [kind, name, length] of FIXED) {
    if (type instanceof kind) return { type: name, length, decimals: 0 }
  }
  return undefined
}

const FIXED = [
  [BasicTypes.DateType, 'DATS', 8],
  [BasicTypes.TimeType, 'TIMS', 6],
  [BasicTypes.Integer8Type, 'INT8', 19],
  [BasicTypes.IntegerType, 'INT4', 10],
  [BasicTypes.DecFloat16Type, 'D16D', 16],
  [BasicTypes.DecFloat34Type, 'D34D', 34],
  [BasicTypes.DecFloatType, 'D34D', 34],
  [BasicTypes.FloatType, 'FLTP', 16],
  [BasicTypes.FloatingPointType, 'FLTP', 16],
  [BasicTypes.XStringType, 'RSTR', 0],
  [BasicTypes.StringType, 'STRG', 0],
  [BasicTypes.UTCLongType, 'UTCL', 27]
] as const
