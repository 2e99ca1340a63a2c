/** Checks what statements and expressions name of the rows and keys of tables and of structures. */
import { BasicTypes, Expressions, Nodes } from '@abaplint/core'
import type { AbstractType } from '@abaplint/core'
import { isElementary, isReference } from '../compatibility.ts'
import { typing } from '../parser-internals.ts'
import type { SyntaxInput, Token, Typing } from '../parser-internals.ts'
import { after, nameIn, report, targetType } from '../typed-statements.ts'

type Expression = Nodes.ExpressionNode
type Structure = InstanceType<typeof BasicTypes.StructureType>

const { StructureType, TableType } = BasicTypes

export function installRowComponents(): void {
  after('modify_internal', 'ModifyInternal', checkModify)
  behind('filter_body', 'FilterBody', checkFilter)
  behind('corresponding_body', 'CorrespondingBody', checkCorresponding)
}

/** Runs a check behind the typing of an expression in which the parser has found nothing. */
function behind(
  file: string,
  name: string,
  check: (node: Expression, input: SyntaxInput, target: AbstractType | undefined) => void
): void {
  const own = typing<Typing>(file, name)
  const original = own.runSyntax
  own.runSyntax = function (node, input, ...more) {
    const before = input.issues.length
    const type = original.call(own, node, input, ...more)
    const [target] = more
    if (node instanceof Nodes.ExpressionNode && input.issues.length === before) {
      check(node, input, target as AbstractType | undefined)
    }
    return type
  }
}

/** MODIFY without a work area uses the header line; TRANSPORTING names components of the row. */
function checkModify(node: Nodes.StatementNode, input: SyntaxInput): void {
  const target = node.findDirectExpression(Expressions.Target)
  const table = target === undefined ? undefined : targetType(target, input)
  if (target === undefined || !(table instanceof TableType)) return
  const hasArea =
    node.findDirectTokenByText('FROM') !== undefined ||
    node.findDirectTokenByText('ASSIGNING') !== undefined
  if (!hasArea && !table.isWithHeader()) {
    report(
      input,
      target.getFirstToken(),
      `The table "${target.concatTokens()}" has no header line.`
    )
    return
  }
  const row = table.getRowType()
  if (!(row instanceof StructureType)) return
  const named = node
    .findDirectExpressions(Expressions.ComponentChainSimple)
    .map(each => each.getFirstToken())
    // with a dynamic condition, or one of the list, the parser takes WHERE for a component
    .filter(each => each.getStr().toUpperCase() !== 'WHERE')
  checkNames(named, row, input)
}

/** The first of the names that the structure does not have. */
function checkNames(names: readonly Token[], structure: Structure, input: SyntaxInput): void {
  // components of derived types, as %control, have rules of their own
  const unknown = names.find(
    each =>
      !nameIn(each).startsWith('%') && structure.getComponentByName(nameIn(each)) === undefined
  )
  if (unknown === undefined) return
  report(input, unknown, `The structure has no component "${nameIn(unknown)}".`)
}

/** FILTER reads by a sorted or hashed key: of the filter table, or else of the table itself. */
function checkFilter(node: Expression, input: SyntaxInput): void {
  const [own, filter] = node
    .findDirectExpressions(Expressions.Source)
    .map(each => typing<Typing>('source', 'Source').runSyntax(each, { ...input, issues: [] }))
  const table = node.findDirectTokenByText('IN') === undefined ? own : filter
  // a name behind USING KEY is checked where it is read
  if (/\bUSING KEY\b/i.test(node.concatTokens()) || !(table instanceof TableType)) return
  if (table.getAccessType() !== BasicTypes.TableAccessType.standard) return
  report(
    input,
    node.getFirstToken(),
    'FILTER needs a sorted or hashed key: the table has none as its primary key, and USING KEY names none.'
  )
}

/** The operand has components, and MAPPING and EXCEPT name components of both sides. */
function checkCorresponding(
  node: Expression,
  input: SyntaxInput,
  target: AbstractType | undefined
): void {
  const source = node.findDirectExpression(Expressions.Source)
  if (source === undefined) return
  const type = typing<Typing>('source', 'Source').runSyntax(source, { ...input, issues: [] }) as
    AbstractType | undefined
  if (type !== undefined && (isElementary(type) || isReference(type))) {
    const name = source.concatTokens().toUpperCase()
    report(input, source.getFirstToken(), `"${name}" is not a structure or internal table.`)
    return
  }
  const mapping = node.findDirectExpression(Expressions.CorrespondingBodyMapping)
  if (mapping === undefined) return
  const names = (kind: typeof Expressions.ComponentName | typeof Expressions.ComponentChain) =>
    mapping.findDirectExpressions(kind).map(each => each.getFirstToken())
  // FROM … USING: the components come from the lookup table
  const isLookup = node.findDirectTokenByText('FROM') !== undefined
  const [to, from] = [rowOf(target), isLookup ? undefined : rowOf(type)]
  if (to !== undefined) checkNames(names(Expressions.ComponentName), to, input)
  if (from !== undefined) checkNames(names(Expressions.ComponentChain), from, input)
}

function rowOf(type: AbstractType | undefined): Structure | undefined {
  const row = type instanceof TableType ? type.getRowType() : type
  return row instanceof StructureType ? row : undefined
}
