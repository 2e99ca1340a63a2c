import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { StoreError } from '../../store/index.ts'
import type { ObjectType } from '../../types.ts'
import { abapGit, folder, make, open, part, text } from './fixture.ts'

const large = 1_000_000

test('sources that are long, unclosed or deeply nested are refused or stored, and the store keeps working', t => {
  const store = open(t)
  make(store, 'TABL', 'ZT')
  make(store, 'DDLS', 'ZV')
  make(store, 'CLAS', 'ZCL')
  make(store, 'DOMA', 'ZD')
  make(store, 'FUGR', 'ZF')
  store.addPart(part('FUGR', 'ZF', 'function:Z_M'), '', 'ALICE')
  const hostile = [
    '/*'.repeat(large),
    "'".repeat(large),
    '('.repeat(large),
    '@a:['.repeat(large / 4),
    '<a>'.repeat(large / 3),
    '&amp;'.repeat(large / 5),
    '.'.repeat(large),
    '\n'.repeat(large),
    '\0\u0001\uFFFF',
    'CLASS '.repeat(large / 6),
    'FUNCTION '.repeat(large / 9),
    '"\n*'.repeat(large / 3),
    '`'.repeat(large + 1),
    'define table zt { ' + 'a : abap.int4; '.repeat(2),
    `FUNCTION z_m IMPORTING ${'a '.repeat(large / 2)}`
  ]
  const parts: readonly (readonly [ObjectType, string, string])[] = [
    ['TABL', 'ZT', 'main'],
    ['DDLS', 'ZV', 'main'],
    ['CLAS', 'ZCL', 'main'],
    ['DOMA', 'ZD', 'main'],
    ['FUGR', 'ZF', 'function:Z_M']
  ]
  for (const source of hostile) {
    for (const [type, name, each] of parts) {
      const key = part(type, name, each)
      const before = text(store, key)
      try {
        store.write(key, source, 'ALICE')
        assert.equal(text(store, key), source.toWellFormed())
      } catch (error) {
        assert.ok(error instanceof StoreError && error.code === 'INVALID_SOURCE', String(error))
        assert.equal(text(store, key), before)
      }
      assert.equal(store.get(key.object)?.key.name, name)
    }
  }
})

test('content of another object or type is refused', t => {
  const store = open(t)
  make(store, 'DOMA', 'ZD')
  const domain = (name: string) =>
    abapGit('DOMA', `   <DD01V>\n    <DOMNAME>${name}</DOMNAME>\n   </DD01V>\n`)
  for (const wrong of [
    '',
    'x',
    '<a/>',
    abapGit('DTEL', '   <DD04V/>\n'),
    domain('ZOTHER'),
    domain('ZD').replace('<abapGit', '<!DOCTYPE x [<!ENTITY a "b">]><abapGit')
  ]) {
    assert.throws(
      () => store.write(part('DOMA', 'ZD'), wrong, 'ALICE'),
      { code: 'INVALID_SOURCE' },
      wrong
    )
  }
  store.write(part('DOMA', 'ZD'), domain('ZD'), 'ALICE')
})

test('no name leads out of the data directory', t => {
  const dataDir = join(folder(t), 'data')
  const store = open(t, { dataDir })
  for (const name of [
    '../../ZX',
    '..',
    '/../ZX',
    '#..#ZX',
    'Z/../../X',
    'Z\\X',
    'Z\0X',
    'C:ZX',
    '/AB/../X'
  ]) {
    for (const type of ['PROG', 'DEVC', 'FUGR'] as const) {
      assert.throws(
        () => make(store, type, name, { package: type === 'DEVC' ? '' : '$TMP' }),
        { code: 'INVALID_NAME' },
        name
      )
    }
  }
  make(store, 'FUGR', 'ZF')
  for (const name of [
    'function:../../Z',
    'include:LZF/../../X',
    'function:',
    'include:',
    'function:Z X'
  ]) {
    assert.throws(() => store.addPart(part('FUGR', 'ZF', name), '', 'ALICE'), StoreError, name)
  }
  assert.equal(existsSync(join(dataDir, '..', 'zx.prog.abap')), false)
})
