/** Checks the names in behavior definitions: entities, tables, elements, and what is declared twice. */
import { Objects } from '@abaplint/core'
import type { IObject } from '@abaplint/core'
import type { FileMessage } from '../../../types.ts'
import { error } from '../../ranges.ts'
import type { Repository } from '../../repository.ts'
import { rangeOf } from '../cds.ts'
import type { CdsToken } from '../cds-tokens.ts'
import { entityOf, missingEntity } from '../cds/entities.ts'
import { checkCharacteristics } from './characteristics.ts'
import { headOf } from './head.ts'
import { itemsOf } from './items.ts'
import type { Item } from './items.ts'
import { checkOperations } from './operations.ts'
import { checkOptions } from './options.ts'
import { checkProjection } from './projections.ts'
import { behaviorSource } from './source.ts'
import type { Behavior } from './source.ts'

const RULE = 'bdef_name'

/** For behavior definitions without syntax errors. */
export function checkBehavior(repository: Repository, object: IObject): FileMessage[] {
  if (!(object instanceof Objects.BehaviorDefinition)) return []
  const file = object.findSourceFile()
  const source = file === undefined ? undefined : behaviorSource(file.getRaw())
  if (file === undefined || source === undefined) return []
  const name = file.getFilename()
  return [
    ...checkCharacteristics(name, source),
    ...checkOperations(repository, name, source),
    ...checkProjection(repository, name, source),
    ...source.behaviors.flatMap(behavior => [
      ...checkOptions(name, behavior),
      ...(isKnown(repository, behavior)
        ? missingElements(repository, name, behavior)
        : [missingEntity(name, behavior.entity)]),
      ...missingTables(repository, name, behavior),
      ...declaredTwice(name, behavior)
    ])
  ]
}

/** An extension can name the alias of the behavior that it extends. */
function isKnown(repository: Repository, { entity, isExtension }: Behavior): boolean {
  const wanted = entity.text.toUpperCase()
  if (entityOf(repository, wanted) !== undefined) return true
  return (
    isExtension &&
    [...repository.registry.getObjectsByType('BDEF')].some(
      object =>
        object instanceof Objects.BehaviorDefinition &&
        object.findEntityNameByAlias(wanted) !== undefined
    )
  )
}

function missingTables(repository: Repository, file: string, behavior: Behavior): FileMessage[] {
  const { persistentTable, draftTable } = headOf(behavior)
  return [persistentTable, draftTable].flatMap(token => {
    if (token === undefined) return []
    if (repository.registry.getObject('TABL', token.text.toUpperCase()) !== undefined) return []
    const text = `The database table "${token.text.toUpperCase()}" does not exist.`
    return [error(rangeOf(file, [token]), RULE, text)]
  })
}

/** `field ( readonly ) a, b;`, `mapping for t { element = column; }`, triggers and entity tags. */
function missingElements(repository: Repository, file: string, behavior: Behavior): FileMessage[] {
  const elements = entityOf(repository, behavior.entity.text)?.elements
  if (elements === undefined) return []
  const { etag, totalEtag } = headOf(behavior)
  const named = [etag, totalEtag, ...itemsOf(behavior).flatMap(elementsIn)]
  return named.flatMap(token => {
    if (token === undefined || elements.has(token.text.toUpperCase())) return []
    const text = `The element "${token.text}" does not exist in "${behavior.entity.text.toUpperCase()}".`
    return [error(rangeOf(file, [token]), RULE, text)]
  })
}

function elementsIn({ kind, name, rest, statement }: Item): CdsToken[] {
  const block = statement.block ?? []
  if (kind === 'FIELD') return ownElements(name === undefined ? rest : [name, ...rest])
  if (kind === 'DETERMINATION' || kind === 'VALIDATION') {
    return block.flatMap(({ words, tokens }) =>
      words[0] === 'FIELD' ? ownElements(tokens.slice(1)) : []
    )
  }
  if (kind !== 'MAPPING') return []
  return block.flatMap(({ words, tokens }) => (words[1] === '=' ? tokens.slice(0, 1) : []))
}

/** Without those of associations: `_assoc.element`. */
function ownElements(tokens: readonly CdsToken[]): CdsToken[] {
  return tokens.filter(
    ({ text }, at) =>
      /^\w+$/.test(text) &&
      !text.startsWith('_') &&
      tokens[at - 1]?.text !== '.' &&
      tokens[at + 1]?.text !== '.'
  )
}

const OPERATIONS = new Set(['CREATE', 'UPDATE', 'DELETE'])
const DECLARATIONS = new Set([
  'DETERMINATION',
  'VALIDATION',
  'ACTION',
  'FUNCTION',
  'DETERMINE ACTION',
  'ASSOCIATION',
  'EVENT'
])

/** Standard operations, and names of determinations, validations, actions and associations. */
function declaredTwice(file: string, behavior: Behavior): FileMessage[] {
  const seen = new Set<string>()
  return itemsOf(behavior).flatMap(({ kind, keyword, name, modifiers }) => {
    if (modifiers.includes('USE') || modifiers.includes('EXTEND')) return []
    const declared = OPERATIONS.has(kind) ? keyword : DECLARATIONS.has(kind) ? name : undefined
    if (declared === undefined) return []
    const key = declared.text.toUpperCase()
    if (!seen.has(key)) {
      seen.add(key)
      return []
    }
    return [
      error(rangeOf(file, [declared]), RULE, `"${declared.text}" is declared more than once.`)
    ]
  })
}
