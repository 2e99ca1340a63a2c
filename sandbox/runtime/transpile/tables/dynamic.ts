/** Code of what a statement names at run time: keys, components and conditions in parentheses. */
import { Expressions, Nodes, ScopeType, type INode } from '@abaplint/core'
import traversals from '@abaplint/transpiler/build/src/traversal.js'

export type Traversal = InstanceType<typeof traversals.Traversal>

export function isDynamic(
  node: INode | undefined
): node is Nodes.ExpressionNode & { readonly dynamic?: never } {
  return node instanceof Nodes.ExpressionNode && node.get() instanceof Expressions.Dynamic
}

/** The value between the parentheses. */
export function dynamicValue(node: Nodes.ExpressionNode, traversal: Traversal): string {
  const [value] = node.getChildren().filter(part => part instanceof Nodes.ExpressionNode)
  if (value === undefined) throw new Error('a dynamic name of this form')
  return traversal.traverse(value).getCode()
}

/** A name as it is written, or as it is known at run time. */
export function nameCode(node: Nodes.ExpressionNode, traversal: Traversal): string {
  return isDynamic(node)
    ? dynamicValue(node, traversal)
    : JSON.stringify(node.concatTokens().toLowerCase())
}

/** A name as a text: in lower case, without blanks. */
export function textCode(node: Nodes.ExpressionNode, traversal: Traversal): string {
  const code = nameCode(node, traversal)
  return isDynamic(node) ? `abap.sandbox.tables.names([${code}])[0]` : code
}

/** The condition as a function of a row, with access to the variables of the procedure. */
export function conditionCode(node: Nodes.ExpressionNode, traversal: Traversal): string {
  const variables = variablesAt(node, traversal)
    .map(([name, code]) => `${JSON.stringify(name)}: () => ${code}`)
    .join(', ')
  return `abap.sandbox.tables.condition(${dynamicValue(node, traversal)}, {${variables}}, this)`
}

/** Scopes within a procedure, and that of the procedure. */
export const PROCEDURES: ReadonlySet<string> = new Set([
  ScopeType.Method,
  ScopeType.Form,
  ScopeType.FunctionModule,
  ScopeType.For,
  ScopeType.Let,
  ScopeType.OpenSQL
])

/** Names of variables in lower case, and the names that they have in the generated code. */
function variablesAt(node: Nodes.ExpressionNode, traversal: Traversal): [string, string][] {
  const found = new Map<string, string>()
  let scope = traversal.findCurrentScopeByToken(node.getFirstToken())
  while (scope !== undefined && PROCEDURES.has(scope.getIdentifier().stype)) {
    for (const name of Object.keys(scope.getData().vars)) {
      const lower = name.toLowerCase()
      if (/^(<\w+>|[a-z_]\w*)$/.test(lower) && lower !== 'me' && lower !== 'super') {
        found.set(lower, codeOf(lower))
      }
    }
    scope = scope.getParent() as typeof scope
  }
  return [...found]
}

function codeOf(name: string): string {
  return name.startsWith('<')
    ? `fs_${name.slice(1, -1)}_`
    : traversals.Traversal.prefixVariable(name)
}

/** A copy of the node without the children that are not wanted. */
export function without(
  node: Nodes.ExpressionNode,
  unwanted: ReadonlySet<unknown>
): Nodes.ExpressionNode {
  const copy = new Nodes.ExpressionNode(node.get())
  const kept = node.getChildren().filter(child => !unwanted.has(child))
  copy.setChildren(kept as Parameters<typeof copy.setChildren>[0])
  return copy
}
