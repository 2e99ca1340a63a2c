/** A change of named fields changes them and no other byte of the document. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isErpError } from '../../../../erp-client/index.ts'
import { compareDocuments } from '../../../../erp-client/wire/document/compare.ts'
import {
  editFields,
  fieldsFault,
  mergeFields,
  readFields
} from '../../../../erp-client/wire/document/fields.ts'
import { fieldTypes, rowsOf } from '../../../../erp-client/wire/document/rows.ts'
import { cases, ways } from './documents.ts'
import type { Case } from './documents.ts'

/** Where two texts begin and end to differ, widened to whole bytes of the longer one. */
function replacedIn(
  document: string,
  way: (document: string) => string,
  { from, to }: Case
): string {
  const parts = document.split(from)
  assert.equal(parts.length, 2, `${from} stands once in the document`)
  return way(parts.join(to))
}

for (const [name, way] of Object.entries(ways)) {
  test(`every field alone, in a document ${name}`, () => {
    let seen = 0
    for (const each of cases) {
      const written = way(each.document)
      // what is moved, added or removed has no place in a document that is written otherwise
      const expected =
        name === 'with line ends of Windows' ||
        name === 'with blanks in its tags' ||
        name === 'with a comment behind every end tag'
          ? undefined
          : replacedIn(each.document, way, each)
      const { text, implied } = editFields(each.type, written, each.fields)
      const title = `${each.type} ${JSON.stringify(each.fields)}`
      assert.deepEqual(implied, {}, title)
      if (expected !== undefined) assert.equal(text, expected, title)
      assertOnlyNamed(each, written, text)
      assert.equal(mergeFields(each.type, text, each.fields), text, `${title} a second time`)
      seen++
    }
    assert.equal(seen, cases.length)
  })
}

/** The difference is one stretch, and outside of it every byte is the same. */
function assertOnlyNamed({ type, fields, from, to }: Case, before: string, after: string): void {
  const title = `${type} ${JSON.stringify(fields)}`
  assert.notEqual(after, before, title)
  let head = 0
  while (before[head] === after[head]) head++
  let tail = 0
  while (
    tail < Math.min(before.length, after.length) - head &&
    before.at(-1 - tail) === after.at(-1 - tail)
  ) {
    tail++
  }
  const [gone, come] = [before.length - head - tail, after.length - head - tail]
  const slack = 200
  assert.ok(
    gone <= from.length + slack && come <= to.length + slack,
    `${title}: ${gone} characters became ${come}`
  )
  const [old, now] = [readFields(type, before) ?? {}, readFields(type, after) ?? {}]
  for (const name of Object.keys(old)) {
    if (!Object.hasOwn(fields, name)) {
      assert.deepEqual(now[name], old[name], `${title} changed ${name}`)
    }
  }
  const { refused, others } = compareDocuments(type, { before, sent: before, after })
  const table = rowsOf(type) ?? assert.fail(type)
  const paths = Object.keys(fields).map(
    name => table.rows[name]?.path ?? table.lists[name]?.path ?? assert.fail(name)
  )
  assert.deepEqual(
    others.filter(({ path }) => !paths.some(each => path.startsWith(each))),
    [],
    title
  )
  if (refused.length + others.length === 0) {
    assert.match(title, /keyComponents|"valueTable":""/, `${title} is seen`)
  }
}

test('every field of every type has a case', () => {
  for (const type of fieldTypes) {
    const { rows, lists } = rowsOf(type) ?? assert.fail(type)
    const covered = new Set(
      cases.filter(each => each.type === type).flatMap(each => Object.keys(each.fields))
    )
    for (const name of [...Object.keys(rows), ...Object.keys(lists)]) {
      assert.ok(covered.has(name), `${type} ${name}`)
    }
  }
})

test('a field with its present value changes nothing', () => {
  for (const { type, document } of cases) {
    const now = readFields(type, document) ?? {}
    for (const [name, value] of Object.entries(now)) {
      if (value === undefined || fieldsFault(type, { [name]: value }) !== undefined) continue
      try {
        const { text } = editFields(type, document, { [name]: value })
        if (name === 'unique') continue
        assert.equal(text, document, `${type} ${name}`)
      } catch (error) {
        assert.ok(isErpError(error, 'ERP_BAD_REQUEST'), String(error))
      }
    }
  }
})
