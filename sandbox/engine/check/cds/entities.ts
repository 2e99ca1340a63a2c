/** CDS entities by name, for sources that refer to them. */
import { Objects } from '@abaplint/core'
import type { FileMessage } from '../../../types.ts'
import { error } from '../../ranges.ts'
import type { Repository } from '../../repository.ts'
import { rangeOf } from '../cds.ts'
import type { CdsToken } from '../cds-tokens.ts'

export interface Entity {
  /** The names of its elements, in capitals; undefined where they are not known. */
  readonly elements: ReadonlySet<string> | undefined
}

/** An entity or table; an entity can have another name than its source. */
export function entityOf(repository: Repository, name: string): Entity | undefined {
  const { registry } = repository
  const named = registry.getObject('DDLS', name)
  if (named instanceof Objects.DataDefinition) return { elements: elementsOf(named) }
  if (registry.getObject('TABL', name) !== undefined) return { elements: undefined }
  for (const object of registry.getObjectsByType('DDLS')) {
    if (
      object instanceof Objects.DataDefinition &&
      object.getDefinitionName()?.toUpperCase() === name.toUpperCase()
    ) {
      return { elements: elementsOf(object) }
    }
  }
  return undefined
}

function elementsOf(object: InstanceType<typeof Objects.DataDefinition>) {
  const fields = object.getParsedData()?.fields
  if (fields === undefined || fields.length === 0) return undefined
  const names = fields.map(({ name }) => name.toUpperCase())
  return names.some(name => !/^\w+$/.test(name)) ? undefined : new Set(names)
}

export function missingEntity(file: string, token: CdsToken): FileMessage {
  return error(
    rangeOf(file, [token]),
    'cds_entity',
    `The CDS entity "${token.text.toUpperCase()}" does not exist.`
  )
}

/** A source defines what it is named after. */
export function checkName(file: string, token: CdsToken, name: string): FileMessage[] {
  return token.text.toUpperCase() === name.toUpperCase()
    ? []
    : [
        error(
          rangeOf(file, [token]),
          'cds_name',
          `The name "${token.text.toUpperCase()}" differs from the name of the source, "${name.toUpperCase()}".`
        )
      ]
}
