/** ASSIGN of what is named at run time: the transpiler knows literals alone. */
import { Expressions, Nodes, type INode } from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import lengths from '@abaplint/transpiler/build/src/expressions/field_length.js'
import offsets from '@abaplint/transpiler/build/src/expressions/field_offset.js'
import fieldSymbols from '@abaplint/transpiler/build/src/expressions/field_symbol.js'
import uniqueIdentifier from '@abaplint/transpiler/build/src/unique_identifier.js'
import { dynamicValue, isDynamic, nameCode, without, type Traversal } from '../tables/dynamic.ts'
import { scopeCode, typesCode } from './visible-names.ts'

type Transpile = (node: Nodes.StatementNode, traversal: Traversal) => Chunk

export function assign(original: Transpile): Transpile {
  return (node, traversal) => {
    const source = node.findDirectExpression(Expressions.AssignSource)
    const named = source === undefined ? undefined : namedArea(source, traversal)
    const part = source === undefined ? undefined : partOf(source, traversal)
    const type = castingType(node, traversal)
    const area =
      named ?? part ?? (type === undefined ? undefined : wholeArea(node, source, traversal))
    if (area === undefined) {
      const result = original(node, traversal)
      return isStatic(node) ? withReturnCode(result) : result
    }
    const value = type === undefined ? area : `abap.sandbox.names.cast(${area}, ${type})`
    const symbol = symbolCode(node, traversal)
    const code =
      named === undefined && (part !== undefined || isStatic(node))
        ? `abap.sandbox.names.assignArea(${symbol}, ${value});`
        : `abap.statements.assign({target: ${symbol}, source: ${value}});`
    return new Chunk().append(code, node, traversal)
  }
}

/** A data object that is known by its name. */
function wholeArea(
  node: Nodes.StatementNode,
  source: Nodes.ExpressionNode | undefined,
  traversal: Traversal
): string {
  const [first, ...more] = source?.getChildren() ?? []
  if (!(first instanceof Nodes.ExpressionNode) || more.length > 0) {
    throw new Error(`CASTING in this form of ASSIGN: ${node.concatTokens()}`)
  }
  return traversal.traverse(first).getCode()
}

/** `object+2(3)`; undefined without offset and length. */
function partOf(source: Nodes.ExpressionNode, traversal: Traversal): string | undefined {
  const [first, ...more] = source.getChildren()
  const chain = first instanceof Nodes.ExpressionNode ? first.getFirstChild() : undefined
  if (!(chain instanceof Nodes.ExpressionNode) || more.length > 0) return undefined
  if (!(first instanceof Nodes.ExpressionNode) || first.getChildren().length > 1) return undefined
  const offset = chain.findDirectExpression(Expressions.FieldOffset)
  const length = chain.findDirectExpression(Expressions.FieldLength)
  if (offset === undefined && length === undefined) return undefined
  const whole = without(chain, new Set([offset, length]))
  const options = [
    ...(offset === undefined
      ? []
      : [`offset: ${new offsets.FieldOffsetTranspiler().transpile(offset, traversal).getCode()}`]),
    ...(length === undefined ? [] : [`length: ${lengthCode(length, traversal)}`])
  ]
  return `abap.sandbox.names.part(${traversal.traverse(whole).getCode()}, {${options.join(', ')}})`
}

function lengthCode(length: Nodes.ExpressionNode, traversal: Traversal): string {
  return length.concatTokens() === '(*)'
    ? '"*"'
    : new lengths.FieldLengthTranspiler().transpile(length, traversal).getCode()
}

/** The type of CASTING; undefined without the addition. */
function castingType(node: Nodes.StatementNode, traversal: Traversal): string | undefined {
  const text = node.concatTokens()
  if (!/ CASTING\b/i.test(text)) return undefined
  const decimals = node.findExpressionAfterToken('DECIMALS')
  if (decimals !== undefined) {
    return `{generic: "p", decimals: ${traversal.traverse(decimals).getCode()}}`
  }
  const handle = node.findExpressionAfterToken('HANDLE')
  if (handle !== undefined) {
    return `await abap.sandbox.names.typeOfHandle(${traversal.traverse(handle).getCode()})`
  }
  const like = node.findExpressionAfterToken('LIKE')
  if (like !== undefined) return traversal.traverse(like).getCode()
  const dynamic = node.findDirectExpression(Expressions.Dynamic)
  if (dynamic !== undefined) {
    return `abap.sandbox.names.typeNamed(${dynamicValue(dynamic, traversal)}, ${typesCode(node, traversal)})`
  }
  const named = node.findDirectExpression(Expressions.TypeName)
  if (named === undefined) return symbolType(node, traversal)
  const name = named.concatTokens()
  const found = traversal.findCurrentScopeByToken(named.getFirstToken())?.findType(name)?.getType()
  return found === undefined
    ? `abap.sandbox.names.typeNamed(${JSON.stringify(name)}, {})`
    : traversal.toType(found)
}

/** CASTING without a type takes that of the field symbol, whose length may be open. */
function symbolType(node: Nodes.StatementNode, traversal: Traversal): string {
  const token = node.findFirstExpression(Expressions.TargetFieldSymbol)?.getFirstToken()
  const declared =
    token === undefined
      ? undefined
      : traversal.findCurrentScopeByToken(token)?.findVariable(token.getStr())
  if (declared === undefined) throw new Error('CASTING to a field symbol that is not known')
  const text = traversal.findStatementInFile(declared.getStart())?.concatTokens() ?? ''
  const generic = /\sTYPE ([cnxp])\s*[.,]?$/i.exec(text)?.[1]?.toLowerCase()
  return generic === undefined
    ? traversal.toType(declared.getType())
    : `{generic: ${JSON.stringify(generic)}}`
}

function symbolCode(node: Nodes.StatementNode, traversal: Traversal): string {
  const symbol = node
    .findDirectExpression(Expressions.FSTarget)
    ?.findFirstExpression(Expressions.TargetFieldSymbol)
  if (symbol === undefined) throw new Error('ASSIGN without a field symbol')
  return new fieldSymbols.FieldSymbolTranspiler().transpile(symbol, traversal).getCode()
}

/** The code of a memory area that is named at run time; undefined for others. */
function namedArea(source: Nodes.ExpressionNode, traversal: Traversal): string | undefined {
  const [first, second, third] = source.getChildren()
  const scope = (): string => scopeCode(source, traversal)
  if (isWord(first, 'TABLE')) throw new Error('ASSIGN TABLE FIELD')
  if (isWord(first, 'COMPONENT')) {
    const [name, owner] = source
      .getChildren()
      .filter(child => child instanceof Nodes.ExpressionNode)
    if (name === undefined || owner === undefined) return undefined
    const codes = [owner, name].map(each => traversal.traverse(each).getCode())
    return `abap.sandbox.names.component(${codes.join(', ')}, ${scope()})`
  }
  if (isDynamic(first)) {
    const name = dynamicValue(first, traversal)
    if (second === undefined) return `abap.sandbox.names.dataObject(${name}, ${scope()})`
    const member = third instanceof Nodes.ExpressionNode ? nameCode(third, traversal) : undefined
    if (member === undefined || !isWord(second, '=>')) {
      throw new Error('ASSIGN with a reference that is known at run time alone')
    }
    return `abap.sandbox.names.ofClass(${name}, ${member}, ${scope()})`
  }
  if (!(first instanceof Nodes.ExpressionNode)) return undefined
  if (isDynamic(third)) {
    const name = dynamicValue(third, traversal)
    if (isWord(second, '=>')) {
      return `abap.sandbox.names.ofClass(${JSON.stringify(first.concatTokens())}, ${name}, ${scope()})`
    }
    return `abap.sandbox.names.member(${traversal.traverse(first).getCode()}, ${name}, ${scope()})`
  }
  return structureComponent(first, traversal, scope)
}

/** `struct-(name)`, also behind a reference or a row. */
function structureComponent(
  source: Nodes.ExpressionNode,
  traversal: Traversal,
  scope: () => string
): string | undefined {
  const chain = source.getFirstChild()
  if (!(chain instanceof Nodes.ExpressionNode) || source.getChildren().length > 1) return undefined
  const children = chain.getChildren()
  const [open, name, close] = children.slice(-3)
  const selector = children.at(-4)
  if (!isWord(open, '(') || !isWord(close, ')') || !isWord(selector, '-')) return undefined
  if (!(name instanceof Nodes.ExpressionNode)) return undefined
  const owner = new Nodes.ExpressionNode(chain.get())
  owner.setChildren(children.slice(0, -4) as Parameters<typeof owner.setChildren>[0])
  const codes = [owner, name].map(each => traversal.traverse(each).getCode())
  return `abap.sandbox.names.structureComponent(${codes.join(', ')}, ${scope()})`
}

function isWord(node: INode | undefined, word: string): boolean {
  return node instanceof Nodes.TokenNode && node.concatTokens().toUpperCase() === word
}

const DYNAMIC_SOURCE = /->|\[|\(|^COMPONENT |^NEW |^CONV |^LOCAL /i

/** ASSIGN of a data object that is known by its name leaves `sy-subrc` as it is. */
function isStatic(node: Nodes.StatementNode): boolean {
  const source = node.findDirectExpression(Expressions.AssignSource)?.concatTokens()
  return source !== undefined && !DYNAMIC_SOURCE.test(source)
}

function withReturnCode(result: Chunk): Chunk {
  const code = uniqueIdentifier.UniqueIdentifier.get()
  return new Chunk(`const ${code} = abap.builtin.sy.get().subrc.get();\n`)
    .appendChunk(result)
    .appendString(`\nabap.builtin.sy.get().subrc.set(${code});`)
}
