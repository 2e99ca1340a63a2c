/** Adds keys, components and conditions to the statements that the transpiler leaves without them. */
import { Expressions, Nodes } from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import statements from '@abaplint/transpiler/build/src/statements/index.js'
import { conditionCode, isDynamic, nameCode, textCode, type Traversal } from './dynamic.ts'
import { installKeyOperands } from './key-operands.ts'

type Transpile = (node: Nodes.StatementNode, traversal: Traversal) => Chunk

export function installKeyAccess(): void {
  installKeyOperands()
  wrap(statements.ReadTableTranspiler, readTable)
  wrap(statements.DeleteInternalTranspiler, deleteRows)
  wrap(statements.ModifyInternalTranspiler, modifyRows)
  wrap(statements.InsertInternalTranspiler, insertLines)
}

function wrap(
  kind: { prototype: { transpile: unknown } },
  make: (original: Transpile) => Transpile
): void {
  const original = kind.prototype.transpile as Transpile
  kind.prototype.transpile = make((node, traversal) =>
    original.call(kind.prototype, node, traversal)
  )
}

/** `USING KEY name` and `USING KEY (name)`; `KEY name COMPONENTS` is not meant. */
function usedKey(node: Nodes.StatementNode): Nodes.ExpressionNode | undefined {
  const at = node
    .getChildren()
    .findIndex(
      (child, index, all) => isWord(child, 'KEY') && index > 0 && isWord(all[index - 1], 'USING')
    )
  const key = at < 0 ? undefined : node.getChildren()[at + 1]
  return key instanceof Nodes.ExpressionNode ? key : undefined
}

function isWord(node: unknown, word: string): boolean {
  return node instanceof Nodes.TokenNode && node.concatTokens().toUpperCase() === word
}

/** The code of an addition: `INDEX n`, `FROM row`. */
function valueAfter(node: Nodes.StatementNode, word: string, traversal: Traversal): string[] {
  const value = node.findExpressionAfterToken(word)
  return value === undefined
    ? []
    : [`${word.toLowerCase()}: ${traversal.traverse(value).getCode()}`]
}

function readTable(original: Transpile): Transpile {
  return (node, traversal) => {
    const chunk = original(node, traversal)
    const named = node.findExpressionAfterToken('KEY')
    const components = dynamicComponents(node, traversal)
    const key = usedKey(node)
    let code = chunk.getCode()
    if (named !== undefined && isDynamic(named)) {
      code = code.replace(/keyName: "[^"]*"/, () => `keyName: ${textCode(named, traversal)}`)
    }
    if (components !== undefined) code = code.replace(/\}\);$/, () => `,${components}});`)
    if (key !== undefined) {
      code = code.replace(
        'abap.statements.readTable(',
        () => `abap.sandbox.tables.readBy(${nameCode(key, traversal)}, `
      )
    }
    return code === chunk.getCode() ? chunk : new Chunk().append(code, node, traversal)
  }
}

/** `COMPARING (name)` and `TRANSPORTING (name)`. */
function dynamicComponents(node: Nodes.StatementNode, traversal: Traversal): string | undefined {
  const options: string[] = []
  let word = ''
  const names = new Map<string, string[]>()
  for (const child of node.getChildren()) {
    if (child instanceof Nodes.TokenNode) word = child.concatTokens().toLowerCase()
    else if (isDynamic(child) && /^(comparing|transporting)$/.test(word)) {
      names.set(word, [...(names.get(word) ?? []), nameCode(child, traversal)])
    }
  }
  for (const [name, codes] of names) {
    options.push(`${name}: abap.sandbox.tables.names([${codes.join(', ')}])`)
  }
  return options.length === 0 ? undefined : options.join(', ')
}

function deleteRows(original: Transpile): Transpile {
  return (node, traversal) => {
    const target = node.findDirectExpression(Expressions.Target)
    const key = usedKey(node)
    const condition = node.findExpressionAfterToken('WHERE')
    const isDynamicCondition = condition !== undefined && isDynamic(condition)
    const adjacent = node.findDirectTokenByText('ADJACENT') !== undefined
    if (adjacent && key !== undefined) throw new Error('ADJACENT DUPLICATES … USING KEY')
    const components = namedComponents(node, traversal)
    if (target === undefined || adjacent) return original(node, traversal)
    if (key === undefined && !isDynamicCondition && components === undefined) {
      return original(node, traversal)
    }
    const where = isDynamicCondition
      ? conditionCode(condition, traversal)
      : node.findDirectExpression(Expressions.ComponentCond) === undefined
        ? undefined
        : `async ${traversal.traverse(node.findDirectExpression(Expressions.ComponentCond)).getCode()}`
    const isTable = isWord(node.getChildren()[1], 'TABLE')
    const options = [
      ...(key === undefined ? [] : [`key: ${nameCode(key, traversal)}`]),
      ...(components === undefined ? [] : [components]),
      ...(where === undefined ? [] : [`where: ${where}`]),
      ...['INDEX', 'FROM', 'TO'].flatMap(word => valueAfter(node, word, traversal)),
      ...(isTable ? ['single: true'] : [])
    ]
    return call(node, traversal, { begin: 'await abap.sandbox.tables.deleteBy(', target, options })
  }
}

/** `WITH TABLE KEY name COMPONENTS a = 1`: the key, and the values of its components. */
function namedComponents(node: Nodes.StatementNode, traversal: Traversal): string | undefined {
  const text = node.concatTokens()
  const key = / WITH TABLE KEY \S+ COMPONENTS /i.test(text)
    ? node.findExpressionAfterToken('KEY')
    : undefined
  const pairs = [...comparedPairs(node), ...dynamicPairs(node, key)]
  const isNamed = key !== undefined || pairs.some(([name]) => isDynamic(name))
  if (!isNamed || !/ WITH TABLE KEY /i.test(text)) return undefined
  const codes = pairs.map(
    ([name, value]) => `[${nameCode(name, traversal)}, ${traversal.traverse(value).getCode()}]`
  )
  const used = key === undefined ? '"primary_key"' : nameCode(key, traversal)
  return `key: ${used}, values: [${codes.join(', ')}]`
}

type Pair = readonly [Nodes.ExpressionNode, Nodes.ExpressionNode]

function comparedPairs(node: Nodes.StatementNode): Pair[] {
  return node.findDirectExpressions(Expressions.ComponentCompare).map(each => {
    const name = each.getFirstChild()
    const value = each.findDirectExpression(Expressions.Source)
    if (!(name instanceof Nodes.ExpressionNode) || value === undefined) {
      throw new Error('a key of this form')
    }
    return [name, value]
  })
}

/** `(name) = value` stands in the statement itself. */
function dynamicPairs(node: Nodes.StatementNode, key: Nodes.ExpressionNode | undefined): Pair[] {
  const children = node.getChildren()
  return children.flatMap((name, at): Pair[] => {
    const value = children[at + 2]
    const isPair = isDynamic(name) && name !== key && value instanceof Nodes.ExpressionNode
    return isPair && children[at + 1]?.concatTokens() === '=' ? [[name, value]] : []
  })
}

interface Call {
  readonly begin: string
  readonly target: Nodes.ExpressionNode
  readonly options: readonly string[]
}

function call(node: Nodes.StatementNode, traversal: Traversal, parts: Call): Chunk {
  return new Chunk()
    .append(parts.begin, node, traversal)
    .appendChunk(traversal.traverse(parts.target))
    .append(`, {${parts.options.join(', ')}});`, node, traversal)
}

function modifyRows(original: Transpile): Transpile {
  return (node, traversal) => {
    const target = node.findDirectExpression(Expressions.Target)
    const key = usedKey(node)
    const names = node.getChildren().filter(isDynamic)
    const condition = node.findExpressionAfterToken('WHERE') ?? conditionBehind(node)
    const components = names.filter(name => name !== condition && name !== key)
    if (target === undefined || (key === undefined && names.length === 0)) {
      return original(node, traversal)
    }
    const fixed = node
      .findDirectExpressions(Expressions.ComponentChainSimple)
      .map(each => JSON.stringify(each.concatTokens().toLowerCase()))
      .filter(name => name !== '"where"' || !isDynamic(condition))
    const transporting = [...fixed, ...components.map(each => nameCode(each, traversal))]
    const where =
      condition === undefined
        ? []
        : isDynamic(condition)
          ? [`where: ${conditionCode(condition, traversal)}`]
          : [`where: async ${traversal.traverse(condition).getCode()}`]
    const options = [
      ...(key === undefined ? [] : [`key: ${nameCode(key, traversal)}`]),
      ...['INDEX', 'FROM'].flatMap(word => valueAfter(node, word, traversal)),
      ...where,
      ...(transporting.length === 0 ? [] : [`transporting: [${transporting.join(', ')}]`])
    ]
    return call(node, traversal, { begin: 'await abap.sandbox.tables.modifyBy(', target, options })
  }
}

/** The parser takes `WHERE (condition)` for two components behind TRANSPORTING. */
function conditionBehind(node: Nodes.StatementNode): Nodes.ExpressionNode | undefined {
  const children = node.getChildren()
  const at = children.findIndex(
    (child, index) => /^WHERE$/i.test(child.concatTokens()) && isDynamic(children[index + 1])
  )
  const found = children[at + 1]
  return at >= 0 && isDynamic(found) ? found : undefined
}

/** `INSERT LINES OF … USING KEY name INTO …`: the lines are taken in the order of the key. */
function insertLines(original: Transpile): Transpile {
  return (node, traversal) => {
    const isLines = /^INSERT LINES OF /i.test(node.concatTokens())
    const target = node.findDirectExpressions(Expressions.Target).at(0)
    const source = node.findDirectExpression(Expressions.Source)
    const limits = ['FROM', 'TO'].flatMap(word => valueAfter(node, word, traversal))
    const key = usedKey(node)
    if (!isLines || target === undefined || source === undefined) return original(node, traversal)
    const index = valueAfter(node, 'INDEX', traversal)
    // at an index the runtime would insert the table as a row
    if (key === undefined && limits.length === 0 && index.length === 0) {
      return original(node, traversal)
    }
    const lines = `source: ${traversal.traverse(source).getCode()}`
    const used = key === undefined ? [] : [`key: ${nameCode(key, traversal)}`]
    const into = / INTO TABLE /i.test(node.concatTokens()) ? ['keyed: true'] : []
    const options = [lines, ...used, ...limits, ...index, ...into]
    return call(node, traversal, { begin: 'abap.sandbox.tables.insertLines(', target, options })
  }
}
