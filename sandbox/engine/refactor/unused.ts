/** Runs the rule for unused variables without analysing the whole repository. */
import { Expressions, Statements, Structures } from '@abaplint/core'
import type { ABAPFile, IObject, Issue } from '@abaplint/core'
import { isInterface } from '../check/issue-place.ts'
import type { Rule } from '../check/rules.ts'
import { objectId } from '../files.ts'
import { rangeOfIssue } from '../ranges.ts'
import type { Repository } from '../repository.ts'
import { usesOfDeclared } from '../navigate/uses-declared.ts'

const KEY = 'unused_variables'

type Definition = ReturnType<
  NonNullable<ReturnType<ABAPFile['getStructure']>>['findAllStructuresRecursive']
>[number]

/**
 * Initializes a rule. The rule for unused variables does not count references in the other objects,
 * because that analyses all of them.
 */
export function ready(repository: Repository, rule: Rule): Rule {
  const own = rule.initialize(repository.registry)
  return rule.getMetadata().key === KEY
    ? Object.assign(own, { referenceCounts: new Map<string, number>() })
    : own
}

/**
 * Whether a variable that its own object does not use is used by one of the few others that can: a
 * friend, or a program that shares the include.
 */
export function isUsedByOthers(repository: Repository, object: IObject, issue: Issue): boolean {
  if (issue.getKey() !== KEY) return false
  const file = repository.abapFile(issue.getFilename())
  const isInclude = objectId(issue.getFilename()) !== `${object.getType()} ${object.getName()}`
  if (file === undefined) return false
  if (isInterface(file, rangeOfIssue(issue))) return true
  if (!isInclude && isOffered(object, file, issue)) return true
  if (!isInclude && !isVisibleToFriends(file, issue)) return false
  const start = issue.getStart()
  const token = file.getTokens().find(each => each.getStart().equals(start))
  const name = /"(.+)"/.exec(issue.getMessage())?.[1]?.toUpperCase()
  if (token === undefined || name === undefined) return false
  return (
    usesOfDeclared(repository, [
      { file: issue.getFilename(), row: start.getRow(), column: start.getCol() - 1, name }
    ]).length > 0
  )
}

/**
 * A component that a global class or interface offers: what uses it may stand in any object, so
 * that its own object tells nothing.
 */
function isOffered(object: IObject, file: ABAPFile, issue: Issue): boolean {
  const row = issue.getStart().getRow()
  const structure = file.getStructure()
  if (structure === undefined) return false
  const isGlobal = (node: Definition) =>
    node.findFirstExpression(Expressions.ClassName)?.concatTokens().toUpperCase() ===
    object.getName().toUpperCase()
  const covers = (node: Definition) =>
    node.getFirstToken().getRow() <= row && row <= node.getLastToken().getRow()
  return [
    ...structure
      .findAllStructuresRecursive(Structures.ClassDefinition)
      .filter(isGlobal)
      .flatMap(node => [
        ...node.findAllStructuresRecursive(Structures.PublicSection),
        ...node.findAllStructuresRecursive(Structures.ProtectedSection)
      ])
  ].some(covers)
}

/** A component of a class that has friends among the other global classes. */
function isVisibleToFriends(file: ABAPFile, issue: Issue): boolean {
  const row = issue.getStart().getRow()
  return (
    file
      .getStructure()
      ?.findAllStructuresRecursive(Structures.ClassDefinition)
      .some(definition => {
        const [first, last] = [definition.getFirstToken(), definition.getLastToken()]
        const header = definition.findFirstStatement(Statements.ClassDefinition)
        return (
          first.getRow() <= row &&
          row <= last.getRow() &&
          header !== undefined &&
          /\bFRIENDS\b/i.test(header.concatTokens())
        )
      }) === true
  )
}
