/** RAISE ENTITY EVENT: what it names, and the type of its rows. */
import { Expressions, Statements } from '@abaplint/core'
import type { Nodes } from '@abaplint/core'
import { combinators, internal, typing } from '../parser-internals.ts'
import type { Rule } from '../parser-internals.ts'
import { derivedTable } from './derived-types.ts'
import type { Place } from './entities.ts'

interface Matched {
  readonly prototype: { getMatcher(): Rule }
}
interface Typed {
  readonly prototype: { runSyntax(node: Nodes.StatementNode, input: Place): void }
}

export interface EntityEvent {
  readonly root: string
  readonly event: string
  readonly source: Nodes.ExpressionNode
}

/** The parser does not type the statement: it becomes a form of RAISE EVENT, whose rules it has. */
export function installEntityEvents(): void {
  const { altPrio, regex, seq } = combinators
  const own = (Statements.RaiseEvent as unknown as Matched).prototype
  const { getMatcher } = own
  own.getMatcher = function () {
    const raise = seq('RAISE ENTITY EVENT', Expressions.EventName, 'FROM', Expressions.Source)
    return altPrio(raise, getMatcher.call(this))
  }
  const other = (Statements.RaiseEntityEvent as unknown as Matched).prototype
  other.getMatcher = () => seq('RAISE ENTITY EVENT', regex(/^(?!)/))
  const { RaiseEvent } = internal<Readonly<Record<string, Typed>>>(
    '5_syntax/statements/raise_event'
  ) as { readonly RaiseEvent: Typed }
  const { runSyntax } = RaiseEvent.prototype
  RaiseEvent.prototype.runSyntax = function (node, input) {
    const found = readEntityEvent(node)
    if (found === undefined) {
      runSyntax.call(this, node, input)
      return
    }
    const type = derivedTable('EVENT', `${found.root}~${found.event}`, input.scope)
    typing('source', 'Source').runSyntax(found.source, input as never, type)
  }
}

/** Undefined for events of classes. */
export function readEntityEvent(node: Nodes.StatementNode): EntityEvent | undefined {
  if (!/^RAISE ENTITY EVENT /i.test(node.concatTokens())) return undefined
  const name = node.findDirectExpression(Expressions.EventName)?.concatTokens().toUpperCase()
  const source = node.findDirectExpression(Expressions.Source)
  const [root = '', event = ''] = name?.split('~') ?? []
  return source === undefined ? undefined : { root, event, source }
}
