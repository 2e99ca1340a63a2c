/**
 * No pattern and no length of a text stalls the process: readers go on, whatever an argument or a
 * source holds.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'

interface Told {
  readonly doing?: string
  readonly beat?: boolean
  readonly done?: boolean
  readonly faults?: readonly string[]
  readonly reads?: number
  readonly attempts?: number
}

/**
 * Far beyond what a slow machine needs for one text; an expression that tries everything needs
 * years.
 */
const stalledMs = 30_000

test(
  'each text of the corpora in each place, and as each source',
  { timeout: 900_000 },
  async t => {
    const worker = new Worker(new URL('../helpers/hostile-worker.ts', import.meta.url))
    t.after(() => worker.terminate())
    let doing = 'starting'
    const { promise, resolve, reject } = Promise.withResolvers<Told>()
    const stalled = () => reject(new Error(`stalled at ${doing}`))
    let timer = setTimeout(stalled, 2 * stalledMs)
    worker.on('error', reject)
    worker.on('exit', code => reject(new Error(`ended with ${code} at ${doing}`)))
    worker.on('message', (told: Told) => {
      doing = told.doing ?? doing
      if (told.done === true) resolve(told)
      if (told.beat !== true) return
      clearTimeout(timer)
      timer = setTimeout(stalled, stalledMs)
    })
    const { faults, reads = 0, attempts = 0 } = await promise.finally(() => clearTimeout(timer))
    t.diagnostic(`${attempts} attempts, ${reads} readers went on`)
    assert.deepEqual(faults, [])
    assert.ok(reads > 0)
  }
)

test('the corpora are as large as they have to be', () => {
  const size = (name: string) =>
    readFileSync(new URL(name, import.meta.url), 'utf8')
      .split('\n')
      .filter(line => line !== '' && !line.startsWith('#')).length
  assert.ok(size('catastrophic.txt') >= 40 && size('long-texts.txt') >= 60)
})
