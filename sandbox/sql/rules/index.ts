/** The rules of ABAP SQL 7.58, by the strict mode in which a statement is checked. */
import type { Rules } from '../emit/scope.ts'
import { conditionRules } from './conditions.ts'
import type { RuleOptions } from './options.ts'
import { operandRules } from './operands.ts'
import { queryRules } from './queries.ts'

export function rulesOf(options: RuleOptions): Rules {
  const conditions = conditionRules(options)
  return { ...conditions, ...operandRules(conditions.results), ...queryRules(options) }
}
