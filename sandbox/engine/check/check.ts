/**
 * Runs the syntax check of objects and merges the messages of the parser, its rules and the
 * engine's own checks.
 */
import { ABAPObject, Objects } from '@abaplint/core'
import type { ABAPFile, IObject, Issue } from '@abaplint/core'
import type { FileMessage, FileRange, RepositoryFile } from '../../types.ts'
import { checkAbstractMethods } from './abstract-methods.ts'
import { checkAccessControl } from './cds/access-control.ts'
import { checkBlocks } from './blocks.ts'
import { isOverflow, TOO_DEEP } from '../bounds.ts'
import { checkDatabaseMethods } from './amdp.ts'
import { checkBehavior } from './behavior/names.ts'
import { checkBehaviorSyntax } from './behavior/syntax.ts'
import { checkCatchOrder } from './catch-order.ts'
import { cdsRange, checkCdsSyntax } from './cds.ts'
import { checkDerivation } from './derivation.ts'
import { cdsFinding } from './cds/findings.ts'
import { checkCdsView, checkUnreadView } from './cds/view.ts'
import { checkLabels, checkTable, placeOfName } from './dictionary.ts'
import { checkIndexAccess } from './index-access.ts'
import { IGNORED } from './rules.ts'
import type { SyntaxRule } from './rules.ts'
import { namedToken } from './issue-place.ts'
import { isSyntaxWarning } from '../../grammar/warnings.ts'
import { isTestFile, objectId } from '../files.ts'
import { checkClassRestrictions } from './class-restrictions.ts'
import { checkForbidden } from './forbidden.ts'
import { programsInView } from '../includes.ts'
import { checkLineLength } from './line-length.ts'
import { checkGroups, checkLoops } from './loops.ts'
import { isRepeated, ordered } from './order.ts'
import { checkPlacement } from './placement.ts'
import { clamp, error, firstLine, rangeOfIssue } from '../ranges.ts'
import type { Repository } from '../repository.ts'
import { checkMetadataExtension } from './cds/metadata-extension.ts'
import { checkServiceDefinition } from './cds/service-definition.ts'
import { checkSqlFields } from '../select/sql-names.ts'
import { checkStatements } from './statements.ts'
import { checkTableKeys } from './table-keys.ts'
import { checkTestSeams } from '../outline/test-seams.ts'
import { checkTransformation } from './transformation.ts'
import { checkTypeOrder } from './type-order.ts'
import { checkTyping } from './typing.ts'
import { plainText } from '../wording.ts'

export interface CheckRequest {
  readonly files: readonly string[]
  readonly overlay: readonly RepositoryFile[]
  readonly main?: string | undefined
}

/**
 * The syntax check: for every named object the errors and warnings in all of its parts, in the
 * order of the sources.
 */
export function check(
  repository: Repository,
  rules: readonly SyntaxRule[],
  { files, overlay, main }: CheckRequest
): FileMessage[] {
  repository.enter(overlay, main === undefined ? undefined : objectId(main))
  const messages: FileMessage[] = []
  for (const id of new Set(files.map(objectId))) {
    if (id !== '') messages.push(...checkObject(repository, rules, id))
  }
  return ordered(messages)
}

function checkObject(
  repository: Repository,
  rules: readonly SyntaxRule[],
  id: string
): FileMessage[] {
  const mains = programsInView(repository, id)
  repository.refresh([id, ...mains])
  const refusals = repository.filesOf(id).flatMap(file => {
    const reason = repository.refusal(file)
    return reason === undefined ? [] : [error(firstLine(file), 'bounds', reason)]
  })
  const object = repository.object(id)
  if (refusals.length > 0) {
    // the parser gives up on a view whose elements are not unique, and names no place
    const places = repository.filesOf(id).flatMap(file => checkUnreadView(repository, file))
    return places.length > 0 ? places : refusals
  }
  if (object === undefined) return []
  const syntax = parsedWell(repository, object)
  if (syntax.length > 0) return syntax
  if (object instanceof Objects.Program && object.isInclude()) {
    return checkInclude(repository, rules, object, mains)
  }
  return semantics(repository, rules, object)
}

/** Faults that prevent parsing. The other checks give useful results only without such faults. */
function parsedWell(repository: Repository, object: IObject): FileMessage[] {
  const messages = [
    ...checkCdsSyntax(object),
    ...checkBehaviorSyntax(object),
    ...checkTransformation(object)
  ]
  if (!(object instanceof ABAPObject)) return messages
  const broken = new Set<string>()
  for (const file of object.getABAPFiles()) {
    const found = [
      ...checkLineLength(file),
      ...checkForbidden(file),
      ...checkReadable(file),
      ...checkBlocks(file)
    ]
    if (found.length > 0) broken.add(file.getFilename())
    messages.push(...found.map(message => placed(repository, message)))
  }
  for (const issue of object.getParsingIssues()) {
    if (broken.has(issue.getFilename())) continue
    const file = object.getABAPFileByName(issue.getFilename())
    const misplaced = file === undefined ? [] : checkPlacement(file)
    messages.push(...(misplaced.length > 0 ? misplaced : present(repository, issue, 'E')))
  }
  return messages
}

/**
 * Statements that the parser cannot read. One with a typing that is refused is reported at that
 * typing, not at its beginning.
 */
function checkReadable(file: ABAPFile): FileMessage[] {
  const typing = checkTyping(file)
  const explained = (statement: FileMessage) =>
    typing.some(({ startRow }) => statement.startRow <= startRow && startRow <= statement.endRow)
  return [...typing, ...checkStatements(file).filter(message => !explained(message))]
}

/** An include has no meaning of its own: it is checked as part of the programs that include it. */
function checkInclude(
  repository: Repository,
  rules: readonly SyntaxRule[],
  include: IObject,
  mains: readonly string[]
): FileMessage[] {
  const own = new Set(repository.filesOf(`${include.getType()} ${include.getName()}`))
  const [first] = own
  if (mains.length === 0) {
    return first === undefined
      ? []
      : [
          {
            ...firstLine(first),
            severity: 'W',
            rule: 'check_include',
            text: 'No main program includes this source: only its statements were checked.'
          }
        ]
  }
  return mains.flatMap(main => {
    const object = repository.object(main)
    return object === undefined
      ? []
      : [...parsedWell(repository, object), ...semantics(repository, rules, object)].filter(
          message => own.has(message.file)
        )
  })
}

function semantics(
  repository: Repository,
  rules: readonly SyntaxRule[],
  object: IObject
): FileMessage[] {
  const messages = [
    ...checkTable(repository, object),
    ...checkLabels(repository, object),
    ...checkBehavior(repository, object),
    ...checkCdsView(repository, object),
    ...checkServiceDefinition(repository, object),
    ...checkAccessControl(repository, object),
    ...checkMetadataExtension(repository, object)
  ]
  if (messages.length > 0) return messages
  const id = `${object.getType()} ${object.getName()}`
  repository.reportProgress(repository.filesOf(id))
  try {
    for (const { rule, severity, types } of rules) {
      if (types?.includes(object.getType()) === false) continue
      for (const issue of rule.initialize(repository.registry).run(object)) {
        messages.push(...present(repository, issue, severity))
      }
    }
    if (object instanceof ABAPObject) {
      messages.push(...ownChecks(repository, object).map(message => placed(repository, message)))
    }
  } catch (failure) {
    if (!isOverflow(failure)) throw failure
    const [file] = repository.filesOf(id)
    return file === undefined ? [] : [error(firstLine(file), 'bounds', TOO_DEEP)]
  }
  return messages.filter(message => !isRepeated(message, messages))
}

function ownChecks(repository: Repository, object: ABAPObject): FileMessage[] {
  const messages = [...checkAbstractMethods(object, repository.registry), ...checkTestSeams(object)]
  for (const file of object.getABAPFiles()) {
    messages.push(
      ...checkSqlFields(file, repository.registry),
      ...checkCatchOrder(file, repository.registry),
      ...checkIndexAccess(file),
      ...checkDatabaseMethods(file),
      ...checkDerivation(file),
      ...checkTypeOrder(file),
      ...checkTableKeys(file),
      ...checkLoops(file),
      ...checkGroups(file),
      ...checkClassRestrictions(file)
    )
  }
  return messages
}

function present(repository: Repository, issue: Issue, severity: 'E' | 'W'): FileMessage[] {
  const [text, source] = [issue.getMessage(), repository.text(issue.getFilename())]
  if (source === undefined || IGNORED.test(text)) return []
  if (issue.getKey() === 'parser_missing_space' && isDynamicName(issue, source)) return []
  const abap = repository.abapFile(issue.getFilename())
  const range = placeOfIssue(issue, source, abap)
  // Test classes need not declare the exceptions that they propagate: the test framework catches
  // them.
  if (issue.getKey() === 'uncaught_exception' && isTestFile(issue.getFilename())) return []
  const shown = isSyntaxWarning(issue) ? 'W' : severity
  const finding = issue.getKey().startsWith('cds')
    ? cdsFinding(repository, text, shown)
    : { severity: shown, text }
  if (finding === undefined) return []
  const own = { ...finding, rule: issue.getKey(), text: plainText(finding.text) }
  return [placed(repository, { ...range, ...own })]
}

/** `structure-('NAME')`: no blanks stand within the parentheses of a name. */
function isDynamicName(issue: Issue, source: string): boolean {
  const line = source.split('\n')[issue.getStart().getRow() - 1] ?? ''
  const at = issue.getStart().getCol() - 1
  return /->?\((['`])\w+\1\)$/.test(line.slice(0, at)) || /->?\($/.test(line.slice(0, at))
}

function placeOfIssue(issue: Issue, source: string, abap: ABAPFile | undefined): FileRange {
  if (issue.getKey().startsWith('cds')) return cdsRange(issue, source)
  const name = /(\S+) not found/.exec(issue.getMessage())?.[1]
  return issue.getFilename().endsWith('.xml') && name !== undefined
    ? placeOfName(issue.getFilename(), source, name)
    : onName(rangeOfIssue(issue), issue, abap)
}

/** The parser often reports a fault of a name at the begin of its statement. */
function onName(range: FileRange, issue: Issue, abap: ABAPFile | undefined): FileRange {
  const token =
    abap === undefined || issue.getKey() !== 'check_syntax'
      ? undefined
      : namedToken(abap, range, issue.getMessage())
  if (token === undefined) return range
  return {
    ...range,
    startRow: token.getRow(),
    startColumn: token.getCol() - 1,
    endRow: token.getRow(),
    endColumn: token.getEnd().getCol() - 1
  }
}

function placed(repository: Repository, message: FileMessage): FileMessage {
  return { ...message, ...clamp(message, repository.text(message.file) ?? '') }
}
