/** The bridge of a test that is killed: saves and undoes without end. */
import { createErp } from '../../../erp-client/index.ts'
import { openJournal } from '../../../journal/open.ts'
import { toolBench } from '../helpers/sandbox-bench.ts'
import { confirmed, idOf } from './undo-bench.ts'

const [url = '', client = '', file = '', name = ''] = process.argv.slice(2)
const erp = createErp({
  baseUrl: url,
  client,
  language: 'EN',
  credential: { kind: 'basic', user: 'DEVELOPER', password: 'secret-1' }
})
const journal = await openJournal({
  store: { file },
  retention: { days: 30, bytes: 1e9 },
  whenFull: 'refuse',
  log: { debug() {}, info() {}, warn() {}, error() {} }
})
const bench = toolBench(erp, { journal })
process.send?.('ready')
for (let round = 0; ; round++) {
  const own = { type: 'PROG', name }
  const source = `REPORT ${name.toLowerCase()}.\n* ${round % 2 === 0 ? 'even' : 'odd'}\n`
  const args = { action: 'update', ...own, source, overwrite: true, activate: true }
  const change = idOf(await confirmed(bench, 'ERPWrite', args))
  await confirmed(bench, 'ERPWrite', { action: 'undo', change })
}
