import assert from 'node:assert/strict'
import { existsSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createStore } from '../../store/index.ts'
import { abapGit, folder, make, open, part, put, text } from './fixture.ts'

const settings = (logic: string, start = '/src/') =>
  '\uFEFF<?xml version="1.0" encoding="utf-8"?>\n' +
  '<asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0">\n <asx:values>\n  <DATA>\n   <NAME>My tools</NAME>\n   <MASTER_LANGUAGE>E</MASTER_LANGUAGE>\n' +
  `   <STARTING_FOLDER>${start}</STARTING_FOLDER>\n   <FOLDER_LOGIC>${logic}</FOLDER_LOGIC>\n  </DATA>\n </asx:values>\n</asx:abap>\n`
const devc = (description: string) =>
  abapGit('DEVC', `   <DEVC>\n    <CTEXT>${description}</CTEXT>\n   </DEVC>\n`)
const program = (name: string, kind = '1') =>
  abapGit(
    'PROG',
    `   <PROGDIR>\n    <NAME>${name}</NAME>\n    <SUBC>${kind}</SUBC>\n   </PROGDIR>\n   <TPOOL>\n    <item>\n     <ID>R</ID>\n     <ENTRY>Text of ${name}</ENTRY>\n    </item>\n   </TPOOL>\n`
  )

test('a clone with prefix logic: folders are packages below the root, and stay a clone', t => {
  const dataDir = folder(t)
  put(dataDir, {
    '.abapgit.xml': settings('PREFIX'),
    'README.md': 'x',
    '.git/config': 'x',
    'src/package.devc.xml': devc('Root of it'),
    'src/zmain.prog.abap': 'REPORT zmain.',
    'src/zmain.prog.xml': program('ZMAIN'),
    'src/core/package.devc.xml': devc('Core'),
    'src/core/zinc.prog.abap': '* include',
    'src/core/zinc.prog.xml': program('ZINC', 'I'),
    'src/core/deep/#abc#cl_x.clas.abap':
      'CLASS /abc/cl_x DEFINITION.\nENDCLASS.\nCLASS /abc/cl_x IMPLEMENTATION.\nENDCLASS.',
    'src/core/zunknown.w3mi.xml': 'ignored'
  })
  const store = open(t, { dataDir, owner: 'carol' })
  assert.deepEqual(
    store.keys().map(key => store.get(key)?.key),
    store.keys()
  )
  assert.deepEqual(new Set(store.keys()), new Set(store.list().map(each => each.key)))
  const root = store.subPackages('').map(each => each.key.name)
  assert.deepEqual(root, ['$MY_TOOLS', '$TMP'])
  assert.deepEqual(
    store.list().map(each => [each.key.type, each.key.name, each.package]),
    [
      ['DEVC', '$MY_TOOLS', ''],
      ['DEVC', '$MY_TOOLS_CORE', '$MY_TOOLS'],
      ['DEVC', '$MY_TOOLS_CORE_DEEP', '$MY_TOOLS_CORE'],
      ['DEVC', '$TMP', ''],
      ['CLAS', '/ABC/CL_X', '$MY_TOOLS_CORE_DEEP'],
      ['INCL', 'ZINC', '$MY_TOOLS_CORE'],
      ['PROG', 'ZMAIN', '$MY_TOOLS']
    ]
  )
  assert.deepEqual(
    [
      store.get({ type: 'PROG', name: 'ZMAIN' })?.description,
      store.get({ type: 'PROG', name: 'ZMAIN' })?.createdBy
    ],
    ['Text of ZMAIN', 'CAROL']
  )
  make(store, 'DEVC', '$MY_TOOLS_NEW', { package: '$MY_TOOLS' })
  make(store, 'DEVC', '$ELSE', { package: '$MY_TOOLS' })
  make(store, 'PROG', 'ZNEW', { package: '$MY_TOOLS_NEW' })
  make(store, 'PROG', 'ZTMP')
  store.activate(
    [
      { type: 'PROG', name: 'ZNEW' },
      { type: 'PROG', name: 'ZTMP' }
    ],
    'CAROL'
  )
  assert.ok(existsSync(join(dataDir, 'src/new/znew.prog.abap')))
  assert.ok(existsSync(join(dataDir, '.sandbox/src/$tmp/ztmp.prog.abap')))
  const before = store.list()
  store.close()
  assert.deepEqual(
    open(t, { dataDir }).list(),
    before,
    'a restart knows the same, the package that has no place in the clone included'
  )
})

test('full folder logic, another starting folder, and a clone without settings', t => {
  const full = folder(t)
  put(full, {
    '.abapgit.xml': settings('FULL', '/abap/'),
    'abap/zroot/package.devc.xml': devc('R'),
    'abap/zroot/zroot_sub/zp.prog.abap': 'REPORT zp.'
  })
  const store = open(t, { dataDir: full })
  assert.deepEqual(
    store.list().map(each => [each.key.name, each.package]),
    [
      ['$TMP', ''],
      ['ZP', 'ZROOT_SUB'],
      ['ZROOT', ''],
      ['ZROOT_SUB', 'ZROOT']
    ]
  )
  make(store, 'PROG', 'ZQ', { package: 'ZROOT' })
  store.activate([{ type: 'PROG', name: 'ZQ' }], 'A')
  assert.ok(existsSync(join(full, 'abap/zroot/zq.prog.abap')))
  const flat = folder(t)
  put(flat, { 'zflat.prog.abap': 'REPORT zflat.', 'zflat.prog.xml': program('ZFLAT') })
  const other = open(t, { dataDir: flat })
  assert.equal(text(other, part('PROG', 'ZFLAT')), 'REPORT zflat.')
})

test('an escape in the starting folder is not followed', t => {
  const dataDir = folder(t)
  put(dataDir, {
    'inner/.abapgit.xml': settings('FULL', '/../'),
    'zoutside.prog.abap': 'REPORT zoutside.'
  })
  assert.deepEqual(open(t, { dataDir: join(dataDir, 'inner') }).list({ type: 'PROG' }), [])
})

test('the seed is copied into an empty folder, once', t => {
  const seed = folder(t)
  put(seed, {
    'src/zseed/package.devc.xml': devc('Seed'),
    'src/zseed/zs.prog.abap': 'REPORT zs.',
    'src/zseed/zs.prog.xml': program('ZS')
  })
  const dataDir = join(folder(t), 'new', 'deep')
  const store = open(t, { dataDir, seed })
  assert.equal(text(store, part('PROG', 'ZS')), 'REPORT zs.')
  store.remove({ type: 'PROG', name: 'ZS' })
  store.close()
  assert.deepEqual(open(t, { dataDir, seed }).list({ type: 'PROG' }), [])
  assert.throws(() => createStore({ seed: join(seed, 'missing') }), { code: 'NOT_FOUND' })
})

test('files changed from outside are new versions; what is unchanged keeps its facts', t => {
  const dataDir = folder(t)
  const store = open(t, { dataDir })
  make(store, 'PROG', 'ZA')
  make(store, 'TABL', 'ZT')
  make(store, 'PROG', 'ZB')
  store.activate(
    ['ZA', 'ZB'].map(name => ({ type: 'PROG' as const, name })),
    'ALICE'
  )
  store.activate([{ type: 'TABL', name: 'ZT' }], 'ALICE')
  store.write(part('PROG', 'ZB'), 'REPORT zb. "draft', 'BOB')
  const [a, b] = ['ZA', 'ZB'].map(name => store.read(part('PROG', name), 'workingArea'))
  store.close()
  const changed = join(dataDir, 'src/$tmp/za.prog.abap')
  writeFileSync(changed, 'REPORT za. "outside')
  utimesSync(changed, 2_000_000_000, 2_000_000_000)
  const table = join(dataDir, 'src/$tmp/zt.tabl.xml')
  writeFileSync(
    table,
    readFileSync(table, 'utf8').replace('<FIELDNAME>CLIENT', '<FIELDNAME>MANDANT')
  )
  const again = open(t, { dataDir, owner: 'EVE' })
  const now = again.read(part('PROG', 'ZA'), 'active')
  assert.deepEqual(
    [now?.text, now?.changedBy, now?.changedAt],
    ['REPORT za. "outside', 'EVE', 2_000_000_000_000]
  )
  assert.notEqual(now?.etag, a?.etag)
  assert.deepEqual(again.read(part('PROG', 'ZB'), 'workingArea'), b)
  assert.match(text(again, part('TABL', 'ZT')) ?? '', /key mandant : abap.clnt/)
})

test('drafts survive the loss of the state database', t => {
  const dataDir = folder(t)
  const store = open(t, { dataDir })
  make(store, 'DEVC', 'ZP', { package: '' })
  make(store, 'CLAS', 'ZCL_D', { package: 'ZP' })
  store.close()
  for (const file of readdirSync(join(dataDir, '.sandbox'))) {
    if (file.startsWith('state')) rmSync(join(dataDir, '.sandbox', file))
  }
  const again = open(t, { dataDir, owner: 'EVE' })
  assert.deepEqual(
    again.inactive('EVE').map(each => each.part.object.name),
    ['ZCL_D']
  )
  again.activate([{ type: 'CLAS', name: 'ZCL_D' }], 'EVE')
  assert.equal(again.get({ type: 'CLAS', name: 'ZCL_D' })?.state, 'active')
})

test('broken files from outside hide nothing and stop nothing', t => {
  const dataDir = folder(t)
  put(dataDir, {
    'src/zp/zbad.clas.xml': '<abapGit><unclosed>',
    'src/zp/zbad.clas.abap': 'CLASS zbad DEFINITION.',
    'src/zp/zgrp.fugr.xml': 'no xml at all',
    'src/zp/zgrp.fugr.saplzgrp.abap': 'x',
    'src/zp/ztab.tabl.xml': '',
    'src/zp/zdeep.doma.xml': '<a>'.repeat(5000),
    'src/zp/package.devc.xml': '<<<'
  })
  const store = open(t, { dataDir })
  assert.deepEqual(
    store.list({ package: 'ZP' }).map(each => each.key.name),
    ['ZBAD', 'ZDEEP', 'ZGRP', 'ZTAB']
  )
  assert.equal(text(store, part('CLAS', 'ZBAD')), 'CLASS zbad DEFINITION.')
  assert.throws(() => store.shape('ZTAB'), { code: 'INVALID_SOURCE' })
  store.remove({ type: 'FUGR', name: 'ZGRP' })
})

test('one process at a time, and nothing after close', t => {
  const dataDir = folder(t)
  const store = open(t, { dataDir })
  assert.throws(() => createStore({ dataDir }), { code: 'IN_USE' })
  store.close()
  assert.throws(() => store.list(), { code: 'CLOSED' })
  open(t, { dataDir })
})

test('a temporary store leaves nothing behind', () => {
  const store = createStore()
  const { dataDir } = store
  assert.ok(existsSync(dataDir))
  store.close()
  assert.equal(existsSync(dataDir), false)
})

test('metadata keeps or lacks its byte-order mark as it came; new files have one', t => {
  const dataDir = folder(t)
  put(dataDir, {
    'src/zp/za.prog.abap': 'REPORT za.',
    'src/zp/za.prog.xml': program('ZA').replace('\uFEFF', '')
  })
  const store = open(t, { dataDir })
  store.update({ type: 'PROG', name: 'ZA' }, { description: 'Changed' }, 'A')
  make(store, 'PROG', 'ZB', { package: 'ZP' })
  store.activate([{ type: 'PROG', name: 'ZB' }], 'A')
  const first = (file: string) => readFileSync(join(dataDir, 'src/zp', file), 'utf8').charCodeAt(0)
  assert.deepEqual(
    [first('za.prog.xml'), first('zb.prog.xml'), first('zb.prog.abap')],
    [0x3c, 0xfeff, 0x52]
  )
})
