/** The bridge is killed while it applies change sets: all or nothing of each is at the ERP. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sampledRounds } from '../../helpers/sample.ts'
import type { UndoBench } from '../journal/undo-bench.ts'
import { killRounds, startKillBench } from './kill-rounds.ts'

let bench: UndoBench
let folder = ''
before(async () => {
  bench = await startKillBench()
  folder = mkdtempSync(join(tmpdir(), 'change-set-kills-'))
})
after(async () => {
  await bench?.close()
  rmSync(folder, { recursive: true, force: true })
})

const count = sampledRounds(200, 200)

test(`${count} kills leave all or nothing, settled entries and no lock`, async () => {
  await killRounds({ bench, store: { file: join(folder, 'journal.sqlite') }, count })
})
