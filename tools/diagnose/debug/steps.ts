/** The steps that a debugger run takes from its first stop on, and what it watches and expands. */
import { Type } from '@sinclair/typebox'
import type { DebugStep, StackFrame } from '../../../erp-client/index.ts'
import { badArguments } from '../../failure/errors.ts'
import * as argument from '../../schema/arguments.ts'

const variable = Type.String({ minLength: 1, maxLength: 130 })

/** Arguments of the ABAP debugger alone. */
export const stepArguments = {
  steps: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 20 }), {
      listed: 'no',
      maxItems: 40,
      description: 'From the first stop on: into, over, return, continue, or line 42 (run to it).'
    })
  ),
  watch: Type.Optional(
    Type.Array(variable, {
      listed: 'no',
      maxItems: 10,
      description: 'Variables of the first stop: it also stops where they change.'
    })
  ),
  frames: Type.Optional(
    Type.Integer({
      ...argument.helpOnly,
      minimum: 1,
      maximum: 8,
      description: 'In how many calls of the stack, innermost first, capture is read (1).'
    })
  ),
  depth: Type.Optional(
    Type.Integer({
      ...argument.helpOnly,
      minimum: 1,
      maximum: 4,
      description: 'Levels of structures, tables, objects and references in capture (1).'
    })
  )
}

/** A step as it was asked for; a line is one of the source where the program stands then. */
export type PlannedStep =
  Exclude<DebugStep, { readonly kind: 'line' }> | { readonly kind: 'line'; readonly line: number }

export interface StepOptions {
  readonly steps?: readonly string[] | undefined
  readonly watch?: readonly string[] | undefined
  readonly frames?: number | undefined
  readonly depth?: number | undefined
}

export interface PlannedSteps {
  readonly steps: readonly PlannedStep[]
  readonly watch: readonly string[]
  readonly frames: number
  readonly depth: number
}

export function plannedSteps(given: StepOptions): PlannedSteps {
  return {
    steps: (given.steps ?? []).map(plannedStep),
    watch: [...new Set((given.watch ?? []).map(name => name.trim().toUpperCase()))],
    frames: given.frames ?? 1,
    depth: given.depth ?? 1
  }
}

function plannedStep(text: string): PlannedStep {
  const word = text.trim().toLowerCase()
  const [, kind] = /^(?:step[ _]?)?(into|over|return|continue)$/.exec(word) ?? []
  if (kind !== undefined) return { kind } as PlannedStep
  const [, line] = /^(?:to )?(?:line )?([1-9]\d{0,6})$/.exec(word) ?? []
  if (line !== undefined) return { kind: 'line', line: Number(line) }
  if (/^(?:set|change|assign|jump|goto)\b|=/.test(word)) {
    throw badArguments(
      'The debugger reads only: it changes no variables and jumps over no statements.',
      'Change the source or the input of the program, and run it again.'
    )
  }
  throw badArguments(
    `\`steps\` knows no ${JSON.stringify(text)}.`,
    'A step is into, over, return, continue or line 42, e.g. ["over","over","into","return"].'
  )
}

/**
 * The step for the process that stands in these calls. A line needs the source there; without one
 * the process goes on to its next stop.
 */
export function stepAt(step: PlannedStep | undefined, [top]: readonly StackFrame[]): DebugStep {
  if (step === undefined) return { kind: 'continue' }
  if (step.kind !== 'line') return step
  const source = top?.uri?.replace(/#.*$/, '') ?? ''
  return source === ''
    ? { kind: 'continue' }
    : { kind: 'line', uri: `${source}#start=${step.line}` }
}
