/** A run of a pipeline: its steps in order, and their findings with files and fingerprints. */
import { isErpError, listInactive } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { ToolError } from '../failure/errors.ts'
import { errorWords } from '../failure/prose.ts'
import { isRefused } from '../insight/refused.ts'
import { fileNameOf } from '../objects/file-names.ts'
import { refWords, systemWords } from '../objects/words.ts'
import { atcStep } from './atc-step.ts'
import { changedLinesOf } from './changed-lines.ts'
import type { ChangedLines } from './changed-lines.ts'
import { cleanCoreStep } from './clean-core-step.ts'
import { fingerprints } from './fingerprint.ts'
import { stepNames } from './report.ts'
import type {
  PipelineFinding,
  PipelinePlan,
  PipelineReport,
  StepName,
  StepOutcome,
  StepReport
} from './report.ts'
import { lintStep, syntaxStep } from './source-steps.ts'
import { keyOf, noSources, readSources } from './sources.ts'
import type { PipelineSources } from './sources.ts'
import type { RawFinding, Step, StepInput, StepResult } from './step.ts'
import { subjectOf } from './subject.ts'
import { unattendedSteps, unattendedSubject } from './unattended-steps.ts'
import { coverageStep, unitStep } from './unit-step.ts'

export interface PipelineIo {
  /** A step has ended. */
  step(report: StepReport): void
}

const developerSteps: Readonly<Record<Exclude<StepName, 'coverage'>, Step>> = {
  syntax: syntaxStep,
  lint: lintStep,
  atc: atcStep,
  'clean-core': cleanCoreStep,
  unit: unitStep
}

/** @throws ToolError and ErpError where the subject cannot be read; a step that fails is reported */
export async function runPipeline(
  context: ToolContext,
  plan: PipelinePlan,
  io: PipelineIo
): Promise<PipelineReport> {
  const startedAt = new Date().toISOString()
  const { changed, ...input } = await readInput(context, plan)
  const { subject, sources } = input
  const { reports, results } = await runSteps(input, io)
  const all = [...results].flatMap(([name, { findings }]) => placed(name, findings, sources))
  const findings = all.filter(one => counts(one, changed, plan.baseline))
  const used = new Set(findings.map(({ rule }) => rule))
  return {
    system: systemWords(context.erp),
    url: context.erp.system.url,
    ...{ subject: subject.words, startedAt, objects: subject.refs, steps: reports, findings },
    rules: [...results.values()].flatMap(({ rules }) => rules.filter(({ id }) => used.has(id))),
    tests: results.get('unit')?.tests ?? [],
    coverage: results.get('unit')?.coverage,
    suppressed: all.length - findings.length,
    notes: [
      ...subject.notes,
      ...(sources.gone.size === 0 ? [] : [`no longer there: ${[...sources.gone].join(', ')}`]),
      ...[...results.values()].flatMap(({ notes = [] }) => notes),
      ...unknownLines(changed, plan),
      ...(await draftNotes(input))
    ]
  }
}

/** A communication user can read neither objects nor sources. */
async function readInput(
  context: ToolContext,
  plan: PipelinePlan
): Promise<StepInput & { readonly changed: ChangedLines | undefined }> {
  if (plan.communicationUser === true) {
    const subject = unattendedSubject(plan)
    return { context, plan, subject, sources: noSources, changed: undefined }
  }
  const subject = await subjectOf(context, plan)
  const sources = await readSources(context, subject.sources)
  const changed = plan.onlyChanged ? await changedLinesOf(context, subject, sources) : undefined
  return { context, plan, subject, sources, changed }
}

async function runSteps(
  input: StepInput,
  io: PipelineIo
): Promise<{ reports: StepReport[]; results: ReadonlyMap<StepName, StepResult> }> {
  const results = new Map<StepName, StepResult>()
  const reports: StepReport[] = []
  let lost: string | undefined
  for (const name of stepNames) {
    const started = performance.now()
    const end = (outcome: StepOutcome, words: string) => {
      const report = { name, outcome, words, ms: Math.round(performance.now() - started) }
      reports.push(report)
      io.step(report)
    }
    if (input.plan.off.has(name)) end('off', 'switched off')
    else if (lost !== undefined) end('failed', `not run: ${lost}`)
    else {
      try {
        const result = await runStep(name, input, results)
        results.set(name, result)
        end(result.outcome, result.words)
      } catch (error) {
        const words = failureWords(input.context, error)
        if (isErpError(error) && !isRefused(error)) lost = 'the system could not be asked'
        end('failed', words)
      }
    }
  }
  return { reports, results }
}

async function runStep(
  name: StepName,
  input: StepInput,
  results: ReadonlyMap<StepName, StepResult>
): Promise<StepResult> {
  if (name === 'coverage') return coverageStep(results.get('unit'))
  const steps = input.plan.communicationUser === true ? unattendedSteps : developerSteps
  return await steps[name](input)
}

/** @throws what is neither a refusal nor a failure of the system */
function failureWords({ signal }: ToolContext, error: unknown): string {
  signal.throwIfAborted()
  if (error instanceof ToolError) {
    return `${error.message} ${error.details.remedy ?? ''}`.trim()
  }
  if (!isErpError(error)) throw error
  return error.code === 'ERP_FORBIDDEN' ? `${errorWords(error)} ${error.remedy}` : errorWords(error)
}

/** Findings at their files, in the order of the files. */
function placed(
  step: StepName,
  raw: readonly RawFinding[],
  sources: PipelineSources
): PipelineFinding[] {
  const sorted = raw
    .map(one => ({
      ...one,
      step,
      object: one.ref === undefined ? (one.object ?? '') : refWords(one.ref),
      part: one.part ?? 'main',
      line: Math.max(1, one.line ?? 1),
      file: one.ref === undefined ? fileOfUnknown(one.object ?? '') : fileNameOf(one.ref, one.part)
    }))
    .toSorted((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line))
  const marks = fingerprints(
    sorted.map(one => ({
      ...one,
      source: one.ref === undefined ? '' : lineOf(sources, one.ref, one)
    }))
  )
  return sorted.map(({ rule, level, text, ref, object, part, line, column, file }, at) => ({
    ...{ step, rule, level, text, ref, object, part, line, column, file },
    fingerprint: marks[at] ?? ''
  }))
}

/** `PROG/P ZX` of a type that the bridge does not know. */
function fileOfUnknown(words: string): string {
  const [type = '', name = 'unknown'] = words.split(' ')
  const code = type.split('/')[0] ?? ''
  return fileNameOf({ type: code === '' ? 'none' : code, name })
}

function lineOf(
  sources: PipelineSources,
  ref: NonNullable<RawFinding['ref']>,
  { part, line }: { part: string; line: number }
): string {
  return sources.textOf(ref, part)?.split('\n')[line - 1] ?? ''
}

/** A failed test and a broken source count wherever they stand: the change elsewhere is the cause. */
function counts(
  { step, level, ref, part, line, fingerprint }: PipelineFinding,
  changed: ChangedLines | undefined,
  baseline: ReadonlySet<string> | undefined
): boolean {
  if (baseline?.has(fingerprint) === true) return false
  const isBroken = step === 'unit' || (step === 'syntax' && level === 'error')
  if (changed === undefined || isBroken || ref === undefined) return true
  return changed.get(keyOf(ref, part))?.has(line) ?? true
}

/** All lines of these parts count as changed. */
function unknownLines(changed: ChangedLines | undefined, plan: PipelinePlan): string[] {
  const unknown = [...(changed ?? [])].filter(([, lines]) => lines === undefined)
  if (unknown.length === 0) return []
  const what = unknown.map(([key]) => key.replace(/ main$/, '')).join(', ')
  return [
    `no version before the change is kept of ${what}: all lines count${plan.baseline === undefined ? '; --write-baseline and --baseline leave known findings out' : ' unless the baseline has the finding'}`
  ]
}

async function draftNotes({ context, plan, subject }: StepInput): Promise<string[]> {
  if (plan.communicationUser === true) return []
  try {
    const own = new Set([...subject.refs, ...subject.sources].map(refWords))
    const drafts = (await listInactive(context.erp, context.signal)).filter(({ ref }) =>
      own.has(refWords(ref))
    )
    if (drafts.length === 0) return []
    const names = new Set(drafts.map(({ ref, user }) => `${refWords(ref)} (${user})`))
    return [`the active versions were checked, not the drafts of ${[...names].join(', ')}`]
  } catch (error) {
    context.signal.throwIfAborted()
    if (!isErpError(error)) throw error
    return []
  }
}
