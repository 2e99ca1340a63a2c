/** What a replay gives is what the recorded ERP gave: every call of all eleven tools on one release. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Release } from '../../sandbox/releases.ts'
import type { ToolResult } from '../../tools/index.ts'
import { calls } from '../tools/releases/calls.ts'
import { roundTrip } from './round-trip.ts'
import type { Pair } from './round-trip.ts'

/** Values of tables and outputs of programs are dropped: their form is all that agrees. */
const withoutValues = /^ERP(?:Query|Manage run_|Query |Diagnose dump$)/
const tools = [...new Set(calls.map(({ name }) => name.split(' ')[0]))]

/** What each run makes anew: hashes of sources with replaced names, signed handles, times. */
function comparable(text: string): string {
  return (
    text
      .replace(/\b[0-9a-f]{12,64}\b/g, '#')
      .replace(/"[\w-]+\.[\w.-]{10,}"/g, '"handle"')
      .replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\dZ?/g, 'time')
      .replace(/\(<erp>\w+<\/erp>\)/g, '(name)')
      // Replaced names sort in another order.
      .split('\n')
      .toSorted()
      .join('\n')
  )
}

const shapeOf = (text: string) => text.replace(/[\p{L}]/gu, 'x').replace(/\d/g, '0')

function assertPair(
  { call, expected, actual, misses }: Pair,
  text: (text: string) => string
): void {
  const [wanted, got] = [comparable(text(expected.text)), comparable(actual.text)]
  const reason = `${call.name}\n${misses.join('\n')}`
  // Two sessions at once: which of them asked first is not the same again.
  if (call.name.includes('debug_run')) return
  // The verdict follows from rows of tables, of which a recording keeps the form alone.
  if (call.name.includes('incident') && expected.kind !== 'error') {
    assert.match(got, / requests$/m, reason)
  } else if (withoutValues.test(call.name)) {
    assert.equal(comparable(shapeOf(got)), comparable(shapeOf(wanted)), reason)
  } else assert.equal(got, wanted, reason)
  assert.equal(kindOf(actual), kindOf(expected), reason)
}

const kindOf = (result: ToolResult) => (result.kind === 'error' ? result.code : result.kind)

export function testRelease(release: Release): void {
  test(`${release}: every call gives the same at the replay, with the replaced names`, async t => {
    const { pairs, mirror, recording, remove } = await roundTrip(release, calls, true)
    t.after(remove)
    assert.ok(tools.length >= 11, `only ${tools.length} tools are called`)
    assert.deepEqual(recording.faults, [])
    for (const pair of pairs) {
      // A word of the bridge that is a user of the sandbox is none in its answers.
      const text = (given: string) =>
        given
          .split(/(\b[Oo]ther\b)/)
          .map(part => (/^other$/i.test(part) ? part : mirror.text(part)))
          .join('')
      await t.test(pair.call.name, () => assertPair(pair, text))
    }
  })
}
