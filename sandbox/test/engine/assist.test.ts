import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { EngineError, createEngine } from '../../engine/index.ts'
import type { Engine, FileEdit, RepositoryFile } from '../../types.ts'
import { LIBRARY, classWith, errors, file, table, unique } from './fixture.ts'

const [I, BASE, HEIR, TAB] = [
  unique('zif_'),
  unique('zcl_b'),
  unique('zcl_h'),
  unique('zt_').slice(0, 14)
]
const MODULE = unique('z_fm_')
const GROUP = unique('zfg')

const FILES: readonly RepositoryFile[] = [
  table(TAB, [
    ['code', 'CHAR', 10, true],
    ['amount', 'INT4', 10]
  ]),
  file(
    `${I}.intf.abap`,
    `INTERFACE ${I} PUBLIC.`,
    '  CONSTANTS c_most TYPE i VALUE 9.',
    '  METHODS pay IMPORTING amount TYPE i note TYPE string OPTIONAL RETURNING VALUE(result) TYPE string.',
    'ENDINTERFACE.'
  ),
  file(
    `${BASE}.clas.abap`,
    `CLASS ${BASE} DEFINITION PUBLIC CREATE PUBLIC.`,
    '  PUBLIC SECTION.',
    `    INTERFACES ${I}.`,
    `    ALIASES pay FOR ${I}~pay.`,
    `    DATA row TYPE ${TAB}.`,
    '    "! The one for all.',
    '    "! Second line.',
    `    CLASS-METHODS single RETURNING VALUE(result) TYPE REF TO ${BASE}.`,
    '    METHODS walk IMPORTING steps TYPE i direction TYPE string RAISING cx_static_check.',
    '  PROTECTED SECTION.',
    '    DATA inner TYPE i.',
    '  PRIVATE SECTION.',
    '    DATA secret TYPE i.',
    'ENDCLASS.',
    `CLASS ${BASE} IMPLEMENTATION.`,
    `  METHOD ${I}~pay.`,
    '    result = note.',
    '  ENDMETHOD.',
    '  METHOD single.',
    '    result = NEW #( ).',
    '  ENDMETHOD.',
    '  METHOD walk.',
    '    secret = steps.',
    '  ENDMETHOD.',
    'ENDCLASS.'
  ),
  file(
    `${HEIR}.clas.abap`,
    `CLASS ${HEIR} DEFINITION PUBLIC INHERITING FROM ${BASE} CREATE PUBLIC.`,
    '  PUBLIC SECTION.',
    '    METHODS walk REDEFINITION.',
    'ENDCLASS.',
    `CLASS ${HEIR} IMPLEMENTATION.`,
    '  METHOD walk.',
    '    super->walk( steps = steps direction = direction ).',
    '  ENDMETHOD.',
    'ENDCLASS.'
  ),
  file(
    `${GROUP}.fugr.xml`,
    `<abapGit><asx:abap xmlns:asx="http://www.sap.com/abapxml"><asx:values><FUNCTIONS><item><FUNCNAME>${MODULE.toUpperCase()}</FUNCNAME></item></FUNCTIONS></asx:values></asx:abap></abapGit>`
  )
]

let engine: Engine
before(async () => {
  engine = createEngine({ library: LIBRARY })
  await engine.load(FILES)
})
after(() => engine.close())

/** Proposals at `^` in the body of a method; the lines around it can be read. */
async function proposed(...body: string[]): Promise<{
  names: string[]
  find: (name: string) => { insert: string; kind: string; prefixLength: number } | undefined
}> {
  const name = unique('zcl_')
  const source = classWith(
    name,
    '    DATA before TYPE i.',
    `    DATA ref TYPE REF TO ${BASE}.`,
    `    DATA row TYPE ${TAB}.`,
    `    DATA rows TYPE STANDARD TABLE OF ${TAB} WITH EMPTY KEY.`,
    ...body
  ).text
  return at(`${name}.clas.abap`, source)
}

async function at(name: string, marked: string) {
  const lines = marked.slice(0, marked.indexOf('^')).split('\n')
  const text = marked.replace('^', '')
  const found = await engine.complete({
    file: name,
    row: lines.length,
    column: lines.at(-1)?.length ?? 0,
    overlay: [{ name, text }]
  })
  return {
    names: found.map(entry => entry.name),
    find: (wanted: string) => found.find(entry => entry.name === wanted.toUpperCase())
  }
}

describe('completion', () => {
  test('of the visible components of an object', async () => {
    const { names, find } = await proposed('    ref->^')
    for (const name of ['WALK', 'PAY', 'ROW', `${I.toUpperCase()}~PAY`]) {
      assert.ok(names.includes(name), `${name} in ${names.join(' ')}`)
    }
    for (const name of ['SECRET', 'INNER']) assert.ok(!names.includes(name), name)
    assert.equal(find('walk')?.insert, 'walk( steps =  direction = )')
  })

  test('of a half-typed name, with statements after it', async () => {
    const { names, find } = await proposed(
      '    ref->wa^',
      '    before = 2.',
      '    IF before = 2.',
      '    ENDIF.'
    )
    assert.deepEqual(names, ['WALK'])
    assert.equal(find('walk')?.prefixLength, 2)
  })

  test('inside of unfinished blocks', async () => {
    assert.ok(
      (await proposed('    IF ref->^', '      before = 1.', '    ENDIF.')).names.includes('WALK')
    )
    assert.ok(
      (await proposed('    LOOP AT rows INTO row.', '      row-^', '    ENDLOOP.')).names.includes(
        'AMOUNT'
      )
    )
    assert.ok(
      (
        await proposed('    TRY.', '        ref->^', '      CATCH cx_root.', '    ENDTRY.')
      ).names.includes('WALK')
    )
  })

  test('of static components, chains, structures and created objects', async () => {
    assert.deepEqual((await proposed(`    DATA(x) = ${BASE}=>s^`)).names, ['SINGLE'])
    assert.deepEqual((await proposed(`    DATA(x) = ${I}=>^`)).names, ['C_MOST'])
    assert.ok((await proposed(`    ${BASE}=>single( )->wa^`)).names.includes('WALK'))
    assert.ok((await proposed(`    NEW ${BASE}( )->wa^`)).names.includes('WALK'))
    assert.deepEqual((await proposed('    row-^')).names, ['CODE', 'AMOUNT'])
    assert.deepEqual((await proposed('    before = ref->row-am^')).names, ['AMOUNT'])
    assert.deepEqual((await proposed('    before = rows[ 1 ]-am^')).names, ['AMOUNT'])
  })

  test('of what is protected and private inside of the class', async () => {
    const own =
      FILES.find(entry => entry.name === `${BASE}.clas.abap`)?.text.replace(
        'secret = steps',
        'me->^'
      ) ?? ''
    const inside = await at(`${BASE}.clas.abap`, own)
    assert.ok(inside.names.includes('SECRET') && inside.names.includes('INNER'))
    const heir =
      FILES.find(entry => entry.name === `${HEIR}.clas.abap`)?.text.replace(
        'super->walk(',
        'me->^\n super->walk('
      ) ?? ''
    const { names } = await at(`${HEIR}.clas.abap`, heir)
    assert.ok(names.includes('INNER') && !names.includes('SECRET'), names.join(' '))
  })

  test('of variables, parameters of a call, functions and statements', async () => {
    assert.ok((await proposed('    bef^')).names.includes('BEFORE'))
    const supplied = await proposed('    ref->walk( ^')
    assert.deepEqual(supplied.names.slice(0, 2), ['STEPS', 'DIRECTION'])
    assert.ok((await proposed('    before = str^')).names.includes('STRLEN'))
    assert.ok((await proposed('    LOO^')).names.includes('LOOP AT'))
  })

  test('of names by the place in the statement', async () => {
    assert.deepEqual((await proposed(`    DATA(x) = NEW ${BASE.slice(0, -2)}^`)).names, [
      BASE.toUpperCase()
    ])
    assert.deepEqual((await proposed(`    DATA x TYPE ${TAB.slice(0, -1)}^`)).names, [
      TAB.toUpperCase()
    ])
    assert.deepEqual((await proposed(`    DATA x TYPE REF TO ${I.slice(0, -1)}^`)).names, [
      I.toUpperCase()
    ])
    assert.deepEqual((await proposed(`    SELECT * FROM ${TAB.slice(0, -1)}^`)).names, [
      TAB.toUpperCase()
    ])
    assert.deepEqual((await proposed(`    SELECT code FROM ${TAB} WHERE am^`)).names, ['AMOUNT'])
    assert.deepEqual(
      (await proposed(`    CALL FUNCTION '${MODULE.slice(0, -1).toUpperCase()}^`)).names,
      [MODULE.toUpperCase()]
    )
    assert.ok((await proposed('    RAISE EXCEPTION TYPE cx_st^')).names.includes('CX_STATIC_CHECK'))
  })

  test('of nothing in comments, literals and other languages', async () => {
    for (const body of [
      '    " ref->^',
      '* ref->^',
      '    DATA(x) = `ref->^',
      "    DATA(x) = 'ref->^"
    ]) {
      assert.deepEqual((await proposed(body)).names, [], body)
    }
    assert.deepEqual(
      await engine.complete({
        file: 'zv.ddls.asddls',
        row: 1,
        column: 0,
        overlay: [file('zv.ddls.asddls', '')]
      }),
      []
    )
    assert.deepEqual(
      await engine.complete({ file: 'zno.prog.abap', row: 99, column: 99, overlay: [] }),
      []
    )
  })

  test('does not change the stored source', async () => {
    await at(`${BASE}.clas.abap`, 'CLASS ^')
    assert.deepEqual(errors(await engine.check({ files: [`${BASE}.clas.abap`], overlay: [] })), [])
  })
})

describe('element info', () => {
  const info = (name: string, row: number, column: number) =>
    engine.elementInfo({ file: name, row, column, overlay: [] })

  test('of a method has its signature and its comment', async () => {
    const walk = await info(`${HEIR}.clas.abap`, 7, 12)
    assert.deepEqual(
      walk?.parameters.map(
        entry => `${entry.direction} ${entry.name} ${entry.type} ${entry.optional}`
      ),
      ['importing STEPS i false', 'importing DIRECTION string false']
    )
    assert.deepEqual(walk?.exceptions, ['CX_STATIC_CHECK'])
    assert.equal(
      (await info(`${BASE}.clas.abap`, 8, 20))?.documentation,
      'The one for all.\nSecond line.'
    )
  })

  test('of a variable has its type', async () => {
    assert.equal((await info(`${BASE}.clas.abap`, 23, 6))?.type, 'i')
    assert.deepEqual(
      [(await info(`${BASE}.clas.abap`, 1, 8))?.kind, await info(`${BASE}.clas.abap`, 15, 0)],
      ['CLAS/OC', undefined]
    )
  })
})

describe('type hierarchy', () => {
  const names = async (name: string, direction: 'superTypes' | 'subTypes') =>
    (await engine.typeHierarchy({ file: name, overlay: [], direction })).map(
      entry => `${entry.distance} ${entry.kind} ${entry.name}`
    )

  test('goes up over classes and interfaces, and down over heirs and implementations', async () => {
    assert.deepEqual(await names(`${HEIR}.clas.abap`, 'superTypes'), [
      `1 CLAS/OC ${BASE.toUpperCase()}`,
      `2 INTF/OI ${I.toUpperCase()}`
    ])
    assert.deepEqual(await names(`${I}.intf.abap`, 'subTypes'), [
      `1 CLAS/OC ${BASE.toUpperCase()}`,
      `2 CLAS/OC ${HEIR.toUpperCase()}`
    ])
    assert.deepEqual(await names(`${HEIR}.clas.abap`, 'subTypes'), [])
  })
})

function applied(edits: readonly FileEdit[]): RepositoryFile[] {
  return [...Map.groupBy(edits, edit => edit.file)].map(([name, list]) => {
    const lines = (FILES.find(entry => entry.name === name)?.text ?? '').split('\n')
    for (const edit of list.toReversed()) {
      const line = lines[edit.startRow - 1] ?? ''
      assert.equal(line.slice(edit.startColumn, edit.endColumn), edit.oldText)
      lines[edit.startRow - 1] =
        line.slice(0, edit.startColumn) + edit.newText + line.slice(edit.endColumn)
    }
    return { name, text: lines.join('\n') }
  })
}

describe('rename', () => {
  const rename = (name: string, row: number, column: number, newName: string) =>
    engine.rename({ file: name, row, column, newName, overlay: [] })
  const all = FILES.map(entry => entry.name)

  test('changes every occurrence, and the sources stay valid', async () => {
    for (const [name, row, column] of [
      [`${BASE}.clas.abap`, 9, 14],
      [`${I}.intf.abap`, 3, 11],
      [`${I}.intf.abap`, 3, 26],
      [`${BASE}.clas.abap`, 13, 10],
      [`${BASE}.clas.abap`, 9, 28]
    ] as const) {
      const newName = unique('new_')
      const { edits, oldName } = await rename(name, row, column, newName)
      const overlay = applied(edits)
      assert.deepEqual(errors(await engine.check({ files: all, overlay })), [], oldName)
      const left =
        overlay
          .map(entry => entry.text)
          .join('\n')
          .match(new RegExp(`\\b${oldName}\\b`, 'gi')) ?? []
      assert.equal(left.length, 0, `${oldName} is left`)
    }
  })

  test('reaches the heirs that redefine a method', async () => {
    const { edits } = await rename(`${BASE}.clas.abap`, 9, 14, 'run_away')
    assert.deepEqual(
      edits.map(edit => `${edit.file}:${edit.startRow}`),
      [
        `${BASE}.clas.abap:9`,
        `${BASE}.clas.abap:22`,
        `${HEIR}.clas.abap:3`,
        `${HEIR}.clas.abap:6`,
        `${HEIR}.clas.abap:7`
      ]
    )
  })

  test('is refused for invalid names, existing names, objects and the library', async () => {
    const refused = (work: Promise<unknown>, pattern: RegExp) =>
      assert.rejects(
        work,
        (error: unknown) => error instanceof EngineError && pattern.test(error.message)
      )
    await refused(rename(`${BASE}.clas.abap`, 9, 14, '1st'), /not a valid name/)
    await refused(rename(`${BASE}.clas.abap`, 9, 14, 'single'), /taken already/)
    await refused(rename(`${BASE}.clas.abap`, 1, 8, 'zcl_other'), /repository object/)
    await refused(rename(`${BASE}.clas.abap`, 15, 0, 'x'), /nothing at this place/)
  })
})

describe('rules', () => {
  test('find more than the syntax check, each under its key', async () => {
    const name = unique('zcl_')
    const overlay = [
      classWith(name, '    DATA x TYPE i.', '    IF x = 1.', '    ENDIF.', '    MOVE 1 TO x.')
    ]
    const found = await engine.lint({ files: [`${name}.clas.abap`], overlay })
    const rules = new Set(found.map(finding => finding.rule))
    for (const rule of ['empty_structure', 'obsolete_statement']) {
      assert.ok(rules.has(rule), `${rule} in ${[...rules].join(' ')}`)
    }
    const only = await engine.lint({
      files: [`${name}.clas.abap`],
      overlay,
      rules: ['empty_structure']
    })
    assert.deepEqual(
      only.map(finding => `${finding.rule} ${finding.startRow}`),
      ['empty_structure 8']
    )
    assert.ok(
      (await engine.lintRules()).some(rule => rule.key === 'obsolete_statement' && rule.hasQuickFix)
    )
  })

  test('on inline declarations do not contradict each other, and keep types', async () => {
    const name = unique('zcl_')
    const lines = [
      '    DATA rows TYPE STANDARD TABLE OF string WITH EMPTY KEY.',
      '    DATA branch TYPE string.',
      '    DATA literal TYPE string.',
      '    DATA sum TYPE p LENGTH 5.',
      '    DATA row TYPE string.',
      '    DATA copy TYPE STANDARD TABLE OF string WITH EMPTY KEY.',
      "    literal = 'x'.",
      '    sum = 1 + lines( rows ).',
      '    IF sum > 1.',
      '      branch = condense( literal ).',
      '    ENDIF.',
      '    LOOP AT rows INTO row.',
      '    ENDLOOP.',
      '    copy = rows.',
      '    LOOP AT copy INTO DATA(header).',
      '      DATA(body) = header.',
      '    ENDLOOP.',
      '    LOOP AT copy INTO DATA(alone).',
      '    ENDLOOP.'
    ]
    const found = await engine.lint({
      files: [`${name}.clas.abap`],
      overlay: [classWith(name, ...lines)],
      rules: ['prefer_inline', 'no_inline_in_optional_branches']
    })
    assert.deepEqual(
      found.map(({ rule, startRow }) => `${rule} ${lines[startRow - 7]?.trim()}`),
      [
        'no_inline_in_optional_branches DATA(body) = header.',
        'prefer_inline DATA row TYPE string.',
        'prefer_inline DATA copy TYPE STANDARD TABLE OF string WITH EMPTY KEY.'
      ]
    )
  })

  test('contain corrections that remove the finding', async () => {
    const name = unique('zcl_')
    const source = classWith(name, '    DATA x TYPE i.', '    MOVE 1 TO x.', '    x = x.')
    const fixes = await engine.quickFixes({
      file: source.name,
      row: 8,
      column: 6,
      overlay: [source]
    })
    const fix = fixes.find(entry => entry.rule === 'obsolete_statement')
    assert.ok(fix, fixes.map(entry => entry.rule).join(' '))
    const [edit] = fix.edits
    assert.ok(edit)
    const lines = source.text.split('\n')
    const line = lines[edit.startRow - 1] ?? ''
    assert.equal(
      edit.startRow === edit.endRow ? line.slice(edit.startColumn, edit.endColumn) : edit.oldText,
      edit.oldText
    )
    lines[edit.startRow - 1] =
      line.slice(0, edit.startColumn) + edit.newText + line.slice(edit.endColumn)
    const after = await engine.lint({
      files: [source.name],
      overlay: [{ name: source.name, text: lines.join('\n') }],
      rules: ['obsolete_statement']
    })
    assert.deepEqual(after, [])
  })

  test('that cannot parse a source report nothing for it', async () => {
    assert.ok(
      Array.isArray(
        await engine.lint({
          files: ['zx.prog.abap'],
          overlay: [file('zx.prog.abap', "REPORT zx. ((((( ' `")]
        })
      )
    )
  })
})
