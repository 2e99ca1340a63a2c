import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { createStore } from '../../store/index.ts'
import { folder, make, open, part, text } from './fixture.ts'

test('class includes: three can be written at once, test classes must be added first', t => {
  const store = open(t)
  make(store, 'CLAS', 'ZCL_I')
  const of = (name: string) => part('CLAS', 'ZCL_I', name)
  assert.equal(store.read(of('definitions'), 'workingArea'), undefined)
  store.write(of('definitions'), 'TYPES t TYPE i.\n', 'ALICE')
  assert.throws(() => store.write(of('testclasses'), 'x', 'ALICE'), { code: 'NOT_FOUND' })
  store.addPart(of('testclasses'), 'CLASS ltc DEFINITION FOR TESTING.\nENDCLASS.\n', 'ALICE')
  assert.throws(() => store.addPart(of('testclasses'), 'x', 'ALICE'), { code: 'EXISTS' })
  const { put } = store.activate([of('main').object], 'ALICE')
  assert.deepEqual(put.map(file => file.name).sort(), [
    'zcl_i.clas.abap',
    'zcl_i.clas.locals_def.abap',
    'zcl_i.clas.testclasses.abap',
    'zcl_i.clas.xml'
  ])
  assert.match(put.find(file => file.name === 'zcl_i.clas.xml')?.text ?? '', /<WITH_UNIT_TESTS>X</)
  store.removePart(of('testclasses'), 'ALICE')
  assert.equal(store.read(of('testclasses'), 'workingArea'), undefined)
  assert.doesNotMatch(
    store
      .files('active')
      .map(file => file.text)
      .join(),
    /WITH_UNIT_TESTS|ltc/
  )
  assert.throws(() => store.removePart(of('main'), 'ALICE'), { code: 'UNSUPPORTED' })
  assert.throws(() => store.write(part('PROG', 'ZNONE'), 'x', 'ALICE'), { code: 'NOT_FOUND' })
  assert.throws(() => store.write(of('nonsense'), 'x', 'ALICE'), { code: 'NOT_FOUND' })
})

test('a draft belongs to its last author, and is visible to that user only', t => {
  const store = open(t)
  make(store, 'PROG', 'ZA', { user: 'ALICE' })
  make(store, 'PROG', 'ZB', { user: 'BOB' })
  assert.deepEqual(
    store.inactive('alice').map(each => each.part.object.name),
    ['ZA']
  )
  store.write(part('PROG', 'ZB'), 'REPORT zb.', 'ALICE')
  assert.deepEqual(store.inactive('BOB'), [])
  assert.deepEqual(store.inactive().length, 2)
})

test('every version of a text has its own ETag in the form that clients expect', t => {
  const store = open(t)
  make(store, 'PROG', 'ZE')
  make(store, 'TABL', 'ZT')
  make(store, 'DOMA', 'ZD')
  const key = part('PROG', 'ZE')
  const seen = [store.read(key, 'inactive')?.etag]
  for (let round = 0; round < 5; round++) {
    seen.push(store.write(key, `REPORT ze. "${round}`, 'ALICE').etag)
    store.activate([key.object], 'ALICE')
    seen.push(store.read(key, 'active')?.etag)
  }
  assert.equal(new Set(seen).size, seen.length)
  assert.match(seen[1] ?? '', /^\d{14}000\d+$/)
  assert.match(seen[2] ?? '', /^\d{14}001\d+$/)
  assert.match(store.read(part('TABL', 'ZT'), 'inactive')?.etag ?? '', /^\d{14}000text\/plain\d+$/)
  assert.match(
    store.read(part('DOMA', 'ZD'), 'inactive')?.etag ?? '',
    /^\d{14}000application\/xml\d+$/
  )
})

test('an ETag is stable for the same text, also over a restart', t => {
  const dataDir = folder(t)
  const first = open(t, { dataDir })
  make(first, 'FUGR', 'ZF')
  first.addPart(part('FUGR', 'ZF', 'function:Z_ONE'), 'FUNCTION z_one.\nENDFUNCTION.', 'ALICE')
  first.activate([{ type: 'FUGR', name: 'ZF' }], 'ALICE')
  const before = first.parts({ type: 'FUGR', name: 'ZF' })
  first.update({ type: 'FUGR', name: 'ZF' }, { description: 'Another' }, 'BOB')
  assert.deepEqual(first.parts({ type: 'FUGR', name: 'ZF' }), before)
  first.close()
  assert.deepEqual(open(t, { dataDir }).parts({ type: 'FUGR', name: 'ZF' }), before)
})

test('the short text of a table changes its source and so its version', t => {
  const store = open(t)
  make(store, 'TABL', 'ZT', { description: 'Old' })
  store.activate([{ type: 'TABL', name: 'ZT' }], 'ALICE')
  const before = store.read(part('TABL', 'ZT'), 'active')
  store.update({ type: 'TABL', name: 'ZT' }, { description: "New's" }, 'BOB')
  const after = store.read(part('TABL', 'ZT'), 'active')
  assert.match(after?.text ?? '', /label : 'New''s'/)
  assert.notEqual(after?.etag, before?.etag)
})

test('activation is all or nothing', t => {
  const store = open(t)
  make(store, 'PROG', 'ZA')
  assert.throws(
    () =>
      store.activate(
        [
          { type: 'PROG', name: 'ZA' },
          { type: 'PROG', name: 'ZMISSING' }
        ],
        'ALICE'
      ),
    { code: 'NOT_FOUND' }
  )
  assert.equal(store.get({ type: 'PROG', name: 'ZA' })?.state, 'new')
  assert.deepEqual(store.activate([], 'ALICE'), { put: [], remove: [] })
})

test('a release keeps versions; an activation keeps none, and a backup only what is new', t => {
  const store = open(t)
  const key = part('PROG', 'ZV')
  make(store, 'PROG', 'ZV', { parts: [{ part: 'main', text: 'REPORT zv. "1' }] })
  store.activate([key.object], 'ALICE')
  assert.deepEqual(store.versions(key), [])
  const backup = { user: 'BOB', request: '' }
  store.keepVersions([{ object: key.object }], backup)
  assert.deepEqual(store.keepVersions([{ object: key.object }], backup), [])
  store.write(key, 'REPORT zv. "2', 'BOB')
  store.activate([key.object], 'BOB')
  const request = 'DEVK900001'
  for (let times = 0; times < 2; times++) {
    store.keepVersions([{ object: key.object }], { user: 'ALICE', request })
  }
  const versions = store.versions(key)
  assert.deepEqual(
    versions.map(each => [each.number, each.changedBy, each.request]),
    [
      [3, 'ALICE', request],
      [2, 'ALICE', request],
      [1, 'ALICE', '']
    ]
  )
  assert.deepEqual(
    versions.map(each => store.versionText(key, each.number)),
    ['REPORT zv. "2', 'REPORT zv. "2', 'REPORT zv. "1']
  )
  assert.equal(store.versionText(key, 9), undefined)
  store.remove(key.object)
  assert.equal(store.versions(key).length, 3)
})

test('versions of a data directory of an earlier release stay, and name no request', t => {
  const dataDir = folder(t)
  const file = join(dataDir, '.sandbox', 'state.sqlite')
  createStore({ dataDir }).close()
  const database = new DatabaseSync(file)
  database.exec(`DROP TABLE former; CREATE TABLE former (
    type TEXT, name TEXT, part TEXT, number INTEGER, changed_by TEXT NOT NULL,
    changed_at INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (type, name, part, number));
    INSERT INTO former VALUES ('PROG', 'ZOLD', 'main', 1, 'ALICE', 5, 'REPORT zold.')`)
  database.close()
  const store = createStore({ dataDir })
  t.after(() => store.close())
  const key = part('PROG', 'ZOLD')
  assert.deepEqual(store.versions(key), [
    { part: key, number: 1, changedBy: 'ALICE', changedAt: 5 }
  ])
  assert.equal(store.versionText(key, 1), 'REPORT zold.')
})

test('an overlay gives the files a text would be and leaves everything as it was', t => {
  const store = open(t)
  make(store, 'FUGR', 'ZF')
  store.addPart(part('FUGR', 'ZF', 'function:Z_ONE'), 'FUNCTION z_one.\nENDFUNCTION.', 'ALICE')
  store.activate([{ type: 'FUGR', name: 'ZF' }], 'ALICE')
  const files = store.overlay([
    {
      part: part('FUGR', 'ZF', 'function:Z_ONE'),
      text: 'FUNCTION z_one IMPORTING a TYPE i.\nENDFUNCTION.'
    },
    { part: part('FUGR', 'ZF', 'include:LZFTOP'), text: 'FUNCTION-POOL zf. "changed' }
  ])
  assert.deepEqual(files.map(file => file.name).sort(), [
    'zf.fugr.lzftop.abap',
    'zf.fugr.xml',
    'zf.fugr.z_one.abap'
  ])
  assert.match(files.find(file => file.name === 'zf.fugr.xml')?.text ?? '', /<PARAMETER>A</)
  assert.equal(text(store, part('FUGR', 'ZF', 'function:Z_ONE')), 'FUNCTION z_one.\nENDFUNCTION.')
  assert.deepEqual(store.inactive(), [])
  assert.throws(
    () => store.overlay([{ part: part('FUGR', 'ZF', 'function:Z_ONE'), text: 'nonsense' }]),
    { code: 'INVALID_SOURCE' }
  )
})

test('every printable character, long lines and 5 MB come back as they went', t => {
  const dataDir = folder(t)
  const store = open(t, { dataDir })
  let everything = ''
  for (let code = 0x20; code < 0x2ffff; code++) {
    if ((code >= 0xd800 && code <= 0xdfff) || code === 0xfeff) continue
    everything += String.fromCodePoint(code)
    if (code % 100 === 0) everything += '\n'
  }
  const source = `REPORT zchars.\n* \t${everything}\n`
  const large = 'REPORT zlarge.\n' + `${'* '.padEnd(254, 'x')}\n`.repeat(20_600)
  make(store, 'PROG', 'ZCHARS', {
    description: 'Ünïcode 漢字 <&>"\' 𝒳',
    parts: [{ part: 'main', text: source }]
  })
  make(store, 'PROG', 'ZLARGE', { parts: [{ part: 'main', text: large }] })
  assert.ok(large.length > 5 * 1024 * 1024)
  make(store, 'FUGR', 'ZF')
  const body = `FUNCTION z_chars.\n* ${everything}\nENDFUNCTION.`
  store.addPart(part('FUGR', 'ZF', 'function:Z_CHARS'), body, 'ALICE')
  store.activate(
    store
      .list()
      .filter(each => each.key.type !== 'DEVC')
      .map(each => each.key),
    'ALICE'
  )
  store.close()
  const again = open(t, { dataDir })
  assert.equal(text(again, part('PROG', 'ZCHARS')), source)
  assert.equal(text(again, part('PROG', 'ZLARGE')), large)
  assert.equal(text(again, part('FUGR', 'ZF', 'function:Z_CHARS')), body)
  assert.equal(again.get({ type: 'PROG', name: 'ZCHARS' })?.description, 'Ünïcode 漢字 <&>"\' 𝒳')
})

test('lines may end in CR LF; they are kept with LF', t => {
  const store = open(t)
  make(store, 'PROG', 'ZC')
  store.write(part('PROG', 'ZC'), '\uFEFFREPORT zc.\r\nWRITE 1.\r\n', 'ALICE')
  assert.equal(text(store, part('PROG', 'ZC')), 'REPORT zc.\nWRITE 1.\n')
})
