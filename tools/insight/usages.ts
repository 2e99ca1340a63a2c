/** The uses of an object or symbol, with their code. */
import type { ObjectRef, Reference } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { findPosition } from '../objects/position.ts'
import type { PositionOptions } from '../objects/position.ts'
import { snippetsOf, usesOf } from '../navigate/references.ts'
import { count, refWords, systemWords } from '../objects/words.ts'
import { pack } from './budget.ts'

const linesShown = 4
const snippetUsers = 40

export interface UsagesOptions extends PositionOptions {
  readonly ref: ObjectRef
  readonly bytes: number
}

/**
 * Who uses an object or a method: per package, productive code before tests, each user once with a
 * few lines.
 */
export async function usages(context: ToolContext, options: UsagesOptions): Promise<string> {
  const { ref, bytes } = options
  const position = await findPosition(context, ref, options)
  const uses = await usesOf(context, ref, position)
  const snippets = await snippetsOf(context, uses.slice(0, snippetUsers))
  // One entry of the where-used list is a part of an object, which may name what is used in several
  // lines.
  const placesIn = (list: readonly Reference[]) =>
    list.reduce((sum, use) => sum + Math.max(1, snippets.get(use)?.length ?? 0), 0)
  const groups = [...Map.groupBy(uses, ownerOf)].toSorted(
    ([, a], [, b]) => Number(a.every(isTest)) - Number(b.every(isTest)) || placesIn(b) - placesIn(a)
  )
  const packages = [...Map.groupBy(uses, use => use.package ?? '?')].map(
    ([name, list]) => `${name} ${placesIn(list)}`
  )
  const of = position === undefined ? refWords(ref) : `${position.word} of ${refWords(ref)}`
  const tests = placesIn(uses.filter(isTest))
  const orMore = uses.length > snippetUsers ? ' or more' : ''
  const head = [
    `${systemWords(context.erp)} · usages of ${of} · ${count(placesIn(uses), 'place')}${orMore} in ${count(groups.length, 'object')}${tests === 0 ? '' : `, ${tests} in tests`} · dynamic calls are not among them`,
    ...(packages.length === 0 ? [] : [`packages: ${packages.slice(0, 30).join(', ')}`])
  ]
  return pack(
    head,
    groups.map(([owner, list]) => {
      const brief = `${owner}  ${count(placesIn(list), 'place')}${list.every(isTest) ? ' (test)' : ''}`
      const lines = list
        .flatMap(use =>
          (snippets.get(use) ?? []).map(
            ({ line, text }) => `  ${line ?? ''}: ${text.trim().slice(0, 160)}`
          )
        )
        .slice(0, linesShown)
      return { brief, full: [brief, ...lines].join('\n') }
    }),
    bytes
  ).text
}

function ownerOf(use: Reference): string {
  return `${use.ref === undefined ? use.name : refWords(use.ref)}${use.package === undefined ? '' : ` [${use.package}]`}`
}

function isTest({ usage = '', part }: Reference): boolean {
  return usage.includes('includeTest') || part === 'testclasses'
}
