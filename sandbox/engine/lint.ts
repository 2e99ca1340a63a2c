/** Runs the lint rules on objects and derives quick fixes from what they find. */
import { ArtifactsRules, Severity, Statements } from '@abaplint/core'
import type { IObject, Issue } from '@abaplint/core'
import type { FileEdit, FileMessage, FileQuickFix, LintRule, RepositoryFile } from '../types.ts'
import { cdsRange } from './check/cds.ts'
import { isFalse } from './check/false-findings.ts'
import { inlineFinding } from './check/inline-findings.ts'
import type { Rule } from './check/rules.ts'
import { objectId } from './files.ts'
import { enterProgram, programsInView } from './includes.ts'
import { clamp, rangeOfIssue } from './ranges.ts'
import type { Repository } from './repository.ts'
import { ready } from './refactor/unused.ts'

/**
 * Rules that do not apply to this system: it has one release, one file format and no naming
 * conventions.
 */
const EXCLUDED_RULES = new Set([
  'downport',
  'aff_and_xml',
  'xml_consistency',
  'xml_bom',
  'inline_data_old_versions',
  'parser_702_chaining',
  'allowed_object_types',
  'allowed_object_naming',
  'cloud_types',
  'sicf_consistency',
  'smim_consistency',
  'line_break_style',
  'easy_to_find_messages',
  'description_empty',
  'remove_descriptions',
  'main_file_contents',
  'unused_ddic',
  'local_testclass_consistency',
  'no_dynamic_stuff'
])

/** The rules that `lint` applies by default. */
export function lintRules(): LintRule[] {
  return ArtifactsRules.getRules()
    .map(rule => rule.getMetadata())
    .filter(({ key }) => !EXCLUDED_RULES.has(key))
    .map(({ key, title, shortDescription, tags }) => {
      const words = (tags ?? []).map(String)
      return {
        key,
        title,
        description: shortDescription,
        tags: words,
        hasQuickFix: words.includes('Quickfix')
      }
    })
}

export interface LintRequest {
  readonly files: readonly string[]
  readonly overlay: readonly RepositoryFile[]
  readonly rules?: readonly string[]
}

/**
 * Findings of all rules (or of the named ones) in the named objects. A rule that throws on a source
 * reports no findings for it.
 */
export function lint(
  repository: Repository,
  { files, overlay, rules }: LintRequest
): FileMessage[] {
  repository.enter(overlay)
  return issuesOf(
    repository,
    new Set(files.map(objectId)),
    selectedRules(repository, rules)
  ).flatMap(issue => present(repository, issue) ?? [])
}

function selectedRules(repository: Repository, keys: readonly string[] | undefined): Rule[] {
  const wanted = keys === undefined ? undefined : new Set(keys)
  return repository.registry
    .getConfig()
    .getEnabledRules()
    .filter(rule => {
      const { key } = rule.getMetadata()
      return wanted === undefined ? !EXCLUDED_RULES.has(key) : wanted.has(key)
    })
}

function issuesOf(
  repository: Repository,
  ids: ReadonlySet<string>,
  rules: readonly Rule[]
): Issue[] {
  repository.refresh(ids)
  const objects = [...ids].map(id => repository.object(id)).filter(object => object !== undefined)
  const issues: Issue[] = []
  for (const rule of rules) {
    if (undefinedOnError(() => ready(repository, rule)) === undefined) continue
    for (const object of objects) issues.push(...run(repository, rule, object))
  }
  return issues
}

function run(repository: Repository, rule: Rule, object: IObject): readonly Issue[] {
  repository.reportProgress(repository.filesOf(`${object.getType()} ${object.getName()}`))
  return (
    undefinedOnError(() =>
      rule
        .run(object)
        .filter(issue => !isFalse(repository, object, issue))
        .flatMap(issue => inlineFinding(repository.abapFile(issue.getFilename()), issue) ?? [])
    ) ?? []
  )
}

/** Rules expect sources that parse; on others some rules throw. */
function undefinedOnError<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

function present(repository: Repository, issue: Issue): FileMessage | undefined {
  const text = repository.text(issue.getFilename())
  if (text === undefined) return undefined
  const range = issue.getKey().startsWith('cds') ? cdsRange(issue, text) : rangeOfIssue(issue)
  return {
    ...clamp(range, text),
    severity: severityOf(issue.getSeverity()),
    text: issue.getMessage(),
    rule: issue.getKey()
  }
}

function severityOf(severity: Severity): FileMessage['severity'] {
  return severity === Severity.Error ? 'E' : severity === Severity.Warning ? 'W' : 'I'
}

export interface QuickFixRequest {
  readonly file: string
  readonly row?: number
  readonly column?: number
  readonly overlay: readonly RepositoryFile[]
  readonly main?: string | undefined
}

/**
 * Corrections for what the rules find at a place, or in the whole file: whole sets of edits, to be
 * applied together. In an include also those that all of its programs (or the one that the request
 * names) agree on.
 */
export function quickFixes(repository: Repository, request: QuickFixRequest): FileQuickFix[] {
  enterProgram(repository, request)
  const id = objectId(request.file)
  const rules = selectedRules(repository, undefined).filter(
    rule => rule.getMetadata().tags?.map(String).includes('Quickfix') === true
  )
  const [first = [], ...others] = programsInView(repository, id).map(program =>
    fixesIn(repository, program, { rules, request })
  )
  const agreed = first.filter(fix =>
    others.every(list => list.some(other => keyOf(other) === keyOf(fix)))
  )
  return [
    ...new Map(
      [...fixesIn(repository, id, { rules, request }), ...agreed].map(fix => [keyOf(fix), fix])
    ).values()
  ]
}

function keyOf(fix: FileQuickFix): string {
  return JSON.stringify(fix)
}

interface Search {
  readonly rules: readonly Rule[]
  readonly request: QuickFixRequest
}

function fixesIn(
  repository: Repository,
  id: string,
  { rules, request: { file, row, column } }: Search
): FileQuickFix[] {
  return issuesOf(repository, new Set([id]), rules).flatMap(issue => {
    const message = issue.getFilename() === file ? present(repository, issue) : undefined
    return message === undefined || (row !== undefined && !covers(message, row, column))
      ? []
      : fixesOf(repository, issue, message)
  })
}

function covers(
  { startRow, startColumn, endRow, endColumn }: FileMessage,
  row: number,
  column: number | undefined
): boolean {
  if (row < startRow || row > endRow) return false
  if (column === undefined || startRow !== endRow) return true
  // A finding about a whole line begins at its start and applies to all of it.
  return (column >= startColumn && column <= endColumn) || startColumn === endColumn
}

function fixesOf(repository: Repository, issue: Issue, message: FileMessage): FileQuickFix[] {
  const title =
    ArtifactsRules.getRules()
      .find(rule => rule.getMetadata().key === issue.getKey())
      ?.getMetadata().title ?? issue.getKey()
  const own = issue.getDefaultFix()
  const removal = own === undefined ? removalOf(repository, issue) : undefined
  const fixes = [
    ...(own === undefined
      ? []
      : [{ title: `${title}: ${issue.getMessage()}`, edits: editsOf(repository, own) }]),
    ...(removal === undefined
      ? []
      : [{ title: `${title}: ${issue.getMessage()}`, edits: [removal] }]),
    ...(issue.getAlternativeFixes() ?? []).map(fix => ({
      title: fix.description,
      edits: editsOf(repository, fix.edit)
    }))
  ]
  return fixes.map(fix => ({ rule: issue.getKey(), message, ...fix }))
}

/**
 * The rule removes variables of its own object only; one that is declared in an include is left
 * without a correction.
 */
function removalOf(repository: Repository, issue: Issue): FileEdit | undefined {
  const file =
    issue.getKey() === 'unused_variables' ? repository.abapFile(issue.getFilename()) : undefined
  const statement = file
    ?.getStatements()
    .find(
      node =>
        node.get() instanceof Statements.Data &&
        node.getColon() === undefined &&
        node.getTokens().some(token => token.getStart().equals(issue.getStart()))
    )
  return statement === undefined
    ? undefined
    : editOf(repository, issue.getFilename(), {
        range: { start: statement.getStart(), end: statement.getEnd() },
        newText: ''
      })
}

function editsOf(repository: Repository, edit: Edit): FileEdit[] {
  return Object.entries(edit).flatMap(([name, edits]) =>
    edits.map(each => editOf(repository, name, each))
  )
}

type Edit = NonNullable<ReturnType<Issue['getDefaultFix']>>
type TextEdit = Edit[string][number]

function editOf(repository: Repository, file: string, { range, newText }: TextEdit): FileEdit {
  const place = {
    file,
    startRow: range.start.getRow(),
    startColumn: range.start.getCol() - 1,
    endRow: range.end.getRow(),
    endColumn: range.end.getCol() - 1
  }
  return {
    ...place,
    newText,
    oldText: textIn((repository.text(file) ?? '').replaceAll('\r\n', '\n').split('\n'), place)
  }
}

function textIn(
  lines: readonly string[],
  { startRow, startColumn, endRow, endColumn }: Omit<FileEdit, 'oldText' | 'newText' | 'file'>
): string {
  if (startRow === endRow) return (lines[startRow - 1] ?? '').slice(startColumn, endColumn)
  return [
    (lines[startRow - 1] ?? '').slice(startColumn),
    ...lines.slice(startRow, endRow - 1),
    (lines[endRow - 1] ?? '').slice(0, endColumn)
  ].join('\n')
}
