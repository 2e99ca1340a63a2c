/** The bridge of a test that is killed: stages and applies without end. */
import { createErp } from '../../../erp-client/index.ts'
import { openJournal } from '../../../journal/open.ts'
import { createChangeSetAccess } from '../../../tools/index.ts'
import { toolBench } from '../helpers/sandbox-bench.ts'
import { confirmed } from '../journal/undo-bench.ts'
import type { Store } from './kill-rounds.ts'
import { changeSet, created, names, program } from './kill-set.ts'

const [url = '', client = '', store = '{}'] = process.argv.slice(2)
const erp = createErp({
  baseUrl: url,
  client,
  language: 'EN',
  credential: { kind: 'basic', user: 'DEVELOPER', password: 'secret-1' }
})
const journal = await openJournal({
  store: JSON.parse(store) as Store,
  retention: { days: 30, bytes: 1e9 },
  whenFull: 'refuse',
  log: { debug() {}, info() {}, warn() {}, error() {} }
})
const changeSets = createChangeSetAccess(journal.changeSets, 'sandbox')
const bench = toolBench(erp, { journal, changeSets })
for (let round = 0; ; round++) {
  const word = round % 2 === 0 ? 'odd' : 'even'
  const items = [
    ...names.map(name => ({
      ...{ action: 'update', type: 'PROG', name, overwrite: true },
      source: program(name, word)
    })),
    {
      ...{ action: word === 'odd' ? 'create' : 'delete', type: 'PROG', name: created },
      ...(word === 'odd' ? { package: '$TMP', source: program(created, word) } : {})
    }
  ]
  await bench.call('ERPWrite', { action: 'batch', changeSet, items })
  if (round === 0) process.send?.('ready')
  await confirmed(bench, 'ERPManage', { action: 'change_set', changeSet, mode: 'apply' })
}
