import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  encodeName,
  entityUri,
  labelOf,
  objectUri,
  partTypeOf,
  placeOf,
  sourceUri
} from '../../http/uris.ts'

test('names are written in lower case with lower-case percent-encoding', () => {
  assert.equal(encodeName('$TMP'), '%24tmp')
  assert.equal(
    objectUri({ type: 'CLAS', name: '/ABC/CL_X' }),
    '/sap/bc/adt/oo/classes/%2fabc%2fcl_x'
  )
  assert.equal(objectUri({ type: 'DDLS', name: 'ZI_X' }), '/sap/bc/adt/ddic/ddl/sources/zi_x')
})

test('every part has a URI that leads back to it', () => {
  const parts = [
    { object: { type: 'CLAS', name: '/ABC/CL_X' }, part: 'main' },
    { object: { type: 'CLAS', name: 'ZCL_X' }, part: 'testclasses' },
    { object: { type: 'INTF', name: 'ZIF_X' }, part: 'main' },
    { object: { type: 'PROG', name: 'ZPROG' }, part: 'main' },
    { object: { type: 'INCL', name: 'ZINC' }, part: 'main' },
    { object: { type: 'FUGR', name: 'ZFG' }, part: 'main' },
    { object: { type: 'FUGR', name: '/ABC/FG' }, part: 'function:/ABC/FM' },
    { object: { type: 'FUGR', name: 'ZFG' }, part: 'include:LZFGTOP' },
    { object: { type: 'TABL', name: 'ZTAB' }, part: 'main' },
    { object: { type: 'STRU', name: 'ZSTR' }, part: 'main' },
    { object: { type: 'DDLS', name: 'ZI_X' }, part: 'main' }
  ] as const
  for (const part of parts) {
    assert.deepEqual(placeOf(sourceUri(part)), { part, whole: false, fragment: {} })
    assert.deepEqual(placeOf(entityUri(part))?.part.object, part.object)
    assert.deepEqual(
      placeOf(sourceUri(part).replace(/%2f/g, '%2F').replace('/abc', '/ABC'))?.part,
      part
    )
  }
})

test('position, range, context and semantic fragments are read', () => {
  assert.deepEqual(
    placeOf(
      '/sap/bc/adt/programs/includes/zfoo/source/main?context=%2fsap%2fbc%2fadt%2fprograms%2fprograms%2fzmain#start=3,4;end=3,9'
    ),
    {
      part: { object: { type: 'INCL', name: 'ZFOO' }, part: 'main' },
      whole: false,
      context: '/sap/bc/adt/programs/programs/zmain',
      start: { row: 3, column: 4 },
      end: { row: 3, column: 9 },
      fragment: { start: '3,4', end: '3,9' }
    }
  )
  assert.deepEqual(
    placeOf('/sap/bc/adt/oo/classes/zcl_x/includes/testclasses#type=CLAS%2FOLD;name=LTCL%20%20X')
      ?.fragment,
    { type: 'CLAS/OLD', name: 'LTCL  X' }
  )
  assert.deepEqual(placeOf('/sap/bc/adt/oo/classes/zcl_x#start=12')?.start, { row: 12 })
})

test('the workbench spelling and absolute URLs name the same objects', () => {
  assert.deepEqual(placeOf('/sap/bc/adt/vit/wb/object_type/devck/object_name/ZDEMO')?.part.object, {
    type: 'DEVC',
    name: 'ZDEMO'
  })
  assert.deepEqual(placeOf('https://host:44300/sap/bc/adt/oo/classes/ZCL_X')?.part.object, {
    type: 'CLAS',
    name: 'ZCL_X'
  })
})

test('what is no object is undefined, whatever it looks like', () => {
  const strange = [
    '',
    '/',
    '#',
    '/sap/bc/adt',
    '/sap/bc/adt/',
    '/sap/bc/adt/oo/classes',
    '/sap/bc/adt/oo/classes/',
    '/sap/bc/adt/oo/classes/x/includes/none',
    '/sap/bc/adt/oo/classes/x/y',
    '/sap/bc/adt/oo/classes//source/main',
    '/etc/passwd',
    '/sap/bc/adt/../../etc',
    'javascript:1',
    '/sap/bc/adt/functions/groups/x/fmodules',
    '/sap/bc/adt/vit/wb/object_type/zzz/object_name/X',
    '/sap/bc/adt/oo/classes/%',
    '%%%',
    '/sap/bc/adt/%2e%2e/x'
  ]
  for (const uri of strange.filter(each => each !== '/sap/bc/adt/oo/classes/%')) {
    assert.equal(placeOf(uri), undefined, uri)
  }
  assert.equal(placeOf('/sap/bc/adt/oo/classes/%')?.part.object.name, '%')
})

test('parts have labels and types of their own', () => {
  const testInclude = { object: { type: 'CLAS', name: 'ZCL_X' }, part: 'testclasses' } as const
  const module = { object: { type: 'FUGR', name: 'ZFG' }, part: 'function:Z_FM' } as const
  assert.deepEqual(
    [labelOf(testInclude), partTypeOf(testInclude)],
    ['CLASS ZCL_X', 'CLAS/OCN/testclasses']
  )
  assert.deepEqual([labelOf(module), partTypeOf(module)], ['FUNCTION MODULE Z_FM', 'FUGR/FF'])
})
