/** Adds block statements to the transpiler. */
import { Expressions, Nodes, Statements, Structures } from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import structures from '@abaplint/transpiler/build/src/structures/index.js'
import type traversals from '@abaplint/transpiler/build/src/traversal.js'
import uniqueIdentifier from '@abaplint/transpiler/build/src/unique_identifier.js'
import { partOf } from './seams.ts'

type Traversal = InstanceType<typeof traversals.Traversal>

/** Block statements that the transpiler does not support, or not in all their forms. */
export function installStructures(): void {
  Object.assign(structures, {
    TestSeamTranspiler: transpiler(testSeam),
    TestInjectionTranspiler: transpiler(testInjection)
  })
  structures.CaseTypeTranspiler.prototype.transpile = caseType
}

function transpiler(
  transpile: (node: Nodes.StructureNode, traversal: Traversal) => Chunk
): new () => object {
  return class {
    transpile(node: Nodes.StructureNode, traversal: Traversal): Chunk {
      return transpile(node, traversal)
    }
  }
}

/** Without an injection a seam is what stands in it. */
function testSeam(node: Nodes.StructureNode, traversal: Traversal): Chunk {
  const { seam, part } = partOfSeam(node)
  const result = new Chunk()
  if (part !== undefined) {
    result.append(`if (abap.sandbox.seam(${keyOf(seam, traversal)}, ${part})) {\n`, node, traversal)
  }
  for (const child of node.getChildren()) {
    if (child instanceof Nodes.StructureNode) result.appendChunk(traversal.traverse(child))
  }
  return part === undefined ? result : result.appendString('}\n')
}

/** The statements of the injection stand in its seam; here it comes into force. */
function testInjection(node: Nodes.StructureNode, traversal: Traversal): Chunk {
  const { seam, part } = partOfSeam(node)
  return new Chunk().append(
    part === undefined
      ? 'abap.sandbox.unsupported("TEST-INJECTION with statements that are not valid in its seam");'
      : `abap.sandbox.inject(${keyOf(seam, traversal)}, ${part});`,
    node,
    traversal
  )
}

function partOfSeam(node: Nodes.StructureNode): ReturnType<typeof partOf> {
  return partOf(node.findFirstExpression(Expressions.TestSeamName)?.concatTokens() ?? '')
}

/** Names of seams are unique within an object. */
function keyOf(seam: string, traversal: Traversal): string {
  const object = traversal.getFilename().split('.').slice(0, 2).join('.')
  return JSON.stringify(`${object} ${seam}`)
}

/** CASE TYPE OF: the target of WHEN TYPE … INTO may be left out. */
function caseType(node: Nodes.StructureNode, traversal: Traversal): Chunk {
  const source = node
    .findDirectStatement(Statements.CaseType)
    ?.findDirectExpression(Expressions.Source)
  if (source === undefined) throw new Error('CASE TYPE OF of this form')
  const value = uniqueIdentifier.UniqueIdentifier.get()
  const result = new Chunk()
    .append(`const ${value} = `, node, traversal)
    .appendChunk(traversal.traverse(source))
    .appendString(';\n')
  let keyword = ''
  for (const branch of node.findDirectStructures(Structures.WhenType)) {
    for (const child of branch.getChildren()) {
      if (child instanceof Nodes.StatementNode && child.get() instanceof Statements.WhenType) {
        result.append(whenType(child, { value, keyword, traversal }), child, traversal)
        keyword = '} else '
      } else if (child instanceof Nodes.StatementNode) {
        result.appendString(keyword === '' ? '{\n' : '} else {\n')
        keyword = '} else '
      } else {
        result.appendChunk(traversal.traverse(child as Nodes.StructureNode))
      }
    }
  }
  return keyword === '' ? result : result.appendString('}\n')
}

function whenType(
  statement: Nodes.StatementNode,
  more: { value: string; keyword: string; traversal: Traversal }
): string {
  const name = statement.findDirectExpression(Expressions.ClassName)
  const target = statement.findDirectExpression(Expressions.Target)
  if (name === undefined) throw new Error('WHEN TYPE of this form')
  const lookup = more.traversal.lookupClassOrInterface(name.concatTokens(), name.getFirstToken())
  const into =
    target === undefined ? '' : `${more.traversal.traverse(target).getCode()}.set(${more.value});\n`
  return `${more.keyword}if (abap.sandbox.isInstance(${more.value}, ${lookup})) {\n${into}`
}
