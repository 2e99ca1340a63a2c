/** Translates CALL TRANSFORMATION; the transpiler drops dynamic names and tables of parameters. */
import { Expressions, Nodes } from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import statements from '@abaplint/transpiler/build/src/statements/index.js'
import traversals from '@abaplint/transpiler/build/src/traversal.js'

type Traversal = InstanceType<typeof traversals.Traversal>

/** Applies to the transpiler of this thread. */
export function installCallTransformation(): void {
  const { prototype } = statements.CallTransformationTranspiler as unknown as {
    prototype: { transpile: unknown }
  }
  prototype.transpile = (node: Nodes.StatementNode, traversal: Traversal): Chunk => {
    const kernel = traversal.lookupClassOrInterface(
      'KERNEL_CALL_TRANSFORMATION',
      node.getFirstToken()
    )
    return new Chunk().append(
      `await ${kernel}.call({${partsOf(node, traversal).join(', ')}});`,
      node,
      traversal
    )
  }
}

/** The members of the call: what `Transformation` in child/markup/asxml/ describes. */
function partsOf(node: Nodes.StatementNode, traversal: Traversal): string[] {
  const parts: string[] = []
  let word = 'NAME'
  for (const child of node.getChildren()) {
    if (!(child instanceof Nodes.ExpressionNode)) {
      const token = child.concatTokens().toUpperCase()
      if (token === 'OBJECTS') throw new Error(token)
      if (token === 'XML') word += 'XML'
      else if (/^(SOURCE|RESULT|OPTIONS|PARAMETERS)$/.test(token)) word = token
      continue
    }
    const code = codeOf(child, traversal)
    if (word === 'NAME') parts.push(`name: ${code}`)
    else parts.push(`${word.toLowerCase().replace('xml', 'Xml')}: ${code}`)
  }
  return parts
}

function codeOf(node: Nodes.ExpressionNode, traversal: Traversal): string {
  const kind = node.get()
  if (kind instanceof Expressions.NamespaceSimpleName) {
    return JSON.stringify(node.concatTokens().toUpperCase())
  }
  if (kind instanceof Expressions.Dynamic) return dynamicCode(node, traversal)
  const [first] = node.getChildren()
  const named =
    kind instanceof Expressions.CallTransformationParameters ||
    kind instanceof Expressions.CallTransformationOptions
  if (!named) return traversal.traverse(node).getCode()
  if (first instanceof Nodes.ExpressionNode && first.get() instanceof Expressions.Dynamic) {
    return dynamicCode(first, traversal)
  }
  return `[${pairs(node, traversal).join(', ')}]`
}

function dynamicCode(node: Nodes.ExpressionNode, traversal: Traversal): string {
  const [name] = node.getChildren().filter(part => part instanceof Nodes.ExpressionNode)
  if (name === undefined) throw new Error('a dynamic name')
  return traversal.traverse(name).getCode()
}

function pairs(node: Nodes.ExpressionNode, traversal: Traversal): string[] {
  const found: string[] = []
  let name = ''
  for (const child of node.getChildren()) {
    if (!(child instanceof Nodes.ExpressionNode)) continue
    const kind = child.get()
    if (kind instanceof Expressions.Field || kind instanceof Expressions.Integer) {
      name = child.concatTokens().toUpperCase()
    } else {
      const value = traversal.traverse(child).getCode()
      found.push(`{name: ${JSON.stringify(name)}, value: ${value}}`)
    }
  }
  return found
}
