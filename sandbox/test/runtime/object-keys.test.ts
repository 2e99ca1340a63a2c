import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createKeyMaker } from '../../runtime/transpile/kept/object-keys.ts'
import type { RepositoryFile } from '../../types.ts'

function classOf(name: string, visible: string, body = ''): RepositoryFile {
  return {
    name: `${name}.clas.abap`,
    text: `CLASS ${name} DEFINITION PUBLIC.\n${visible}\nENDCLASS.\nCLASS ${name} IMPLEMENTATION.\n${body}\nENDCLASS.`
  }
}

/** zcl_d uses zcl_c in a body, which inherits from zcl_b, which has rows of zt_rows in public. */
const files: readonly RepositoryFile[] = [
  classOf('zcl_a', 'DATA b TYPE REF TO zcl_b.'),
  classOf('zcl_b', 'DATA rows TYPE zt_rows. DATA a TYPE REF TO zcl_a.', 'rv = 1.'),
  { name: 'zcl_b.clas.locals_def.abap', text: 'CLASS lcl_b DEFINITION. ENDCLASS.' },
  { name: 'zcl_b.clas.testclasses.abap', text: 'CLASS ltc_b DEFINITION. ENDCLASS.' },
  classOf('zcl_c', 'INHERITING FROM zcl_b', 'CLEAR x. " not zcl_e'),
  classOf('zcl_d', '', 'DATA(c) = NEW zcl_c( ). NEW zcl_f( ).'),
  classOf('zcl_e', ''),
  { name: 'zt_rows.ttyp.xml', text: '<ROWTYPE>ZROW</ROWTYPE>' },
  { name: 'zinclude.prog.abap', text: 'DEFINE add.\n  &1 = &1 + 1.\nEND-OF-DEFINITION.' },
  { name: 'zreport.prog.abap', text: 'REPORT zreport.\nINCLUDE zinclude.' }
]

type Edit = (file: RepositoryFile) => RepositoryFile | readonly RepositoryFile[]

function edit(name: string, from: string, to: string): Edit {
  return file => {
    if (file.name !== name) return file
    assert.ok(file.text.includes(from), `${name} has no ${from}`)
    return { name, text: file.text.replace(from, to) }
  }
}

const added = (name: string, text: string) => (file: RepositoryFile) =>
  file === files[0] ? [file, { name, text }] : file

/** An edit, and the objects whose translations are made of it. */
const edits: Readonly<Record<string, readonly [Edit, string]>> = {
  'a method body': [edit('zcl_b.clas.abap', 'rv = 1', 'rv = 2'), 'ZCL_B'],
  'a test class': [edit('zcl_b.clas.testclasses.abap', 'ltc_b', 'ltc_c'), 'ZCL_B'],
  'a public section': [
    edit('zcl_c.clas.abap', 'FROM zcl_b', 'FROM zcl_b. DATA n TYPE i'),
    'ZCL_C ZCL_D'
  ],
  'the public section of a superclass': [
    edit('zcl_b.clas.abap', 'DATA a ', 'DATA n TYPE i. DATA a '),
    'ZCL_A ZCL_B ZCL_C ZCL_D'
  ],
  'one of two classes that name each other': [
    edit('zcl_a.clas.abap', 'DATA b ', 'DATA n TYPE i. DATA b '),
    'ZCL_A ZCL_B ZCL_C ZCL_D'
  ],
  'a local type that a public section may name': [
    edit('zcl_b.clas.locals_def.abap', 'ENDCLASS', 'PUBLIC SECTION. ENDCLASS'),
    'ZCL_A ZCL_B ZCL_C ZCL_D'
  ],
  'a dictionary type': [
    edit('zt_rows.ttyp.xml', 'ZROW', 'ZOTHER'),
    'ZCL_A ZCL_B ZCL_C ZCL_D ZT_ROWS'
  ],
  'an include': [edit('zinclude.prog.abap', '+ 1', '+ 2'), 'ZINCLUDE ZREPORT'],
  'an object that was named and absent': [
    added('zrow.tabl.xml', '<TABNAME>ZROW</TABNAME>'),
    'ZCL_A ZCL_B ZCL_C ZCL_D ZROW ZT_ROWS'
  ],
  'a class that a body names and that was absent': [
    added('zcl_f.clas.abap', 'CLASS zcl_f DEFINITION.\nENDCLASS.'),
    'ZCL_D ZCL_F'
  ],
  'an object that stands in a comment': [
    edit('zcl_e.clas.abap', 'PUBLIC.', 'PUBLIC. DATA n TYPE i.'),
    'ZCL_E'
  ],
  'an object that is gone': [
    file => (file.name.startsWith('zcl_a.') ? [] : file),
    'ZCL_A ZCL_B ZCL_C ZCL_D'
  ]
}

function changed(one: ReadonlyMap<string, unknown>, other: ReadonlyMap<string, unknown>): string {
  return [...new Set([...one.keys(), ...other.keys()])]
    .filter(id => one.get(id) !== other.get(id))
    .map(id => id.slice(id.indexOf(' ') + 1))
    .sort()
    .join(' ')
}

describe('a key changes with all that the translation is made of, and with nothing else', () => {
  const before = createKeyMaker().keysOf(files, 'code')
  for (const [what, [apply, expected]] of Object.entries(edits)) {
    test(what, () => {
      const after = files.flatMap(apply)
      assert.equal(changed(before, createKeyMaker().keysOf(after, 'code')), expected)
    })
  }

  test('the code of the product and the library', () => {
    const other = createKeyMaker().keysOf(files, 'other code')
    assert.equal(changed(before, other).split(' ').length, before.size)
  })

  test('the place of an object among the others means nothing', () => {
    const groups = [...Map.groupBy(files, file => file.name.split('.')[0]).values()]
    const turned = createKeyMaker().keysOf(groups.reverse().flat(), 'code')
    assert.equal(changed(before, turned), '')
  })

  test('what was read before an edit is not taken for what is there after it', () => {
    const maker = createKeyMaker()
    for (const [apply] of Object.values(edits)) {
      const after = files.flatMap(apply)
      assert.deepEqual(maker.keysOf(after, 'code'), createKeyMaker().keysOf(after, 'code'))
      assert.deepEqual(maker.keysOf(files, 'code'), before)
    }
  })

  test('names that macros put together have no key, nor has what reaches them', () => {
    const after = files.flatMap(edit('zinclude.prog.abap', '&1 = &1 + 1', 'NEW zcl_&1( )'))
    const keys = createKeyMaker().keysOf(after, 'code')
    const without = [...keys].filter(([, key]) => key === undefined).map(([id]) => id)
    assert.deepEqual(without, ['PROG ZINCLUDE', 'PROG ZREPORT'])
  })

  test('a chain of thousands of classes', () => {
    const chain = Array.from({ length: 5000 }, (_, index) =>
      classOf(`zcl_${index}`, `INHERITING FROM zcl_${index + 1}`)
    )
    const keys = createKeyMaker().keysOf(chain, 'code')
    const last = createKeyMaker().keysOf([...chain, classOf('zcl_5000', '')], 'code')
    assert.equal(changed(keys, last).split(' ').length, 5001)
  })
})
