/**
 * Confines a construct that cannot be transpiled to its procedure, which fails when it is called.
 */
import { Structures, type Nodes } from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import traversals from '@abaplint/transpiler/build/src/traversal.js'

interface StructureTraversal {
  getFilename(): string
  traverseStructure(node: Nodes.StructureNode): Chunk
  traverse(node: Nodes.StructureNode | Nodes.StatementNode): Chunk
}

/**
 * Keeps a construct that cannot be transpiled from taking its whole object with it: the procedure
 * that holds it then says so when it is called. Applies to the transpiler of this thread, which is
 * used for nothing else.
 */
export function isolateProcedures(): void {
  const prototype = traversals.Traversal.prototype as unknown as StructureTraversal
  const original = prototype.traverseStructure
  prototype.traverseStructure = function (this: StructureTraversal, node) {
    if (!isProcedure(node)) return original.call(this, node)
    const reason = refusalIn(node, this.getFilename())
    if (reason !== undefined) return stub(this, node, new Error(reason))
    try {
      return original.call(this, node)
    } catch (error) {
      return stub(this, node, error)
    }
  }
}

interface Refusal {
  readonly file: string
  readonly row: number
  readonly reason: string
}

let refusals: readonly Refusal[] = []

/**
 * Rows whose procedures are to be refused without trying, because what was made of them is no valid
 * code.
 */
export function refuseProcedures(next: readonly Refusal[]): void {
  refusals = next
}

function refusalIn(node: Nodes.StructureNode, file: string): string | undefined {
  const [first, last] = [node.getFirstToken().getRow(), node.getLastToken().getRow()]
  return refusals.find(
    refusal => refusal.file === file && refusal.row >= first && refusal.row <= last
  )?.reason
}

function isProcedure(node: Nodes.StructureNode): boolean {
  return (
    node.get() instanceof Structures.Method ||
    node.get() instanceof Structures.Form ||
    node.get() instanceof Structures.FunctionModule
  )
}

/** Where the refusal belongs: the statement that was translated wrongly, where that is known. */
function offendingNode(
  node: Nodes.StructureNode,
  file: string
): Nodes.StatementNode | Nodes.StructureNode {
  const row = refusals.find(
    refusal =>
      refusal.file === file &&
      refusal.row > node.getFirstToken().getRow() &&
      refusal.row <= node.getLastToken().getRow()
  )?.row
  return (
    node
      .findAllStatementNodes()
      .find(statement => row !== undefined && statement.getLastToken().getRow() >= row) ?? node
  )
}

/** The head and the end of the procedure with a refusal between them. */
function stub(traversal: StructureTraversal, node: Nodes.StructureNode, error: unknown): Chunk {
  const [first, ...rest] = node.getChildren()
  const last = rest.at(-1)
  if (first === undefined || last === undefined) throw error
  const reason = (error instanceof Error ? error.message : String(error)).replace(
    /^\w*Transpiler:?,?\s*/,
    ''
  )
  const refusal = new Chunk().append(
    `abap.sandbox.unsupported(${JSON.stringify(reason)});\n`,
    offendingNode(node, traversal.getFilename()),
    traversal as never
  )
  return new Chunk()
    .appendChunk(traversal.traverse(first as Nodes.StatementNode))
    .appendChunk(refusal)
    .appendChunk(traversal.traverse(last as Nodes.StatementNode))
}
