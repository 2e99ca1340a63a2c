/** What a run of a pipeline checks, and what it finds. */
import type { Edition } from '../clean-core/catalogue.ts'
import type { CoverageNode, ObjectRef, UnitClass } from '../../erp-client/index.ts'

/** The checks of a pipeline, in the order in which they run. */
export const stepNames = ['syntax', 'lint', 'atc', 'clean-core', 'unit', 'coverage'] as const
export type StepName = (typeof stepNames)[number]

export const levels = ['error', 'warning', 'note'] as const
export type Level = (typeof levels)[number]

export interface PipelineFinding {
  readonly step: StepName
  /** Id of a rule: unique within the run. */
  readonly rule: string
  readonly level: Level
  readonly text: string
  /** Undefined where the system names an object that the bridge does not know. */
  readonly ref: ObjectRef | undefined
  /** Words of the object. */
  readonly object: string
  readonly part: string
  /** 1-based; 1 where the finding is about the whole object. */
  readonly line: number
  readonly column?: number | undefined
  /** abapGit's name of the file, without folders. */
  readonly file: string
  /** The same after lines were inserted or removed above it. */
  readonly fingerprint: string
}

export interface PipelineRule {
  readonly id: string
  readonly title: string
  /** What the rule wants, and why. */
  readonly help: string
  readonly url?: string | undefined
  readonly level: Level
}

/**
 * `incomplete`: the step ran on a part of the objects. `failed`: it did not run. Neither counts as
 * clean.
 */
export type StepOutcome = 'done' | 'incomplete' | 'failed' | 'off'

export interface StepReport {
  readonly name: StepName
  readonly outcome: StepOutcome
  /** What it did, or why it could not. */
  readonly words: string
  readonly ms: number
}

export interface PipelineReport {
  /** Words of the system. */
  readonly system: string
  readonly url: string
  /** Words of what was checked. */
  readonly subject: string
  readonly startedAt: string
  readonly objects: readonly ObjectRef[]
  readonly steps: readonly StepReport[]
  readonly findings: readonly PipelineFinding[]
  readonly rules: readonly PipelineRule[]
  readonly tests: readonly UnitClass[]
  readonly coverage: readonly CoverageNode[] | undefined
  /** Findings that were left out: on unchanged lines, or in the baseline. */
  readonly suppressed: number
  readonly notes: readonly string[]
}

export interface PipelinePlan {
  /** Exactly one of request, package, software component and objects. */
  readonly transport?: string | undefined
  readonly package?: string | undefined
  /** For a communication user alone. */
  readonly softwareComponent?: string | undefined
  readonly objects?:
    readonly { readonly type?: string | undefined; readonly name: string }[] | undefined
  /** Only what changed in the package since then. */
  readonly since?: string | undefined
  readonly off: ReadonlySet<StepName>
  readonly variant?: string | undefined
  readonly preset?: 'default' | 'strict' | 'security' | 'cloud' | undefined
  /** Of the catalogue for clean-core levels; pce if left out. */
  readonly edition?: Edition | undefined
  /** Levels of users whose tests run; undefined: the tests of the objects themselves. */
  readonly affected?: number | undefined
  readonly onlyChanged: boolean
  /** Fingerprints of known findings. */
  readonly baseline?: ReadonlySet<string> | undefined
  /** The user has the services of ATC and ABAP Unit for pipelines, and no others. */
  readonly communicationUser?: boolean | undefined
  /** The system is production by its entry in the systems file. */
  readonly production: boolean
}
