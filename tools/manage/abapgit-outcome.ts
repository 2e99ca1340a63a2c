/** The outcome of a pull of abapGit, which continues after the answer to its request. */
import { setTimeout as sleep } from 'node:timers/promises'
import { listRepositories } from '../../erp-client/index.ts'
import type { GitRepository } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { ToolError } from '../failure/errors.ts'
import type { GitReport } from './git-change.ts'

const poll = { firstMs: 500, longestMs: 5000, deadlineMs: 240_000 } as const

/**
 * Polls the list of repositories until the pull has ended.
 * @throws ToolError OUTCOME_UNKNOWN where the end does not show before the deadline
 */
export async function pullOutcome(
  context: ToolContext,
  isOwn: (one: GitRepository) => boolean
): Promise<GitReport> {
  const started = performance.now()
  for (let pause: number = poll.firstMs; ; pause = Math.min(pause * 2, poll.longestMs)) {
    const one = (await listRepositories(context.erp)).find(isOwn)
    if (one === undefined) throw unknownOutcome('The repository is not in the list of abapGit')
    if (one.status === 'E' || one.status === 'A') {
      throw new ToolError('GIT_PULL_FAILED', `abapGit says: ${one.statusText || one.status}.`, {
        remedy:
          'Objects may have been brought in before it failed: look at the drafts (ERPManage drafts) and at transaction ZABAPGIT.',
        outcome: 'unknown'
      })
    }
    if (one.status !== 'R') {
      const status = one.statusText || (one.status === 'W' ? 'ended with warnings' : 'ended')
      return { text: `${status} (verified)` }
    }
    context.progress({
      done: Math.round((performance.now() - started) / 1000),
      message: one.statusText || 'abapGit is at work'
    })
    if (context.signal.aborted || performance.now() - started > poll.deadlineMs) {
      throw unknownOutcome('abapGit is still at work')
    }
    await sleep(pause, undefined, { signal: context.signal }).catch(() => undefined)
  }
}

function unknownOutcome(message: string): ToolError {
  return new ToolError('OUTCOME_UNKNOWN', `${message}.`, {
    remedy: 'git_repos shows how it ends; do not repeat it before.',
    outcome: 'unknown'
  })
}
