/** Types of the save sequence: what is saved, and the final keys of new instances. */
import { BasicTypes } from '@abaplint/core'
import type { AbstractType } from '@abaplint/core'
import { control, data, keyed, tableOf } from './components.ts'
import { findEntity, partsOf } from './entities.ts'
import type { RapScope } from './entities.ts'

const { StructureType } = BasicTypes

/** The final key of an instance, as CONVERT KEY gives it. */
export function keyType(name: string, scope: RapScope): AbstractType | undefined {
  const found = findEntity(name, scope)
  const parts = found === undefined ? undefined : partsOf(found, scope)
  return parts === undefined ? undefined : new StructureType([...parts.keys])
}

/** REQUEST FOR CHANGE and DELETE: one table for each entity, with what is saved. */
export function requestType(kind: string, name: string, scope: RapScope): AbstractType | undefined {
  const found = findEntity(name, scope)
  if (found === undefined) return undefined
  const tables = found.model.entities.flatMap(entity => {
    const parts = partsOf({ ...found, entity, association: '' }, scope)
    if (parts === undefined) return []
    const { keys, fields } = parts
    const more = kind === 'DELETE' ? [] : [...data(fields, keys), control(fields)]
    const type = tableOf(new StructureType([...keyed(keys), ...more]))
    return [{ name: entity.alias.toLowerCase(), type }]
  })
  return tables.length === 0 ? undefined : new StructureType(tables)
}
