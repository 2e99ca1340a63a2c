/** The tables and views of the repository as the translation of ABAP SQL needs them. */
import { BasicTypes, Objects } from '@abaplint/core'
import type { AbstractType, IRegistry } from '@abaplint/core'
import { dictionaryType as ownType, fieldsOf } from '../../engine/navigate/types-of.ts'
import type { Catalog, Relation } from '../../sql/catalog.ts'
import { createContext } from '../../sql/emit/context.ts'
import { emitQuery } from '../../sql/emit/query.ts'
import { scopeWithInitialValues } from '../../sql/emit/view-arguments.ts'
import { SqlError } from '../../sql/errors.ts'
import { entityName, parseView } from '../../sql/parse/cds.ts'
import { builtInType, UNKNOWN } from '../../sql/types.ts'
import type { SqlType } from '../../sql/types.ts'
import type { Column } from '../../types.ts'

/**
 * `find` throws an SqlError UNSUPPORTED for what is there and cannot be understood: nothing can be
 * said of a statement that reads it.
 */
export function registryCatalog(registry: IRegistry): Catalog {
  const known = new Map<string, Relation | undefined>()
  const open = new Set<string>()
  const catalog: Catalog = {
    names: () => [],
    find(name) {
      const key = name.toUpperCase()
      if (known.has(key)) return known.get(key)
      if (open.has(key)) throw new SqlError('UNSUPPORTED', `${key} reads itself`)
      open.add(key)
      try {
        const relation =
          tableOf(registry, key) ?? viewOf(registry, key, catalog) ?? otherOf(registry, key)
        known.set(key, relation)
        return relation
      } finally {
        open.delete(key)
      }
    }
  }
  return catalog
}

function tableOf(registry: IRegistry, name: string): Relation | undefined {
  const object = registry.getObject('TABL', name)
  if (!(object instanceof Objects.Table)) return undefined
  const type = object.parseType(registry)
  if (!(type instanceof BasicTypes.StructureType)) throw notUnderstood(name)
  const keys = new Set(object.listKeys(registry))
  const named = new Map(
    (object.getFields() ?? []).map(field => [
      field.FIELDNAME.toUpperCase(),
      dictionaryName(field, registry)
    ])
  )
  const columns = columnsOfType(type, keys).map(column => {
    const precise = named.get(column.name)
    return precise === undefined || column.type === '' ? column : { ...column, type: precise }
  })
  return relation(name, 'table', columns)
}

type Field = NonNullable<ReturnType<Objects.Table['getFields']>>[number]

/** `CLNT`, `CURR`: the types that ABAP has no type for. */
function dictionaryName({ DATATYPE, ROLLNAME }: Field, registry: IRegistry): string | undefined {
  const element = ROLLNAME === undefined ? undefined : registry.getObject('DTEL', ROLLNAME)
  const name =
    element instanceof Objects.DataElement ? element.getDataType(registry) : (DATATYPE ?? '')
  return name === undefined || name === '' || builtInType(name, [1]) === undefined
    ? undefined
    : (builtInType(name, [1])?.type ?? name)
}

function relation(name: string, kind: 'table' | 'view', columns: readonly Column[]): Relation {
  return { shape: { name, description: '', columns }, kind, parameters: [] }
}

function viewOf(registry: IRegistry, name: string, catalog: Catalog): Relation | undefined {
  const source = sourceOfView(registry, name)
  if (source === undefined) return undefined
  try {
    const definition = parseView(source)
    const parameters = definition.parameters.map(parameter => ({
      name: parameter.name,
      type: parameter.type ?? UNKNOWN,
      ...(parameter.systemField === undefined ? {} : { systemField: parameter.systemField })
    }))
    const scope = scopeWithInitialValues(createContext({ catalog }), parameters)
    const { columns } = emitQuery(definition.query, scope)
    return { ...relation(name, 'view', columns), definition, parameters }
  } catch (error) {
    if (error instanceof SqlError) throw notUnderstood(name)
    throw error
  }
}

function sourceOfView(registry: IRegistry, name: string): string | undefined {
  const own = registry.getObject('DDLS', name)
  const objects = own === undefined ? registry.getObjectsByType('DDLS') : [own]
  for (const object of objects) {
    if (!(object instanceof Objects.DataDefinition)) continue
    const source = object.findSourceFile()?.getRaw()
    if (source === undefined) continue
    if (own !== undefined || entityName(source) === name) return source
    if (object.getSQLViewName()?.toUpperCase() === name) return source
  }
  return undefined
}

/** A view of the dictionary. */
function otherOf(registry: IRegistry, name: string): Relation | undefined {
  const fields = fieldsOf(registry, name)
  if (fields === undefined) return undefined
  const columns = [...fields].map(([field, type]) => columnOf(field, type, false))
  return relation(name, 'view', columns)
}

const notUnderstood = (name: string): SqlError =>
  new SqlError('UNSUPPORTED', `${name} is not understood`)

export function columnsOfType(type: BasicTypes.StructureType, keys: ReadonlySet<string>): Column[] {
  return type
    .getComponents()
    .filter(({ asInclude }) => asInclude !== true)
    .map(component => columnOf(component.name, component.type, keys.has(component.name)))
}

function columnOf(name: string, type: AbstractType, key: boolean): Column {
  return { name: name.toUpperCase(), ...sqlTypeOf(type), key, description: '' }
}

/** UNKNOWN for types that no column has. A string may be a short one, of which more is possible. */
export function sqlTypeOf(type: AbstractType): SqlType {
  const found = ownType(type)
  if (found === undefined) return UNKNOWN
  const name = { D16D: 'D16N', D34D: 'D34N', STRG: 'SSTR' }[found.type] ?? found.type
  return { ...found, type: name }
}
