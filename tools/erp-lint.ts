import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { formatSource } from '../erp-client/index.ts'
import type { ObjectRef } from '../erp-client/index.ts'
import * as argument from './schema/arguments.ts'
import type { ToolContext } from './call/context.ts'
import { action, defineActions } from './define.ts'
import { badArguments } from './failure/errors.ts'
import { globList } from './policy/glob.ts'
import { linesChanged } from './lint/changed-lines.ts'
import { presets } from './lint/job.ts'
import type { LintFinding, LintJob, LintResult } from './lint/job.ts'
import { withParameters } from './lint/function-head.ts'
import { lintSources, lintable } from './lint/sources.ts'
import type { LintSources } from './lint/sources.ts'
import { lintInThread } from './lint/thread.ts'
import { omitUndefined, refData } from './schema/output.ts'
import { languageOf, releaseOf } from './catalog/releases.ts'
import { resolveObject } from './objects/resolve.ts'
import type { ToolResult } from './call/result.ts'
import { Choice } from './schema/choice.ts'
import { cutLines, locateUnit, readPart } from './objects/sources.ts'
import { textOfVersion } from './objects/versions.ts'
import { compareTexts, diffSize } from './write/source/diff.ts'
import { toLf } from './write/source/edits.ts'
import { count, refWords, systemWords } from './objects/words.ts'

const findingsShown = 200

const object = {
  type: Type.Optional(argument.typeArgument('source')),
  name: argument.nameArgument,
  group: Type.Optional(argument.groupArgument),
  include: Type.Optional(argument.includeArgument),
  source: Type.Optional(
    Type.String({ listed: 'no', multiline: true, description: 'Unsaved text.' })
  ),
  version: Type.Optional(argument.versionArgument)
}
const selection = {
  preset: Type.Optional(
    Choice(presets, { default: 'default', listed: 'text', description: 'Rules:' })
  ),
  rules: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 60 }), {
      ...argument.rare,
      maxItems: 100,
      description: 'Only these rules.'
    })
  ),
  release: Type.Optional(
    Type.String({
      ...argument.rare,
      maxLength: 10,
      description: 'Language release, e.g. 750; that of the system if left out.'
    })
  )
}

const checkInput = Type.Object({
  ...object,
  ...selection,
  method: Type.Optional(argument.methodArgument),
  since: Type.Optional(
    Type.String({ maxLength: 30, description: 'Lines changed since active or a version.' })
  ),
  against: Type.Optional(
    Type.String({
      ...argument.rare,
      multiline: true,
      description: 'Only lines that differ from this text.'
    })
  )
})
const fixInput = Type.Object({ ...object, ...selection })
const formatInput = Type.Object(object)
const rulesInput = Type.Object({
  preset: selection.preset,
  query: Type.Optional(
    Type.String({ ...argument.rare, maxLength: 100, description: 'Part of a rule name or title.' })
  )
})

const output = Type.Object({ system: Type.String() })

export const erpLint = defineActions({
  name: 'ERPLint',
  title: 'Lint and format ABAP',
  description:
    'Rules of abaplint for style, performance and security. check: findings with line and rule. fix: the corrected text. format: by the ERP\'s pretty printer. Saves nothing; ERPWrite does. Example: {"action":"check","name":"ZCL_ORDER","since":"active"}',
  scope: 'read',
  output,
  actions: {
    check: action({
      operation: 'read',
      input: checkInput,
      run: async (args, context) => await check(context, args)
    }),
    fix: action({
      operation: 'read',
      input: fixInput,
      run: async (args, context) => await fix(context, args)
    }),
    format: action({
      operation: 'read',
      input: formatInput,
      run: async (args, context) => await format(context, args)
    }),
    rules: action({
      operation: 'read',
      input: rulesInput,
      run: async (args, context) => await rules(context, args)
    })
  }
})

type CheckArgs = Static<typeof checkInput>

async function check(context: ToolContext, args: CheckArgs): Promise<ToolResult> {
  const { ref, sources, job } = await prepared(context, args, 'check')
  const { findings } = await linted(context, job)
  const wanted = await limitOf(context, { ref, args, sources })
  const kept = findings.filter(finding => wanted(finding))
  const parts = partNames(sources)
  const shown = kept.slice(0, findingsShown)
  const system = systemWords(context.erp)
  const limited =
    kept.length < findings.length ? ` (of ${findings.length} in the whole source)` : ''
  return {
    kind: 'data',
    data: {
      system,
      object: refData(ref),
      language: job.version,
      total: kept.length,
      complete: shown.length === kept.length,
      findings: shown.map(finding => findingData(finding, parts))
    },
    text: [
      `${system} · lint of ${refWords(ref)} · ${job.version} · ${kept.length === 0 ? 'no findings' : count(kept.length, 'finding')}${limited}`,
      ...shown.map(finding => findingText(finding, parts)),
      ...unjudged(sources),
      ...(shown.length < kept.length
        ? [`${kept.length - shown.length} more: narrow by rules, method or since.`]
        : []),
      ...(kept.some(({ fixable }) => fixable)
        ? ['Findings marked + are corrected by the action fix.']
        : [])
    ].join('\n')
  }
}

/** In words, which rules had to be left out and why. */
function unjudged({ without, missing }: LintSources): string[] {
  return without.length === 0
    ? []
    : [
        `Not judged by ${without.join(', ')}: ${missing.length === 0 ? 'the linter does not know parameters in the source of a function module' : `${missing.slice(0, 5).join(', ')} could not be read`}.`
      ]
}

/**
 * Runs a job; a rule that does not exist would find nothing, which is not the same as nothing to
 * find.
 */
async function linted(context: ToolContext, job: LintJob): Promise<LintResult> {
  const result = await lintInThread(job, context.signal)
  const [first] = result.unknown
  if (first === undefined) return result
  throw badArguments(
    `There is no rule ${result.unknown.map(({ rule }) => `"${rule}"`).join(', ')}.`,
    `${first.near === undefined ? '' : `Did you mean ${first.near}? `}The action rules lists them.`
  )
}

interface Prepared {
  readonly ref: ObjectRef
  readonly sources: LintSources
  readonly job: LintJob
}

async function prepared(
  context: ToolContext,
  args: Static<typeof fixInput>,
  kind: 'check' | 'fix'
): Promise<Prepared> {
  const ref = await resolveObject(context, args, type => lintable.has(type))
  const source = args.source === undefined ? undefined : toLf(args.source)
  const [sources, release] = await Promise.all([
    lintSources(context, { ref, include: args.include, version: args.version, source }),
    args.release ?? releaseOf(context)
  ])
  const version = args.preset === 'cloud' ? 'Cloud' : languageOf(release)
  return {
    ref,
    sources,
    job: {
      kind,
      files: sources.files,
      targets: [...sources.targets.values()],
      version,
      preset: args.preset ?? 'default',
      rules: args.rules,
      without: sources.without
    }
  }
}

interface Limit {
  readonly ref: ObjectRef
  readonly args: CheckArgs
  readonly sources: LintSources
}

/** Which findings are asked for: those of one block, of changed lines, or all. */
async function limitOf(
  context: ToolContext,
  { ref, args, sources }: Limit
): Promise<(finding: LintFinding) => boolean> {
  const { method, since, against, include } = args
  if (since !== undefined && against !== undefined) {
    throw badArguments('`since` and `against` contradict each other.', 'Give one of them.')
  }
  const part = include ?? 'main'
  const textOf = (name: string | undefined) =>
    sources.files.find(file => file.name === name)?.text ?? ''
  const unit =
    method === undefined
      ? undefined
      : await locateUnit(context, { ref, part: include, version: args.version }, method)
  const changed = new Map<string, ReadonlySet<number>>()
  if (against !== undefined) {
    changed.set(
      sources.targets.get(part) ?? '',
      await linesChanged([toLf(against), textOf(sources.targets.get(part))], context.signal)
    )
  }
  if (since !== undefined) {
    for (const [one, file] of sources.targets) {
      changed.set(
        file,
        await linesChanged(
          [await textOfVersion(context, { ref, part: one }, since), textOf(file)],
          context.signal
        )
      )
    }
  }
  return ({ file, line }) => {
    const inUnit =
      unit === undefined ||
      (file === sources.targets.get(unit.source.part) &&
        line >= unit.unit.startLine &&
        line <= unit.unit.endLine)
    return inUnit && (changed.size === 0 || changed.get(file)?.has(line) === true)
  }
}

function partNames(sources: LintSources): ReadonlyMap<string, string> {
  return new Map([...sources.targets].map(([part, file]) => [file, part]))
}

function findingData(
  { file, rule, text, severity, line, column, fixable }: LintFinding,
  parts: ReadonlyMap<string, string>
): object {
  const part = parts.get(file)
  return omitUndefined({
    severity,
    rule,
    text,
    include: part === 'main' ? undefined : part,
    line,
    column,
    fixable: fixable ? true : undefined
  })
}

function findingText(
  { file, rule, text, severity, line, column, fixable }: LintFinding,
  parts: ReadonlyMap<string, string>
): string {
  const part = parts.get(file)
  return `${severity} ${part === undefined || part === 'main' ? '' : `${part} `}${line}:${column} ${rule}: ${text}${fixable ? ' +' : ''}`
}

async function fix(context: ToolContext, args: Static<typeof fixInput>): Promise<ToolResult> {
  const { ref, sources, job } = await prepared(
    context,
    { ...args, include: args.include ?? 'main' },
    'fix'
  )
  const result = await linted(context, job)
  const part = args.include ?? 'main'
  const name = sources.targets.get(part) ?? ''
  const stored = sources.files.find(file => file.name === name)?.text ?? ''
  const before = withParameters(stored, sources.head)
  const after = withParameters(
    result.files.find(file => file.name === name)?.text ?? stored,
    sources.head
  )
  return await fixed(context, { ref, part, before, after, result })
}

interface Fixed {
  readonly ref: ObjectRef
  readonly part: string
  readonly before: string
  readonly after: string
  readonly result: LintResult
}

async function fixed(
  context: ToolContext,
  { ref, part, before, after, result }: Fixed
): Promise<ToolResult> {
  const system = systemWords(context.erp)
  const diff = await compareTexts(before, after, context.signal)
  const words = Object.entries(result.fixes).map(([rule, times]) => `${rule} ${times}`)
  const what = `${refWords(ref)}${part === 'main' ? '' : ` ${part}`}`
  const cut = cutLines(after, context.limits.bytes / 2)
  const whole = cut.lastLine === undefined
  const head = `${system} · corrections of ${what} · ${before === after ? 'nothing to correct' : `${diffSize(diff)} lines by ${words.join(', ')}`} · not saved`
  return {
    kind: 'data',
    verbatim: ['diff', 'source'],
    data: omitUndefined({
      system,
      object: refData(ref),
      include: part === 'main' ? undefined : part,
      fixes: result.fixes,
      remaining: result.findings.length,
      diff: diff.text,
      source: whole && before !== after ? after : undefined
    }),
    text: [
      head,
      ...(before === after
        ? []
        : [
            diff.text,
            ...(whole
              ? ['--- corrected text', after]
              : ['The corrected text is too large to show; correct one include at a time.'])
          ])
    ].join('\n')
  }
}

async function format(context: ToolContext, args: Static<typeof formatInput>): Promise<ToolResult> {
  const ref = await resolveObject(context, args, type => lintable.has(type))
  const before =
    args.source === undefined
      ? (await readPart(context, { ref, part: args.include, version: args.version })).text
      : toLf(args.source)
  const after = await formatSource(context.erp, { source: before }, context.signal)
  const system = systemWords(context.erp)
  const diff = await compareTexts(before, after, context.signal)
  const cut = cutLines(after, context.limits.bytes)
  return {
    kind: 'data',
    verbatim: ['diff', 'source'],
    data: omitUndefined({
      system,
      object: refData(ref),
      changed: before !== after,
      source: cut.lastLine === undefined && before !== after ? after : undefined,
      diff: diff.text
    }),
    text: `${system} · formatted ${refWords(ref)} · ${before === after ? 'unchanged' : `${diffSize(diff)} lines`} · not saved${before === after ? '' : `\n${cut.lastLine === undefined ? after : diff.text}`}`
  }
}

async function rules(
  context: ToolContext,
  { preset, query }: Static<typeof rulesInput>
): Promise<ToolResult> {
  const job: LintJob = { kind: 'rules', files: [], targets: [], version: '', preset: 'default' }
  const all = (await lintInThread(job, context.signal)).rules
  const fits = query === undefined ? () => true : globList([`*${query}*`])
  const shown = all.filter(
    rule =>
      (preset === undefined || rule.presets.includes(preset)) &&
      (fits(rule.key) || fits(rule.title))
  )
  return {
    kind: 'data',
    data: { system: systemWords(context.erp), rules: shown },
    text: [
      `${systemWords(context.erp)} · ${count(shown.length, 'rule')} · + corrects`,
      ...shown.map(
        rule => `${rule.key}${rule.fixable ? ' +' : ''}  ${rule.title} [${rule.presets.join(' ')}]`
      )
    ].join('\n')
  }
}
