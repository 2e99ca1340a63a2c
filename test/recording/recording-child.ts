/** A process that records until it is killed. */
import { createRecorder } from '../../recording/recorder.ts'
import { exchangeOf } from './exchanges.ts'

const [directory = ''] = process.argv.slice(2)
const recorder = createRecorder({
  directory,
  name: 'default',
  origin: 'https://erp.example.com:44300',
  client: '001',
  sources: true,
  recorder: 'test',
  onStop: reason => process.stdout.write(`stopped ${reason}\n`)
})
let count = 0
setInterval(() => {
  const body = `<a>${'<b name="ZCL_X"/>'.repeat(2000)}</a>`
  recorder.exchange(exchangeOf({ path: `/sap/bc/adt/x?n=${++count}`, body }))
  if (count === 40) process.stdout.write('many\n')
}, 2)
