/** Results and parameters of actions and functions, and what determine actions assign. */
import type { FileMessage } from '../../../types.ts'
import { error } from '../../ranges.ts'
import type { Repository } from '../../repository.ts'
import { rangeOf } from '../cds.ts'
import type { CdsToken } from '../cds-tokens.ts'
import { entityOf, missingEntity } from '../cds/entities.ts'
import { itemsOf } from './items.ts'
import type { Item } from './items.ts'
import type { Behavior, BehaviorSource } from './source.ts'

const RULE = 'bdef_operation'

export function checkOperations(
  repository: Repository,
  file: string,
  source: BehaviorSource
): FileMessage[] {
  return source.behaviors.flatMap(behavior =>
    itemsOf(behavior).flatMap(item => [
      ...missingTypes(repository, file, item),
      ...incomplete(file, item),
      ...(source.kind === 'extension' ? [] : unassignable(file, { source, behavior, item }))
    ])
  )
}

function missingTypes(repository: Repository, file: string, item: Item): FileMessage[] {
  if (!/^(?:ACTION|FUNCTION|EVENT)$/.test(item.kind)) return []
  return typesIn(item.rest).flatMap(token => {
    const name = token.text.toUpperCase()
    const isKnown =
      name === '$SELF' ||
      entityOf(repository, name) !== undefined ||
      repository.registry.getObject('BDEF', name) !== undefined
    return isKnown ? [] : [missingEntity(file, token)]
  })
}

/** `parameter TYPE`, `result [1] TYPE`, `result selective [0..*] entity TYPE` */
function typesIn(rest: readonly CdsToken[]): CdsToken[] {
  const words = rest.map(({ text }) => text.toUpperCase())
  return words.flatMap((word, at) => {
    if (word !== 'PARAMETER' && word !== 'RESULT') return []
    let next = at + 1
    if (words[next] === 'SELECTIVE') next++
    if (words[next] === '[') next = words.indexOf(']', next) + 1
    if (words[next] === 'ENTITY') next++
    const type = rest[next]
    return type === undefined || words[next] === 'EXTERNAL' ? [] : [type]
  })
}

/** A function has a result, a factory action its number of instances. */
function incomplete(file: string, { kind, modifiers, name, rest }: Item): FileMessage[] {
  if (name === undefined || modifiers.includes('USE')) return []
  const words = rest.map(({ text }) => text.toUpperCase())
  const report = (text: string) => [error(rangeOf(file, [name]), RULE, text)]
  const isRecommendation = modifiers.includes('RECOMMENDATION')
  if (kind === 'FUNCTION' && !isRecommendation && !words.includes('RESULT')) {
    return report(`A result is missing for the function "${name.text}".`)
  }
  if (kind === 'ACTION' && modifiers.includes('FACTORY') && !words.includes('[')) {
    return report(`The cardinality is missing for the factory action "${name.text}".`)
  }
  return []
}

interface Assigned {
  readonly source: BehaviorSource
  readonly behavior: Behavior
  readonly item: Item
}

/** `determine action a { validation v; determination Child~d; }` */
function unassignable(file: string, { source, behavior, item }: Assigned): FileMessage[] {
  if (item.kind !== 'DETERMINE ACTION') return []
  return itemsOf({ body: item.statement.block ?? [] }).flatMap(({ kind, name, rest }) => {
    const child = rest.at(-1)
    const token = child ?? name
    if (name === undefined || token === undefined) return []
    const owner =
      child === undefined
        ? behavior
        : source.behaviors.find(({ alias, entity }) =>
            [alias, entity.text.toUpperCase()].includes(name.text.toUpperCase())
          )
    if (owner === undefined) {
      const text = `The entity "${name.text}" has no behavior in this source.`
      return [error(rangeOf(file, [name]), RULE, text)]
    }
    const isDeclared = itemsOf(owner).some(
      each => each.kind === kind && each.name?.text.toUpperCase() === token.text.toUpperCase()
    )
    const text = `The ${kind.toLowerCase()} "${token.text}" is not declared.`
    return isDeclared ? [] : [error(rangeOf(file, [token]), RULE, text)]
  })
}
