/** CDS entities by name, for sources that refer to them. */
import { Objects } from '@abaplint/core'
import type { FileMessage } from '../../../types.ts'
import { error } from '../../ranges.ts'
import type { Repository } from '../../repository.ts'
import { rangeOf } from '../cds.ts'
import { cdsTokens } from '../cds-tokens.ts'
import type { CdsToken } from '../cds-tokens.ts'

export interface Entity {
  /** The names of its elements, in capitals; undefined where they are not known. */
  readonly elements: ReadonlySet<string> | undefined
}

/** An entity or table; an entity can have another name than its source. */
export function entityOf(repository: Repository, name: string): Entity | undefined {
  const definition = definitionOf(repository, name)
  if (definition !== undefined) return { elements: elementsOf(definition) }
  const table = repository.registry.getObject('TABL', name)
  return table === undefined ? undefined : { elements: undefined }
}

type Definition = InstanceType<typeof Objects.DataDefinition>

function definitionOf({ registry }: Repository, name: string): Definition | undefined {
  const named = registry.getObject('DDLS', name)
  if (named instanceof Objects.DataDefinition) return named
  for (const object of registry.getObjectsByType('DDLS')) {
    if (
      object instanceof Objects.DataDefinition &&
      object.getDefinitionName()?.toUpperCase() === name.toUpperCase()
    ) {
      return object
    }
  }
  return undefined
}

export function sourceTextOf(repository: Repository, name: string): string | undefined {
  return definitionOf(repository, name)?.findSourceFile()?.getRaw()
}

/** The entity that a projection view is built on. */
export function sourceOf(repository: Repository, name: string): string | undefined {
  const text = sourceTextOf(repository, name) ?? ''
  const words = cdsTokens(text).map(token => token.text.toUpperCase())
  const at = words.indexOf('ON', words.indexOf('PROJECTION'))
  return words.includes('PROJECTION') && words[at - 1] === 'PROJECTION' ? words[at + 1] : undefined
}

function elementsOf(object: Definition) {
  const fields = object.getParsedData()?.fields
  if (fields === undefined || fields.length === 0) return undefined
  const names = fields.map(({ name }) => name.toUpperCase())
  return names.some(name => !/^\w+$/.test(name)) ? undefined : new Set(names)
}

/** The standard of the sandbox is a small part of that of the ERP: its absent names are no errors. */
export function missingEntity(file: string, token: CdsToken): FileMessage {
  const name = token.text.toUpperCase()
  if (/^[ZY]/.test(name)) {
    return error(rangeOf(file, [token]), 'cds_entity', `The CDS entity "${name}" does not exist.`)
  }
  const text = `The CDS entity "${name}" is not in the sandbox: uses of it are not checked.`
  return { ...rangeOf(file, [token]), severity: 'W', rule: 'sandbox_unchecked', text }
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
