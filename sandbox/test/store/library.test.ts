import assert from 'node:assert/strict'
import { mkdirSync, symlinkSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { abapGit, folder, make, open, put } from './fixture.ts'

const simple = (name: string) => ({
  [`src/${name}.clas.abap`]: `CLASS ${name} DEFINITION PUBLIC.\nENDCLASS.\nCLASS ${name} IMPLEMENTATION.\nENDCLASS.\n`
})
const group = (name: string, module: string) => ({
  [`src/${name}.fugr.${module}.abap`]: `FUNCTION ${module}.\nENDFUNCTION.\n`
})
const kernel = [
  { name: 'cl_kern.clas.abap', text: 'CLASS cl_kern DEFINITION PUBLIC.\nENDCLASS.\n' }
]

test('objects of a library are found and read, and are no part of the data folder', t => {
  const library = folder(t)
  put(library, {
    ...simple('zcl_lib'),
    'src/sub/zif_lib.intf.abap': 'INTERFACE zif_lib PUBLIC.\nENDINTERFACE.\n',
    'src/zcl_lib.clas.testclasses.abap': 'CLASS ltc DEFINITION FOR TESTING.\nENDCLASS.\n'
  })
  const store = open(t, { libraries: [library] })
  assert.deepEqual(
    store.find({ pattern: '*_LIB', max: 9 }).map(({ key, package: home }) => [key.name, home]),
    [
      ['ZCL_LIB', 'SANDBOX_LIBRARY'],
      ['ZIF_LIB', 'SANDBOX_LIBRARY']
    ]
  )
  const main = { object: { type: 'CLAS', name: 'ZCL_LIB' }, part: 'main' } as const
  assert.match(store.read(main, 'active')?.text ?? '', /CLASS zcl_lib DEFINITION/)
  assert.deepEqual(store.partOfFile('zcl_lib.clas.abap'), main)
  assert.deepEqual(
    store.library.files.map(({ name }) => name),
    ['zcl_lib.clas.abap', 'zif_lib.intf.abap']
  )
  assert.deepEqual(store.files('active'), [])
  assert.ok(!store.keys().some(({ name }) => name.endsWith('_LIB')))
  assert.throws(() => store.write(main, '', 'ADA'), { code: 'NOT_FOUND' })
  assert.throws(() => store.remove(main.object), { code: 'NOT_FOUND' })
  assert.throws(() => make(store, 'CLAS', 'ZCL_LIB'), { code: 'EXISTS' })
  assert.throws(() => make(store, 'DTEL', 'ZIF_LIB'), { code: 'EXISTS' })
})

test('a library that changed has other entity tags', t => {
  const [one, other] = [folder(t), folder(t)]
  put(one, simple('zcl_lib'))
  put(other, { 'src/zcl_lib.clas.abap': 'CLASS zcl_lib DEFINITION PUBLIC ABSTRACT.\nENDCLASS.\n' })
  const tags = [one, other].map(library =>
    open(t, { libraries: [library] })
      .parts({ type: 'CLAS', name: 'ZCL_LIB' })[0]
      ?.etag.slice(17)
  )
  assert.notEqual(tags[0], undefined)
  assert.notEqual(tags[0], tags[1])
})

test('what has the name of another object is left out and named', t => {
  const [dataDir, first, second] = [folder(t), folder(t), folder(t)]
  put(dataDir, { ...simple('zcl_own'), ...group('zown', 'z_own') })
  put(first, {
    ...simple('zcl_own'),
    ...simple('cl_kern'),
    ...simple('zcl_first'),
    'src/zcl_first.clas.locals_imp.abap': '* first\n',
    ...group('zlib', 'z_own'),
    'src/cl_kern.dtel.xml': '<a/>'
  })
  put(second, { ...simple('zcl_first'), ...simple('zcl_second') })
  const store = open(t, { dataDir, libraries: [first, second], library: kernel })
  assert.deepEqual(
    store.library.keys.map(({ name }) => name),
    ['ZCL_FIRST', 'ZCL_SECOND']
  )
  const every = 'every system has an object of this name'
  const own = 'the data folder has an object of this name'
  assert.deepEqual(store.library.leftOut, [
    {
      folder: first,
      entries: [
        `CLAS CL_KERN (${every})`,
        `DTEL CL_KERN (${every})`,
        `CLAS ZCL_OWN (${own})`,
        `FUGR ZLIB (${own})`
      ]
    },
    { folder: second, entries: [`CLAS ZCL_FIRST (it stands in the library ${first} already)`] }
  ])
})

test('links, large files, damaged metadata and unknown types are left out and named', t => {
  const [library, outside] = [folder(t), folder(t)]
  put(library, {
    ...simple('zcl_lib'),
    ...simple('zcl_large'),
    ...simple('zcl_bad'),
    'src/zcl_bad.clas.xml': '<abapGit><asx:abap',
    'src/zx.tran.xml': '<a/>',
    'src/.git/zcl_hidden.clas.abap': ''
  })
  put(outside, simple('zcl_secret'))
  truncateSync(join(library, 'src/zcl_large.clas.abap'), 9_000_000)
  symlinkSync(join(outside, 'src/zcl_secret.clas.abap'), join(library, 'src/zcl_secret.clas.abap'))
  symlinkSync(outside, join(library, 'src/linked'))
  const { keys, leftOut } = open(t, { libraries: [library] }).library
  assert.deepEqual(
    keys.map(({ name }) => name),
    ['ZCL_LIB']
  )
  const [{ entries } = { entries: [] }] = leftOut
  assert.match(entries[0] ?? '', /^CLAS ZCL_BAD \(.+\)$/)
  assert.deepEqual(entries.slice(1), [
    'src/linked (a link)',
    'src/zcl_large.clas.abap (larger than 8 MB)',
    'src/zcl_secret.clas.abap (a link)',
    'TRAN ZX (a type that is not kept)'
  ])
})

test('a folder that cannot be used stops the start with the reason', t => {
  const [escaping, linked, outside, empty] = [folder(t), folder(t), folder(t), folder(t)]
  put(outside, simple('zcl_secret'))
  symlinkSync(join(outside, 'src'), join(escaping, 'src'))
  put(outside, { 'settings.xml': '<a/>' })
  symlinkSync(join(outside, 'settings.xml'), join(linked, '.abapgit.xml'))
  mkdirSync(join(linked, 'src'))
  const rows: readonly (readonly [string, RegExp])[] = [
    [join(empty, 'none'), /cannot be read \(ENOENT\); give a folder in abapGit layout/],
    [join(outside, 'settings.xml'), /cannot be read \(ENOTDIR\)/],
    [escaping, /src leads out of it/],
    [linked, /\.abapgit\.xml is a link/],
    [empty, /it has no folder src/]
  ]
  for (const [library, reason] of rows) {
    assert.throws(() => open(t, { libraries: [library] }), reason)
  }
})

const tableOf = (name: string, field: string) =>
  abapGit(
    'TABL',
    `<DD02V><TABNAME>${name}</TABNAME><TABCLASS>TRANSP</TABCLASS><DDTEXT>${field}</DDTEXT></DD02V>` +
      `<DD03P_TABLE><DD03P><FIELDNAME>${field}</FIELDNAME><KEYFLAG>X</KEYFLAG><DATATYPE>CHAR</DATATYPE><LENG>000003</LENG></DD03P></DD03P_TABLE>`
  )
const scenario = ['one', 'two', 'three'].map(name => ({
  name: `#abc#${name}.tabl.xml`,
  text: tableOf(`/ABC/${name.toUpperCase()}`, 'SCENARIO')
}))

test('objects of the scenario are there as long as nothing else has their names', t => {
  const [dataDir, library] = [folder(t), folder(t)]
  put(dataDir, { 'src/#abc#one.tabl.xml': tableOf('/ABC/ONE', 'OWN') })
  put(library, { 'src/#abc#two.tabl.xml': tableOf('/ABC/TWO', 'LIBRARY') })
  const store = open(t, { dataDir, libraries: [library], scenario })
  const fields = () =>
    ['ONE', 'TWO', 'THREE'].map(name => store.shape(`/ABC/${name}`)?.columns[0]?.name)
  assert.deepEqual(store.library.leftOut, [])
  assert.deepEqual(fields(), ['OWN', 'LIBRARY', 'SCENARIO'])
  const key = { type: 'TABL', name: '/ABC/THREE' } as const
  assert.equal(store.get(key)?.package, 'SANDBOX_SCENARIO')
  assert.throws(() => make(store, 'TABL', '/ABC/TWO'), { code: 'EXISTS' })
  assert.throws(() => make(store, 'DTEL', '/ABC/THREE'), { code: 'EXISTS' })
  make(store, 'TABL', '/ABC/THREE')
  assert.deepEqual([store.get(key)?.package, fields()[2]], ['$TMP', 'SCENARIO'])
  store.remove({ type: 'TABL', name: '/ABC/ONE' })
  assert.deepEqual(fields(), ['SCENARIO', 'LIBRARY', 'SCENARIO'])
})

test('names of objects that every system has are taken; who has them already keeps them', t => {
  const dataDir = folder(t)
  put(dataDir, { ...simple('cl_kern'), ...simple('zcl_own') })
  assert.deepEqual(open(t, { dataDir, library: kernel }).hidden(), [
    { type: 'CLAS', name: 'CL_KERN' }
  ])
  const store = open(t, { library: kernel })
  assert.throws(() => make(store, 'CLAS', 'CL_KERN'), {
    code: 'EXISTS',
    message: 'CLAS CL_KERN does already exist'
  })
  assert.throws(() => make(store, 'INTF', 'CL_KERN'), { code: 'EXISTS' })
})
