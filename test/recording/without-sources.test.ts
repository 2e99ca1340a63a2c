/** A recording without sources: reads have the same shape, and no source is in it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textOfBody } from '../../recording/format.ts'
import { calls } from '../tools/releases/calls.ts'
import { roundTrip } from './round-trip.ts'

/** Calls that look for a word in a source: without sources the word is not there. */
const looksInside =
  /^ERPRead \((?:method|grep)\)|^ERPNavigate (?:definition|references|implementations|element_info|hierarchy)$|^ERPContext call_graph/

test('reads have the same shape, and no source is in the recording', async t => {
  const reading = calls.filter(({ name }) => /^ERP(?:Read|Search|Navigate|Context)/.test(name))
  const { pairs, recording, remove } = await roundTrip('758', reading, false)
  t.after(remove)
  for (const { call, expected, actual, misses } of pairs) {
    if (looksInside.test(call.name)) continue
    await t.test(call.name, () => {
      assert.equal(
        actual.kind,
        expected.kind,
        `${expected.text}\n---\n${actual.text}\n${misses.join('\n')}`
      )
    })
  }
  for (const { answer, request } of recording.exchanges) {
    const text = `${textOfBody(request.body)}${textOfBody(answer?.body)}`
    assert.doesNotMatch(text, /ENDMETHOD|ENDCLASS|METHODS run|\bferry\b/i)
  }
})
