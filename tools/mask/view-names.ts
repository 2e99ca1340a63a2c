/** What the names in the source of a view stand for, besides columns. */
import type { CdsBranch } from '../sql/cds-select.ts'
import type { CdsToken } from '../sql/cds-tokens.ts'
import { isName, isSign } from './view-parts.ts'
import type { ViewParts } from './view-parts.ts'

/** Words of CDS that are no columns. */
export const words: ReadonlySet<string> = new Set(
  `
  DEFINE ROOT VIEW ENTITY AS SELECT FROM DISTINCT WITH PARAMETERS PROJECTION ON INNER LEFT RIGHT OUTER CROSS JOIN TO ONE
  MANY EXACT OF WHERE GROUP BY HAVING UNION ALL EXCEPT INTERSECT ASSOCIATION COMPOSITION PARENT DEFAULT FILTER REDIRECTED
  AND OR NOT IS NULL INITIAL LIKE ESCAPE BETWEEN IN EXISTS CASE WHEN THEN ELSE END CAST PRESERVING TYPE EXTEND HIERARCHY
  CHILD SOURCE START SIBLINGS ORDER ASCENDING DESCENDING MULTIPLE PARENTS ORPHANS CYCLES LEAVES ROOTS ALLOWED IGNORE
  PROVIDER CONTRACT VIRTUAL KEY REDEFINE LOCALIZED TRANSIENT WRITABLE
`
    .trim()
    .split(/\s+/)
)

/** Names of the view, its sources and its associations. */
export function isNamed(
  { name: own, branches }: { readonly name: string; readonly branches: readonly CdsBranch[] },
  name: string
): boolean {
  return (
    own === name ||
    branches.some(
      ({ sources, associations }) =>
        sources.some(one => one.name === name || one.alias === name) ||
        associations.some(one => one.name === name || one.target === name)
    )
  )
}

/** Names along which a branch goes to the targets of associations. */
export function noteSteps(branch: CdsBranch, into: Set<string>): void {
  const all = [branch.steps, ...branch.associations.map(({ steps }) => steps)]
  for (const { heads, inner } of all) {
    for (const one of [...heads, ...inner]) into.add(one)
  }
  for (const one of branch.possibleAssociations) into.add(one)
  for (const { alias, path } of branch.exposed) {
    if (into.has(alias)) for (const one of path) into.add(one)
    for (const one of path.slice(0, -1)) into.add(one)
  }
}

const harmless =
  /^(?:CONCAT|CONCAT_WITH_SPACE|UPPER|LOWER|LENGTH|COALESCE|MIN|MAX|COUNT|LTRIM|RTRIM|INSTR|REPLACE)$/

/** Whether an expression can fail by the values that it computes with: an error would tell them. */
export function mayFail(tokens: readonly CdsToken[]): boolean {
  return tokens.some(
    (token, at) =>
      ['+', '-', '*', '/'].some(sign => isSign(token, sign)) ||
      (isName(token) &&
        isSign(tokens[at + 1], '(') &&
        !harmless.test(token.text) &&
        !words.has(token.text)) ||
      token.text === 'CAST'
  )
}

/** Whether the rows of a view are compared with each other: DISTINCT, or a set without ALL. */
export function comparesRows({ elements, rest }: ViewParts): boolean {
  const isWord = (token: CdsToken | undefined, word: string) =>
    token?.kind === 'name' && token.text === word
  return (
    elements.some(({ tokens }) => isWord(tokens[0], 'DISTINCT')) ||
    rest.some(
      (token, at) =>
        isWord(token, 'EXCEPT') ||
        isWord(token, 'INTERSECT') ||
        (isWord(token, 'UNION') && !isWord(rest[at + 1], 'ALL'))
    )
  )
}
