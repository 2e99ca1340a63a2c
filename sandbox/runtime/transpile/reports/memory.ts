/** EXPORT TO MEMORY, IMPORT FROM MEMORY and FREE MEMORY. */
import { Expressions, Nodes } from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import statements from '@abaplint/transpiler/build/src/statements/index.js'
import type { Traversal } from '../tables/dynamic.ts'

export function installMemory(): void {
  Object.assign(statements.ExportTranspiler.prototype, { transpile: exportTo })
  Object.assign(statements.ImportTranspiler.prototype, { transpile: importFrom })
  Object.assign(statements.FreeMemoryTranspiler.prototype, {
    transpile: (node: Nodes.StatementNode, traversal: Traversal) =>
      new Chunk().append(
        `abap.sandbox.reports.memory.free(${idOf(node, traversal)});`,
        node,
        traversal
      )
  })
}

/** The name of the cluster; that without a name is one of its own. */
function idOf(node: Nodes.StatementNode, traversal: Traversal): string {
  const id = node.findExpressionAfterToken('ID')
  return id === undefined ? 'undefined' : traversal.traverse(id).getCode()
}

function onlyMemory(node: Nodes.StatementNode, word: 'TO' | 'FROM'): void {
  const words = node.concatTokens().replace(/\s+/g, ' ').toUpperCase()
  const place = new RegExp(
    ` ${word} (DATA BUFFER|INTERNAL TABLE|SHARED (?:MEMORY|BUFFER)|DATABASE|LOGFILE)\\b`
  ).exec(words)?.[1]
  if (place !== undefined) throw new Error(place)
  if (node.findDirectExpression(Expressions.Dynamic) !== undefined) {
    throw new Error('a dynamic list')
  }
}

/** `a`, `a = b` and `a FROM b`: objects by the names that they get. */
function exportTo(node: Nodes.StatementNode, traversal: Traversal): Chunk {
  onlyMemory(node, 'TO')
  const objects: { readonly name: string; code: string }[] = []
  let word = ''
  for (const child of node.getChildren()) {
    const text = child.concatTokens()
    if (!(child instanceof Nodes.ExpressionNode)) word = text.toUpperCase()
    else if (isName(child)) objects.push({ name: text, code: variable(child, traversal) })
    else {
      const last = objects.at(-1)
      if ((word === '=' || word === 'FROM') && last !== undefined) {
        last.code = traversal.traverse(child).getCode()
      }
    }
  }
  if (objects.length === 0) throw new Error('a list of this form')
  const list = objects.map(({ name, code }) => `${JSON.stringify(keyOf(name))}: ${code}`)
  return new Chunk().append(
    `abap.sandbox.reports.memory.export(${idOf(node, traversal)}, {${list.join(', ')}});`,
    node,
    traversal
  )
}

function isName(child: Nodes.ExpressionNode): boolean {
  return (
    child.get() instanceof Expressions.FieldSub || child.get() instanceof Expressions.FieldSymbol
  )
}

/** The parser keeps a bare name as a word. */
function variable(name: Nodes.ExpressionNode, traversal: Traversal): string {
  if (name.get() instanceof Expressions.FieldSymbol) return traversal.traverse(name).getCode()
  const [, ...components] = name.concatTokens().toLowerCase().replace('[]', '').split('-')
  const first = traversal.prefixAndName(name.getFirstToken(), traversal.getFilename())
  return [first, ...components].join('.get().')
}

function keyOf(name: string): string {
  return name.replace('[]', '').toUpperCase()
}

/** `a`, `a = b` and `a TO b`. */
function importFrom(node: Nodes.StatementNode, traversal: Traversal): Chunk {
  onlyMemory(node, 'FROM')
  const objects: string[] = []
  let name: string | undefined
  for (const child of node.getChildren()) {
    if (!(child instanceof Nodes.ExpressionNode)) continue
    const text = keyOf(child.concatTokens())
    if (child.get() instanceof Expressions.Target) {
      const code = traversal.traverse(child).getCode()
      objects.push(`${JSON.stringify(name ?? text)}: ${code}`)
      name = undefined
    } else if (!(child.get() instanceof Expressions.Source)) name = text
  }
  return new Chunk().append(
    `abap.sandbox.reports.memory.import(${idOf(node, traversal)}, {${objects.join(', ')}});`,
    node,
    traversal
  )
}
