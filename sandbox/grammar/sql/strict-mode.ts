/**
 * The strict mode in which the syntax check looks at a statement of ABAP SQL: that of the release
 * whose features it uses. The keyword documentation names them, release by release.
 */
import { Expressions } from '@abaplint/core'
import type { Nodes } from '@abaplint/core'

type Node = Nodes.ExpressionNode | Nodes.StatementNode
type Kind = typeof Expressions.SQLSource

/** 0 without a strict mode, else 740, 750, 751, 752, 753, 754 or 755. */
export function strictModeOf(node: Node): number {
  const words = node.getTokens().map(token => token.getStr().toUpperCase())
  const text = ` ${words.join(' ')} `
  const levels = [
    ...WORDS.map(([pattern, level]) => (pattern.test(text) ? level : 0)),
    ...KINDS.map(([kind, level]) =>
      node.findFirstExpression(kind as unknown as Kind) === undefined ? 0 : level
    ),
    ...node
      .findAllExpressionsRecursive(Expressions.SQLFunction)
      .map(call => levelOfFunction(call.getFirstToken().getStr().toUpperCase())),
    isListed(node) || intoIsLate(node) ? 740 : 0
  ]
  return Math.max(...levels)
}

const WORDS: readonly (readonly [RegExp, number])[] = [
  [/ @ /, 740],
  [/ @ \(/, 750],
  [/ (RIGHT OUTER|USING CLIENT) /, 740],
  [/~ \* /, 740],
  [/ && /, 740],
  [/ (UNION|INTERSECT|EXCEPT) /, 750],
  [/ FIELDS (?!OF )/, 750],
  [/^ WITH \+/, 751],
  [/ (CROSS JOIN|OFFSET) /, 751],
  [/ FROM @ /, 752],
  [/ IS (NOT )?INITIAL /, 753],
  [/ GROUPING SETS /, 753],
  [/ USING ALL CLIENTS | CLIENTS IN /, 754],
  [/ NULLS (FIRST|LAST) /, 755]
]

const KINDS: readonly (readonly [new () => object, number])[] = [
  [Expressions.SQLCase, 740],
  [Expressions.SQLOver, 754],
  [Expressions.SQLTypedLiteral, 755]
]

const BASIC = new Set(['ABS', 'CEIL', 'FLOOR', 'DIV', 'MOD', 'COALESCE'])
const OF_750 = new Set([
  'ROUND',
  'CONCAT',
  'LPAD',
  'LENGTH',
  'LTRIM',
  'REPLACE',
  'RIGHT',
  'RTRIM',
  'SUBSTRING',
  'CAST'
])
const OF_751 = new Set([
  'LEFT',
  'CONCAT_WITH_SPACE',
  'INSTR',
  'RPAD',
  'DIVISION',
  'LOWER',
  'UPPER',
  'DATS_IS_VALID',
  'DATS_DAYS_BETWEEN',
  'DATS_ADD_DAYS',
  'DATS_ADD_MONTHS',
  'BINTOHEX',
  'HEXTOBIN'
])

function levelOfFunction(name: string): number {
  if (BASIC.has(name)) return 740
  if (OF_750.has(name)) return 750
  return OF_751.has(name) ? 751 : 753
}

/** The columns are separated by commas. */
function isListed(node: Node): boolean {
  return node
    .findAllExpressionsMulti([Expressions.SQLFieldList, Expressions.SQLGroupBy])
    .some(list => list.findDirectTokenByText(',') !== undefined)
}

const TARGETS = [Expressions.SQLIntoTable, Expressions.SQLIntoStructure, Expressions.SQLIntoList]
const BEFORE_INTO = [
  Expressions.SQLCond,
  Expressions.SQLGroupBy,
  Expressions.SQLHaving,
  Expressions.SQLOrderBy
]

/** INTO stands behind another clause. */
export function intoIsLate(node: Node): boolean {
  const [select] =
    node.get() instanceof Expressions.Select
      ? [node]
      : node.findDirectExpressions(Expressions.Select)
  const into = select?.findDirectExpressionsMulti(TARGETS)[0]?.getFirstToken().getStart()
  return (
    into !== undefined &&
    select !== undefined &&
    select
      .findDirectExpressionsMulti(BEFORE_INTO)
      .some(clause => clause.getFirstToken().getStart().isBefore(into))
  )
}
