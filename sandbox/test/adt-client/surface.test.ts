import assert from 'node:assert/strict'
import { test } from 'node:test'
import abapAdtApi from 'abap-adt-api'
import { absences, limits } from '../../not-implemented.ts'
import { absentRows } from './absent.ts'
import { debuggerRows } from './debugger.ts'
import { traceRows } from './traces.ts'
import { dumpRows } from './dumps.ts'
import { intelligenceRows } from './intelligence.ts'
import { localRows } from './local.ts'
import { objectRows } from './objects.ts'
import { systemRows } from './system.ts'
import { createWorld, refusal } from './world.ts'
import type { Rows } from './world.ts'

const { ADTClient } = abapAdtApi

/** The order is that of the calls: what ends the log-on comes last. */
const table: Rows = {
  ...localRows,
  ...systemRows,
  ...objectRows,
  ...intelligenceRows,
  ...debuggerRows,
  ...dumpRows,
  ...traceRows,
  ...absentRows
}

const before = new ADTClient('http://localhost:1', 'UNKNOWN', 'none')
const functions = (owner: object) =>
  Object.entries(Object.getOwnPropertyDescriptors(owner))
    .filter(
      ([name, { value, get }]) =>
        name !== 'constructor' && (typeof value === 'function' || get !== undefined)
    )
    .map(([name]) => name)
const methods = [
  ...functions(ADTClient.prototype),
  ...functions(before),
  ...functions(ADTClient)
    .filter(name => name !== 'prototype')
    .map(name => `static ${name}`)
]

test('every method of the client has a row, and every row a method', () => {
  assert.ok(methods.length > 150)
  assert.deepEqual(
    methods.filter(name => !Object.hasOwn(table, name)),
    [],
    'methods without a row'
  )
  assert.deepEqual(
    Object.keys(table).filter(name => !methods.includes(name)),
    [],
    'rows without a method'
  )
})

const unserved = 'No suitable resource found. '

test('every method of the client works, or is refused with a reason of the list', async t => {
  const world = await createWorld(t)
  const reasons = [
    ...absences.map(each => each.reason),
    ...Object.values(limits).map(each => each.replace(/\.$/, ''))
  ]
  for (const [name, { expect, call }] of Object.entries(table)) {
    await t.test(`${name} ${expect}`, async () => {
      const { requests } = world.sandbox.counters
      if (expect === 'absent') {
        const { type, status, message } = await refusal(Promise.resolve(call(world)))
        const isService = message.startsWith(unserved)
        assert.deepEqual(
          [type, status],
          isService ? ['ExceptionResourceNotFound', 404] : ['ExceptionNotImplementedBySandbox', 501]
        )
        const why = isService ? message.slice(unserved.length) : message
        assert.ok(
          reasons.some(reason => why.startsWith(reason)),
          message
        )
      } else {
        await call(world)
      }
      assert.equal(world.sandbox.counters.requests > requests, expect !== 'local', 'requests')
    })
  }
})
