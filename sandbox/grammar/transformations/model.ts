/** A simple transformation as it is run: its statements, with addresses and conditions taken apart. */
import type { MarkupAttribute, MarkupName } from '../markup/events.ts'

/** What an address begins with: a name, `.name`, or `$ref` and the alias of a loop. */
export interface Address {
  readonly from: 'name' | 'root' | 'ref'
  /** In upper case; empty for `$ref`. */
  readonly name: string
  /** Names of components in upper case. */
  readonly path: readonly string[]
}

/** A value that is written in the program, with the ABAP type that it has. */
export interface Literal {
  readonly type: string
  readonly value: string
}

export type Operand =
  | { readonly kind: 'node'; readonly node: Address }
  | { readonly kind: 'variable'; readonly name: string }
  /** A name alone: a variable where nodes are not allowed, else a node. */
  | { readonly kind: 'value'; readonly value: Literal }

export type Condition =
  | { readonly op: 'and' | 'or'; readonly all: readonly Condition[] }
  | { readonly op: 'not'; readonly of: Condition }
  | { readonly op: 'exist' | 'initial' | 'not-initial'; readonly operand: Operand }
  | { readonly op: 'type'; readonly type: string; readonly operand: Operand }
  | {
      readonly op: '=' | '!=' | '<' | '<=' | '>' | '>='
      readonly left: Operand
      readonly right: Operand
    }

/** What a case of `map` turns into what; in which directions it holds. */
export interface MapRule {
  readonly serializes: boolean
  readonly deserializes: boolean
  readonly values: readonly Literal[]
  readonly texts: readonly string[]
}

/** How a value is written and read. */
export interface ValueForm {
  readonly map: readonly MapRule[]
  readonly minLength?: number | undefined
  readonly maxLength?: number | undefined
  readonly format?: string | undefined
  readonly noError: boolean
}

/** The source of an assignment or of an actual parameter. */
export type Source =
  | { readonly kind: 'node'; readonly node: Address | undefined }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'value'; readonly value: Literal }

export interface Case {
  readonly op: 'cond'
  readonly direction: Direction
  readonly using?: Condition | undefined
  /** Each is a comparison with a value, or `initial`. */
  readonly data: readonly Condition[]
  readonly check?: Condition | undefined
  readonly serializeCheck?: Condition | undefined
  readonly deserializeCheck?: Condition | undefined
  readonly frequency?: '1' | '?' | '*' | undefined
  readonly body: readonly Step[]
}

export type Direction = 'both' | 'serialize' | 'deserialize'

export interface Binding {
  readonly name: string
  readonly source: Source
}

export interface LiteralElement {
  readonly op: 'element'
  readonly name: MarkupName
  readonly attributes: readonly MarkupAttribute[]
  /** Namespaces that are declared even if no name uses them. */
  readonly declared: readonly (readonly [prefix: string, uri: string])[]
  readonly ref?: Address | undefined
  readonly lax?: string | undefined
  readonly extensible?: string | undefined
  readonly body: readonly Step[]
}

export type Step =
  | LiteralElement
  | {
      readonly op: 'attribute'
      readonly name: MarkupName
      readonly ref?: Address | undefined
      readonly body: readonly Step[]
    }
  | { readonly op: 'text'; readonly value: string }
  | { readonly op: 'value'; readonly ref?: Address | undefined; readonly form: ValueForm }
  | { readonly op: 'copy'; readonly ref?: Address | undefined }
  | {
      readonly op: 'loop'
      readonly ref?: Address | undefined
      readonly alias?: string | undefined
      readonly body: readonly Step[]
    }
  | { readonly op: 'ref'; readonly ref: Address; readonly body: readonly Step[] }
  | { readonly op: 'direction'; readonly direction: Direction; readonly body: readonly Step[] }
  | {
      readonly op: 'skip'
      readonly name?: MarkupName | undefined
      readonly count?: number | '*' | undefined
    }
  | Case
  | { readonly op: 'switch' | 'group'; readonly cases: readonly Case[] }
  | {
      readonly op: 'cond-var'
      readonly check?: Condition | undefined
      readonly body: readonly Step[]
    }
  | {
      readonly op: 'switch-var'
      readonly cases: readonly {
        readonly check?: Condition | undefined
        readonly body: readonly Step[]
      }[]
    }
  | { readonly op: 'empty' }
  | {
      readonly op: 'assign'
      readonly target: Exclude<Source, { kind: 'value' }>
      readonly source: Source
    }
  | { readonly op: 'clear'; readonly target: Exclude<Source, { kind: 'value' }> }
  | { readonly op: 'write'; readonly variable: string; readonly form: ValueForm }
  | {
      readonly op: 'read'
      readonly variable: string
      readonly type: string
      readonly form: ValueForm
    }
  | {
      readonly op: 'apply' | 'call'
      /** The name of the template, or of the transformation. */
      readonly name: string
      readonly ref?: Address | undefined
      readonly roots: readonly Binding[]
      readonly parameters: readonly Binding[]
    }
  /** A statement that is not run here; its name. */
  | { readonly op: 'unsupported'; readonly what: string }

/** A variable or parameter, with the values that it begins with. */
export interface Variable {
  readonly name: string
  readonly kind: 'variable' | 'in' | 'out' | 'in/out'
  readonly serialize?: Literal | undefined
  readonly deserialize?: Literal | undefined
}

export interface Template {
  readonly name: string
  /** In upper case. */
  readonly roots: readonly string[]
  readonly variables: readonly Variable[]
  readonly body: readonly Step[]
}

export interface SimpleTransformation {
  readonly main?: Template | undefined
  /** The named templates; that of the main program has the context of the transformation. */
  readonly templates: readonly Template[]
  readonly includes: readonly {
    readonly name: string
    readonly templates?: readonly string[] | undefined
  }[]
}

/** What is wrong in a source, and where: offsets of characters from 0. */
export interface TransformationIssue {
  readonly text: string
  readonly from: number
  readonly to: number
}
