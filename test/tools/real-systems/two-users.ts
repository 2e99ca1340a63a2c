/** A sandbox of one release with two users, each with a bench of tools of its own. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { createErp } from '../../../erp-client/index.ts'
import type { Erp } from '../../../erp-client/index.ts'
import type { Release } from '../../../sandbox/releases.ts'
import type { Sandbox } from '../../../sandbox/server.ts'
import { createTestSandbox } from '../../helpers/sandbox.ts'
import { toolBench } from '../helpers/sandbox-bench.ts'

const users = [
  { name: 'DEVELOPER', password: 'secret-1', fullName: 'One' },
  { name: 'COLLEAGUE', password: 'secret-2', fullName: 'Two' }
] as const

export type UserBench = ReturnType<typeof toolBench> & { readonly erp: Erp }

export interface TwoUsers {
  readonly sandbox: Sandbox
  readonly own: UserBench
  readonly other: UserBench
}

/** Over HTTPS: releases below 7.51 keep no stateful session over plain HTTP. */
export async function twoUsers(t: TestContext, release: Release): Promise<TwoUsers> {
  const sandbox = await createTestSandbox({ release, users, tls: true })
  const folder = await mkdtemp(join(tmpdir(), 'two-users-'))
  const caFile = join(folder, 'ca.pem')
  await writeFile(caFile, sandbox.ca ?? '')
  const [own, other] = users.map(({ name: user, password }) => {
    const erp = createErp({
      baseUrl: sandbox.url,
      client: sandbox.client,
      language: 'EN',
      caFile,
      credential: { kind: 'basic', user, password }
    })
    t.after(() => erp.close())
    const policy = { allowTransportableEdits: true, enableTransports: true }
    return { erp, ...toolBench(erp, { policy }) }
  })
  t.after(async () => {
    await sandbox.close()
    await rm(folder, { recursive: true, force: true })
  })
  if (own === undefined || other === undefined) throw new Error('No users')
  return { sandbox, own, other }
}
