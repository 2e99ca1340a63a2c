/** One step of a pipeline: what it gets, and what it gives back. */
import type { CoverageNode, ObjectRef, UnitClass } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import type { Level, PipelinePlan, PipelineRule, StepOutcome } from './report.ts'
import type { PipelineSources } from './sources.ts'
import type { PipelineSubject } from './subject.ts'

export interface StepInput {
  readonly context: ToolContext
  readonly plan: PipelinePlan
  readonly subject: PipelineSubject
  readonly sources: PipelineSources
}

/** A finding before it has a file and a fingerprint. */
export interface RawFinding {
  readonly rule: string
  readonly level: Level
  readonly text: string
  readonly ref: ObjectRef | undefined
  readonly object?: string | undefined
  readonly part?: string | undefined
  readonly line?: number | undefined
  readonly column?: number | undefined
}

export interface StepResult {
  readonly outcome: StepOutcome
  readonly words: string
  readonly findings: readonly RawFinding[]
  readonly rules: readonly PipelineRule[]
  readonly tests?: readonly UnitClass[] | undefined
  readonly coverage?: readonly CoverageNode[] | undefined
  /** Why nothing was measured, on a system that cannot. */
  readonly missing?: string | undefined
  readonly notes?: readonly string[] | undefined
}

export type Step = (input: StepInput) => Promise<StepResult>

const namesShown = 5

/** `3 objects`, and which objects the step could not check. */
export function coveredWords(what: string, unchecked: readonly string[]): string {
  if (unchecked.length === 0) return what
  const more = unchecked.length > namesShown ? `; ${unchecked.length - namesShown} more` : ''
  return `${what}; NOT CHECKED: ${unchecked.slice(0, namesShown).join('; ')}${more}`
}
