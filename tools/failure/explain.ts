/** Replaces a failure by its real reason: what the release lacks, or a missing object. */
import type { ToolContext } from '../call/context.ts'
import type { Action } from '../define.ts'
import { ToolError } from './errors.ts'
import { explainMissing } from '../objects/resolve.ts'
import { asMissingFeature, asReleaseGap, withOfferedWays } from './release-gaps.ts'

export interface FailedCall {
  readonly context: ToolContext
  readonly args: Readonly<Record<string, unknown>>
  readonly action: Pick<Action, 'gap' | 'targetIsNew'>
  readonly isMissing: ((feature: string) => boolean) | undefined
  /** Whether the call may have changed something before it failed. */
  readonly changes: boolean
}

/** The failure with a reason that the agent can act on, or unchanged where there is none. */
export async function explainFailure(
  error: unknown,
  { context, args, action, isMissing, changes }: FailedCall
): Promise<unknown> {
  const { gap, targetIsNew } = action
  const known = error instanceof ToolError ? asMissingFeature(error, gap, isMissing) : error
  const reason = asReleaseGap(known, gap)
  const explained = changes || targetIsNew ? reason : await explainMissing(context, reason, args)
  return await withOfferedWays(explained, context)
}
