/** A journal with changes that wait for an approval, and a bridge over it; no ERP is asked. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { BridgeOptions } from '../../app.ts'
import { openJournal } from '../../journal/open.ts'
import type { OpenJournal } from '../../journal/open.ts'
import { hashOf } from '../../plugins/auth/named-keys.ts'
import { tools } from '../../tools/index.ts'
import type { ApprovalItem, ApprovalRequest } from '../../tools/index.ts'
import { decidedFeatures, erp, listen } from '../helpers/bridge-app.ts'
import type { BridgeApp } from '../helpers/bridge-app.ts'

export const place = JSON.stringify([erp.url, '001'])
const stateKey = 'a state key of the test'
const quiet = { debug() {}, info() {}, warn() {}, error() {} }

export const secretOf = (name: string) => `secret-of-${name}-0123456789`
export const bearer = (name: string) => ({ authorization: `Bearer ${secretOf(name)}` })

export interface WaitingChanges {
  readonly journal: OpenJournal
  /** A change of `rita` that waits. */
  waiting(more?: Partial<ApprovalRequest>): Promise<ApprovalItem>
  bridge(t: TestContext, options?: BridgeOptions): Promise<BridgeApp>
  close(): Promise<void>
}

/** @param keys named keys without their hashes */
export async function openWaitingChanges(
  keys: Readonly<Record<string, object>>
): Promise<WaitingChanges> {
  const folder = mkdtempSync(join(tmpdir(), 'approvals-'))
  const apiKeysFile = join(folder, 'keys.json')
  const entries = Object.entries(keys).map(([name, more]) => ({
    name,
    hash: hashOf(secretOf(name)),
    ...more
  }))
  writeFileSync(apiKeysFile, JSON.stringify({ keys: entries }))
  const journal = await openJournal({
    store: { file: join(folder, 'journal.sqlite') },
    stateKey,
    retention: { days: 30, bytes: 1e9 },
    whenFull: 'refuse',
    log: quiet
  })
  let count = 0
  return {
    journal,
    waiting: async (more = {}) =>
      await journal.approvals.add({
        place,
        system: 'default',
        requester: { identity: 'key rita', name: 'rita', marks: ['key rita', 'name RITA'] },
        tool: 'ERPWrite',
        action: 'delete',
        objects: ['PROG ZA'],
        rule: 'ops=D',
        call: `call ${++count}`,
        digest: `-digest-${count}`,
        until: Date.now() + 60_000,
        shown: 'DRY RUN of deleting PROG ZA',
        ...more
      }),
    bridge: async (t, options = {}) =>
      await listen(t, {
        ...decidedFeatures,
        tools,
        apiKeysFile,
        approval: ['ops=D'],
        stateKey,
        journalDir: folder,
        ...options
      }),
    async close() {
      await journal.close()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
