/** Names and URIs of objects in both directions. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assertName,
  assertPackage,
  assertTransport,
  codesWith,
  isErpError,
  objectOfUri,
  objectType,
  objectTypes,
  objectUri,
  partUri
} from '../../erp-client/index.ts'
import type { ObjectRef } from '../../erp-client/index.ts'

function sample(code: string, name = 'Z1'): ObjectRef {
  const needsGroup = objectType(code)?.path.includes('{group}') === true
  return { type: code, name, ...(needsGroup ? { group: 'ZFG' } : {}) }
}

test('every type and part is converted to a URI and back, with a namespace too', () => {
  for (const row of objectTypes) {
    const long = row.maxNameLength >= 10
    for (const name of ['Z1', ...(long && row.grammar !== 'package' ? ['/ABC/Z_1'] : [])]) {
      const ref = sample(row.code, name)
      assert.deepEqual(objectOfUri(objectUri(ref)), ref, row.code)
      for (const part of Object.keys(row.parts)) {
        assert.deepEqual(objectOfUri(partUri(ref, part)), { ...ref, part }, `${row.code} ${part}`)
      }
    }
  }
})

test('codes, ADT types and aliases name exactly one type each', () => {
  const names = objectTypes.flatMap(row =>
    [row.code, row.adtType, ...row.aliases].map(name => [name, row.code] as const)
  )
  const unique = new Map(
    names.filter(([name, code]) => name !== code || objectType(name)?.code === code)
  )
  for (const [name, code] of unique) assert.equal(objectType(name.toLowerCase())?.code, code, name)
  assert.equal(new Set(objectTypes.map(row => row.code)).size, objectTypes.length)
  assert.equal(objectType('class')?.code, 'CLAS')
  assert.equal(objectType('CLAS/OC')?.code, 'CLAS')
  assert.equal(objectType('FUGR/FF')?.code, 'FUNC')
  assert.equal(objectType('CLAS/OM')?.code, 'CLAS')
  assert.equal(objectType('function module')?.code, 'FUNC')
  for (const nothing of ['', 'NOPE', 'toString', '__proto__', 'NOPE/X']) {
    assert.equal(objectType(nothing), undefined, nothing)
  }
})

test('every type of the protocol with a path is there', () => {
  const codes = new Set(objectTypes.map(row => row.code))
  for (const code of 'PROG INCL CLAS INTF FUGR FUNC FINC TABL STRU DDLS DCLS DDLX DDLA BDEF SRVD SRVB DOMA DTEL TTYP MSAG DEVC XSLT TYPE VIEW TRAN ENQU AUTH SUSO ENHS SKTD DSFD DSFI'.split(
    ' '
  )) {
    assert.ok(codes.has(code), code)
  }
  assert.ok(codesWith('source').includes('CLAS') && !codesWith('source').includes('DOMA'))
  for (const row of objectTypes) {
    assert.equal(row.abilities.has('source'), Object.keys(row.parts).length > 0, row.code)
    // Documentation is created by the undo of a deletion alone.
    const isOffered = row.create !== undefined && row.code !== 'SKTD'
    assert.equal(row.abilities.has('create'), isOffered, row.code)
  }
})

test('URIs are read in every spelling of the releases', () => {
  const klass = { type: 'CLAS', name: '/ABC/CL_X' }
  for (const uri of [
    '/sap/bc/adt/oo/classes/%2fabc%2fcl_x',
    '/sap/bc/adt/oo/classes/%2FABC%2FCL_X',
    'https://erp:44300/sap/bc/adt/oo/classes/%2fabc%2fcl_x/',
    '/sap/bc/adt/vit/wb/object_type/clasoc/object_name/%2FABC%2FCL_X'
  ]) {
    assert.deepEqual(objectOfUri(uri), klass, uri)
  }
  assert.deepEqual(
    objectOfUri('/sap/bc/adt/oo/classes/zcl_x/includes/testclasses#start=5,6;end=5,9'),
    { type: 'CLAS', name: 'ZCL_X', part: 'testclasses', line: 5, column: 7 }
  )
  assert.deepEqual(
    objectOfUri('/sap/bc/adt/oo/classes/zcl_x/source/main?version=active#start=12'),
    { type: 'CLAS', name: 'ZCL_X', part: 'main', line: 12 }
  )
  assert.deepEqual(
    objectOfUri(
      '/sap/bc/adt/programs/includes/zfoo/source/main?context=%2fsap%2fbc%2fadt%2fprograms%2fprograms%2fzmain#start=3,4'
    ),
    { type: 'INCL', name: 'ZFOO', part: 'main', line: 3, column: 5 }
  )
  assert.deepEqual(
    objectOfUri('/sap/bc/adt/oo/classes/zcl_x/source/main#type=CLAS%2FOM;name=ADD'),
    { type: 'CLAS', name: 'ZCL_X', part: 'main' }
  )
  assert.deepEqual(objectOfUri('/sap/bc/adt/oo/classes/zcl_x/source/main/versions'), {
    type: 'CLAS',
    name: 'ZCL_X',
    part: 'main'
  })
  assert.deepEqual(objectOfUri('/sap/bc/adt/functions/groups/zfg/fmodules/z_fm/source/main'), {
    type: 'FUNC',
    name: 'Z_FM',
    group: 'ZFG',
    part: 'main'
  })
  assert.deepEqual(objectOfUri('/sap/bc/adt/packages/%24tmp'), { type: 'DEVC', name: '$TMP' })
  assert.deepEqual(objectOfUri('/sap/bc/adt/ddic/views/zv'), { type: 'VIEW', name: 'ZV' })
  for (const uri of [
    '',
    '/',
    '/sap/bc/adt/oo/classes',
    '/sap/bc/adt/oo/classes/',
    '/sap/bc/adt/oo/classes/%zz',
    '/sap/bc/adt/cts/transportrequests/TSTK900001',
    'CLAS'
  ]) {
    assert.equal(objectOfUri(uri), undefined, uri)
  }
})

test('names are encoded as the ERP does it', () => {
  assert.equal(objectUri({ type: 'DEVC', name: '$TMP' }), '/sap/bc/adt/packages/%24tmp')
  assert.equal(
    objectUri({ type: 'CLAS', name: '/DMO/FLIGHT' }),
    '/sap/bc/adt/oo/classes/%2fdmo%2fflight'
  )
  assert.equal(
    objectUri({ type: 'VIEW', name: '/DMO/V' }),
    '/sap/bc/adt/vit/wb/object_type/viewdv/object_name/%2FDMO%2FV'
  )
  assert.equal(partUri({ type: 'CLAS', name: 'ZCL_X' }), '/sap/bc/adt/oo/classes/zcl_x/source/main')
})

test('a name with a meaning in a path is refused, for every type', () => {
  const bad = [
    '',
    ' ',
    '.',
    '..',
    '../Z',
    'Z/../Y',
    'Z/Y',
    '//Z',
    '/ABC/',
    '/ABC//Z',
    '/ABC/../Z',
    'Z%2E',
    'Z%',
    'Z\\Y',
    'Z?Y',
    'Z Y',
    'Z\nY',
    'Z\0',
    'ZÜ',
    'z1',
    "Z'",
    'Z"',
    'Z;Y',
    'Z,Y',
    'Z*',
    'Z|Y',
    'Z(Y)',
    '/TOOLONGNS/Z',
    'Z'.repeat(41)
  ]
  for (const row of objectTypes) {
    for (const name of bad) {
      assert.throws(
        () => assertName(sample(row.code, name)),
        { code: 'ERP_BAD_NAME' },
        `${row.code} ${JSON.stringify(name)}`
      )
    }
  }
  for (const group of ['', '..', 'a/b', 'zfg']) {
    assert.throws(
      () => objectUri({ type: 'FUNC', name: 'Z', group }),
      { code: 'ERP_BAD_NAME' },
      group
    )
  }
  assert.throws(() => partUri({ type: 'CLAS', name: 'Z' }, '../x'), { code: 'ERP_UNSUPPORTED' })
})

test('real names of every kind pass', () => {
  const good: ObjectRef[] = [
    { type: 'PROG', name: '%_CABAP' },
    { type: 'INCL', name: '<ICON>' },
    { type: 'INCL', name: 'ZCL_X=========================CCAU' },
    { type: 'FUNC', name: 'Z_FM', group: '/ABC/FG' },
    { type: 'FINC', name: 'LZFGTOP', group: 'ZFG' },
    { type: 'MSAG', name: '00' },
    { type: 'TRAN', name: 'SE80' },
    { type: 'TRAN', name: '/UI2/FLP' },
    { type: 'TABL', name: '/ABC/TABLE' }
  ]
  for (const ref of good) assert.doesNotThrow(() => assertName(ref), ref.name)
  for (const name of ['$TMP', '$ABAPGIT-X', 'ZDEMO', '/ABC/PKG']) {
    assert.doesNotThrow(() => assertPackage(name), name)
  }
  for (const name of ['TMP$', '$', '']) {
    assert.throws(() => assertPackage(name), { code: 'ERP_BAD_NAME' }, name)
  }
  assert.doesNotThrow(() => assertTransport('A4HK900001'))
  for (const number of ['A4HK90001', 'a4hk900001', 'A4HK900001&x=1', '']) {
    assert.throws(
      () => assertTransport(number),
      (error: unknown) => isErpError(error, 'ERP_BAD_NAME'),
      number
    )
  }
})
