/** The scope of a translation: sources, columns and values that a query can name. */
import type { Column, TableShape } from '../../types.ts'
import { closest, columnList, identifier, type Catalog } from '../catalog.ts'
import { SqlError } from '../errors.ts'
import type { Association, Expression, Place, Query } from '../parse/ast.ts'
import type { SqlType } from '../types.ts'
import type { Emitted } from './definition.ts'
import type { RulesOf } from './rules.ts'

/** A row source inside one SELECT: `sql` is the name under which its columns are addressed. */
export interface Origin {
  readonly alias: string
  readonly sql: string
  readonly columns: readonly Column[]
  readonly associations: readonly Association[]
  /** Whether outer joins can make its columns NULL. */
  readonly optional: boolean
  /** What the targets of its associations stand for, where a test replaces some of them. */
  readonly catalog?: Catalog | undefined
}

/** A value that the running program passes. */
export interface HostValue {
  readonly type: SqlType
  /** The rows of a range table, or the components of a FOR ALL ENTRIES row. */
  readonly kind: 'scalar' | 'range' | 'rows'
  readonly range?: readonly {
    readonly sign: string
    readonly option: string
    readonly low: string | number
    readonly high: string | number
  }[]
  readonly shape?: TableShape
  /** SQL name of the temporary table that holds an internal table's rows. */
  readonly table?: string
  readonly components?: Readonly<Record<string, SqlType>>
}

export type Rules = RulesOf<Scope>

/** What holds for a whole statement. */
export interface Context {
  readonly catalog: Catalog
  readonly hosts: readonly HostValue[]
  /** Adds a call of the watchdog to every loop, so that a query can be stopped. */
  readonly guarded: boolean
  /** Rules of the language that are checked as well. */
  readonly rules?: Rules | undefined
  /**
   * How values are converted to the types of the columns that they are compared with: in strict mode
   * without a loss, else as in assignments. Left out, they are only brought into their stored form.
   */
  readonly conversion?: 'lossless' | 'assigned' | undefined
  /** Data elements by name, when the caller supplies them. */
  resolveElement(name: string): SqlType | undefined
  /** `$session.NAME`. */
  readonly session: Readonly<Record<string, Emitted>>
  /** Parameters `:p1`, `:p2` … in their order: the index of a host value, and its component. */
  readonly parameters: {
    readonly host: number
    readonly component?: string
    readonly rangeRow?: number
    readonly high?: boolean
    /** The type of the column that the value is compared with. */
    target?: SqlType
  }[]
  /** Names of the tables and views read, as often as they are read. */
  readonly tables: string[]
  /** Counts names that the translation makes up. */
  counter: number
}

/** The names visible at a place: the origins of this SELECT and of those around it. */
export class Scope {
  readonly origins: Origin[] = []
  readonly context: Context
  readonly parent: Scope | undefined
  readonly common: ReadonlyMap<string, TableShape>
  /** Joins that association paths require, by path. */
  readonly joins = new Map<string, { readonly origin: Origin; readonly sql: string }>()
  /** Values of the parameters of the view whose query this is. */
  parameters: ReadonlyMap<string, Emitted> | undefined
  /** Associations that this SELECT itself defines. */
  associations: readonly Association[] = []
  /** What `$projection.NAME` stands for here. */
  project: ((name: string) => Emitted | undefined) | undefined
  /**
   * What a qualifier stands for that is no source of this SELECT: names inside the view that an
   * association belongs to.
   */
  qualify: ((qualifier: string, name: string) => Emitted | undefined) | undefined

  constructor(context: Context, parent?: Scope, common?: ReadonlyMap<string, TableShape>) {
    this.context = context
    this.parent = parent
    this.common = common ?? parent?.common ?? new Map()
  }

  add(origin: Origin): void {
    if (this.origins.some(other => other.alias === origin.alias)) {
      throw new SqlError(
        'SYNTAX',
        `The source ${origin.alias} stands twice in FROM; give it an alias`
      )
    }
    this.origins.push(origin)
  }

  origin(alias: string): Origin | undefined {
    return this.origins.find(origin => origin.alias === alias) ?? this.parent?.origin(alias)
  }

  /** The column and where it comes from; throws with the candidates when there is none. */
  column(
    name: string,
    qualifier?: string,
    place?: Place
  ): { readonly sql: string; readonly column: Column } {
    const found = this.lookup(name, qualifier)
    if (found !== undefined) return found
    if (qualifier !== undefined) {
      const origin = this.origin(qualifier)
      if (origin === undefined) {
        throw new SqlError(
          'UNKNOWN_TABLE',
          `The source "${qualifier}" is not in FROM; there are ${this.aliases().join(', ')}`,
          { place }
        )
      }
      throw unknownColumn(name, origin.alias, origin.columns, place)
    }
    const all = this.origins.flatMap(origin => origin.columns)
    throw unknownColumn(name, this.origins.map(origin => origin.alias).join(', '), all, place)
  }

  lookup(
    name: string,
    qualifier?: string
  ): { readonly sql: string; readonly column: Column } | undefined {
    const hits = this.origins
      .filter(origin => qualifier === undefined || origin.alias === qualifier)
      .flatMap(origin =>
        origin.columns
          .filter(column => column.name.toUpperCase() === name)
          .map(column => ({ sql: `${origin.sql}.${identifier(column.name)}`, column }))
      )
    if (hits.length > 1 && qualifier === undefined) {
      throw new SqlError(
        'SYNTAX',
        `The column "${name}" is ambiguous: it is in more than one of ${this.aliases().join(', ')}`
      )
    }
    return hits[0] ?? this.parent?.lookup(name, qualifier)
  }

  parameter(name: string): Emitted | undefined {
    return this.parameters?.get(name) ?? this.parent?.parameter(name)
  }

  aliases(): string[] {
    return [...this.origins.map(origin => origin.alias), ...(this.parent?.aliases() ?? [])]
  }
}

function unknownColumn(
  name: string,
  source: string,
  columns: readonly Column[],
  place: Place | undefined
): SqlError {
  const suggestion = closest(
    name,
    columns.map(column => column.name)
  )
  return new SqlError(
    'UNKNOWN_COLUMN',
    `The column "${name}" is unknown in ${source}. ${suggestion === '' ? `Columns: ${columnList(columns)}` : `Did you mean ${suggestion}?`}`,
    { place }
  )
}

export function unknownTable(name: string, catalog: Catalog): SqlError {
  const suggestion = closest(name, catalog.names())
  return new SqlError(
    'UNKNOWN_TABLE',
    `"${name}" is not defined in the ABAP Dictionary as a table or view.${suggestion === '' ? '' : ` Did you mean ${suggestion}?`}`
  )
}

/** What the parts of the translation need of each other. */
export interface Emitter {
  query(query: Query, parent: Scope): { readonly sql: string; readonly columns: readonly Column[] }
  condition(condition: Expression, scope: Scope): string
  expression(expression: Expression, scope: Scope): Emitted
}
