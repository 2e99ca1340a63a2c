/** The corrections of one lint rule, in all sources of an object. */
import type { ObjectRef, Source } from '../../../erp-client/index.ts'
import type { ToolContext } from '../../call/context.ts'
import { badArguments, ToolError } from '../../failure/errors.ts'
import { withParameters } from '../../lint/function-head.ts'
import { prepareLint, runLint } from '../../lint/run.ts'
import { lintInThread } from '../../lint/thread.ts'
import { refWords } from '../../objects/words.ts'
import { nearest } from '../../schema/nearest.ts'
import { readSources } from './read-sources.ts'

export interface FixedObject {
  readonly sources: readonly { readonly before: Source; readonly after: string }[]
  /** How often the rule corrected something. */
  readonly places: number
  /** Findings of the rule that it cannot correct. */
  readonly left: number
}

/** @throws ToolError TOOL_BAD_ARGUMENTS for a rule that is unknown or corrects nothing itself */
export async function assertFixable(context: ToolContext, rule: string): Promise<void> {
  const { rules } = await lintInThread(
    { kind: 'rules', files: [], targets: [], version: '', preset: 'default' },
    context.signal
  )
  const found = rules.find(({ key }) => key === rule)
  if (found?.fixable === true) return
  const fixable = rules.filter(one => one.fixable).map(({ key }) => key)
  const near = nearest(rule, fixable)
  throw badArguments(
    found === undefined
      ? `There is no rule "${rule}".`
      : `The rule ${rule} corrects nothing itself.`,
    `${near === undefined || near === rule ? '' : `Did you mean ${near}? `}ERPLint rules marks those that do with +.`
  )
}

/** @throws ToolError TOOL_STALE_HASH for an object that changes while it is read */
export async function fixObject(
  context: ToolContext,
  ref: ObjectRef,
  rule: string
): Promise<FixedObject> {
  const { type, name, group } = ref
  const naming = { type, name, ...(group === undefined ? {} : { group }) }
  const { sources, job } = await prepareLint(context, { ...naming, rules: [rule] }, 'fix')
  const result = await runLint(context, job)
  const stored = await readSources(context, ref)
  const changed = stored.flatMap(before => {
    const file = sources.targets.get(before.part)
    const textIn = (files: typeof sources.files) => files.find(one => one.name === file)?.text
    const judged = textIn(sources.files)
    if (judged === undefined) return []
    if (withParameters(judged, sources.head) !== before.text) throw changedMeanwhile(ref)
    return [{ before, after: withParameters(textIn(result.files) ?? judged, sources.head) }]
  })
  return {
    sources: changed,
    places: result.fixes[rule] ?? 0,
    left: result.findings.length
  }
}

function changedMeanwhile(ref: ObjectRef): ToolError {
  return new ToolError('TOOL_STALE_HASH', `${refWords(ref)} changed while it was read.`, {
    remedy: 'Repeat the call. Nothing was changed.'
  })
}
