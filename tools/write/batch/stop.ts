/** The answer of a batch that stopped, with the state of each entry. */
import type { ToolContext } from '../../call/context.ts'
import { omitUndefined, refData } from '../../schema/output.ts'
import type { ToolResult } from '../../call/result.ts'
import { refWords, systemWords } from '../../objects/words.ts'
import type { BatchItem, Step } from './items.ts'
import { confirmAloneWords } from './preflight.ts'

/**
 * `was so`: an earlier call has done it. `changed since`: an earlier call of this batch has done it,
 * and the object is different now. `otherwise`: the ERP keeps other facts than it was given.
 * `begun`: the object was created, its content is not written or not known to be.
 */
export type StepState =
  'was so' | 'changed since' | 'done' | 'otherwise' | 'begun' | 'failed' | 'unknown' | 'not begun'

export interface Progress<Item extends BatchItem> {
  readonly step: Step<Item>
  readonly state: StepState
  /** What its own call would have answered, in one line. */
  readonly text?: string
  /** Of the source that was written. */
  readonly hash?: string
  /** What a deletion took away. */
  readonly was?: string
}

interface Stop<Item extends BatchItem> {
  /** Under which the batch can be continued. */
  readonly id: string | undefined
  readonly isWhole: boolean | undefined
  readonly progress: readonly Progress<Item>[]
  readonly at: number
  readonly result: Exclude<ToolResult, { kind: 'data' }>
}

const titles: Readonly<Record<StepState, string>> = {
  'was so': 'Done before this call',
  'changed since': 'Done before this call and changed since, left as it is',
  done: 'Done',
  otherwise: 'Saved, but not as it was given',
  begun: 'Created without its content',
  failed: 'Failed, nothing of it was changed',
  unknown: 'Outcome unknown (read it with ERPRead)',
  'not begun': 'Not begun'
}

const states = Object.keys(titles) as StepState[]

/** Codes of a call that ends between two entries. */
const ends: ReadonlySet<string> = new Set(['TOOL_CANCELLED', 'TOOL_TIMEOUT'])

export function stopped<Item extends BatchItem>(
  context: ToolContext,
  { id, isWhole, progress, at, result }: Stop<Item>
): ToolResult {
  const code = result.kind === 'error' ? result.code : 'TOOL_CONFIRMATION_NEEDED'
  const all = progress.map((one, index) => (index === at ? { ...one, state: stateOf(code) } : one))
  const failed = all[at]
  const why = result.kind === 'confirm' ? `${result.question} ${confirmAloneWords}` : result.text
  const refsIn = (...wanted: readonly StepState[]) =>
    all.flatMap(({ step, state }) => (wanted.includes(state) ? [refData(step.ref)] : []))
  return {
    kind: 'error',
    code,
    ...(result.verbatim === undefined && all.every(({ was }) => was === undefined)
      ? {}
      : { verbatim: [] }),
    text: [
      `${code}: the batch stopped at ${failed === undefined ? '' : words(failed)}: ${why}`,
      ...states.flatMap(state => listed(state, all)),
      ...(isWhole === true ? [] : [`Nothing was activated. ${nextStep(id)}`]),
      ...all.flatMap(({ step, was }) =>
        was === undefined ? [] : [`--- ${refWords(step.ref)}, deleted`, was]
      )
    ].join('\n'),
    data: omitUndefined({
      system: systemWords(context.erp),
      code,
      outcome: all.some(({ state }) => state === 'unknown') ? 'unknown' : 'failed',
      action: 'batch',
      resume: id,
      items: all.map(stateData),
      done: refsIn('done', 'was so', 'changed since'),
      failed: failed === undefined ? undefined : refData(failed.step.ref),
      notDone: refsIn('not begun')
    })
  }
}

/** What continues a batch that is not complete. */
export function nextStep(id: string | undefined): string {
  const again = 'send the whole batch again: what is done is seen and not done twice'
  return id === undefined
    ? `To go on, ${again}.`
    : `Go on with ERPWrite {"action":"batch","resume":"${id}"}; where an entry has to be corrected, ${again}.`
}

function stateOf(code: string): StepState {
  if (code === 'OUTCOME_UNKNOWN') return 'unknown'
  if (code === 'FIELDS_DIFFER') return 'otherwise'
  if (code === 'CREATED_WITHOUT_SOURCE') return 'begun'
  return ends.has(code) ? 'not begun' : 'failed'
}

function listed(state: StepState, all: readonly Progress<BatchItem>[]): string[] {
  const some = all.filter(one => one.state === state).map(words)
  return some.length === 0 ? [] : [`${titles[state]}: ${some.join('; ')}.`]
}

function words({ step: { item, ref } }: Progress<BatchItem>): string {
  return `${item.action} ${refWords(ref)}`
}

export function stateData({ step: { item, ref }, state }: Progress<BatchItem>): object {
  return { action: item.action, ...refData(ref), state }
}
