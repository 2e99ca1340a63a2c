/** The parts of the parser that it does not export: combinators, expressions and typing. */
import { createRequire } from 'node:module'
import type { AbstractType, Nodes, Token } from '@abaplint/core'

const require = createRequire(import.meta.url)

/** A module of the parser, without its ending. */
export function moduleOf<T>(path: string): T {
  return require(`@abaplint/core/build/src/${path}.js`) as T
}

/** A module of the parser below its folder `abap`. */
export function internal<T>(path: string): T {
  return moduleOf(`abap/${path}`)
}

/** A rule of the grammar. */
export interface Rule {
  readonly grammarRule?: never
}
export type RuleOrWord = Rule | string | (new () => object)

export interface GrammarExpression {
  getRunnable(): Rule
}
interface Combinators {
  altPrio(...rules: readonly RuleOrWord[]): Rule
  optPrio(rule: RuleOrWord): Rule
  opt(rule: RuleOrWord): Rule
  plusPrio(rule: RuleOrWord): Rule
  plus(rule: RuleOrWord): Rule
  star(rule: RuleOrWord): Rule
  starPrio(rule: RuleOrWord): Rule
  alt(...rules: readonly RuleOrWord[]): Rule
  per(...rules: readonly RuleOrWord[]): Rule
  seq(...rules: readonly RuleOrWord[]): Rule
  tok(token: unknown): Rule
  regex(pattern: RegExp): Rule
  readonly Expression: abstract new () => GrammarExpression
}

export const combinators = internal<Combinators>('2_statements/combi')

/** Replaces the rule of an expression; `own` is that of the parser. */
export function extend(kind: { readonly prototype: object }, rule: (own: Rule) => Rule): void {
  const prototype = kind.prototype as GrammarExpression
  const original = prototype.getRunnable
  prototype.getRunnable = function () {
    return rule(original.call(this))
  }
}

/** What an analysis of the parser knows of the place that it looks at. */
export interface SyntaxInput {
  readonly filename: string
  readonly scope: {
    findVariable(name: string): { getType(): AbstractType } | undefined
  }
  readonly issues: { getMessage(): string }[]
}
export interface Typing {
  runSyntax(
    node: Nodes.ExpressionNode | Nodes.StatementNode,
    input: SyntaxInput,
    ...more: unknown[]
  ): unknown
}

/** Typing of an expression: `typing('sql_source', 'SQLSource')`. */
export function typing<T extends Typing>(file: string, name: string): T {
  return internal<Record<string, T>>(`5_syntax/expressions/${file}`)[name] as T
}

export interface TypeUtils {
  isAssignable(source: AbstractType | undefined, target: AbstractType | undefined): boolean
  isAssignableStrict(
    source: AbstractType | undefined,
    target: AbstractType | undefined,
    node?: Nodes.ExpressionNode
  ): boolean
}

/** The class that decides which types fit each other. */
export function typeUtils(): { readonly prototype: TypeUtils } {
  return internal<{ TypeUtils: { readonly prototype: TypeUtils } }>('5_syntax/_type_utils')
    .TypeUtils
}

/** A source while its statements are found. */
export interface ParsedSource {
  readonly file: { getRaw(): string }
}

/** What the parser makes statements of tokens with. */
export interface StatementParser {
  match(statement: Nodes.StatementNode): Nodes.StatementNode
  categorize(source: ParsedSource): void
}

export function statementParser(): { readonly prototype: StatementParser } {
  return internal<{ StatementParser: { readonly prototype: StatementParser } }>(
    '2_statements/statement_parser'
  ).StatementParser
}

export type { Token }
