/**
 * Finds the tables behind a statement, and adds the blocked ones that a view names in any place.
 */
import { globList } from '../policy/glob.ts'
import { lineageOf } from './lineage.ts'
import type { IndirectRead, Definitions, Lineage, LineageQuery, Untraceable } from './lineage.ts'

/** Most names that are looked up because a pattern with `*` fits them. */
const mostLookUps = 40

/**
 * A name that the grammar takes for an element or an alias still counts where it is the name of a
 * blocked table: so a fault of the grammar shows no rows. What only fits a pattern counts where the
 * ERP has an object of that name.
 *
 * @throws what `definitions` throws
 */
export async function findIndirectReads(
  definitions: Definitions,
  question: LineageQuery,
  blocked: readonly string[]
): Promise<Omit<Lineage, 'mentions'>> {
  const { indirectReads, untraceable, mentions } = await lineageOf(definitions, question)
  const isBlocked = globList(blocked)
  const exact = globList(blocked.filter(pattern => !pattern.includes('*')))
  const named: IndirectRead[] = []
  let lookUpsLeft = mostLookUps
  for (const mention of mentions.filter(({ table }) => isBlocked(table))) {
    const counts =
      exact(mention.table) ||
      lookUpsLeft-- <= 0 ||
      (await definitions.find(mention.table)).kind !== 'nothing'
    if (counts) named.push(mention)
  }
  return { indirectReads: [...indirectReads, ...named], untraceable }
}

/** Which name cannot be traced, from which name of the statement it was reached, and why. */
export function untraceableWords({ name, through, why }: Untraceable): string {
  const way = through === '' || through === name ? '' : ` (${through} reads it)`
  return `which tables ${name} reads cannot be determined${way}: ${why}`
}
