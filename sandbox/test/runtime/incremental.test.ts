import assert from 'node:assert/strict'
import { test } from 'node:test'
import { installPatches } from '../../runtime/transpile/incremental/patches.ts'
import { createTranslations } from '../../runtime/transpile/incremental/translations.ts'
import { openKeptFolder } from '../../kept/folder.ts'
import { createKeptPrograms } from '../../runtime/transpile/kept/programs.ts'
import { createTranslationStore } from '../../runtime/transpile/kept/translation-store.ts'
import { createRepository } from '../../runtime/transpile/repository.ts'
import type { Program, TranspileRequest } from '../../runtime/transpile/program.ts'
import type { Translator } from '../../runtime/transpile/translator.ts'
import { integer } from './support.ts'

installPatches()

/** Each file with the texts that an edit may give it; undefined: the file is absent. */
const variants: Record<string, readonly (string | undefined)[]> = {
  'zif_a.intf.abap': ['i', 'string'].map(
    type => `INTERFACE zif_a PUBLIC.
  TYPES ty_value TYPE ${type}.
  METHODS value RETURNING VALUE(rv_value) TYPE ty_value.
ENDINTERFACE.`
  ),
  'zcl_b.clas.abap': [
    ['', '1'],
    ['', '2'],
    ['DATA mv_more TYPE zt_rows.', '3']
  ].map(
    ([attribute, value]) => `CLASS zcl_b DEFINITION PUBLIC.
  PUBLIC SECTION.
    INTERFACES zif_a.
    ${attribute}
ENDCLASS.
CLASS zcl_b IMPLEMENTATION.
  METHOD zif_a~value.
    rv_value = ${value}. " unlike zcl_d
  ENDMETHOD.
ENDCLASS.`
  ),
  'zcl_b.clas.testclasses.abap': [
    undefined,
    `CLASS ltc_b DEFINITION FOR TESTING RISK LEVEL HARMLESS DURATION SHORT.
  PRIVATE SECTION.
    METHODS first FOR TESTING.
ENDCLASS.
CLASS ltc_b IMPLEMENTATION.
  METHOD first.
  ENDMETHOD.
ENDCLASS.`
  ],
  'zcl_c.clas.abap': ['CONDENSE rv_text.', 'TRANSLATE rv_text TO UPPER CASE.'].map(
    statement => `CLASS zcl_c DEFINITION PUBLIC INHERITING FROM zcl_b.
  PUBLIC SECTION.
    METHODS text RETURNING VALUE(rv_text) TYPE string.
ENDCLASS.
CLASS zcl_c IMPLEMENTATION.
  METHOD text.
    rv_text = zif_a~value( ).
    ${statement}
  ENDMETHOD.
ENDCLASS.`
  ),
  'zcl_d.clas.abap': [
    `CLASS zcl_d DEFINITION PUBLIC.
  PUBLIC SECTION.
    METHODS run.
ENDCLASS.
CLASS zcl_d IMPLEMENTATION.
  METHOD run.
    DATA(lo_c) = NEW zcl_c( ).
    DATA(lv_value) = lo_c->zif_a~value( ).
    DATA ls_row TYPE LINE OF zt_rows.
    CLEAR ls_row.
    CLEAR lv_value.
  ENDMETHOD.
ENDCLASS.`,
    undefined
  ],
  'zinclude.prog.abap': ['1', '2'].map(
    value => `DEFINE add_one.\n  &1 = &1 + ${value}.\nEND-OF-DEFINITION.`
  ),
  'zreport.prog.abap': [
    'REPORT zreport.\nINCLUDE zinclude.\nDATA n TYPE i.\nadd_one n.',
    undefined
  ],
  'zt_rows.ttyp.xml': ['10', '20', undefined].map(
    length =>
      length &&
      `<?xml version="1.0" encoding="utf-8"?>
<abapGit version="v1.0.0" serializer="LCL_OBJECT_TTYP" serializer_version="v1.0.0"><asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"><asx:values>
<DD40V><TYPENAME>ZT_ROWS</TYPENAME><ROWTYPE></ROWTYPE><ROWKIND></ROWKIND><DATATYPE>CHAR</DATATYPE><LENG>0000${length}</LENG><ACCESSMODE>T</ACCESSMODE><KEYDEF>D</KEYDEF><KEYKIND>N</KEYKIND></DD40V>
</asx:values></asx:abap></abapGit>`
  )
}

function requestOf(chosen: ReadonlyMap<string, string | undefined>): TranspileRequest {
  const files = [...chosen].flatMap(([name, text]) => (text === undefined ? [] : [{ name, text }]))
  // tests come with a class alone
  return {
    files: files.filter(
      file => file.name !== 'zcl_b.clas.testclasses.abap' || chosen.has('zcl_b.clas.abap')
    ),
    tables: []
  }
}

function facts({ modules, problems }: Program): object {
  const ids = [...modules].sort((one, other) => (one.id < other.id ? -1 : 1))
  const lines = problems.map(problem => JSON.stringify(problem)).sort()
  return { modules: ids, problems: lines }
}

function translatorOf(count: () => void): Translator {
  const repository = createRepository([])
  const translations = createTranslations(repository.registry)
  return {
    library: () => assert.fail(),
    program: () => assert.fail(),
    objects: (request, isKnown, made) => {
      translations.objects(repository.replace(request), isKnown, (id, translation) => {
        count()
        made(id, translation)
      })
    }
  }
}

function freshly(request: TranspileRequest): Program {
  const repository = createRepository([])
  return createTranslations(repository.registry).program(repository.replace(request))
}

test('a program after any edits is the one that is made from nothing', () => {
  const repository = createRepository([])
  const translations = createTranslations(repository.registry)
  const store = createTranslationStore(openKeptFolder(undefined))
  let asked = 0
  let made = 0
  const chosen = new Map(Object.entries(variants).map(([name, [first]]) => [name, first]))
  const names = Object.keys(variants)
  for (let step = 0; step < 60; step++) {
    const request = requestOf(chosen)
    const program = translations.program(repository.replace(request))
    const expected = facts(freshly(request))
    assert.deepEqual(facts(program), expected, `step ${step}`)
    const translator = () => translatorOf(() => made++)
    const programs = createKeptPrograms({ library: [], code: 'code', store, translator })
    assert.deepEqual(facts(programs.program(request)), expected, `kept, step ${step}`)
    asked += new Set(request.files.map(file => file.name.split('.')[0])).size
    const name = names[integer(0, names.length - 1)] ?? ''
    const texts = variants[name] ?? []
    chosen.set(name, texts[integer(0, texts.length - 1)])
  }
  assert.ok(made < asked / 2, `${made} of ${asked} were translated`)
})

test('a source that no parser survives leaves nothing behind', () => {
  const repository = createRepository([])
  const translations = createTranslations(repository.registry)
  const good = requestOf(new Map(Object.entries(variants).map(([name, [first]]) => [name, first])))
  const deep = `REPORT zdeep.\nDATA(x) = ${'( '.repeat(5000)}1${' )'.repeat(5000)}.`
  translations.program(repository.replace(good))
  const hostile = { files: [{ name: 'zdeep.prog.abap', text: deep }], tables: [] }
  assert.throws(() => repository.replace(hostile), RangeError)
  assert.deepEqual(facts(translations.program(repository.replace(good))), facts(freshly(good)))
})
