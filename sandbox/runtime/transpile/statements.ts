/** Completes the translation of single statements. */
import { Expressions, Statements, Nodes, Structures } from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import statements from '@abaplint/transpiler/build/src/statements/index.js'
import structures from '@abaplint/transpiler/build/src/structures/index.js'
import traversals from '@abaplint/transpiler/build/src/traversal.js'
import { assign } from './statements/assign.ts'
import { computeExact, installExact, moveExact } from './statements/exact.ts'
import { callFunction, leave, succeedAtEnd } from './statements/return-code.ts'
import { message } from './statements/message.ts'
import { scan } from './statements/scan.ts'
import { installSigns } from './statements/signs.ts'
import { sort } from './statements/sort.ts'
import { installSystemDefaults } from './statements/system-defaults.ts'
import { appendSorted } from './tables/append-sorted.ts'
import { moveCorresponding } from './tables/move-corresponding.ts'
import { writeTo } from './statements/write-to.ts'

type Traversal = InstanceType<typeof traversals.Traversal>
type Transpile = (node: Nodes.StatementNode, traversal: Traversal) => Chunk

/**
 * Single statements that the transpiler supports, but not in all their forms. What it would drop is
 * thrown instead.
 */
export function installStatements(): void {
  succeedAtEnd(statements.EndMethodTranspiler)
  replace(statements.ReturnTranspiler, leave)
  replace(statements.CallFunctionTranspiler, callFunction)
  replace(statements.MessageTranspiler, message)
  replace(statements.SortTranspiler, sort)
  replace(statements.ScanTranspiler, scan)
  replace(statements.MoveTranspiler, moveExact)
  replace(statements.ComputeTranspiler, computeExact)
  replace(statements.MoveCorrespondingTranspiler, moveCorresponding)
  replace(statements.AppendTranspiler, appendSorted)
  replace(statements.ClearTranspiler, clearWith)
  replace(statements.DescribeTranspiler, describe)
  installExact()
  installSigns()
  installSystemDefaults()
  replace(statements.DeleteInternalTranspiler, deleteAdjacent)
  replace(statements.WriteTranspiler, writeTo)
  replace(statements.AssignTranspiler, assign)
  replace(statements.CreateDataTranspiler, createData)
  replace(statements.ConstantTranspiler, constant)
  replace(structures.ConstantsTranspiler, constant)
  Object.assign(statements, { InterfaceDeferredTranspiler: statements.ClassDeferredTranspiler })
  nestedValues()
}

interface Declaration {
  transpile(node: Nodes.StructureNode, traversal: Traversal): Chunk
}
interface Values {
  buildValue(statement: Nodes.StatementNode, name: string, traversal: Traversal): string
  wrapLoopScoped(name: string, chunk: Chunk): Chunk
}

/**
 * VALUE of components within components: the transpiler gives values to those of the first level
 * only.
 */
function nestedValues(): void {
  const values = statements.DataTranspiler as unknown as Values
  const declaration = structures.DataTranspiler.prototype as unknown as Declaration
  const [wrap, original] = [values.wrapLoopScoped, declaration.transpile]
  let pending = ''
  const takePending = (): string => {
    const text = pending
    pending = ''
    return text
  }
  // a declaration in a loop is made once: its values belong inside of what guards it
  values.wrapLoopScoped = (name, chunk) =>
    wrap.call(values, name, chunk.appendString(takePending()))
  declaration.transpile = function (this: Declaration, node, traversal) {
    const name = nameIn(node.findDirectStatement(Statements.DataBegin))
    pending =
      name === undefined ? '' : nested(node, traversals.Traversal.prefixVariable(name), traversal)
    return original.call(this, node, traversal).appendString(takePending())
  }
  function nested(node: Nodes.StructureNode, path: string, traversal: Traversal): string {
    return node
      .findDirectStructures(Structures.Data)
      .map(inner => {
        const below = `${path}.get().${nameIn(inner.findDirectStatement(Statements.DataBegin)) ?? ''}`
        const own = inner
          .findDirectStatements(Statements.Data)
          .map(each => values.buildValue(each, `${below}.get().${nameIn(each) ?? ''}`, traversal))
        return own.join('') + nested(inner, below, traversal)
      })
      .join('')
  }
}

function nameIn(statement: Nodes.StatementNode | undefined): string | undefined {
  return statement?.findFirstExpression(Expressions.DefinitionName)?.concatTokens().toLowerCase()
}

/** VALUE of constants within the structures of a constant. */
function constantsWithin(
  node: Nodes.StatementNode | Nodes.StructureNode,
  path: string,
  traversal: Traversal
): string {
  if (!('findDirectStructures' in node)) return ''
  return node
    .findDirectStructures(Structures.Constants)
    .map(inner => {
      const below = `${path}.get().${nameIn(inner.findDirectStatement(Statements.ConstantBegin)) ?? ''}`
      const own = inner.findDirectStatements(Statements.Constant).map(each => {
        const value = each.findFirstExpression(Expressions.Constant)
        return value === undefined
          ? ''
          : `${below}.get().${nameIn(each) ?? ''}.set(${traversal.traverse(value).getCode()});\n`
      })
      return own.join('') + constantsWithin(inner, below, traversal)
    })
    .join('')
}

function replace(
  kind: { prototype: { transpile: unknown } },
  make: (original: Transpile) => Transpile
): void {
  const original = kind.prototype.transpile as Transpile
  kind.prototype.transpile = make((node, traversal) =>
    original.call(kind.prototype, node, traversal)
  )
}

/** The transpiler drops OUTPUT-LENGTH and KIND. */
function describe(original: Transpile): Transpile {
  return (node, traversal) => {
    const result = original(node, traversal)
    for (const { word, of, service } of [
      { word: 'OUTPUT-LENGTH', of: 'FIELD', service: 'outputLength' },
      { word: 'KIND', of: 'TABLE', service: 'kind' }
    ]) {
      const [field, target] = [node.findExpressionAfterToken(of), expressionAfter(node, word)]
      if (field === undefined || target === undefined) continue
      const operands = [field, target].map(each => traversal.traverse(each).getCode())
      result.appendString(` abap.sandbox.describe.${service}(${operands.join(', ')});`)
    }
    return result
  }
}

/** What stands behind a word, which may be several tokens (`OUTPUT-LENGTH`). */
function expressionAfter(
  node: Nodes.StatementNode,
  word: string
): Nodes.ExpressionNode | undefined {
  let text = ''
  for (const child of node.getChildren()) {
    if (child instanceof Nodes.ExpressionNode) {
      if (text === word) return child
      text = ''
    } else {
      text =
        (child.concatTokens() === '-' || text.endsWith('-') ? text : '') +
        child.concatTokens().toUpperCase()
    }
  }
  return undefined
}

/** The transpiler drops WITH. */
function clearWith(original: Transpile): Transpile {
  return (node, traversal) => {
    const filler = node.findExpressionAfterToken('WITH')
    const target = node.findDirectExpression(Expressions.Target)
    if (filler === undefined || target === undefined) return original(node, traversal)
    return new Chunk()
      .append('abap.sandbox.texts.clearWith(', node, traversal)
      .appendChunk(traversal.traverse(target))
      .append(`, ${traversal.traverse(filler).getCode()});`, node, traversal)
  }
}

/**
 * The transpiler passes only the first token of a compared component, in the case of the source,
 * and drops dynamic names. The components are passed as paths in lower case instead.
 */
function deleteAdjacent(original: Transpile): Transpile {
  return (node, traversal) => {
    const target = node.findDirectExpression(Expressions.Target)
    if (
      target === undefined ||
      node.findDirectTokenByText('COMPARING') === undefined ||
      / COMPARING ALL FIELDS\b/i.test(node.concatTokens())
    ) {
      return original(node, traversal)
    }
    const compared = node.getChildren().flatMap(child => comparedComponent(child, traversal) ?? [])
    return new Chunk()
      .append('await abap.statements.deleteInternal(', node, traversal)
      .appendChunk(traversal.traverse(target))
      .append(`,{adjacent: true,comparing: [${compared.join(',')}]});`, node, traversal)
  }
}

/** The code of a component name after COMPARING; undefined for other parts of the statement. */
function comparedComponent(
  child: ReturnType<Nodes.StatementNode['getChildren']>[number],
  traversal: Traversal
): string | undefined {
  if (!(child instanceof Nodes.ExpressionNode)) return undefined
  const kind = child.get()
  if (kind instanceof Expressions.Dynamic) {
    const [name] = child.getChildren().filter(part => part instanceof Nodes.ExpressionNode)
    return traversal.traverse(name).getCode()
  }
  if (kind instanceof Expressions.FieldOffset || kind instanceof Expressions.FieldLength) {
    throw new Error('COMPARING with a part of a component')
  }
  if (!(kind instanceof Expressions.SimpleFieldChain2)) return undefined
  const path = child.concatTokens().toLowerCase()
  if (!COMPONENT_PATH.test(path)) throw new Error('COMPARING with a reference or a class component')
  return JSON.stringify(path)
}

const COMPONENT_PATH = /^[\w/]+(-[\w/]+)*$/

/**
 * The runtime makes tables of dictionary types only; of others it makes a row, which fits no field
 * symbol for tables.
 */
function createData(original: Transpile): Transpile {
  return (node, traversal) => {
    const result = original(node, traversal)
    if (!/ TABLE OF /i.test(node.concatTokens()) || /"name": /.test(result.getCode())) return result
    const name = node.findDirectExpression(Expressions.TypeName)?.concatTokens().toUpperCase() ?? ''
    if (/"type": /.test(result.getCode()) || ELEMENTARY.test(name)) {
      throw new Error('a table of a type that is not in the dictionary')
    }
    return result
  }
}

const ELEMENTARY = /^(STRING|XSTRING|I|INT8|F|P|C|N|D|T|X|UTCLONG|DECFLOAT\d+)$/

/**
 * The target of a field symbol or a reference is known only at run time: the value itself must be
 * marked.
 */
function constant(original: Transpile): Transpile {
  return (node, traversal) => {
    const name = node.findFirstExpression(Expressions.DefinitionName)?.concatTokens().toLowerCase()
    const result = original(node, traversal).appendString(
      name === undefined
        ? ''
        : constantsWithin(node, traversals.Traversal.prefixVariable(name), traversal)
    )
    if (name === undefined) return result
    const variable = traversals.Traversal.prefixVariable(name)
    // declared at the head of the procedure, its value may be set again
    const again = /^let /m.test(result.getCode())
      ? new Chunk()
      : new Chunk().append(`abap.sandbox.variable(${variable});\n`, node, traversal)
    return again.appendChunk(result).appendString(`\nabap.sandbox.constant(${variable});`)
  }
}
