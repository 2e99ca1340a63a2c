/** Prepares and runs the linter for one object. */
import type { Static } from '@sinclair/typebox'
import type { ObjectRef } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { languageOf, releaseOf } from '../catalog/releases.ts'
import { badArguments } from '../failure/errors.ts'
import { resolveObject } from '../objects/resolve.ts'
import { toLf } from '../../erp-client/line-ends.ts'
import type * as input from './inputs.ts'
import type { LintJob, LintResult } from './job.ts'
import { lintSources, lintable } from './sources.ts'
import type { LintSources } from './sources.ts'
import { lintInThread } from './thread.ts'

/**
 * Runs a job in the lint thread.
 * @throws ToolError TOOL_BAD_ARGUMENTS for an unknown rule, which would look like a clean source
 */
export async function runLint(context: ToolContext, job: LintJob): Promise<LintResult> {
  const result = await lintInThread(job, context.signal)
  const [first] = result.unknown
  if (first === undefined) return result
  throw badArguments(
    `There is no rule ${result.unknown.map(({ rule }) => `"${rule}"`).join(', ')}.`,
    `${first.near === undefined ? '' : `Did you mean ${first.near}? `}The action rules lists them.`
  )
}

export interface PreparedLint {
  readonly ref: ObjectRef
  readonly sources: LintSources
  readonly job: LintJob
}

/** The object, its sources and the job for the linter. */
export async function prepareLint(
  context: ToolContext,
  args: Static<typeof input.fix>,
  kind: 'check' | 'fix'
): Promise<PreparedLint> {
  const ref = await resolveObject(context, args, type => lintable.has(type))
  const source = args.source === undefined ? undefined : toLf(args.source)
  const [sources, release] = await Promise.all([
    lintSources(context, { ref, include: args.include, version: args.version, source }),
    args.release ?? releaseOf(context)
  ])
  const version = args.preset === 'cloud' ? 'Cloud' : languageOf(release)
  return {
    ref,
    sources,
    job: {
      kind,
      files: sources.files,
      targets: [...sources.targets.values()],
      version,
      preset: args.preset ?? 'default',
      rules: args.rules,
      without: sources.without
    }
  }
}
