/** Checks the types of the operands of statements that the parser looks at too little. */
import { BasicTypes, Expressions, Nodes } from '@abaplint/core'
import type { AbstractType } from '@abaplint/core'
import { isElementary, isIncompatible, isInconvertible, isReference } from './compatibility.ts'
import { typeUtils, typing } from './parser-internals.ts'
import type { SyntaxInput, Typing } from './parser-internals.ts'
import { installEvents } from './classes/events.ts'
import { installTableKeys } from './tables/key-access.ts'
import { installTextOperands } from './text-operands.ts'
import { after, isAssignable, report, targetType, variableType } from './typed-statements.ts'

type Expression = Nodes.ExpressionNode
type Statement = Nodes.StatementNode

const { DataReference, IntegerType, TableType } = BasicTypes

export function installOperands(): void {
  installTableKeys()
  after('loop', 'Loop', rowOfLoop)
  after('move_corresponding', 'MoveCorresponding', componentsToMove)
  after('assign', 'Assign', typeOfFieldSymbol)
  after('get_reference', 'GetReference', referenceToFill)
  after('create_data', 'CreateData', referenceToFill)
  installEvents()
  installTextOperands()
  checkCasts()
  checkBound()
  checkComparisons()
  checkCalculations()
}

/** CAST converts references, and nothing else. */
function checkCasts(): void {
  const cast = typing<Typing>('cast', 'Cast')
  const original = cast.runSyntax
  cast.runSyntax = function (node, input, ...more) {
    const before = input.issues.length
    const type = original.call(cast, node, input, ...more)
    const source = node.findDirectExpression(Expressions.Source)
    if (input.issues.length === before && source !== undefined) checkReference(source, input)
    return type
  }
}

/** `x IS BOUND` is a question about a reference. */
function checkBound(): void {
  const compare = typing<Typing>('compare', 'Compare')
  const original = compare.runSyntax
  compare.runSyntax = function (node, input, ...more) {
    const before = input.issues.length
    original.call(compare, node, input, ...more)
    const source = node.findDirectExpression(Expressions.Source)
    if (input.issues.length > before || source === undefined) return
    const words = node.getChildren().slice(-3)
    if (!/\bIS (?:NOT )?BOUND$/i.test(words.map(each => each.concatTokens()).join(' '))) return
    checkReference(source, input)
  }
}

function checkReference(source: Expression, input: SyntaxInput): void {
  const type = typing<Typing>('source', 'Source').runSyntax(source, { ...input, issues: [] })
  if (type === undefined || !isElementary(type as AbstractType)) return
  report(input, source.getFirstToken(), `"${source.concatTokens()}" is not a reference variable.`)
}

/** `LOOP AT rows INTO x`: the row is assigned to the work area. */
function rowOfLoop(node: Statement, input: SyntaxInput): void {
  const into = node.findDirectExpression(Expressions.LoopTarget)
  if (into?.getFirstToken().getStr().toUpperCase() !== 'INTO') return
  const target = into.findDirectExpression(Expressions.Target)
  const table = variableType(node.findDirectExpression(Expressions.LoopSource), input)
  if (!(table instanceof TableType) || table.isWithHeader()) return
  if (node.findDirectExpression(Expressions.LoopGroupBy) !== undefined) return
  const area = variableType(target, input)
  if (target === undefined || area === undefined) return
  const row = table.getRowType()
  if (isAssignable(row, area, input) && !isOneReference(row, area)) return
  const name = target.concatTokens().toUpperCase()
  report(
    input,
    target.getFirstToken(),
    `The row type of the table and the type of the work area "${name}" are incompatible.`
  )
}

function isOneReference(left: AbstractType, right: AbstractType): boolean {
  return (isReference(left) && isElementary(right)) || (isElementary(left) && isReference(right))
}

function componentsToMove(node: Statement, input: SyntaxInput): void {
  const operands = [
    node.findDirectExpression(Expressions.Source),
    node.findDirectExpression(Expressions.SimpleTarget)
  ]
  for (const operand of operands) {
    const type = variableType(operand, input)
    if (operand === undefined || type === undefined) continue
    if (!isElementary(type) && !isReference(type)) continue
    const name = operand.concatTokens().toUpperCase()
    report(input, operand.getFirstToken(), `"${name}" is not a structure or internal table.`)
    return
  }
}

/** A typed field symbol takes data objects of its type, as a parameter does. */
function typeOfFieldSymbol(node: Statement, input: SyntaxInput): void {
  const [, source, to, target, end] = node.getChildren()
  if (end?.concatTokens() !== '.' || to?.concatTokens().toUpperCase() !== 'TO') return
  if (!(source instanceof Nodes.ExpressionNode) || !(target instanceof Nodes.ExpressionNode)) return
  const [own, other] = [variableType(source, input), variableType(target, input)]
  if (own === undefined || other === undefined) return
  // without a length, C, N, P and X are generic here
  const isGeneric = own.constructor === other.constructor && isElementary(own)
  if (isGeneric || (!isIncompatible(own, other) && !isOneReference(own, other))) return
  const [from, name] = [source, target].map(each => each.concatTokens().toUpperCase())
  report(
    input,
    target.getFirstToken(),
    `The types of "${from}" and of the field symbol "${name}" are incompatible.`
  )
}

function referenceToFill(node: Statement, input: SyntaxInput): void {
  const target = node.findDirectExpression(Expressions.Target)
  if (target === undefined || target.findFirstExpression(Expressions.InlineData)) return
  const type = targetType(target, input)
  if (type === undefined || type instanceof DataReference) return
  const isOther =
    isElementary(type) ||
    isReference(type) ||
    type instanceof BasicTypes.StructureType ||
    (type instanceof TableType && !type.isWithHeader())
  if (!isOther || type.isGeneric()) return
  const name = target.concatTokens().toUpperCase()
  report(input, target.getFirstToken(), `"${name}" is not a data reference variable.`)
}

interface Comparing {
  isCompareable(
    left: AbstractType | undefined,
    right: AbstractType | undefined,
    ...nodes: unknown[]
  ): boolean
}

/** A table or a reference is compared with nothing else than its like. */
function checkComparisons(): void {
  const prototype = typeUtils().prototype as unknown as Comparing
  const { isCompareable } = prototype
  prototype.isCompareable = function (left, right, ...nodes) {
    if (!isCompareable.call(this, left, right, ...nodes)) return false
    if (left === undefined || right === undefined) return true
    return !isOneReference(left, right) && !isOneTable(left, right) && !isOneTable(right, left)
  }
}

function isOneTable(table: AbstractType, other: AbstractType): boolean {
  return (
    table instanceof TableType &&
    !table.isWithHeader() &&
    (isElementary(other) || isReference(other) || other instanceof BasicTypes.StructureType)
  )
}

/** Operands of a calculation are numbers, or can be converted to numbers. */
function checkCalculations(): void {
  const source = typing<Typing>('source', 'Source')
  const original = source.runSyntax
  source.runSyntax = function (node, input, ...more) {
    const before = input.issues.length
    const type = original.call(source, node, input, ...more)
    if (input.issues.length === before && node instanceof Nodes.ExpressionNode) {
      checkOperands(node, input)
    }
    return type
  }
}

function checkOperands(node: Expression, input: SyntaxInput): void {
  const children = node.getChildren()
  const at = children.findIndex(each => each.get() instanceof Expressions.ArithOperator)
  if (at < 1) return
  for (const each of [children[at - 1], children[at + 1]]) {
    if (!(each instanceof Nodes.ExpressionNode)) continue
    const type = variableType(each, input)
    if (type === undefined) continue
    const isTable = type instanceof TableType && !type.isWithHeader()
    if (!isReference(type) && !isTable && !isInconvertible(type, IntegerType.get())) continue
    const name = each.concatTokens().toUpperCase()
    const text = `"${name}" cannot be converted to a numerical value: it is no operand of a calculation.`
    report(input, each.getFirstToken(), text)
    return
  }
}
