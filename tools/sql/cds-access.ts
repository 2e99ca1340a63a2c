/** Reads CDS access controls: the associations that their conditions follow. */
import { CdsCursor } from './cds-cursor.ts'
import { cdsTokens } from './cds-tokens.ts'

/**
 * What decides which rows of an entity are shown; rows that depend on a table reveal its contents.
 */
export interface CdsAccess {
  /** Names that may be associations of the entity. */
  readonly names: ReadonlySet<string>
  /** Entities whose conditions hold here as well, and the own one. */
  readonly inherits: ReadonlySet<string>
}

/**
 * `grant select on …`, `inherit … for grant select on …`, `inheriting conditions from entity super
 * …`.
 */
const beforeEntity = new Set(['ON', 'FROM', 'ENTITY', 'SUPER'])

/**
 * `grant select on … where ( _A.field ) = aspect … ; inherit … from entity …`. Every name in it may
 * be an association, so a part that is not understood hides none.
 *
 * @throws CdsError where it cannot be split into tokens
 */
export function readAccess(source: string): CdsAccess {
  const cursor = new CdsCursor(cdsTokens(source, 'doubled'))
  const names = new Set<string>()
  const inherits = new Set<string>()
  let before = ''
  while (cursor.token.kind !== 'end') {
    const isName = cursor.seesName()
    const { text } = cursor.next()
    if (isName) names.add(text)
    if (isName && beforeEntity.has(before) && !beforeEntity.has(text)) inherits.add(text)
    before = isName ? text : ''
  }
  return { names, inherits }
}
