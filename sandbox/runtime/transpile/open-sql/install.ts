/** Replaces the transpiler's translation of database statements. */
import { Statements, Structures, type Nodes } from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import statements from '@abaplint/transpiler/build/src/statements/index.js'
import structures from '@abaplint/transpiler/build/src/structures/index.js'
import type traversals from '@abaplint/transpiler/build/src/traversal.js'
import { selectLoopHead, transpileChange, transpileSelect } from './translate.ts'
import { transpileDeleteRow } from './delete-row.ts'
import { transpileCloseCursor, transpileFetch, transpileOpenCursor } from './cursors.ts'

type Traversal = InstanceType<typeof traversals.Traversal>
type Transpile<N> = (node: N, traversal: Traversal) => Chunk

/**
 * Database statements are translated by the sandbox itself: the transpiler puts values into the
 * text of SQL and of JavaScript, and supports only simple SELECTs. Here values are passed beside
 * the text.
 */
export function installOpenSql(): void {
  replace(statements.SelectTranspiler, () => transpileSelect)
  replace(statements.WithTranspiler, () => transpileSelect)
  replace(
    statements.InsertDatabaseTranspiler,
    original => (node, traversal) =>
      transpileChange('insert', node, traversal) ?? original(node, traversal)
  )
  replace(
    statements.UpdateDatabaseTranspiler,
    original => (node, traversal) =>
      transpileChange('update', node, traversal) ?? original(node, traversal)
  )
  replace(
    statements.ModifyDatabaseTranspiler,
    original => (node, traversal) =>
      transpileChange('modify', node, traversal) ?? original(node, traversal)
  )
  replace(
    statements.DeleteDatabaseTranspiler,
    original => (node, traversal) =>
      transpileChange('delete', node, traversal) ?? original(node, traversal)
  )
  replace(
    statements.DeleteInternalTranspiler,
    original => (node, traversal) =>
      transpileDeleteRow(node, traversal) ?? original(node, traversal)
  )
  replace(statements.OpenCursorTranspiler, () => transpileOpenCursor)
  replace(statements.FetchNextCursorTranspiler, () => transpileFetch)
  replace(statements.CloseCursorTranspiler, () => transpileCloseCursor)
  replaceLoop(structures.SelectTranspiler)
  replaceLoop(structures.WithTranspiler)
}

function replace(
  kind: { prototype: { transpile: unknown } },
  make: (original: Transpile<Nodes.StatementNode>) => Transpile<Nodes.StatementNode>
): void {
  const original = kind.prototype.transpile as Transpile<Nodes.StatementNode>
  kind.prototype.transpile = make((node, traversal) =>
    original.call(kind.prototype, node, traversal)
  )
}

function replaceLoop(kind: { prototype: { transpile: unknown } }): void {
  const transpile: Transpile<Nodes.StructureNode> = (node, traversal) => {
    const head =
      node.findDirectStatement(Statements.SelectLoop) ??
      node.findDirectStatement(Statements.WithLoop)
    if (head === undefined) throw new Error(`the loop ${node.getFirstToken().getStr()}`)
    const body = node.findDirectStructure(Structures.Body)
    const result = new Chunk().appendChunk(selectLoopHead(head, traversal))
    if (body !== undefined) result.appendChunk(traversal.traverse(body))
    return result.appendString('}\n')
  }
  kind.prototype.transpile = transpile
}
