/** A media type that the ERP refuses leads to the next one, which is remembered. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  changeDocument,
  createObject,
  objectTypes,
  runUnitTests
} from '../../../erp-client/index.ts'
import { documentTypes } from '../../../erp-client/adt/document/media-types.ts'
import { rowFor } from '../../../erp-client/objects.ts'
import { connect } from '../fake-erp.ts'
import type { Seen } from '../fake-erp.ts'

const accept = { recheck: () => {} }
const adt = '/sap/bc/adt'
const announcement = `<app:service xmlns:app="http://www.w3.org/2007/app"><app:workspace><app:collection href="${adt}/bo/behaviordefinitions"><app:accept>application/vnd.sap.adt.blues.v9+xml</app:accept></app:collection></app:workspace></app:service>`

const isCreation = ({ method, path }: Seen) => method === 'POST' && !path.includes('/core/')
const typesOf = (seen: readonly Seen[], of: (one: Seen) => boolean) =>
  seen.filter(of).map(({ headers }) => headers['content-type'])
const create = (type: string, name: string) => ({
  ref: { type, name },
  package: '$TMP',
  description: 'One'
})

test('a creation goes on to the other type, then to what discovery announces', async t => {
  for (const refusal of [406, 415]) {
    const { fake, erp } = await connect(t)
    fake.handle = seen => {
      if (seen.path === `${adt}/discovery`) return { body: announcement }
      if (!isCreation(seen)) return undefined
      return seen.headers['content-type']?.includes('blues.v9')
        ? { status: 201 }
        : { status: refusal }
    }
    await createObject(erp.writer, create('BDEF', 'ZI_ONE'), accept)
    const own = rowFor({ type: 'BDEF', name: 'X' }).mediaType
    const announced = 'application/vnd.sap.adt.blues.v9+xml'
    assert.deepEqual(typesOf(fake.seen, isCreation), [own, 'application/*', announced])
    fake.seen.length = 0
    await createObject(erp.writer, create('BDEF', 'ZI_TWO'), accept)
    assert.deepEqual(typesOf(fake.seen, isCreation), [announced], 'it is remembered')
  }
})

test('another refusal is final, and where all types are refused the last refusal is reported', async t => {
  const { fake, erp } = await connect(t)
  let status = 400
  fake.handle = seen => (isCreation(seen) ? { status } : undefined)
  await assert.rejects(createObject(erp.writer, create('CLAS', 'ZCL_ONE'), accept), {
    code: 'ERP_BAD_REQUEST'
  })
  assert.equal(fake.seen.filter(isCreation).length, 1)
  status = 415
  await assert.rejects(createObject(erp.writer, create('CLAS', 'ZCL_ONE'), accept), {
    code: 'ERP_NOT_ACCEPTABLE',
    status: 415
  })
  assert.equal(fake.seen.filter(isCreation).length, 3)
})

test('types that are read under their own type alone are sent so first, without parameters', () => {
  for (const row of objectTypes) {
    const [first = ''] = documentTypes(row)
    assert.equal(first.includes(';'), row.ownMediaType !== true, row.code)
    assert.ok(first.startsWith(row.mediaType))
  }
})

test('a document that is refused with its character set is sent without, in the same lock', async t => {
  const { fake, erp } = await connect(t)
  const path = `${adt}/packages/zone`
  fake.handle = seen => {
    if (seen.path !== path) return undefined
    if (seen.method === 'GET') return { body: '<pak:package xmlns:pak="x"/>' }
    if (seen.method !== 'PUT') return undefined
    return seen.headers['content-type']?.includes(';') ? { status: 406 } : {}
  }
  const change = () =>
    changeDocument(
      erp.writer,
      { ref: { type: 'DEVC', name: 'ZONE' }, edit: text => `${text}<!-- -->` },
      accept
    )
  await change()
  const isWrite = ({ method }: Seen) => method === 'PUT'
  const own = rowFor({ type: 'DEVC', name: 'X' }).mediaType
  assert.deepEqual(typesOf(fake.seen, isWrite), [`${own}; charset=utf-8`, own])
  assert.equal(fake.seen.filter(seen => seen.query.get('_action') === 'LOCK').length, 1)
  fake.seen.length = 0
  await change()
  assert.deepEqual(typesOf(fake.seen, isWrite), [own])
})

test('a test run goes on to plain XML, then to the announced version, which is remembered', async t => {
  const config = (version: number) =>
    `application/vnd.sap.adt.abapunit.testruns.config.v${String(version)}+xml`
  const { fake, erp } = await connect(t)
  const isRun = ({ path }: Seen) => path === `${adt}/abapunit/testruns`
  const accepts = [config(1), 'text/html', config(2)].map(
    type => `<app:accept>${type}</app:accept>`
  )
  const collection = `<app:collection href="${adt}/abapunit/testruns">${accepts.join('')}</app:collection>`
  const announced = `<app:service xmlns:app="http://www.w3.org/2007/app"><app:workspace>${collection}</app:workspace></app:service>`
  fake.handle = seen => {
    if (seen.path === `${adt}/discovery`) return { body: announced }
    if (!isRun(seen)) return undefined
    return seen.headers['content-type'] === config(2)
      ? { body: '<aunit:runResult xmlns:aunit="x"/>' }
      : { status: 415 }
  }
  const run = { refs: [{ type: 'CLAS', name: 'ZCL_ONE' }], risks: ['harmless'] } as const
  await runUnitTests(erp.reader, run)
  assert.deepEqual(typesOf(fake.seen, isRun), [config(4), 'application/xml', config(1), config(2)])
  fake.seen.length = 0
  await runUnitTests(erp.reader, run)
  assert.deepEqual(typesOf(fake.seen, isRun), [config(2)])
})

test('tests that change data run again after a refused type alone', async t => {
  const { fake, erp } = await connect(t)
  const isRun = ({ path }: Seen) => path === `${adt}/abapunit/testruns`
  for (const status of [400, 500]) {
    fake.seen.length = 0
    fake.handle = seen => (isRun(seen) ? { status } : undefined)
    await assert.rejects(
      runUnitTests(erp.writer, { refs: [{ type: 'CLAS', name: 'ZCL_ONE' }], risks: ['critical'] })
    )
    assert.equal(fake.seen.filter(isRun).length, 1, String(status))
  }
})
