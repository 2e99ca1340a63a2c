/** Version feeds as an ERP of release 754 sends them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { versionsUri } from '../../../erp-client/objects.ts'
import {
  isActiveVersion,
  isKeptVersion,
  readVersionsXml
} from '../../../erp-client/wire/versions.ts'

const folder = '/sap/bc/adt/oo/classes/zcl_demo/includes/main/versions'
const entry = (id: string, rest = '') =>
  `<atom:entry><atom:author><atom:name>DEVELOPER</atom:name></atom:author><atom:content type="text/plain" src="${folder}/20180205111235/${id}/content"/><atom:id>${id}</atom:id>${rest}</atom:entry>`
const links = (number: string) =>
  ['application/vnd.sap.sapgui', 'application/vnd.sap.adt.transportrequests.v1+xml']
    .map(
      type =>
        `<atom:link adtcore:name="${number}" href="/sap/bc/adt/x/${number}" rel="http://www.sap.com/adt/relations/transport/request" type="${type}"/>`
    )
    .join('')
const feed = (...entries: readonly string[]) =>
  `<?xml version="1.0" encoding="utf-8"?><atom:feed xmlns:atom="http://www.w3.org/2005/Atom" xmlns:adtcore="http://www.sap.com/adt/core"><atom:title>Version List of ZCL_DEMO (CLAS)</atom:title><atom:updated>2018-02-05T11:12:35Z</atom:updated>${entries.join('')}</atom:feed>`

test('the active version, which stands in a feed once for each method, is read once', () => {
  const backup = `<atom:entry><atom:author/><atom:content type="text/plain" src="${folder}/1/00001/content"/><atom:id>00001</atom:id></atom:entry>`
  const versions = readVersionsXml(
    feed(
      entry('99999'),
      entry('00000', '<atom:updated>2022-10-28T13:13:10Z</atom:updated>'),
      entry('00002', links('A4HK900021')),
      ...Array.from({ length: 3 }, () => entry('00000')),
      backup
    ),
    folder
  )
  assert.deepEqual(
    versions.map(version => [
      version.id,
      version.transport,
      isActiveVersion(version),
      isKeptVersion(version)
    ]),
    [
      ['99999', undefined, false, false],
      ['00000', undefined, true, false],
      ['00002', 'A4HK900021', false, true],
      ['00001', undefined, false, true]
    ]
  )
  assert.equal(versions[1]?.changedAt, '2022-10-28T13:13:10Z')
  assert.deepEqual([versions[3]?.author, versions[3]?.changedAt], [undefined, undefined])
})

test('each include of a class has a feed; CDS sources have theirs beside the source', () => {
  const of = (type: string, part?: string, group?: string) =>
    versionsUri({ type, name: 'ZX', group }, part)
  const adt = '/sap/bc/adt'
  assert.equal(of('CLAS'), `${adt}/oo/classes/zx/includes/main/versions`)
  assert.equal(of('CLAS', 'testclasses'), `${adt}/oo/classes/zx/includes/testclasses/versions`)
  assert.equal(of('INTF'), `${adt}/oo/interfaces/zx/source/main/versions`)
  assert.equal(of('DDLS'), `${adt}/ddic/ddl/sources/zx/versions`)
  assert.equal(of('DCLS'), `${adt}/acm/dcl/sources/zx/versions`)
  assert.equal(of('TABL'), `${adt}/ddic/tables/zx/source/main/versions`)
  assert.equal(of('DTEL'), `${adt}/ddic/dataelements/zx/versions`)
  assert.equal(
    of('FUNC', undefined, 'ZG'),
    `${adt}/functions/groups/zg/fmodules/zx/source/main/versions`
  )
  assert.throws(() => of('CLAS', 'nonsense'), { code: 'ERP_UNSUPPORTED' })
})
