/** The steps that check sources object by object: syntax and lint. */
import { checkSyntax } from '../../erp-client/index.ts'
import type { ObjectRef } from '../../erp-client/index.ts'
import { inParallel } from '../call/parallel.ts'
import { errorWords } from '../failure/prose.ts'
import { isRefused } from '../insight/refused.ts'
import type { LintFinding } from '../lint/job.ts'
import { prepareLint, runLint } from '../lint/run.ts'
import { lintable } from '../lint/sources.ts'
import { lintInThread } from '../lint/thread.ts'
import { count, refWords } from '../objects/words.ts'
import { omitUndefined } from '../schema/output.ts'
import type { Level, PipelineRule } from './report.ts'
import { coveredWords } from './step.ts'
import type { RawFinding, StepInput, StepResult } from './step.ts'

const levelOf: Readonly<Record<'error' | 'warning' | 'info', Level>> = {
  error: 'error',
  warning: 'warning',
  info: 'note'
}

const syntaxHelp: Readonly<Record<Level, string>> = {
  error: 'The compiler of the system rejects the source: the object cannot be activated.',
  warning: 'The compiler of the system accepts the source and warns of it.',
  note: 'A remark of the compiler of the system.'
}

/** The compiler of the system knows what these rules guess where an object stands alone. */
const compilerRules = [
  'parser_error',
  'cds_parser_error',
  'check_syntax',
  'check_ddic',
  'implement_methods',
  'method_implemented_twice'
]

interface Checked {
  readonly findings: readonly RawFinding[]
  readonly unchecked?: string
}

/** Objects one by one; the refusal of one object does not end the step. */
async function eachObject(
  { context }: StepInput,
  refs: readonly ObjectRef[],
  check: (ref: ObjectRef) => Promise<Checked>
): Promise<{ findings: RawFinding[]; unchecked: string[] }> {
  let done = 0
  const all = await inParallel(refs, async (ref): Promise<Checked> => {
    context.progress({ done: done++, total: refs.length, message: refWords(ref) })
    try {
      return await check(ref)
    } catch (error) {
      context.signal.throwIfAborted()
      if (!isRefused(error)) throw error
      return { findings: [], unchecked: `${refWords(ref)}: ${errorWords(error)}` }
    }
  })
  return {
    findings: all.flatMap(({ findings }) => findings),
    unchecked: all.flatMap(({ unchecked }) => unchecked ?? [])
  }
}

/** What is not gone, in the order of the subject. */
function present({ subject, sources }: StepInput): ObjectRef[] {
  return subject.sources.filter(ref => !sources.gone.has(refWords(ref)))
}

/** The syntax check of the active sources at the system. */
export async function syntaxStep(input: StepInput): Promise<StepResult> {
  const { context } = input
  const refs = present(input)
  const { findings, unchecked } = await eachObject(input, refs, async ref => {
    const result = await checkSyntax(context.erp, { ref, version: 'active' }, context.signal)
    return {
      findings: result.findings.map(one => ({
        ...one,
        ref: one.ref ?? ref,
        level: levelOf[one.severity],
        rule: `syntax/${one.code === undefined ? levelOf[one.severity] : one.code}`
      })),
      ...(result.processed ? {} : { unchecked: `${refWords(ref)}: the system did not check it` })
    }
  })
  const rules = new Map(
    findings.map(({ rule, level }): [string, PipelineRule] => [
      rule,
      { id: rule, title: `Syntax ${level}`, help: syntaxHelp[level], level }
    ])
  )
  return {
    outcome: unchecked.length === 0 ? 'done' : 'incomplete',
    words: coveredWords(count(refs.length, 'source'), unchecked),
    findings: uniqueFindings(findings),
    rules: [...rules.values()]
  }
}

/** Members of a function group report what their group reports. */
function uniqueFindings(findings: readonly RawFinding[]): RawFinding[] {
  const key = ({ rule, text, ref, part, line, column }: RawFinding) =>
    JSON.stringify([rule, text, ref, part ?? 'main', line, column])
  return [...new Map(findings.map(one => [key(one), one])).values()]
}

/** The linter on the active sources. */
export async function lintStep(input: StepInput): Promise<StepResult> {
  const { context, plan } = input
  const refs = present(input).filter(({ type }) => lintable.has(type))
  const { findings, unchecked } = await eachObject(input, refs, async ref => {
    const options = {
      ...omitUndefined({ group: ref.group, preset: plan.preset }),
      type: ref.type,
      name: ref.name,
      version: 'active'
    } as const
    const { sources, job } = await prepareLint(context, options, 'check')
    const without = [...(job.without ?? []), ...compilerRules]
    const { findings: found } = await runLint(context, { ...job, without })
    const parts = new Map([...sources.targets].map(([part, file]) => [file, part]))
    return { findings: found.map(one => lintFinding(one, ref, parts)) }
  })
  return {
    outcome: unchecked.length === 0 ? 'done' : 'incomplete',
    words: coveredWords(count(refs.length, 'source'), unchecked),
    findings,
    rules: await lintRules(input, findings)
  }
}

function lintFinding(
  { rule, text, severity, line, column, file }: LintFinding,
  ref: ObjectRef,
  parts: ReadonlyMap<string, string>
): RawFinding {
  const level = levelOf[severity]
  return { rule: `lint/${rule}`, level, text, ref, part: parts.get(file), line, column }
}

async function lintRules(
  { context }: StepInput,
  findings: readonly RawFinding[]
): Promise<PipelineRule[]> {
  const used = new Map(findings.map(({ rule, level }) => [rule, level]))
  if (used.size === 0) return []
  const { rules } = await lintInThread(
    { kind: 'rules', files: [], targets: [], version: '', preset: 'default' },
    context.signal
  )
  return rules.flatMap(({ key, title, description }) => {
    const id = `lint/${key}`
    const level = used.get(id)
    const url = `https://rules.abaplint.org/${key}/`
    return level === undefined ? [] : [{ id, title, help: description, url, level }]
  })
}
