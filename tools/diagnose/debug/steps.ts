/** The steps that a debugger run takes from its first stop on, and what it watches and expands. */
import { Type } from '@sinclair/typebox'
import type { DebugStep, StackFrame } from '../../../erp-client/index.ts'
import { badArguments } from '../../failure/errors.ts'
import type { OperationName } from '../../operations.ts'
import * as argument from '../../schema/arguments.ts'
import type { TriggerKind } from './trigger.ts'

const variable = Type.String({ minLength: 1, maxLength: 130 })

/** Arguments of the ABAP debugger alone. */
export const stepArguments = {
  steps: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 400 }), {
      listed: 'no',
      maxItems: 40,
      description:
        'From the first stop on: into, over, return, continue, line 42 (run to it), or LV_X = 5 (change it, then the next step).'
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

/** A line is one of the source where the program stands then. */
export type Way =
  Exclude<DebugStep, { readonly kind: 'line' }> | { readonly kind: 'line'; readonly line: number }
/** Another value for a variable; the program stays where it stands. */
export interface Assignment {
  readonly kind: 'set'
  readonly name: string
  readonly value: string
}
/** A step as it was asked for. */
export type PlannedStep = Way | Assignment

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

/** What the steps do beside looking. */
export function stepOperations({ steps = [] }: StepOptions): readonly OperationName[] {
  return steps.some(text => assignment(text) !== undefined) ? ['debugChange'] : []
}

export function plannedSteps(given: StepOptions & { readonly trigger: TriggerKind }): PlannedSteps {
  const steps = (given.steps ?? []).map(plannedStep)
  if (given.trigger === 'none' && steps.some(({ kind }) => kind === 'set')) {
    throw badArguments(
      'Values are changed in a program that the run starts itself.',
      'Give `trigger` unit_test, run_class or run_program.'
    )
  }
  return {
    steps,
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
  const set = assignment(text)
  if (set !== undefined) return set
  if (/^(?:jump|goto)\b/.test(word)) {
    throw badArguments(
      'The debugger jumps over no statements.',
      'Change the source or the input of the program, and run it again.'
    )
  }
  throw badArguments(
    `\`steps\` knows no ${JSON.stringify(text)}.`,
    'A step is into, over, return, continue, line 42 or LV_X = 5, e.g. ["over","LV_X = 5","into","return"].'
  )
}

/** `LV_X = 5`; a value in quotes is taken without them. */
function assignment(text: string): Assignment | undefined {
  const [, name, given = ''] =
    /^\s*(?:set\s+)?([a-z_<@/][^\s=]{0,129})\s*=\s*(.*?)\s*$/is.exec(text) ?? []
  if (name === undefined) return undefined
  const [, quoted] = /^'((?:[^']|'')*)'$/s.exec(given) ?? []
  const value = quoted === undefined ? given : quoted.replaceAll("''", "'")
  return { kind: 'set', name: name.toUpperCase(), value }
}

/**
 * The step for the process that stands in these calls. A line needs the source there; without one
 * the process goes on to its next stop.
 */
export function stepAt(step: Way | undefined, [top]: readonly StackFrame[]): DebugStep {
  if (step === undefined) return { kind: 'continue' }
  if (step.kind !== 'line') return step
  const source = top?.uri?.replace(/#.*$/, '') ?? ''
  return source === ''
    ? { kind: 'continue' }
    : { kind: 'line', uri: `${source}#start=${step.line}` }
}
