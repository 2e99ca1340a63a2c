/** A statement whose nodes are built when they are asked for. */
import { Nodes } from '@abaplint/core'
import type { Token } from '@abaplint/core'
import { childrenOf } from './shape.ts'

type Children = ReturnType<Nodes.StatementNode['getChildren']>
type Child = Children[number]

/** Most of what is parsed is not looked at before the next start. */
export class KeptStatement extends Nodes.StatementNode {
  #shape: string | undefined
  #tokens: readonly Token[]

  constructor(
    statement: ReturnType<Nodes.StatementNode['get']>,
    { shape, tokens }: { readonly shape: string; readonly tokens: readonly Token[] },
    ...[colon, pragmas]: [colon: Token | undefined, pragmas: Token[] | undefined]
  ) {
    super(statement, colon, pragmas)
    this.#shape = shape
    this.#tokens = tokens
  }

  #build(): void {
    if (this.#shape === undefined) return
    const children = childrenOf(this.#shape, this.#tokens)
    this.#shape = undefined
    this.#tokens = []
    super.setChildren(children)
  }

  override getChildren(): Children {
    this.#build()
    return super.getChildren()
  }

  override getFirstChild(): Child | undefined {
    this.#build()
    return super.getFirstChild()
  }

  override getLastChild(): Child | undefined {
    this.#build()
    return super.getLastChild()
  }

  override addChild(child: Child): void {
    this.#build()
    super.addChild(child)
  }

  override setChildren(children: Child[]): Nodes.StatementNode {
    this.#shape = undefined
    this.#tokens = []
    return super.setChildren(children)
  }

  override getTokens(): readonly Token[] {
    return this.#shape === undefined ? super.getTokens() : [...this.#tokens]
  }

  override getFirstToken(): Token {
    return (this.#shape === undefined ? undefined : this.#tokens[0]) ?? super.getFirstToken()
  }

  override getLastToken(): Token {
    return (this.#shape === undefined ? undefined : this.#tokens.at(-1)) ?? super.getLastToken()
  }
}
