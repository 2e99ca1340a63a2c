import type { ToolContext } from '../call/context.ts'
import { ToolError } from './errors.ts'
import { explainMissing } from '../objects/resolve.ts'
import { asMissingFeature, asReleaseGap } from './release-gaps.ts'

export interface FailedCall {
  readonly context: ToolContext
  readonly prepared: {
    readonly tool: { readonly name: string }
    readonly args: Readonly<Record<string, unknown>>
  }
  readonly action: string | undefined
  readonly isMissing: ((feature: string) => boolean) | undefined
  /** Whether the call may have changed something before it failed. */
  readonly changes: boolean
}

/** `ERPWrite edit`, or the tool alone where it has no actions. */
export function fullName(tool: string, action: string | undefined): string {
  return action === undefined ? tool : `${tool} ${action}`
}

/**
 * A failure with the reason that the agent can act on: what the release lacks, or what there is
 * instead of an object that is not there.
 */
export async function explained(
  error: unknown,
  { context, prepared, action, isMissing, changes }: FailedCall
): Promise<unknown> {
  const full = fullName(prepared.tool.name, action)
  const known = error instanceof ToolError ? asMissingFeature(error, full, isMissing) : error
  const reason = asReleaseGap(known, full)
  return changes || action === 'create'
    ? reason
    : await explainMissing(context, reason, prepared.args)
}
