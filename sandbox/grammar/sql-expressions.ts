/**
 * Corrects the grammar of SQL expressions where the parser is narrower than ABAP SQL of release
 * 7.58: brackets in calculations, the types of CAST, typed literals as operands, lists of operands
 * before IN.
 */
import { Expressions, Tokens } from '@abaplint/core'
import type { Nodes } from '@abaplint/core'
import { combinators, extend, typing } from './parser-internals.ts'
import type { Rule, SyntaxInput, Typing } from './parser-internals.ts'

const { altPrio, opt, optPrio, plusPrio, plus, seq, starPrio, tok, Expression } = combinators

const open = () => tok(Tokens.WParenLeftW)
const close = () => altPrio(tok(Tokens.WParenRightW), tok(Tokens.WParenRight))
/** A dash without blanks belongs to a name: `structure-component`. */
const operator = () => altPrio('+', tok(Tokens.WDashW), '*', '/', '&&')

/** `( a + b ) * 2`: a calculation in brackets, or with one among its operands. */
export class SQLCalculation extends Expression {
  override getRunnable(): Rule {
    return flatCalculation()
  }
}

/** `( 'a', 1 )`: one of the lists that IN compares with. */
export class SQLOperandList extends Expression {
  override getRunnable(): Rule {
    const operand = flatCalculation()
    const left = altPrio(open(), tok(Tokens.WParenLeft))
    const right = altPrio(close(), tok(Tokens.ParenRightW), tok(Tokens.ParenRight))
    return seq(left, operand, plusPrio(seq(',', operand)), right)
  }
}

function simpleOperand(): Rule {
  return altPrio(
    Expressions.SQLCase,
    Expressions.SQLAggregation,
    Expressions.SQLFunction,
    Expressions.SQLPathForColumn,
    Expressions.SQLTypedLiteral,
    Expressions.SQLAliasField,
    Expressions.SQLFieldName,
    Expressions.SQLSource,
    Expressions.Constant
  )
}

const bracketed = () => seq(open(), SQLCalculation, close())
const operand = () => altPrio(bracketed(), simpleOperand())

function flatCalculation(): Rule {
  return seq(optPrio('-'), operand(), starPrio(seq(operator(), optPrio('-'), operand())))
}

/** A calculation with brackets in it; what has none is left to the parser's own rule. */
function calculationWithBrackets(): Rule {
  const rest = starPrio(seq(operator(), optPrio('-'), operand()))
  const before = seq(optPrio('-'), plusPrio(seq(simpleOperand(), operator())))
  return seq(altPrio(seq(before, bracketed()), seq(optPrio('-'), bracketed())), rest)
}

/** A calculation whose operands are more than the columns that the parser permits. */
function longCalculation(): Rule {
  return seq(optPrio('-'), operand(), plusPrio(seq(operator(), optPrio('-'), operand())))
}

export function installSqlExpressions(): void {
  extend(Expressions.SQLField, own =>
    altPrio(
      seq(calculationWithBrackets(), optPrio(seq('AS', Expressions.SQLAsName))),
      own,
      // host expressions, and columns of common table expressions: `+cte~column`
      seq(
        altPrio(hostExpression(), Expressions.SQLAliasField),
        optPrio(seq('AS', Expressions.SQLAsName))
      )
    )
  )
  extend(Expressions.Select, own => seq(own, optPrio('FOR UPDATE NOWAIT')))
  extend(Expressions.SQLCompare, own => altPrio(listComparison(), calculatedComparison(), own))
  extend(Expressions.SQLFunctionInput, () => functionInput())
  extend(Expressions.SQLPathCardinality, () => cardinality())
  extend(Expressions.SQLFunction, own => altPrio(cast(), regularExpression(), own))
  extend(Expressions.SQLAggregation, own => altPrio(orderedStrings(), own))
  extend(Expressions.SQLOrderBy, () => sortOrder())
  extend(Expressions.SQLJoin, own => altPrio(own, joinWithCardinality()))
  extend(Expressions.WithName, () => nameWithColumns())
  extend(Expressions.SQLCase, () => caseExpression())
  hostVariables()
  typedLiterals()
}

/** `( a, b ) IN ( ( 1, 'x' ), … )` and `( a, b ) IN ( SELECT … )`. */
function listComparison(): Rule {
  const lists = seq('IN', '(', SQLOperandList, starPrio(seq(optPrio(','), SQLOperandList)), ')')
  return seq(SQLOperandList, optPrio('NOT'), altPrio(seq('IN', Expressions.SQLSetOpGroup), lists))
}

/** Calculations on either side that the parser's own rule has no place for. */
function calculatedComparison(): Rule {
  const calculation = altPrio(calculationWithBrackets(), longCalculation())
  const compared = seq(
    Expressions.SQLCompareOperator,
    altPrio(calculation, Expressions.SQLSetOpGroup, operand())
  )
  const between = seq('BETWEEN', flatCalculation(), 'AND', flatCalculation())
  const like = seq('LIKE', Expressions.SQLSource, optPrio(seq('ESCAPE', Expressions.SQLSource)))
  const isNull = seq('IS', optPrio('NOT'), altPrio('NULL', 'INITIAL'))
  const others = seq(optPrio('NOT'), altPrio(Expressions.SQLIn, like, between))
  return altPrio(
    seq(calculation, altPrio(compared, others, isNull)),
    seq(simpleOperand(), Expressions.SQLCompareOperator, calculation)
  )
}

/** `@( expression )`. */
function hostExpression(): Rule {
  return seq(tok(Tokens.WAt), tok(Tokens.ParenLeftW), Expressions.Source, tok(Tokens.WParenRightW))
}

/** `[ (*) ]`, `[ (1) ]`: without blanks inside of the brackets. */
function cardinality(): Rule {
  const left = altPrio(tok(Tokens.WParenLeft), tok(Tokens.WParenLeftW))
  const right = altPrio(tok(Tokens.ParenRightW), tok(Tokens.ParenRight), tok(Tokens.WParenRightW))
  return seq(left, altPrio(Expressions.Integer, '*'), right)
}

function functionInput(): Rule {
  const host = seq(
    tok(Tokens.WAt),
    altPrio(
      Expressions.SimpleSource3,
      seq(tok(Tokens.ParenLeftW), Expressions.Source, tok(Tokens.WParenRightW))
    )
  )
  const one = altPrio(
    seq('(', Expressions.SQLFunctionInput, ')'),
    Expressions.SQLCase,
    Expressions.SQLFunction,
    Expressions.SQLAggregation,
    Expressions.SQLPathForColumn,
    Expressions.SQLTypedLiteral,
    Expressions.SQLFieldName,
    Expressions.SQLAliasField,
    Expressions.Constant,
    host
  )
  return seq(optPrio('-'), one, starPrio(seq(operator(), optPrio('-'), one)))
}

/**
 * All types of CAST, as the keyword documentation of sql_cast names them. Those without brackets
 * take their length from the operand.
 */
function cast(): Rule {
  const size = altPrio(Expressions.Integer, seq(tok(Tokens.WAt), Expressions.SimpleFieldChain2))
  const right = altPrio(tok(Tokens.WParenRightW), tok(Tokens.WParenRight))
  const length = optPrio(seq(tok(Tokens.ParenLeftW), size, right))
  const digits = optPrio(seq(tok(Tokens.ParenLeftW), size, optPrio(seq(',', size)), right))
  const type = altPrio(
    seq(altPrio('CHAR', 'SSTRING', 'RAW', 'NUMC', 'UNIT'), length),
    seq(altPrio('DEC', 'CURR', 'QUAN'), digits),
    altPrio('DATS', 'TIMS', 'DATN', 'TIMN', 'UTCL', 'CLNT', 'LANG', 'CUKY'),
    altPrio('INT1', 'INT2', 'INT4', 'INT8', 'D16N', 'D34N', 'FLTP')
  )
  return seq('CAST', tok(Tokens.ParenLeftW), Expressions.SQLFunctionInput, 'AS', type, right)
}

/** `LIKE_REGEXPR( pcre = …, value = … )`: all arguments have names. */
function regularExpression(): Rule {
  const names = altPrio(
    'LIKE_REGEXPR',
    'OCCURRENCES_REGEXPR',
    'REPLACE_REGEXPR',
    'SUBSTRING_REGEXPR',
    'LOCATE_REGEXPR_AFTER',
    'LOCATE_REGEXPR'
  )
  const parameters = altPrio(
    'PCRE',
    'VALUE',
    'WITH',
    'OCCURRENCE',
    'CASE_SENSITIVE',
    'START',
    'GROUP'
  )
  const given = seq(parameters, '=', Expressions.SQLFunctionInput)
  const left = tok(Tokens.ParenLeftW)
  return seq(names, left, given, plusPrio(seq(',', given)), tok(Tokens.WParenRightW))
}

/** `STRING_AGG( a, ' ' ORDER BY b )`. */
function orderedStrings(): Rule {
  const separator = optPrio(seq(',', Expressions.SQLFunctionInput))
  const left = tok(Tokens.ParenLeftW)
  const list = seq(Expressions.SQLFunctionInput, separator, Expressions.SQLOrderBy)
  return seq('STRING_AGG', left, list, tok(Tokens.WParenRightW))
}

/** A direction is none of the columns: else each one would double the ways to read the statement. */
function sortOrder(): Rule {
  const direction = optPrio(altPrio('ASCENDING', 'DESCENDING'))
  const nulls = optPrio(seq('NULLS', altPrio('FIRST', 'LAST')))
  const item = seq(Expressions.SQLField, direction, nulls, optPrio(','))
  return seq('ORDER BY', altPrio('PRIMARY KEY', Expressions.Dynamic, plus(item)))
}

/** `LEFT OUTER MANY TO ONE JOIN`. */
function joinWithCardinality(): Rule {
  const kind = altPrio('INNER', 'LEFT OUTER', 'LEFT', 'RIGHT OUTER', 'RIGHT')
  const many = altPrio('MANY', 'ONE', 'EXACT ONE')
  const source = Expressions.SQLJoinSource
  return seq(optPrio(kind), many, 'TO', many, 'JOIN', source, 'ON', Expressions.SQLCond)
}

/** `+name( column, column )`: the names are free. */
function nameWithColumns(): Rule {
  const name = combinators.regex(/^\w+$/)
  const names = seq(name, starPrio(seq(',', name)))
  const columns = seq(tok(Tokens.ParenLeftW), names, tok(Tokens.WParenRightW))
  return seq(tok(Tokens.WPlus), name, optPrio(columns))
}

function caseExpression(): Rule {
  const result = flatCalculation()
  const when = seq('WHEN', altPrio(Expressions.SQLCond, flatCalculation()), 'THEN', result)
  return seq('CASE', opt(flatCalculation()), plus(when), optPrio(seq('ELSE', result)), 'END')
}

type Node = Nodes.ExpressionNode

/** Host variables inside of the rules above are looked up like all others. */
function hostVariables(): void {
  const source = typing('sql_source', 'SQLSource')
  const select = typing<Typing & { strictModeChecks(node: Node, input: SyntaxInput): void }>(
    'select',
    'Select'
  )
  const run = select.runSyntax
  select.runSyntax = function (node, input, ...more) {
    const result = run.call(select, node, input, ...more)
    for (const kind of [SQLCalculation, SQLOperandList, Expressions.SQLCase]) {
      const inside = (node as Node)
        .findAllExpressions(kind as unknown as typeof Expressions.SQLSource)
        .flatMap(each => each.findAllExpressions(Expressions.SQLSource))
      for (const each of inside) source.runSyntax(each, input)
    }
    const expressions = (node as Node)
      .findAllExpressions(Expressions.SQLField)
      .flatMap(field => field.findDirectExpressions(Expressions.Source))
    for (const each of expressions) typing('source', 'Source').runSyntax(each, input)
    return result
  }
}

/** A typed literal needs no `@`: the parser takes it for the name of a variable. */
function typedLiterals(): void {
  const select = typing<Typing & { strictModeChecks(node: Node, input: SyntaxInput): void }>(
    'select',
    'Select'
  )
  const check = select.strictModeChecks
  select.strictModeChecks = (node, input) => {
    const before = input.issues.length
    check.call(select, node, input)
    const added = input.issues.splice(before)
    input.issues.push(
      ...added.filter(issue => !/^SELECT: "\w+`[^`]*`" must be escaped/.test(issue.getMessage()))
    )
  }
}
