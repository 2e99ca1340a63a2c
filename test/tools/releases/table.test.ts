/**
 * The tables of the release matrix are complete and speak of what there is; and old releases over
 * plain HTTP, which lose their locks.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { releases } from '../../../sandbox/releases.ts'
import { tools } from '../../../tools/index.ts'
import { fallbacks, refused } from './answers.ts'
import { calls } from './calls.ts'
import { assertRefused } from './matrix.ts'
import { worldOf } from './world.ts'

const actionNames = tools.flatMap(tool =>
  [...tool.actions.keys()].map(action => `${tool.name} ${action}`.trim())
)
const actionRows = new Map(
  tools.flatMap(tool =>
    [...tool.actions].map(([action, row]) => [`${tool.name} ${action}`.trim(), row] as const)
  )
)
const bare = (name: string) => name.replace(/ \(.*$/, '')

test('every action is called, and nothing else', () => {
  const called = new Set(calls.map(({ name }) => bare(name)))
  assert.deepEqual(
    [
      // Approvals are of the bridge alone.
      actionNames.filter(
        name => !called.has(name) && actionRows.get(name)?.features.includes('approval') !== true
      ),
      [...called].filter(name => !actionNames.includes(name))
    ],
    [[], []]
  )
  assert.equal(new Set(calls.map(({ name }) => name)).size, calls.length)
})

test('the answers speak of calls that there are, and of each release once', () => {
  const names = new Set(calls.map(({ name }) => name))
  for (const name of [...Object.keys(refused), ...Object.keys(fallbacks)]) {
    assert.ok(names.has(name), name)
  }
  for (const name of Object.keys(fallbacks)) {
    assert.ok(
      (actionRows.get(bare(name))?.otherWays.length ?? 0) > 0,
      `the way of ${name} is not documented`
    )
  }
  for (const [name, rows] of Object.entries(refused)) {
    const on = [...rows.flatMap(row => row.on), ...(fallbacks[name]?.on ?? [])]
    assert.ok(
      on.every(release => releases.includes(release)) && new Set(on).size === on.length,
      name
    )
  }
})

for (const release of ['740', '750'] as const) {
  test(`${release} over plain HTTP keeps no lock: no change is begun`, async t => {
    const world = await worldOf(release, true)
    t.after(world.close)
    const on = { type: 'CLAS', name: 'ZCL_FERRY_MONEY' }
    const refusedCalls = [
      [
        'ERPWrite',
        {
          action: 'create',
          type: 'PROG',
          name: 'ZRL_PLAIN',
          package: '$TMP',
          source: 'REPORT zrl_plain.\n'
        }
      ],
      ['ERPWrite', { action: 'edit', ...on, edits: [{ old: 'rounded to', new: 'Rounded to' }] }],
      [
        'ERPWrite',
        { action: 'edit_method', ...on, method: 'PERCENTAGE', source: '    result = 1.' }
      ],
      ['ERPWrite', { action: 'delete', type: 'PROG', name: 'ZFERRY_QUOTE' }],
      ['ERPManage', { action: 'release_lock', ...on }]
    ] as const
    for (const [tool, args] of refusedCalls) {
      assertRefused({ gap: 'locks', reason: 'release' }, await world.call(tool, args))
    }
    const gone = await world.call('ERPRead', { type: 'PROG', name: 'ZRL_PLAIN' })
    assert.ok(gone.kind === 'error' && gone.code === 'ERP_NOT_FOUND')
    assert.match((await world.call('ERPRead', on)).text, /· active ·/)
  })
}
