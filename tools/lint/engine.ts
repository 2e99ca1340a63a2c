/** Runs abaplint on sources; loaded in the lint thread only. */
import { ArtifactsRules, Config, MemoryFile, Registry, RulesRunner } from '@abaplint/core'
import type { IEdit, IObject, Issue } from '@abaplint/core'
import { nearest } from '../schema/nearest.ts'
import { applyRuleEdits } from './text-edits.ts'
import type { LintFile, LintFinding, LintJob, LintResult, LintRule, Preset } from './job.ts'

type Rule = ReturnType<typeof ArtifactsRules.getRules>[number]

/**
 * Rules that judge what a single object read from a system cannot show: whole repositories, XML
 * files, file names, other releases.
 */
const leftOut = new Set([
  'downport',
  'aff_and_xml',
  'xml_consistency',
  'xml_bom',
  'inline_data_old_versions',
  'parser_702_chaining',
  'allowed_object_types',
  'allowed_object_naming',
  'sicf_consistency',
  'smim_consistency',
  'line_break_style',
  'description_empty',
  'remove_descriptions',
  'main_file_contents',
  'unused_ddic',
  'local_testclass_consistency',
  'no_dynamic_stuff',
  'unknown_types',
  'superclass_final',
  'uncaught_exception',
  'unused_methods',
  'uncalled_form',
  'unnecessary_pragma',
  'msag_consistency',
  'easy_to_find_messages',
  'object_naming',
  'check_include',
  'selection_screen_texts_missing',
  'check_text_elements'
])

/** Contested taste: only in the preset strict. */
const strictOnly = new Set([
  'no_prefixes',
  'abapdoc',
  'cyclomatic_complexity',
  'method_length',
  'reduce_procedural_code'
])

const syntaxRules = new Set([
  'parser_error',
  'cds_parser_error',
  'check_syntax',
  'check_ddic',
  'unknown_types',
  'method_implemented_twice',
  'implement_methods'
])

const mostRounds = 8

/**
 * Runs one job. Everything outside the files counts as present and unknown, so that a single object
 * can be judged.
 */
export function runLint(job: LintJob): LintResult {
  if (job.kind === 'rules') return { ...nothing, rules: describeRules() }
  const unknown = unknownRules(job)
  if (unknown.length > 0) return { ...nothing, unknown }
  return job.kind === 'check'
    ? { ...nothing, findings: check(job, job.files).map(present) }
    : fix(job)
}

const nothing: LintResult = { findings: [], files: [], fixes: {}, rules: [], unknown: [] }

function unknownRules({ rules = [] }: LintJob): LintResult['unknown'] {
  const keys = ArtifactsRules.getRules().map(rule => rule.getMetadata().key)
  return rules
    .filter(rule => !keys.includes(rule))
    .map(rule => ({ rule, near: nearest(rule, keys) }))
}

function check(job: LintJob, files: readonly LintFile[]): Issue[] {
  const registry = new Registry(configuration(job.version))
  for (const { name, text } of files) registry.addFile(new MemoryFile(name, text))
  registry.parse()
  const targets = new Set(job.targets)
  const issues: Issue[] = []
  for (const rule of chosen(job)) {
    if (attempt(() => rule.initialize(registry)) === undefined) continue
    for (const object of registry.getObjects()) {
      issues.push(...(attempt(() => rule.run(object as IObject)) ?? []))
    }
  }
  const shown = new RulesRunner(registry)
    .excludeIssues(issues)
    .filter(issue => targets.has(issue.getFilename()))
  return shown.sort(
    (a, b) =>
      a.getFilename().localeCompare(b.getFilename()) ||
      a.getStart().getRow() - b.getStart().getRow() ||
      a.getStart().getCol() - b.getStart().getCol()
  )
}

function configuration(version: string): Config {
  const rules = Object.fromEntries(
    ArtifactsRules.getRules().map(rule => [rule.getMetadata().key, rule.getConfig()])
  )
  return new Config(
    JSON.stringify({
      global: { files: '/**/*.*', skipIncludesWithoutMain: false },
      dependencies: [],
      // No name matches: what is not among the files is taken as given.
      syntax: { version, errorNamespace: '^$', globalConstants: [], globalMacros: [] },
      rules
    })
  )
}

function chosen(job: LintJob): Rule[] {
  const wanted = job.rules === undefined ? undefined : new Set(job.rules)
  return ArtifactsRules.getRules().filter(rule => {
    const { key } = rule.getMetadata()
    if (job.without?.includes(key) === true) return false
    return wanted === undefined ? presetsOf(rule).includes(job.preset) : wanted.has(key)
  })
}

function presetsOf(rule: Rule): Preset[] {
  const { key, tags = [] } = rule.getMetadata()
  if (leftOut.has(key)) return []
  const has = (...words: string[]) => tags.map(String).some(tag => words.includes(tag))
  const plain =
    has('Syntax', 'Security', 'Performance', 'Styleguide') &&
    !has('Naming', 'Experimental', 'DeprecationCandidate', 'Whitespace', 'Upport') &&
    !strictOnly.has(key)
  return [
    ...(plain && key !== 'cloud_types' ? ['default' as const] : []),
    ...(key === 'cloud_types' ? [] : ['strict' as const]),
    ...(has('Security') ? ['security' as const] : []),
    ...(plain || key === 'cloud_types' || key === 'forbidden_void_type' ? ['cloud' as const] : [])
  ]
}

/** Rules are written for sources that can be read; on others some of them throw. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

function present(issue: Issue): LintFinding {
  const start = issue.getStart()
  const severity = String(issue.getSeverity()).toLowerCase()
  // The rules call nearly everything an error; only what the source means wrongly is one.
  const isSyntaxRule = syntaxRules.has(issue.getKey())
  return {
    file: issue.getFilename(),
    rule: issue.getKey(),
    text: issue.getMessage(),
    severity: severity === 'info' ? 'info' : isSyntaxRule ? 'error' : 'warning',
    line: start.getRow(),
    column: start.getCol(),
    fixable: issue.getDefaultFix() !== undefined
  }
}

/** Corrects in rounds: one round applies corrections that do not overlap to the last result. */
function fix(job: LintJob): LintResult {
  const fixes: Record<string, number> = {}
  let files = job.files
  for (let round = 0; round < mostRounds; round++) {
    const edits = check(job, files).flatMap(issue => {
      const edit = issue.getDefaultFix()
      return edit === undefined || !staysInside(edit, job.targets)
        ? []
        : [{ rule: issue.getKey(), edit }]
    })
    if (edits.length === 0) break
    const done = applyRuleEdits(files, edits)
    for (const rule of done.rules) fixes[rule] = (fixes[rule] ?? 0) + 1
    if (done.rules.length === 0) break
    files = done.files
  }
  return {
    ...nothing,
    files: files.filter(({ name }) => job.targets.includes(name)),
    fixes,
    findings: check(job, files).map(present)
  }
}

function staysInside(edit: IEdit, targets: readonly string[]): boolean {
  return Object.keys(edit).every(name => targets.includes(name))
}

function describeRules(): LintRule[] {
  return ArtifactsRules.getRules()
    .filter(rule => !leftOut.has(rule.getMetadata().key))
    .map(rule => {
      const { key, title, shortDescription, tags = [] } = rule.getMetadata()
      return {
        key,
        title,
        description: shortDescription,
        fixable: tags.map(String).includes('Quickfix'),
        presets: presetsOf(rule)
      }
    })
}
