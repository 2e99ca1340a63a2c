import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createEngine } from '../../engine/index.ts'
import type { Engine, FileDefinition, RepositoryFile } from '../../types.ts'
import { LIBRARY, file, table, unique } from './fixture.ts'

const [I, BASE, HEIR, PROG, TAB, VIEW, DTEL] = [
  unique('zif_'),
  unique('zcl_b'),
  unique('zcl_h'),
  unique('zr_'),
  unique('zt_').slice(0, 14),
  unique('zv_'),
  unique('zd_')
]
const GROUP = unique('zfg')
const MODULE = unique('z_fm_')

const FILES: readonly RepositoryFile[] = [
  table(TAB, [
    ['code', 'CHAR', 10, true],
    ['amount', 'INT4', 10]
  ]),
  file(
    `${DTEL}.dtel.xml`,
    `<abapGit><asx:abap xmlns:asx="http://www.sap.com/abapxml"><asx:values><DD04V><ROLLNAME>${DTEL.toUpperCase()}</ROLLNAME><DATATYPE>CHAR</DATATYPE><LENG>000010</LENG></DD04V></asx:values></asx:abap></abapGit>`
  ),
  file(
    `${I}.intf.abap`,
    `INTERFACE ${I} PUBLIC.`,
    '  TYPES ty_amount TYPE i.',
    '  CONSTANTS c_most TYPE i VALUE 9.',
    '  METHODS run IMPORTING amount TYPE ty_amount.',
    'ENDINTERFACE.'
  ),
  file(
    `${BASE}.clas.abap`,
    `CLASS ${BASE} DEFINITION PUBLIC CREATE PUBLIC.`,
    '  PUBLIC SECTION.',
    `    INTERFACES ${I}.`,
    `    ALIASES go FOR ${I}~run.`,
    `    DATA total TYPE ${I}=>ty_amount.`,
    '    METHODS constructor.',
    `    METHODS twin RETURNING VALUE(result) TYPE REF TO ${BASE}.`,
    'ENDCLASS.',
    `CLASS ${BASE} IMPLEMENTATION.`,
    `  METHOD ${I}~run.`,
    `    total = ${I}=>c_most + amount.`,
    '    twin( ).',
    '  ENDMETHOD.',
    '  METHOD constructor.',
    '  ENDMETHOD.',
    '  METHOD twin.',
    `    DATA code TYPE ${TAB}-code.`,
    `    DATA name TYPE ${DTEL}.`,
    `    SELECT SINGLE code FROM ${TAB} INTO @code.`,
    `    CALL FUNCTION '${MODULE.toUpperCase()}'.`,
    `    SUBMIT ${PROG} AND RETURN.`,
    '    result = NEW #( ).',
    '  ENDMETHOD.',
    'ENDCLASS.'
  ),
  file(
    `${HEIR}.clas.abap`,
    `CLASS ${HEIR} DEFINITION PUBLIC INHERITING FROM ${BASE} CREATE PUBLIC.`,
    '  PUBLIC SECTION.',
    '    METHODS twin REDEFINITION.',
    'ENDCLASS.',
    `CLASS ${HEIR} IMPLEMENTATION.`,
    '  METHOD twin.',
    `    DATA(base) = NEW ${BASE}( ).`,
    `    base->${I}~run( 1 ).`,
    '    base->go( amount = 2 ).',
    '    base->twin( )->twin( ).',
    '    super->twin( ).',
    `    DATA service TYPE REF TO ${I}.`,
    '    service = base.',
    '    service->run( amount = 3 ).',
    '    base->total = 4.',
    '  ENDMETHOD.',
    'ENDCLASS.'
  ),
  file(
    `${HEIR}.clas.testclasses.abap`,
    'CLASS ltc DEFINITION FOR TESTING.',
    '  PRIVATE SECTION.',
    '    METHODS t FOR TESTING.',
    'ENDCLASS.',
    'CLASS ltc IMPLEMENTATION.',
    '  METHOD t.',
    `    NEW ${HEIR}( )->twin( ).`,
    '  ENDMETHOD.',
    'ENDCLASS.'
  ),
  file(
    `${PROG}.prog.abap`,
    `REPORT ${PROG}.`,
    'PERFORM calculate.',
    'FORM calculate.',
    '  DATA local TYPE i.',
    '  local = 1.',
    'ENDFORM.'
  ),
  file(
    `${VIEW}.ddls.asddls`,
    `define view entity ${VIEW} as select from ${TAB} {`,
    '  key code',
    '}'
  ),
  file(
    `${GROUP}.fugr.xml`,
    `<abapGit><asx:abap xmlns:asx="http://www.sap.com/abapxml"><asx:values><INCLUDES><SOBJ_NAME>SAPL${GROUP.toUpperCase()}</SOBJ_NAME></INCLUDES><FUNCTIONS><item><FUNCNAME>${MODULE.toUpperCase()}</FUNCNAME></item></FUNCTIONS></asx:values></asx:abap></abapGit>`
  ),
  file(`${GROUP}.fugr.sapl${GROUP}.abap`, `INCLUDE l${GROUP}uxx.`),
  file(`${GROUP}.fugr.${MODULE}.abap`, `FUNCTION ${MODULE}.`, 'ENDFUNCTION.')
]

let engine: Engine
before(async () => {
  engine = createEngine({ library: LIBRARY })
  await engine.load(FILES)
})
after(() => engine.close())

/** The place of `^` in the text around it, as the first such place in the file. */
function placeOf(name: string, around: string): { file: string; row: number; column: number } {
  const text = FILES.find(entry => entry.name === name)?.text ?? ''
  const offset = text.indexOf(around.replace('^', ''))
  assert.notEqual(offset, -1, `${around} in ${name}`)
  const lines = text.slice(0, offset + around.indexOf('^')).split('\n')
  return { file: name, row: lines.length, column: lines.at(-1)?.length ?? 0 }
}

/** The same place as `uses` writes it; `nth` when the text around occurs more than once. */
function at(name: string, around: string): string {
  const { row, column } = placeOf(name, around)
  return `${name}:${row}:${column}`
}

async function goTo(name: string, around: string, implementation = false): Promise<string> {
  const found = await engine.definition({ ...placeOf(name, around), overlay: [], implementation })
  return found === undefined ? 'nothing' : short(found)
}

function short({ file: name, startRow, startColumn, kind, name: what }: FileDefinition): string {
  return `${name}:${startRow}:${startColumn} ${kind} ${what}`
}

async function uses(name: string, around?: string): Promise<string[]> {
  const request = around === undefined ? { file: name } : placeOf(name, around)
  return (await engine.references({ ...request, overlay: [] })).map(
    found => `${found.file}:${found.startRow}:${found.startColumn}${found.test ? ' test' : ''}`
  )
}

const [INTERFACE, CLASS, SUB] = [`${I}.intf.abap`, `${BASE}.clas.abap`, `${HEIR}.clas.abap`]

describe('definition', () => {
  test('of methods, over redefinitions, interfaces and aliases', async () => {
    const declared = `${CLASS}:7:12 CLAS/OM TWIN`
    for (const around of ['base->^twin', 'super->^twin', 'METHODS ^twin', 'METHOD ^twin']) {
      assert.equal(await goTo(SUB, around), declared, around)
    }
    for (const around of ['service->^run', `base->${I}~^run`, 'base->^go']) {
      assert.equal(await goTo(SUB, around), `${INTERFACE}:4:10 INTF/IO RUN`, around)
    }
  })

  test('the implementation of a method, also of an interface', async () => {
    assert.equal(await goTo(SUB, 'super->^twin', true), `${CLASS}:16:9 CLAS/OM TWIN`)
    assert.equal(await goTo(SUB, 'service->^run', true), `${CLASS}:10:9 INTF/IO RUN`)
    assert.equal(
      await goTo(CLASS, `CLASS ^${BASE} DEF`, true),
      `${CLASS}:9:6 CLAS/OC ${BASE.toUpperCase()}`
    )
  })

  test('of classes and interfaces wherever they are named', async () => {
    for (const around of [`FROM ^${BASE}`, `NEW ^${BASE}`]) {
      assert.equal(await goTo(SUB, around), `${CLASS}:1:6 CLAS/OC ${BASE.toUpperCase()}`, around)
    }
    for (const around of [`base->^${I}~run`, `REF TO ^${I}`]) {
      assert.equal(await goTo(SUB, around), `${INTERFACE}:1:10 INTF/OI ${I.toUpperCase()}`, around)
    }
  })

  test('of attributes, types, constants, variables and parameters', async () => {
    assert.equal(await goTo(SUB, 'base->^total'), `${CLASS}:5:9 CLAS/OA TOTAL`)
    assert.equal(await goTo(CLASS, '=>^ty_amount'), `${INTERFACE}:2:8 INTF/IT TY_AMOUNT`)
    assert.equal(await goTo(CLASS, '=>^c_most'), `${INTERFACE}:3:12 INTF/IA C_MOST`)
    assert.equal(await goTo(SUB, '^base->go'), `${SUB}:7:9 PROG/PD BASE`)
    assert.equal(await goTo(CLASS, '+ ^amount'), `${INTERFACE}:4:24 PROG/PD AMOUNT`)
    assert.equal(await goTo(SUB, 'run( ^amount = 3'), `${INTERFACE}:4:24 PROG/PD AMOUNT`)
  })

  test('of tables, data elements, function modules, programs and subroutines', async () => {
    assert.equal(
      await goTo(CLASS, `FROM ^${TAB}`),
      `${TAB}.tabl.xml:1:0 TABL/DT ${TAB.toUpperCase()}`
    )
    assert.equal(
      await goTo(CLASS, `TYPE ^${DTEL}`),
      `${DTEL}.dtel.xml:1:0 DTEL/DE ${DTEL.toUpperCase()}`
    )
    assert.equal(
      await goTo(CLASS, `'^${MODULE.toUpperCase()}`),
      `${GROUP}.fugr.${MODULE}.abap:1:9 FUGR/FF ${MODULE.toUpperCase()}`
    )
    assert.equal(
      await goTo(CLASS, `SUBMIT ^${PROG}`),
      `${PROG}.prog.abap:1:0 PROG/P ${PROG.toUpperCase()}`
    )
    assert.equal(
      await goTo(`${PROG}.prog.abap`, 'PERFORM ^calc'),
      `${PROG}.prog.abap:3:5 PROG/PU CALCULATE`
    )
    assert.equal(
      await goTo(`${VIEW}.ddls.asddls`, `from ^${TAB}`),
      `${TAB}.tabl.xml:1:0 TABL/DT ${TAB.toUpperCase()}`
    )
  })

  test('of nothing: keywords, literals, places outside of the source', async () => {
    assert.equal(await goTo(SUB, '^METHOD twin'), 'nothing')
    assert.equal(
      await engine.definition({ file: SUB, row: 999, column: 0, overlay: [] }),
      undefined
    )
    assert.equal(
      await engine.definition({ file: SUB, row: 1, column: 9999, overlay: [] }),
      undefined
    )
    assert.equal(
      await engine.definition({ file: 'zno.clas.abap', row: 1, column: 0, overlay: [] }),
      undefined
    )
  })

  test('follows the draft', async () => {
    const draft = {
      name: INTERFACE,
      text: `\n\n${FILES.find(entry => entry.name === INTERFACE)?.text ?? ''}`
    }
    const found = await engine.definition({ ...placeOf(SUB, 'service->^run'), overlay: [draft] })
    assert.equal(found?.startRow, 6)
  })
})

describe('where-used', () => {
  const TEST = `${HEIR}.clas.testclasses.abap`
  const same = (actual: readonly string[], expected: readonly string[]) =>
    assert.deepEqual(actual.toSorted(), expected.toSorted())

  test('of a method: calls on the class, its heirs and in tests, and its redefinition', async () => {
    const expected = [
      at(CLASS, '    ^twin( )'),
      at(SUB, 'METHOD ^twin'),
      at(SUB, 'base->^twin( )->'),
      at(SUB, 'twin( )->^twin'),
      at(SUB, 'super->^twin'),
      `${at(TEST, '->^twin')} test`
    ]
    same(await uses(CLASS, 'METHODS ^twin'), expected)
    same(await uses(SUB, 'METHODS ^twin'), expected)
  })

  test('of a method of an interface: calls by any name and its implementations', async () => {
    same(await uses(INTERFACE, 'METHODS ^run'), [
      at(CLASS, `METHOD ${I}~^run`),
      at(SUB, `base->${I}~^run`),
      at(SUB, 'base->^go'),
      at(SUB, 'service->^run')
    ])
  })

  test('of a parameter: in the method and where it is supplied by name', async () => {
    same(await uses(INTERFACE, 'IMPORTING ^amount'), [
      at(CLASS, 'c_most + ^amount'),
      at(SUB, 'go( ^amount'),
      at(SUB, 'run( ^amount = 3')
    ])
  })

  test('of a constructor: every creation of an object, also of subclasses without a constructor', async () => {
    same(await uses(CLASS, 'METHODS ^constructor'), [
      at(CLASS, 'NEW ^#'),
      at(SUB, `NEW ^${BASE}`),
      `${at(TEST, `NEW ^${HEIR}`)} test`
    ])
  })

  test('of attributes, constants, types and variables', async () => {
    same(await uses(CLASS, 'DATA ^total'), [at(CLASS, '    ^total ='), at(SUB, 'base->^total')])
    same(await uses(INTERFACE, 'CONSTANTS ^c_most'), [at(CLASS, '=>^c_most')])
    same(await uses(INTERFACE, 'TYPES ^ty'), [
      at(CLASS, '=>^ty_amount'),
      at(INTERFACE, 'amount TYPE ^ty_amount')
    ])
    same(await uses(`${PROG}.prog.abap`, 'DATA ^local'), [at(`${PROG}.prog.abap`, '  ^local =')])
  })

  test('of a table, a data element, a function module, a program and a view', async () => {
    same(await uses(`${TAB}.tabl.xml`), [
      at(`${VIEW}.ddls.asddls`, `from ^${TAB}`),
      at(CLASS, `TYPE ^${TAB}-`),
      at(CLASS, `FROM ^${TAB}`)
    ])
    same(await uses(`${DTEL}.dtel.xml`), [at(CLASS, `TYPE ^${DTEL}`)])
    same(await uses(`${GROUP}.fugr.${MODULE}.abap`), [at(CLASS, `'^${MODULE.toUpperCase()}`)])
    same(await uses(`${GROUP}.fugr.xml`), [at(CLASS, `'^${MODULE.toUpperCase()}`)])
    same(await uses(`${PROG}.prog.abap`), [at(CLASS, `SUBMIT ^${PROG}`)])
    same(await uses(`${VIEW}.ddls.asddls`), [])
  })

  test('of a whole class: where it is named and where its components are used from outside', async () => {
    const found = await uses(CLASS)
    for (const place of [
      at(CLASS, `REF TO ^${BASE}`),
      at(SUB, `FROM ^${BASE}`),
      at(SUB, `NEW ^${BASE}`),
      at(SUB, 'base->^twin'),
      at(SUB, 'base->^total')
    ]) {
      assert.ok(found.includes(place), `${place} in ${found.join(' ')}`)
    }
    assert.ok(!found.includes(at(CLASS, '    ^twin( )')), 'a call inside of the class itself')
  })

  test('gives the line as it is written', async () => {
    const [first] = await engine.references({ ...placeOf(CLASS, 'DATA ^total'), overlay: [] })
    assert.equal(first?.line, `    total = ${I}=>c_most + amount.`)
  })

  test('a local type hides the dictionary', async () => {
    const report = file(
      `${PROG}.prog.abap`,
      `REPORT ${PROG}.`,
      `TYPES ${TAB} TYPE i.`,
      `DATA x TYPE ${TAB}.`
    )
    const found = await engine.references({ file: `${TAB}.tabl.xml`, overlay: [report] })
    assert.ok(found.every(use => use.file !== `${PROG}.prog.abap`))
  })
})
