/** Corrects findings on inline declarations: what one rule recommends is not what another forbids. */
import { Expressions, Issue, Statements, Structures } from '@abaplint/core'
import type { ABAPFile, Nodes } from '@abaplint/core'

const OPTIONAL = [
  Structures.If,
  Structures.Loop,
  Structures.While,
  Structures.Case,
  Structures.CaseType,
  Structures.Do,
  Structures.Select
]

type Structure = Nodes.StructureNode

/** The finding, where it is to stand; undefined for one that is not so. */
export function inlineFinding(file: ABAPFile | undefined, issue: Issue): Issue | undefined {
  if (file === undefined) return issue
  switch (issue.getKey()) {
    case 'no_inline_in_optional_branches':
      return inBranch(file, issue)
    case 'prefer_inline':
      return isPreferred(file, issue) ? issue : undefined
    default:
      return issue
  }
}

function optionalBranches(file: ABAPFile): Structure[] {
  const whole = file.getStructure()
  return whole === undefined ? [] : OPTIONAL.flatMap(kind => whole.findAllStructures(kind))
}

/**
 * The header of a loop declares its work area, as the style guide shows it: the first declaration
 * in the body counts.
 */
function inBranch(file: ABAPFile, issue: Issue): Issue | undefined {
  const branch = optionalBranches(file).find(each =>
    each
      .findFirstExpression(Expressions.InlineData)
      ?.getFirstToken()
      .getStart()
      .equals(issue.getStart())
  )
  if (branch === undefined) return issue
  for (const child of branch.getChildren().slice(1)) {
    const token = child.findFirstExpression(Expressions.InlineData)?.getFirstToken()
    if (token === undefined) continue
    const { message, key, severity } = issue.getData()
    return Issue.atToken(file, token, message, key, severity)
  }
  return undefined
}

/**
 * Whether the first value stands where a declaration may, and has the type of the variable for
 * certain: literals, templates and calculations have types of their own.
 */
function isPreferred(file: ABAPFile, issue: Issue): boolean {
  const [, name = ''] = /, (\S+)$/.exec(issue.getMessage()) ?? []
  const written = firstWrite(file, issue, name)
  if (written === undefined) return true
  const isOptional = optionalBranches(file).some(
    branch =>
      branch.getFirstStatement() !== written && branch.findAllStatementNodes().includes(written)
  )
  return !isOptional && (!(written.get() instanceof Statements.Move) || hasOwnType(written))
}

function firstWrite(file: ABAPFile, issue: Issue, name: string): Nodes.StatementNode | undefined {
  return file
    .getStatements()
    .filter(statement => statement.getStart().isAfter(issue.getStart()))
    .find(statement =>
      statement
        .findAllExpressions(Expressions.Target)
        .some(target => target.concatTokens().toUpperCase() === name.toUpperCase())
    )
}

const OWN_TYPE = [
  Expressions.Constant,
  Expressions.StringTemplate,
  Expressions.ArithOperator,
  Expressions.ConcatenatedConstant
]

function hasOwnType(statement: Nodes.StatementNode): boolean {
  const source = statement.findDirectExpression(Expressions.Source)
  const [first] = source?.getChildren() ?? []
  return (
    source !== undefined &&
    !OWN_TYPE.some(kind => first?.get() instanceof kind) &&
    source.findDirectExpression(Expressions.ArithOperator) === undefined
  )
}
