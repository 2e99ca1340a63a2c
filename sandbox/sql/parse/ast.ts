/** The syntax tree of queries and expressions. */
import type { SqlType } from '../types.ts'

/** Expressions and conditions; `at` is an index into the tokens, for messages. */
export type Expression =
  | {
      readonly kind: 'literal'
      readonly value: string | number | null
      readonly type: SqlType
      /** `int4`5``: it has a type of its own. */
      readonly isTyped?: boolean
    }
  | {
      readonly kind: 'column'
      readonly qualifier?: string
      readonly name: string
      readonly place: Place
    }
  /** `_Assoc[filter]._Next.field` of CDS. */
  | {
      readonly kind: 'path'
      readonly steps: readonly PathStep[]
      readonly name: string
      readonly place: Place
    }
  /**
   * The n-th value handed over by the program that runs the statement; `component` of its rows for
   * FOR ALL ENTRIES.
   */
  | { readonly kind: 'host'; readonly index: number; readonly component?: string }
  | { readonly kind: 'unary'; readonly operator: '+' | '-'; readonly operand: Expression }
  | {
      readonly kind: 'binary'
      readonly operator: '+' | '-' | '*' | '/' | '&&'
      readonly left: Expression
      readonly right: Expression
    }
  | {
      readonly kind: 'call'
      readonly name: string
      readonly arguments: readonly Expression[]
      /** Names of the arguments, where they are passed by name. */
      readonly names?: readonly string[]
      readonly place: Place
    }
  | {
      readonly kind: 'aggregate'
      readonly name: string
      readonly distinct: boolean
      readonly argument?: Expression
      readonly separator?: Expression
      readonly as?: SqlType
      readonly order: readonly OrderItem[]
    }
  | {
      readonly kind: 'window'
      readonly call: Expression
      readonly partition: readonly Expression[]
      readonly order: readonly OrderItem[]
      readonly frame?: readonly [FrameBound, FrameBound]
    }
  | {
      readonly kind: 'case'
      readonly operand?: Expression
      readonly branches: readonly { readonly when: Expression; readonly then: Expression }[]
      readonly otherwise?: Expression
    }
  | {
      readonly kind: 'cast'
      readonly operand: Expression
      readonly type?: SqlType
      readonly element?: string
      /** The type has no length of its own: it is that of the operand. */
      readonly unsized?: boolean
    }
  /** `( a, b )` before IN, and in the list behind it. */
  | { readonly kind: 'tuple'; readonly items: readonly Expression[] }
  | { readonly kind: 'query'; readonly query: Query }
  | { readonly kind: 'and' | 'or'; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'not'; readonly operand: Expression }
  | {
      readonly kind: 'compare'
      readonly operator: string
      readonly left: Expression
      readonly right: Expression
      readonly quantifier?: 'ALL' | 'ANY'
    }
  | {
      readonly kind: 'between'
      readonly not: boolean
      readonly operand: Expression
      readonly low: Expression
      readonly high: Expression
    }
  | {
      readonly kind: 'like'
      readonly not: boolean
      readonly operand: Expression
      readonly pattern: Expression
      readonly escape?: Expression
    }
  | {
      readonly kind: 'in'
      readonly not: boolean
      readonly operand: Expression
      readonly list: readonly Expression[]
    }
  | {
      readonly kind: 'range'
      readonly not: boolean
      readonly operand: Expression
      readonly host: number
    }
  | { readonly kind: 'null'; readonly not: boolean; readonly operand: Expression }
  | { readonly kind: 'initial'; readonly not: boolean; readonly operand: Expression }
  | { readonly kind: 'exists'; readonly query: Query }
  | { readonly kind: 'always' }

export interface Place {
  readonly row: number
  readonly column: number
}
/** `UNBOUNDED PRECEDING`, `2 FOLLOWING`, `CURRENT ROW`. */
export interface FrameBound {
  readonly rows?: Expression
  readonly words:
    'UNBOUNDED PRECEDING' | 'UNBOUNDED FOLLOWING' | 'CURRENT ROW' | 'PRECEDING' | 'FOLLOWING'
}
export interface PathStep {
  readonly name: string
  readonly join: 'LEFT' | 'INNER'
  readonly filter?: Expression
  /** Values of the parameters of the target. */
  readonly arguments?: readonly Argument[]
}
export interface OrderItem {
  readonly expression: Expression
  readonly descending: boolean
  /** Where rows without a value stand, if the query says so. */
  readonly nulls?: 'FIRST' | 'LAST'
}

export interface SelectItem {
  /** Absent for `*` and `alias~*`. */
  readonly expression?: Expression
  readonly qualifier?: string
  readonly alias?: string
  readonly key: boolean
}

export type Source =
  | {
      readonly kind: 'table'
      readonly name: string
      readonly alias?: string
      /** Values of the parameters of a view. */
      readonly arguments?: readonly Argument[]
      /** The associations that lead from the view to the rows that are read. */
      readonly path?: readonly PathStep[]
      readonly place: Place
    }
  /** An internal table of the running program. */
  | {
      readonly kind: 'internal'
      readonly host: number
      readonly alias?: string
      readonly place: Place
    }
  | {
      readonly kind: 'join'
      readonly join: 'INNER' | 'LEFT' | 'RIGHT' | 'CROSS' | 'FULL'
      readonly left: Source
      readonly right: Source
      readonly on?: Expression
    }

export interface Association {
  readonly name: string
  readonly target: string
  /** A composition has none: it is that of the association to the parent, the other way round. */
  readonly on?: Expression
  readonly toParent: boolean
  readonly place: Place
}

export interface Select {
  readonly distinct: boolean
  readonly single: boolean
  readonly items: readonly SelectItem[]
  readonly from: Source
  readonly associations: readonly Association[]
  readonly where?: Expression
  readonly groupBy: readonly Expression[]
  readonly having?: Expression
}

export interface Query {
  readonly with: readonly {
    readonly name: string
    readonly columns: readonly string[]
    readonly query: Query
  }[]
  readonly selects: readonly {
    readonly operator: '' | 'UNION' | 'UNION ALL' | 'INTERSECT' | 'EXCEPT'
    readonly select: Select
  }[]
  readonly orderBy: readonly OrderItem[] | 'primaryKey'
  readonly limit?: Expression
  readonly offset?: Expression
  /** FOR ALL ENTRIES IN: the host value whose rows drive the query. */
  readonly forAllEntries?: number
  /** SELECT SINGLE FOR UPDATE: the row is locked. */
  readonly forUpdate?: boolean
}

/** A value that a source passes to a parameter of a view. */
export interface Argument {
  readonly name: string
  readonly value: Expression
}

export interface ViewParameter {
  readonly name: string
  readonly type?: SqlType
  /** A data element, which says what the type is. */
  readonly element?: string
  /** The field of the system that gives the value, where the source passes none. */
  readonly systemField?: string
}

export interface ViewDefinition {
  readonly entity: string
  readonly parameters: readonly ViewParameter[]
  /** Name given by `@AbapCatalog.sqlViewName`. */
  readonly sqlView?: string
  readonly description: string
  readonly query: Query
}
