/** Rounds in which the bridge is killed while it applies a change set, and what must be true after each. */
import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  isErpError,
  readMetadata,
  readRepositoryKey,
  readSource
} from '../../../erp-client/index.ts'
import type { ErpReader } from '../../../erp-client/index.ts'
import { openJournal } from '../../../journal/open.ts'
import { createChangeSetAccess } from '../../../tools/index.ts'
import { seed } from '../../helpers/sample.ts'
import { inherited } from '../../helpers/spawned.ts'
import { toolBench } from '../helpers/sandbox-bench.ts'
import { startUndoBench } from '../journal/undo-bench.ts'
import type { UndoBench } from '../journal/undo-bench.ts'
import { changeSet, created, names, program } from './kill-set.ts'
import { endLeases } from './model.ts'

/** The store of the journal, as the launchers name it. */
export type Store = { readonly file: string } | { readonly url: string }

export interface Rounds {
  readonly bench: UndoBench
  readonly store: Store
  readonly count: number
}

const worker = fileURLToPath(new URL('kill-worker.ts', import.meta.url))
const longestMs = 30_000

/** The ERP keeps the lock of a killed process as long as its session. */
export async function startKillBench(): Promise<UndoBench> {
  const bench = await startUndoBench({ sessionMinutes: 0.02 })
  for (const name of names) {
    await bench.changed('ERPWrite', {
      ...{ action: 'create', type: 'PROG', name, package: '$TMP', activate: true },
      source: program(name, 'even')
    })
  }
  return bench
}

/** Kills a process in each round; another one, at the same store, settles what it left. */
export async function killRounds({ bench, store, count }: Rounds): Promise<void> {
  for (let round = 0; round < count; round++) {
    const child = fork(worker, [bench.sandbox.url, bench.sandbox.client, JSON.stringify(store)], {
      env: inherited(),
      stdio: 'ignore'
    })
    await Promise.race([once(child, 'message'), once(child, 'exit')])
    await sleep((seed + round * 37) % 900)
    child.kill('SIGKILL')
    await once(child, 'exit')
    await endLeases(store)
    await settled(bench, store, `round ${round}`)
  }
}

async function settled(bench: UndoBench, store: Store, words: string): Promise<void> {
  const { reader } = bench.erp
  const journal = await openJournal({
    store,
    retention: { days: 30, bytes: 1e9 },
    whenFull: 'refuse',
    log: { debug() {}, info() {}, warn() {}, error() {} }
  })
  const changeSets = createChangeSetAccess(journal.changeSets, 'sandbox')
  const { call } = toolBench(bench.erp, { journal, changeSets })
  try {
    await until(words, async () => {
      const { text } = await call('ERPManage', { action: 'change_set' })
      return / · applying · /.test(text) ? text : undefined
    })
    const found = await statesOf(reader)
    const word = found.includes('odd') ? 'odd' : 'even'
    const all = [...names.map(() => word), word === 'odd' ? 'odd' : 'missing']
    assert.deepEqual(found, all, words)
    await assertSettled(journal, reader, words)
    await call('ERPManage', { action: 'change_set', changeSet, mode: 'discard' })
    for (const name of word === 'odd' ? [...names, created] : names) {
      const args = { type: 'PROG', name }
      await until(words, async () => {
        const result = await (name === created
          ? call('ERPWrite', { action: 'delete', ...args })
          : call('ERPWrite', {
              ...{ action: 'update', ...args, overwrite: true, activate: true },
              source: program(name, 'even')
            }))
        return result.kind === 'data' ? undefined : result.text
      })
    }
  } finally {
    await journal.close()
  }
}

async function assertSettled(
  journal: Awaited<ReturnType<typeof openJournal>>,
  reader: ErpReader,
  words: string
): Promise<void> {
  const entries = await journal.find({ repository: await readRepositoryKey(reader), limit: 200 })
  assert.deepEqual(
    entries.filter(({ outcome }) => outcome === undefined),
    [],
    words
  )
}

/** The word of each program; `inactive` and `missing` stand for themselves. */
async function statesOf(reader: ErpReader): Promise<string[]> {
  const states: string[] = []
  for (const name of [...names, created]) states.push(await stateOf(reader, name))
  return states
}

async function stateOf(reader: ErpReader, name: string): Promise<string> {
  const ref = { type: 'PROG', name }
  try {
    const { version } = await readMetadata(reader, { ref })
    const { text } = await readSource(reader, { ref, fresh: true })
    return version === 'active' ? (/\* (\w+)/.exec(text)?.[1] ?? text) : version
  } catch (error) {
    if (isErpError(error, 'ERP_NOT_FOUND')) return 'missing'
    throw error
  }
}

/** @param attempt returns why it is not so yet */
async function until(words: string, attempt: () => Promise<string | undefined>): Promise<void> {
  const end = performance.now() + longestMs
  for (;;) {
    const why = await attempt()
    if (why === undefined) return
    assert.ok(performance.now() < end, `${words}: ${why}`)
    await sleep(200)
  }
}
