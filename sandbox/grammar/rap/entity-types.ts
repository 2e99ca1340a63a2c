/** Remembers which entity a derived type stands for: its component groups are made for it alone. */
import { BasicTypes } from '@abaplint/core'
import type { AbstractType } from '@abaplint/core'
import type { Component } from './components.ts'
import type { BehaviorEntity } from './model.ts'

const GROUPS = new Set(['%tky', '%key', '%data'])

const known = new WeakMap<AbstractType, BehaviorEntity>()

/** Copies of a structure keep the types of its components. */
export function noteEntity(components: readonly Component[], entity: BehaviorEntity): void {
  for (const { name, type } of components) if (GROUPS.has(name)) known.set(type, entity)
}

/** The entity of a derived type, or of the rows of a table. */
export function entityBehind(type: AbstractType | undefined): BehaviorEntity | undefined {
  const row = type instanceof BasicTypes.TableType ? type.getRowType() : type
  if (!(row instanceof BasicTypes.StructureType)) return undefined
  for (const { type: own } of row.getComponents()) {
    const entity = known.get(own)
    if (entity !== undefined) return entity
  }
  return undefined
}
