/**
 * What ABAP refuses although SQLite could run it. The translation asks at each place; CDS views and
 * statements that are only run have no rules.
 */
import type { Column } from '../../types.ts'
import type { Expression, Query, Select } from '../parse/ast.ts'
import type { SqlType } from '../types.ts'

/** An expression with the dictionary type that the translation gives it. */
export interface Operand {
  readonly expression: Expression
  readonly type: SqlType
}

type Kind<K extends Expression['kind']> = Extract<Expression, { readonly kind: K }>

/** Each method throws an SqlError where the language does; `Scope` is that of the translation. */
export interface RulesOf<Scope> {
  select(select: Select, scope: Scope): void
  /** `results` are the columns of each SELECT that the set operators combine. */
  query(query: Query, results: readonly (readonly Column[])[], scope: Scope): void
  /** A common table expression with the columns of its query. */
  common(part: Query['with'][number], columns: readonly Column[]): void
  /** The subquery is an operand, and gives one value or a set of single values. */
  scalar(query: Query, columns: readonly Column[]): void
  comparison(left: Operand, right: Operand): void
  like(condition: Kind<'like'>, operand: Operand): void
  list(condition: Kind<'in'>): void
  arithmetic(operator: string, left: Operand, right: Operand): void
  /** Results of CASE and COALESCE, which need a common type. */
  results(operands: readonly Operand[]): void
  call(call: Kind<'call'>, values: readonly Operand[]): void
  cast(operand: Operand, type: SqlType): void
  aggregate(aggregate: Kind<'aggregate'>, argument: Operand | undefined): void
  window(window: Kind<'window'>): void
}
