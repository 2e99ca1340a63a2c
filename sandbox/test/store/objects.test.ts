import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ObjectType } from '../../types.ts'
import { folder, make, open, part, random, text } from './fixture.ts'

test('a new object is inactive, active after activation, and gone when removed', t => {
  const store = open(t)
  const key = { type: 'CLAS' as const, name: 'ZCL_ONE' }
  const info = make(store, 'CLAS', 'zcl_one', { description: 'One', user: 'ALICE' })
  assert.deepEqual(
    [info.key, info.state, info.description, info.package, info.createdBy, info.language],
    [key, 'new', 'One', '$TMP', 'ALICE', 'EN']
  )
  assert.equal(store.read(part('CLAS', 'ZCL_ONE'), 'active'), undefined)
  assert.match(text(store, part('CLAS', 'zcl_one'), 'inactive') ?? '', /^CLASS zcl_one DEFINITION/)
  assert.deepEqual(store.files('active'), [])
  const { put, remove } = store.activate([key], 'BOB')
  assert.deepEqual(
    [put.map(file => file.name), remove],
    [['zcl_one.clas.xml', 'zcl_one.clas.abap'], []]
  )
  assert.deepEqual([store.get(key)?.state, store.get(key)?.changedBy], ['active', 'BOB'])
  assert.deepEqual(store.inactive(), [])
  store.remove(key)
  assert.equal(store.get(key), undefined)
  assert.deepEqual(store.files('active'), [])
  assert.throws(() => store.remove(key), { code: 'NOT_FOUND' })
})

test('every type can be made, activated, described and removed', t => {
  const store = open(t)
  const types: readonly ObjectType[] = [
    'PROG',
    'INCL',
    'CLAS',
    'INTF',
    'FUGR',
    'TABL',
    'STRU',
    'DDLS',
    'DOMA',
    'DTEL',
    'TTYP',
    'MSAG',
    'DCLS',
    'DDLX',
    'BDEF',
    'SRVD',
    'SRVB',
    'TYPE'
  ]
  const keys = types.map((type, index) => ({ type, name: `ZO${index}` }))
  for (const { type, name } of keys) make(store, type, name, { description: `D of ${type}` })
  store.activate(keys, 'ALICE')
  for (const key of keys) {
    assert.deepEqual(
      [key.type, store.get(key)?.state, store.get(key)?.description],
      [key.type, 'active', `D of ${key.type}`]
    )
    assert.equal(
      store.parts(key).some(each => each.key.part === 'main' && each.version === 'active'),
      true,
      key.type
    )
    assert.equal(
      store.update(key, { description: 'Nëw & <better>' }, 'BOB').description,
      'Nëw & <better>',
      key.type
    )
    assert.deepEqual(store.partOfFile(store.fileName({ object: key, part: 'main' })), {
      object: key,
      part: 'main'
    })
  }
  for (const key of keys) store.remove(key)
  assert.deepEqual(
    store.list().map(each => each.key.name),
    ['$TMP']
  )
})

test('names are checked, and a name is used once in its name space', t => {
  const store = open(t)
  make(store, 'CLAS', 'ZCL_A')
  make(store, 'PROG', 'zprog')
  const refused: readonly (readonly [ObjectType, string, string])[] = [
    ['CLAS', 'zcl_a', 'EXISTS'],
    ['INTF', 'ZCL_A', 'EXISTS'],
    ['TABL', 'ZCL_A', 'EXISTS'],
    ['INCL', 'ZPROG', 'EXISTS'],
    ['CLAS', 'Z'.repeat(31), 'INVALID_NAME'],
    ['TABL', 'Z'.repeat(17), 'INVALID_NAME'],
    ['MSAG', 'Z'.repeat(21), 'INVALID_NAME'],
    ['FUGR', 'Z'.repeat(27), 'INVALID_NAME'],
    ['CLAS', '', 'INVALID_NAME'],
    ['CLAS', 'ZCL-A', 'INVALID_NAME'],
    ['CLAS', '../x', 'INVALID_NAME'],
    ['CLAS', 'ZÄ', 'INVALID_NAME'],
    ['CLAS', '/ABC/', 'INVALID_NAME'],
    ['CLAS', '/ABCDEFGHI/X', 'INVALID_NAME'],
    ['CLAS', '1A', 'INVALID_NAME'],
    ['DEVC', '$', 'INVALID_NAME'],
    ['CLAS', '$A', 'INVALID_NAME'],
    ['CLAS', 'Z A', 'INVALID_NAME'],
    ['CLAS', 'Z.A', 'INVALID_NAME']
  ]
  for (const [type, name, code] of refused) {
    assert.throws(() => make(store, type, name), { code }, `${type} ${name}`)
  }
  assert.equal(make(store, 'DOMA', 'ZCL_A').key.name, 'ZCL_A', 'domains have names of their own')
})

test('namespaces and case: every spelling of a name reads the same object', t => {
  const store = open(t)
  make(store, 'CLAS', '/abc/cl_x')
  const key = { type: 'CLAS' as const, name: '/ABC/CL_X' }
  store.activate([{ type: 'CLAS', name: '/Abc/Cl_X' }], 'ALICE')
  assert.equal(
    store.fileName({ object: key, part: 'testclasses' }),
    '#abc#cl_x.clas.testclasses.abap'
  )
  assert.deepEqual(store.partOfFile('#abc#cl_x.clas.locals_imp.abap'), {
    object: key,
    part: 'implementations'
  })
  assert.deepEqual(
    store.find({ pattern: '/abc/*', max: 5 }).map(each => each.key),
    [key]
  )
  assert.equal(store.get({ type: 'CLAS', name: '/abc/CL_x' })?.key.name, '/ABC/CL_X')
})

test('patterns: star and question mark, everything else literal, any case', t => {
  const store = open(t)
  for (const name of ['ZAB', 'ZAXB', 'ZAXXB', 'ZB_A']) make(store, 'PROG', name)
  const names = (pattern: string, max = 10) =>
    store.find({ pattern, types: ['PROG'], max }).map(each => each.key.name)
  assert.deepEqual(names('za*b'), ['ZAB', 'ZAXB', 'ZAXXB'])
  assert.deepEqual(names('ZA?B'), ['ZAXB'])
  assert.deepEqual(names('ZAB'), ['ZAB'])
  assert.deepEqual(names('*_A'), ['ZB_A'])
  assert.deepEqual(names('Z.B'), [])
  assert.deepEqual(names('***'), ['ZAB', 'ZAXB', 'ZAXXB', 'ZB_A'])
  assert.deepEqual(names('*', 2), ['ZAB', 'ZAXB'])
  assert.deepEqual(store.find({ pattern: '*', package: '$tmp', types: ['CLAS'], max: 9 }), [])
})

test('packages: a tree, structure packages hold no objects, only empty ones go', t => {
  const store = open(t)
  make(store, 'DEVC', 'zroot', {
    package: '',
    attributes: { packageType: 'structure', softwareComponent: 'HOME', transportLayer: 'ZLAY' }
  })
  make(store, 'DEVC', 'zroot_sub', { package: 'ZROOT' })
  make(store, 'DEVC', '$mine', { package: '' })
  assert.deepEqual(
    store.subPackages('').map(each => each.key.name),
    ['$MINE', '$TMP', 'ZROOT']
  )
  assert.deepEqual(
    store.subPackages('zroot').map(each => each.key.name),
    ['ZROOT_SUB']
  )
  const sub = store.get({ type: 'DEVC', name: 'ZROOT_SUB' })
  assert.deepEqual(
    [
      sub?.package,
      sub?.state,
      sub?.attributes.transportLayer,
      sub?.attributes.recordChanges,
      sub?.attributes.packageType
    ],
    ['ZROOT', 'active', 'ZLAY', 'true', 'development']
  )
  assert.equal(store.get({ type: 'DEVC', name: '$MINE' })?.attributes.softwareComponent, 'LOCAL')
  assert.throws(() => make(store, 'PROG', 'ZP', { package: 'ZROOT' }), {
    code: 'STRUCTURE_PACKAGE'
  })
  assert.throws(() => make(store, 'PROG', 'ZP', { package: 'ZNONE' }), { code: 'INVALID_PACKAGE' })
  assert.throws(() => make(store, 'DEVC', '$SUB', { package: 'ZROOT' }), {
    code: 'INVALID_PACKAGE'
  })
  make(store, 'PROG', 'ZP', { package: 'zroot_sub' })
  assert.throws(() => store.remove({ type: 'DEVC', name: 'ZROOT' }), { code: 'NOT_EMPTY' })
  assert.throws(() => store.remove({ type: 'DEVC', name: 'ZROOT_SUB' }), { code: 'NOT_EMPTY' })
  assert.throws(() => store.remove({ type: 'DEVC', name: '$TMP' }), { code: 'INVALID_PACKAGE' })
  store.update({ type: 'PROG', name: 'ZP' }, { package: '$mine' }, 'ALICE')
  assert.equal(store.get({ type: 'PROG', name: 'ZP' })?.package, '$MINE')
  store.remove({ type: 'DEVC', name: 'ZROOT_SUB' })
  store.remove({ type: 'DEVC', name: 'ZROOT' })
  assert.throws(() => store.subPackages('ZROOT'), { code: 'NOT_FOUND' })
})

test('facts of classes, programs and views are read from their sources', t => {
  const store = open(t)
  const source =
    '* CLASS zcl_f DEFINITION FINAL.\nCLASS zcl_f DEFINITION " not FINAL. here\n  PUBLIC INHERITING FROM zcl_base\n  ABSTRACT CREATE PROTECTED.\nENDCLASS.\nCLASS zcl_f IMPLEMENTATION.\nENDCLASS.'
  assert.deepEqual(
    make(store, 'CLAS', 'ZCL_F', { parts: [{ part: 'main', text: source }] }).attributes,
    {
      superclass: 'ZCL_BASE',
      final: 'false',
      abstract: 'true',
      visibility: 'protected',
      category: 'generalObjectType'
    }
  )
  assert.equal(
    make(store, 'PROG', 'ZMOD', { attributes: { programType: 'modulePool' } }).attributes
      .programType,
    'modulePool'
  )
  assert.equal(
    store.update(
      { type: 'PROG', name: 'ZMOD' },
      { attributes: { programType: 'subroutinePool' } },
      'ALICE'
    ).attributes.programType,
    'subroutinePool'
  )
  assert.throws(
    () => store.update({ type: 'CLAS', name: 'ZCL_F' }, { attributes: { anything: '1' } }, 'ALICE'),
    { code: 'UNSUPPORTED' }
  )
  const view =
    "// define view zno\n@AbapCatalog.sqlViewName: 'ZSQLV'\ndefine root view entity ZMy_View as select from zt { key a }"
  assert.deepEqual(
    make(store, 'DDLS', 'ZMY_VIEW', { parts: [{ part: 'main', text: view }] }).attributes,
    { entity: 'ZMY_VIEW', sqlView: 'ZSQLV' }
  )
})

test('random operations on many objects: the store returns the same as a simple model', t => {
  const next = random(7)
  const dataDir = folder(t)
  let store = open(t, { dataDir, durable: false })
  const model = new Map<string, { active?: string; draft?: string }>()
  const users = ['ALICE', 'BOB']
  for (let step = 0; step < 400; step++) {
    if (step % 100 === 99) {
      store.close()
      store = open(t, { dataDir, durable: false })
    }
    const name = `ZRND_${next(12)}`
    const user = users[next(2)] ?? 'ALICE'
    const key = { type: 'PROG' as const, name }
    const known = model.get(name)
    const action = next(10)
    if (known === undefined) {
      const source = `REPORT ${name}. "${step}`
      make(store, 'PROG', name.toLowerCase(), { user, parts: [{ part: 'main', text: source }] })
      model.set(name, { draft: source })
    } else if (action < 5) {
      known.draft = `REPORT ${name}.\n* ${step} ${user}`
      store.write(part('PROG', name), known.draft, user)
    } else if (action < 8) {
      store.activate([key], user)
      if (known.draft !== undefined) known.active = known.draft
      delete known.draft
    } else if (action === 8) {
      store.remove(key)
      model.delete(name)
    }
  }
  for (const [name, { active, draft }] of model) {
    assert.equal(text(store, part('PROG', name), 'active'), active)
    assert.equal(text(store, part('PROG', name), 'inactive'), draft)
    assert.equal(text(store, part('PROG', name)), draft ?? active)
  }
  assert.deepEqual(
    store.list({ type: 'PROG' }).map(each => each.key.name),
    [...model.keys()].sort()
  )
  assert.deepEqual(
    store
      .inactive()
      .map(each => each.part.object.name)
      .sort(),
    [...model]
      .filter(([, each]) => each.draft !== undefined)
      .map(([name]) => name)
      .sort()
  )
})
