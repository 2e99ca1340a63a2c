/** The interface of `sql/`: the rows of tables and views, on node:sqlite. */
import type { SelectAnalysis } from './engine-types.ts'
import type { Column, TableShape } from './repository-types.ts'

/** Methods are synchronous but for `queryInBackground`. */
export interface Database {
  /**
   * Creates the table, or alters it to the shape keeping the rows that fit. Returns whether it is
   * new.
   */
  defineTable(shape: TableShape): boolean
  dropTable(name: string): void
  /**
   * Translates the CDS source to a view; throws SqlError naming the construct it cannot translate.
   */
  defineView(entity: string, source: string): TableShape
  dropView(name: string): void
  /** The SQL that creates the view of an entity, and its second name where it has one. */
  createStatements(entity: string): readonly { readonly name: string; readonly sql: string }[]
  /** Whether it is a view with parameters that have no value of their own. */
  needsValues(view: string): boolean
  load(table: string, rows: readonly Readonly<Record<string, string | number>>[]): void
  /** The table holds these rows from now on and no others. */
  replace(table: string, rows: readonly Readonly<Record<string, string | number>>[]): void
  /** One SELECT in ABAP SQL, already analysed; read-only connection. */
  query(request: { sql: string; maxRows: number; columns?: SelectAnalysis['columns'] }): QueryResult
  /**
   * The same in a thread of its own: a query that takes its full time does not keep others waiting.
   */
  queryInBackground(request: {
    sql: string
    maxRows: number
    columns?: SelectAnalysis['columns']
  }): Promise<QueryResult>
  preview(request: { name: string; maxRows: number; where?: string }): QueryResult
  /**
   * Takes over what a run has committed on its copy; where a row changed meanwhile, the run's
   * version wins.
   */
  apply(changes: Uint8Array): void
  /** A consistent copy of the rows for a run that must not touch them. */
  snapshot(file: string): void
  readonly file: string
  close(): void
}
export interface QueryResult {
  readonly columns: readonly Column[]
  readonly rows: readonly (string | number | null)[][]
  /** Rows the query has, as far as counted; `truncated` when more than maxRows. */
  readonly total: number
  readonly truncated: boolean
  readonly milliseconds: number
}
