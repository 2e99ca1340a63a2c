/** The rules of ABAP SQL 7.58, by the strict mode in which a statement is checked. */
import type { Rules } from '../emit/rules.ts'
import { conditionRules } from './conditions.ts'
import type { Query } from '../parse/ast.ts'
import { operandRules } from './operands.ts'
import { queryRules } from './queries.ts'

export interface RuleOptions {
  /** The release whose strict mode applies: 0 for none, 740, 750, 751 … */
  readonly level: number
  /** Parts of the statement are known at run time only. */
  readonly dynamic: boolean
  readonly clientSpecified: boolean
  /** The query whose columns the target takes by their names. */
  readonly named: Query | undefined
}

export function rulesOf(options: RuleOptions): Rules {
  const conditions = conditionRules(options.level)
  return { ...conditions, ...operandRules(conditions.results), ...queryRules(options) }
}
