/** One sandbox with two developers, each with tools of their own. */
import { createErp } from '../../../erp-client/index.ts'
import { createTestSandbox } from '../../helpers/sandbox.ts'
import type { BenchOptions } from './erp.ts'
import { toolBench } from './sandbox-bench.ts'

const users = ['DEVELOPER', 'COLLEAGUE'] as const

export type UserBench = ReturnType<typeof toolBench>
export interface TwoUsers {
  readonly developer: UserBench
  readonly colleague: UserBench
  /** The tools of DEVELOPER under other rules. */
  readonly under: (options: BenchOptions) => UserBench
  close(): Promise<void>
}

/** Transport requests and transportable edits are permitted where `options` says nothing else. */
export async function startTwoUsers(options: BenchOptions = {}): Promise<TwoUsers> {
  const sandbox = await createTestSandbox({
    users: users.map(name => ({ name, password: `secret-${name}`, fullName: name }))
  })
  const [developer, colleague] = users.map(user =>
    createErp({
      baseUrl: sandbox.url,
      client: sandbox.client,
      language: 'EN',
      credential: { kind: 'basic', user, password: `secret-${user}` }
    })
  ) as [ReturnType<typeof createErp>, ReturnType<typeof createErp>]
  const policy = { enableTransports: true, allowTransportableEdits: true }
  const benchFor = (erp: typeof developer, more: BenchOptions = {}) =>
    toolBench(erp, {
      ...options,
      ...more,
      policy: { ...policy, ...options.policy, ...more.policy }
    })
  return {
    developer: benchFor(developer),
    colleague: benchFor(colleague),
    under: more => benchFor(developer, more),
    async close() {
      await Promise.all([developer.close(), colleague.close()])
      await sandbox.close()
    }
  }
}
