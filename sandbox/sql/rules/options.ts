/** What the rules of a statement depend on. */
import type { SqlError } from '../errors.ts'
import type { Query } from '../parse/ast.ts'

export interface RuleOptions {
  /** The release whose strict mode applies: 0 for none, 740, 750, 751 … */
  readonly level: number
  /** Parts of the statement are known at run time only. */
  readonly dynamic: boolean
  readonly clientSpecified: boolean
  /** The query whose columns the target takes by their names. */
  readonly named: Query | undefined
  /** Takes what is a warning in this mode. */
  warn(warning: SqlError): void
}
