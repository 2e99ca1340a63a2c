import assert from 'node:assert/strict'
import { works } from './world.ts'
import type { Rows } from './world.ts'

/** The feed of short dumps, and the catalogue of feeds. */
export const dumpRows: Rows = {
  feeds: works(async ({ client }) => {
    const [dumps] = await client.feeds()
    assert.equal(dumps?.href, '/sap/bc/adt/runtime/dumps')
    assert.ok(dumps.operators.length > 0 && dumps.attributes.length > 0)
    assert.equal(dumps.queryVariants.length, 2)
  }),
  dumps: works(async ({ client, sandbox, stamp }) => {
    const program = `ZPR_${stamp}`
    sandbox.store.dumps.add({
      ...{ at: Date.now(), user: 'ALICE', client: '001', server: 'sandbox', language: 'EN' },
      ...{ error: 'ASSERTION_FAILED', exception: '', shortText: 'Failed', rows: [] },
      ...{ object: { type: 'PROG', name: program }, chain: [], system: [] },
      frames: [{ kind: 'EVENT', program, include: program, line: 1, name: 'MAIN', uri: '' }]
    })
    const { dumps } = await client.dumps('and(equals(user,ALICE))')
    const [dump] = dumps
    assert.deepEqual(
      [dump?.author, dump?.type, dump?.categories.map(each => each.term)],
      ['ALICE', 'html', ['ASSERTION_FAILED', program]]
    )
    assert.match(dump?.text ?? '', /Information on where terminated/)
  })
}
