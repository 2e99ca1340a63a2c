/** Checks the events that RAISE EVENT names. */
import { Expressions } from '@abaplint/core'
import type { Nodes } from '@abaplint/core'
import { internal } from '../parser-internals.ts'
import type { SyntaxInput } from '../parser-internals.ts'
import { after, nameIn, report } from '../typed-statements.ts'

export function installEvents(): void {
  after('raise_event', 'RaiseEvent', eventOfClass)
}

interface Event {
  getParameters(): readonly { getName(): string }[]
}
interface Events {
  searchEvent(definition: unknown, name: string): Event | undefined
}
interface Enclosing {
  getEnclosingClassName(): string | undefined
  findClassDefinition(name: string): { getSuperClass(): string | undefined } | undefined
}

function eventOfClass(node: Nodes.StatementNode, input: SyntaxInput): void {
  const scope = input.scope as unknown as Enclosing
  const own = scope.getEnclosingClassName()
  const event = node.findDirectExpression(Expressions.EventName)
  if (own === undefined || event === undefined) return
  const { ObjectOriented } = internal<{ ObjectOriented: new (scope: unknown) => Events }>(
    '5_syntax/_object_oriented'
  )
  for (let name: string | undefined = own; name !== undefined;) {
    const definition = scope.findClassDefinition(name)
    // the events of a class that is not here are not known
    if (definition === undefined) return
    name = definition.getSuperClass()
  }
  const definition = scope.findClassDefinition(own)
  const found = new ObjectOriented(scope).searchEvent(definition, event.concatTokens())
  if (found !== undefined) {
    checkParameters(node, found, input)
    return
  }
  report(
    input,
    event.getFirstToken(),
    `The event "${event.concatTokens().toUpperCase()}" does not exist.`
  )
}

function checkParameters(node: Nodes.StatementNode, event: Event, input: SyntaxInput): void {
  const known = new Set(event.getParameters().map(each => each.getName().toUpperCase()))
  const list = node.findDirectExpression(Expressions.ParameterListS)
  for (const each of list?.findDirectExpressions(Expressions.ParameterS) ?? []) {
    const name = nameIn(each.getFirstToken()).toUpperCase()
    if (known.has(name)) continue
    report(input, each.getFirstToken(), `The event has no parameter "${name}".`)
    return
  }
}
