/** How many requests to the ERP each call costs: what docs/performance.md promises. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import type { BridgeOptions } from '../../app.ts'
import { tools } from '../../tools/index.ts'
import { call, listen, post } from '../helpers/bridge-app.ts'
import { until } from '../helpers/until.ts'
import { watchedErp } from '../helpers/watched-erp.ts'
import type { WatchedErp } from '../helpers/watched-erp.ts'

let erp: WatchedErp
before(async () => {
  erp = await watchedErp()
})
after(async () => {
  await erp.close()
})

const sourceOf = (name: string, line: string) =>
  `CLASS ${name.toLowerCase()} DEFINITION PUBLIC.\nENDCLASS.\nCLASS ${name.toLowerCase()} IMPLEMENTATION.\nENDCLASS.\n* ${line}\n`

/**
 * A bridge that has logged on and knows the ERP, and a function that counts what a call asks for.
 */
async function warm(t: TestContext, options: BridgeOptions = {}) {
  const begun = erp.seen.length
  const { url } = await listen(t, {
    url: erp.url,
    client: erp.sandbox.client,
    user: 'DEVELOPER',
    password: 'secret-1',
    readOnly: false,
    tools,
    ...options
  })
  const run = async (name: string, args: object) => {
    const from = erp.seen.length
    const { body } = await post(url, call(name, args))
    assert.notEqual(body.result?.['isError'], true, JSON.stringify(body).slice(0, 600))
    return {
      text: (body.result?.['content'] as { text: string }[])[0]?.text ?? '',
      asked: erp.seen.slice(from)
    }
  }
  const trips = async (name: string, args: object) =>
    (await run(name, args)).asked.map(({ url }) => url)
  // The features are found out at the start; gCTS is asked last.
  await until(() => erp.seen.slice(begun).some(({ url }) => /cts_abapvcs/.test(url)))
  await run('ERPRead', { type: 'CLAS', name: 'ZCL_FERRY_SEASON' })
  // What the first call finds out in passing is there before the next one is counted.
  await run('ERPRead', { type: 'SYSTEM' })
  return { run, trips, begun }
}

const isOfTheStart = (url: string) =>
  /discovery|cts_abapvcs|system\/(components|information)|systeminformation/.test(url)

describe('once it is warm', () => {
  test('reads: two for an object that is new, one conditional read after that, none of them a log-on or a token', async t => {
    const { run, trips, begun } = await warm(t)
    assert.ok(
      erp.seen.slice(begun).filter(({ url }) => /discovery|cts_abapvcs/.test(url)).length <= 4,
      'of the start'
    )
    const first = await run('ERPRead', { type: 'CLAS', name: 'ZCL_FERRY_MONEY' })
    assert.equal(first.asked.length, 2)
    const again = await run('ERPRead', { type: 'CLAS', name: 'ZCL_FERRY_MONEY' })
    assert.deepEqual(
      again.asked.map(({ headers }) => headers['if-none-match'] !== undefined),
      [true]
    )
    assert.equal((await trips('ERPSearch', { query: 'ZCL_FERRY*' })).length, 1)
    assert.equal((await trips('ERPQuery', { sql: 'SELECT mandt FROM t000' })).length, 1)
    const all = erp.seen.slice(begun)
    assert.equal(
      all.filter(({ headers }) => headers.authorization !== undefined).length,
      1,
      'one log-on'
    )
    assert.equal(
      all.filter(({ headers }) => /^fetch$/i.test(String(headers['x-csrf-token']))).length,
      1,
      'one token, with a read that happened anyway'
    )
  })

  test('within the freshness that the operator set a read sends nothing', async t => {
    const { trips } = await warm(t, { freshness: 60_000 })
    assert.deepEqual(await trips('ERPRead', { type: 'CLAS', name: 'ZCL_FERRY_SEASON' }), [])
  })

  // A save without an activation is checked by the ERP, which is one request.
  const rules: readonly (readonly [
    string,
    BridgeOptions,
    { readonly overwrite: number; readonly hash: number; readonly activate: number }
  ])[] = [
    [
      'without package rules',
      { allowTransportableEdits: true },
      { overwrite: 5, hash: 5, activate: 6 }
    ],
    ['of local objects only', {}, { overwrite: 5, hash: 5, activate: 7 }],
    // What was read lately is enough for the lock; it is asked anew inside it, and before the
    // activation.
    [
      'where a list of packages decides',
      { allowedPackages: ['$TMP'] },
      { overwrite: 6, hash: 6, activate: 8 }
    ]
  ]
  for (const [title, options, most] of rules) {
    test(`changes ${title}`, async t => {
      const { run, trips } = await warm(t, options)
      const name = `ZCL_TRIPS_${most.activate}`
      const object = { type: 'CLAS', name }
      await run('ERPWrite', { action: 'create', ...object, package: '$TMP', description: 'Trips' })
      const update = (line: string, more: object) => ({
        action: 'update',
        ...object,
        source: sourceOf(name, line),
        ...more
      })
      await run('ERPWrite', update('first', { overwrite: true }))
      const overwrite = await trips('ERPWrite', update('second', { overwrite: true }))
      assert.ok(overwrite.length <= most.overwrite, overwrite.join(' '))
      const [, hash] = /hash[: ]+([0-9a-f]{16})/.exec((await run('ERPRead', object)).text) ?? []
      const hashed = await trips('ERPWrite', update('third', { expectedHash: hash }))
      assert.ok(hashed.length <= most.hash, hashed.join(' '))
      const activated = await trips(
        'ERPWrite',
        update('fourth', { overwrite: true, activate: true })
      )
      assert.ok(activated.length <= most.activate, activated.join(' '))
      assert.deepEqual(
        [...overwrite, ...hashed, ...activated].filter(url => isOfTheStart(url ?? '')),
        []
      )
    })
  }
})
