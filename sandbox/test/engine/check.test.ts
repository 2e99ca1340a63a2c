import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { ABAPObject } from '@abaplint/core'
import { createEngine } from '../../engine/index.ts'
import { lint } from '../../engine/lint.ts'
import { createRepository } from '../../engine/repository.ts'
import type { Engine, FileMessage, RepositoryFile } from '../../types.ts'
import { LIBRARY, brief, classWith, errors, file, table, unique } from './fixture.ts'

const TABLE = unique('ztab_').slice(0, 14)
const ABSTRACT = unique('zcl_abs_')
const FINAL = unique('zcl_fin_')

let engine: Engine

before(async () => {
  engine = createEngine({ library: LIBRARY })
  await engine.load([
    table(TABLE, [
      ['client', 'CLNT', 3, true],
      ['code', 'CHAR', 10, true],
      ['amount', 'INT4', 10]
    ]),
    file(
      `${ABSTRACT}.clas.abap`,
      `CLASS ${ABSTRACT} DEFINITION PUBLIC ABSTRACT CREATE PUBLIC.`,
      '  PUBLIC SECTION.',
      '    METHODS price ABSTRACT.',
      'ENDCLASS.',
      `CLASS ${ABSTRACT} IMPLEMENTATION.`,
      'ENDCLASS.'
    ),
    classWith(FINAL)
  ])
})
after(() => engine.close())

async function checked(...files: RepositoryFile[]): Promise<FileMessage[]> {
  return engine.check({ files: files.slice(0, 1).map(entry => entry.name), overlay: files })
}

async function inMethod(...body: string[]): Promise<FileMessage[]> {
  return checked(classWith(unique('zcl_'), ...body))
}

async function inReport(...body: string[]): Promise<FileMessage[]> {
  const name = unique('zr_')
  return checked(file(`${name}.prog.abap`, `REPORT ${name}.`, ...body))
}

describe('a right source', () => {
  test('has no findings', async () => {
    assert.deepEqual(
      (
        await inMethod('    DATA(sum) = 1 + 2.', '    IF sum > 2.', '      RETURN.', '    ENDIF.')
      ).map(brief),
      []
    )
  })

  test('may select columns, sort by aliases and compare with components of host variables', async () => {
    const messages = await inReport(
      `DATA row TYPE ${TABLE}.`,
      `SELECT code AS c, SUM( amount ) AS total FROM ${TABLE} WHERE code <> @row-code GROUP BY code ORDER BY total, c INTO TABLE @DATA(list).`,
      'WRITE lines( list ).'
    )
    assert.deepEqual(errors(messages), [])
  })
})

describe('names', () => {
  test('an unknown variable is reported at its exact place', async () => {
    const [only, ...more] = await inMethod('    lv_missing = 1.')
    assert.deepEqual(more, [])
    assert.deepEqual(
      [only?.startRow, only?.startColumn, only?.endRow, only?.endColumn],
      [7, 4, 7, 14]
    )
    assert.match(only?.text ?? '', /"lv_missing" is unknown/)
  })

  test('an unknown name is an error in any form', async () => {
    assert.match(
      errors(await inMethod('    DATA x TYPE bkpf.', "    x-bukrs = '1'."))[0] ?? '',
      /"BKPF" does not exist/
    )
    assert.match(
      errors(await inMethod('    cl_gui_alv_grid=>free( ).'))[0] ?? '',
      /"cl_gui_alv_grid" does not exist/
    )
  })

  test('an unknown method, parameter and component', async () => {
    assert.deepEqual(errors(await inMethod('    me->nothing( ).')), [
      '7:8 E The method "nothing" does not exist.'
    ])
    assert.match(
      errors(
        await inMethod('    cl_abap_unit_assert=>assert_equals( act = 1 exp = 1 foo = 2 ).')
      )[0] ?? '',
      /no importing parameter "FOO"/i
    )
    assert.match(
      errors(await inReport(`DATA row TYPE ${TABLE}.`, 'row-nothing = 1.'))[0] ?? '',
      /"nothing"/i
    )
  })
})

describe('blocks', () => {
  test('an IF without ENDIF is reported where another block ends', async () => {
    assert.deepEqual(errors(await inMethod('    IF 1 = 1.', '      WRITE 1.')), [
      '9:2 E Incorrect nesting: before the statement "ENDMETHOD", the structure introduced by "IF" in line 7 must be concluded by "ENDIF".'
    ])
  })

  test('an ENDLOOP without LOOP is reported at its place', async () => {
    assert.deepEqual(errors(await inMethod('    WRITE 1.', '    ENDLOOP.')), [
      '8:4 E Incorrect nesting: for the statement "ENDLOOP", there is no open structure introduced by "LOOP".'
    ])
  })

  test('a CATCH closes what was opened in its TRY', async () => {
    const messages = await inMethod(
      '    TRY.',
      '        IF 1 = 1.',
      '      CATCH cx_root.',
      '        ENDIF.',
      '    ENDTRY.'
    )
    assert.deepEqual(errors(messages), [
      '9:6 E Incorrect nesting: before the statement "CATCH CX_ROOT", the structure introduced by "IF" in line 8 must be concluded by "ENDIF".'
    ])
  })

  test('a missing ENDMETHOD and a missing ENDFORM', async () => {
    const name = unique('zcl_')
    const { text } = classWith(name)
    const messages = await checked({
      name: `${name}.clas.abap`,
      text: text.replace('  ENDMETHOD.\n', '')
    })
    assert.deepEqual(errors(messages), [
      '7:0 E Incorrect nesting: before the statement "ENDCLASS", the structure introduced by "METHOD" in line 6 must be concluded by "ENDMETHOD".'
    ])
    assert.deepEqual(errors(await inReport('FORM a.', '  WRITE 1.', 'FORM b.', 'ENDFORM.')), [
      '4:0 E Incorrect nesting: before the statement "FORM B", the structure introduced by "FORM" in line 2 must be concluded by "ENDFORM".'
    ])
  })

  test('a declaration in a method is reported at its place', async () => {
    assert.deepEqual(errors(await inMethod('    METHODS more.')), [
      '7:4 E "METHODS" is allowed only in the definition part of a class.'
    ])
  })
})

describe('statements', () => {
  test('a missing period is reported after the word before it', async () => {
    assert.deepEqual(errors(await inMethod('    DATA x TYPE i', '    x = 1.')), [
      '7:16 E A period is missing after "i": the statement "x …" begins in line 8.'
    ])
  })

  test('a misspelt keyword and an open literal', async () => {
    assert.match(
      errors(await inMethod('    WRTE 1.'))[0] ?? '',
      /^7:4 E The statement "WRTE …" is not known/
    )
    assert.match(
      errors(await inMethod('    DATA x TYPE string.', "    x = 'open."))[0] ?? '',
      /^8:8 E The literal beginning with ' is not closed/
    )
  })

  test('statements that leave the language are refused by name', async () => {
    for (const [lines, word] of [
      [["    WRITE '@KERNEL process.exit(1);'."], /@KERNEL/],
      [['    WRITE `@KERNEL 1`.'], /@KERNEL/],
      [["    CALL 'SYSTEM' ID 'COMMAND' FIELD sy-uname."], /kernel function/],
      [['    EXEC SQL.', '      SELECT 1', '    ENDEXEC.'], /EXEC SQL/]
    ] as const) {
      const [first] = errors(await inMethod(...lines))
      assert.match(first ?? '', word)
      assert.match(first ?? '', /^7:4 E .* not allowed in this system/)
    }
  })

  test('a macro does not hide them', async () => {
    const messages = await inReport(
      'DEFINE out.',
      '  WRITE &1.',
      'END-OF-DEFINITION.',
      "out '@KERNEL 1'."
    )
    assert.ok(
      errors(messages).some(text => text.includes('@KERNEL')),
      errors(messages).join('\n')
    )
  })
})

describe('classes', () => {
  test('a concrete class has to redefine what is abstract', async () => {
    const name = unique('zcl_')
    const messages = await checked(
      file(
        `${name}.clas.abap`,
        `CLASS ${name} DEFINITION PUBLIC INHERITING FROM ${ABSTRACT} CREATE PUBLIC.`,
        'ENDCLASS.',
        `CLASS ${name} IMPLEMENTATION.`,
        'ENDCLASS.'
      )
    )
    assert.deepEqual(errors(messages), [
      `1:6 E The class "${name.toUpperCase()}" is not abstract, but does not redefine the abstract method "PRICE" of "${ABSTRACT.toUpperCase()}".`
    ])
  })

  test('a class in between may leave it open', async () => {
    const [middle, last] = [unique('zcl_'), unique('zcl_')]
    const overlay = [
      file(
        `${last}.clas.abap`,
        `CLASS ${last} DEFINITION PUBLIC INHERITING FROM ${middle} CREATE PUBLIC.`,
        '  PUBLIC SECTION.',
        '    METHODS price REDEFINITION.',
        'ENDCLASS.',
        `CLASS ${last} IMPLEMENTATION.`,
        '  METHOD price.',
        '  ENDMETHOD.',
        'ENDCLASS.'
      ),
      file(
        `${middle}.clas.abap`,
        `CLASS ${middle} DEFINITION PUBLIC INHERITING FROM ${ABSTRACT} ABSTRACT CREATE PUBLIC.`,
        'ENDCLASS.',
        `CLASS ${middle} IMPLEMENTATION.`,
        'ENDCLASS.'
      )
    ]
    assert.deepEqual(
      errors(await engine.check({ files: overlay.map(entry => entry.name), overlay })),
      []
    )
  })

  test('a missing implementation and a final superclass', async () => {
    const name = unique('zcl_')
    const { text } = classWith(name)
    assert.deepEqual(
      errors(
        await checked({
          name: `${name}.clas.abap`,
          text: text.replace(/ {2}METHOD run[\s\S]*ENDMETHOD\.\n/, '')
        })
      ),
      ['5:6 E The implementation of the method "run" is missing.']
    )
    const heir = unique('zcl_')
    const messages = await checked(
      file(
        `${heir}.clas.abap`,
        `CLASS ${heir} DEFINITION PUBLIC INHERITING FROM ${FINAL} CREATE PUBLIC.`,
        'ENDCLASS.',
        `CLASS ${heir} IMPLEMENTATION.`,
        'ENDCLASS.'
      )
    )
    assert.equal(messages.filter(message => message.severity === 'E').length, 1)
  })

  test('findings land in the part they belong to', async () => {
    const name = unique('zcl_')
    const parts = [
      classWith(name),
      file(
        `${name}.clas.locals_imp.abap`,
        'CLASS lcl DEFINITION.',
        'ENDCLASS.',
        'CLASS lcl IMPLEMENTATION.',
        '  METHOD gone.',
        '  ENDMETHOD.',
        'ENDCLASS.'
      ),
      file(
        `${name}.clas.testclasses.abap`,
        'CLASS ltc DEFINITION FOR TESTING.',
        '  PRIVATE SECTION.',
        '    METHODS t FOR TESTING.',
        'ENDCLASS.',
        'CLASS ltc IMPLEMENTATION.',
        '  METHOD t.',
        '    unknown_thing = 1.',
        '  ENDMETHOD.',
        'ENDCLASS.'
      )
    ]
    const found = (await checked(...parts))
      .filter(message => message.severity === 'E')
      .map(message => `${message.file} ${message.startRow}`)
    assert.deepEqual(found, [`${name}.clas.locals_imp.abap 4`, `${name}.clas.testclasses.abap 7`])
  })
})

describe('severities', () => {
  test('an uncaught exception and an unused variable are warnings', async () => {
    const exception = unique('zcx_')
    const messages = await checked(
      classWith(unique('zcl_'), `    RAISE EXCEPTION TYPE ${exception}.`),
      file(
        `${exception}.clas.abap`,
        `CLASS ${exception} DEFINITION PUBLIC INHERITING FROM cx_static_check CREATE PUBLIC.`,
        'ENDCLASS.',
        `CLASS ${exception} IMPLEMENTATION.`,
        'ENDCLASS.'
      )
    )
    assert.deepEqual(
      messages.map(message => message.severity),
      ['W']
    )
    assert.match(messages[0]?.text ?? '', /neither caught nor declared/)
    assert.deepEqual((await inMethod('    DATA lonely TYPE i.')).map(brief), [])
  })

  test('style is no matter of the syntax check', async () => {
    assert.deepEqual((await inMethod('    data(X) = 1.', '    write X.     ')).map(brief), [])
  })
})

describe('SQL', () => {
  test('an unknown field is reported at its place in every clause', async () => {
    for (const [clause, column] of [
      [`SELECT nope FROM ${TABLE}`, 7],
      [`SELECT code FROM ${TABLE} WHERE nope = 1`, 31 + TABLE.length - 7],
      [`SELECT code FROM ${TABLE} ORDER BY nope`, 34 + TABLE.length - 7]
    ] as const) {
      const messages = await inReport(`${clause} INTO TABLE @DATA(list).`, 'WRITE lines( list ).')
      const [first] = messages.filter(message => message.severity === 'E')
      assert.match(first?.text ?? '', /"NOPE" does not exist/, clause)
      assert.equal(first?.startColumn, clause.indexOf('nope'), `${clause} ${column}`)
    }
  })
})

describe('CDS', () => {
  const view = (name: string, ...lines: string[]) =>
    file(`${name}.ddls.asddls`, `define view entity ${name}`, ...lines)

  test('a right view has no findings', async () => {
    assert.deepEqual(
      errors(
        await checked(
          view(
            unique('zv_'),
            `  as select from ${TABLE} {`,
            '  key code,',
            '  amount as Total',
            '}'
          )
        )
      ),
      []
    )
  })

  test('an unknown source and an unknown field are reported at their positions', async () => {
    assert.deepEqual(
      errors(await checked(view(unique('zv_'), '  as select from zno_table {', '  key code', '}'))),
      ['2:17 E The data source "zno_table" does not exist.']
    )
    const [message] = errors(
      await checked(
        view(unique('zv_'), `  as select from ${TABLE} {`, '  key code,', '  missing', '}')
      )
    )
    assert.match(message ?? '', /^4:2 E The field "missing" does not exist/)
  })

  test('a missing comma, an open brace, an open literal and a wrong clause have a place', async () => {
    assert.deepEqual(
      errors(
        await checked(
          view(unique('zv_'), `  as select from ${TABLE} {`, '  key code', '  amount', '}')
        )
      ),
      ['3:6 E A comma is missing after "code".']
    )
    assert.match(
      errors(await checked(view(unique('zv_'), `  as select from ${TABLE} {`, '  key code')))[0] ??
        '',
      /^2:\d+ E "{" is not closed/
    )
    assert.match(
      errors(
        await checked(view(unique('zv_'), `  as select from ${TABLE} {`, "  'abc as x", '}'))
      )[0] ?? '',
      /^3:2 E The literal is not closed/
    )
    assert.match(
      errors(
        await checked(
          view(unique('zv_'), `  as select from ${TABLE} {`, '  key code', '}', 'wher code = 1')
        )
      )[0] ?? '',
      /^5:0 E .*"wher"/
    )
  })
})

describe('dictionary objects and includes', () => {
  test('a table with an unknown data element is an error', async () => {
    const name = unique('zt_').slice(0, 14)
    const { text } = table(name, [['code', 'CHAR', 10, true]])
    const messages = await checked({
      name: `${name}.tabl.xml`,
      text: text.replace(
        '<ADMINFIELD>',
        '<ROLLNAME>ZNO_ELEMENT</ROLLNAME><COMPTYPE>E</COMPTYPE><ADMINFIELD>'
      )
    })
    assert.match(errors(messages)[0] ?? '', /"ZNO_ELEMENT" does not exist/)
  })

  test('an include is checked as a part of its main program', async () => {
    const [main, include] = [unique('zr_'), unique('zi_')]
    const xml = file(
      `${include}.prog.xml`,
      '<abapGit><asx:abap xmlns:asx="http://www.sap.com/abapxml"><asx:values><PROGDIR><SUBC>I</SUBC></PROGDIR></asx:values></asx:abap></abapGit>'
    )
    const overlay = (body: string) => [
      file(`${include}.prog.abap`, body),
      xml,
      file(`${main}.prog.abap`, `REPORT ${main}.`, 'DATA shared TYPE i.', `INCLUDE ${include}.`)
    ]
    assert.deepEqual(errors(await checked(...overlay('shared = 1.'))), [])
    const messages = await checked(...overlay('shared = 1.\nunshared = 2.'))
    assert.deepEqual(
      messages.map(message => `${message.file} ${brief(message)}`.replace(/ The name.*/, '')),
      [`${include}.prog.abap 2:0 E`]
    )
    assert.deepEqual(
      (await checked(...overlay('x = 1.').slice(0, 2))).map(message => message.severity),
      ['W']
    )
  })

  test('the parameters and the data of the group are visible in a function module', async () => {
    const [group, module] = [unique('zfg'), unique('z_fm_')]
    const xml = file(
      `${group}.fugr.xml`,
      '<abapGit><asx:abap xmlns:asx="http://www.sap.com/abapxml"><asx:values><AREAT>x</AREAT>',
      `<INCLUDES><SOBJ_NAME>L${group.toUpperCase()}TOP</SOBJ_NAME><SOBJ_NAME>SAPL${group.toUpperCase()}</SOBJ_NAME></INCLUDES>`,
      `<FUNCTIONS><item><FUNCNAME>${module.toUpperCase()}</FUNCNAME><SHORT_TEXT>x</SHORT_TEXT><IMPORT><RSIMP><PARAMETER>IV_IN</PARAMETER><TYP>I</TYP></RSIMP></IMPORT></item></FUNCTIONS>`,
      '</asx:values></asx:abap></abapGit>'
    )
    const files = (body: string) => [
      file(`${group}.fugr.${module}.abap`, `FUNCTION ${module}.`, body, 'ENDFUNCTION.'),
      xml,
      file(`${group}.fugr.l${group}top.abap`, `FUNCTION-POOL ${group}.`, 'DATA gv_count TYPE i.'),
      file(`${group}.fugr.sapl${group}.abap`, `INCLUDE l${group}top.`, `INCLUDE l${group}uxx.`)
    ]
    assert.deepEqual(errors(await checked(...files('  gv_count = iv_in.'))), [])
    const [message] = await checked(...files('  gv_other = iv_in.'))
    assert.equal(message?.file, `${group}.fugr.${module}.abap`)
    assert.equal(message?.startRow, 2)
  })
})

const UNUSED = ['unused_variables']

async function unused(...files: RepositoryFile[]): Promise<FileMessage[]> {
  return engine.lint({ files: [files[0]?.name ?? ''], overlay: files, rules: UNUSED })
}

describe('what is not used is a finding of ATC, and no warning of the syntax check', () => {
  test('is reported for what no other object can use, and for nothing else', async () => {
    const name = unique('zcl_')
    const messages = await unused(
      file(
        `${name}.clas.abap`,
        `CLASS ${name} DEFINITION PUBLIC CREATE PUBLIC.`,
        '  PUBLIC SECTION.',
        '    DATA total TYPE i.',
        '    CONSTANTS most TYPE i VALUE 1.',
        '    METHODS go IMPORTING given TYPE i.',
        '  PROTECTED SECTION.',
        '    DATA kept TYPE i.',
        '  PRIVATE SECTION.',
        '    DATA hidden TYPE i.',
        'ENDCLASS.',
        `CLASS ${name} IMPLEMENTATION.`,
        '  METHOD go.',
        '    DATA local TYPE i.',
        '  ENDMETHOD.',
        'ENDCLASS.'
      )
    )
    assert.deepEqual(
      messages.map(({ rule, startRow, startColumn }) => [rule, startRow, startColumn]),
      [
        ['unused_variables', 9, 9],
        ['unused_variables', 13, 9]
      ]
    )
    assert.deepEqual(
      await unused(file('zr_unused.prog.abap', 'REPORT zr_unused.', 'PARAMETERS given TYPE i.')),
      []
    )
  })

  test('is not reported for a use in a friend or in another program with the same include', async () => {
    const [owner, friend, include, other] = [
      unique('zcl_'),
      unique('zcl_'),
      unique('zi'),
      unique('zr')
    ]
    const owned = file(
      `${owner}.clas.abap`,
      `CLASS ${owner} DEFINITION PUBLIC CREATE PUBLIC GLOBAL FRIENDS ${friend}.`,
      '  PRIVATE SECTION.',
      '    DATA known TYPE i.',
      '    DATA idle TYPE i.',
      'ENDCLASS.',
      `CLASS ${owner} IMPLEMENTATION.`,
      'ENDCLASS.'
    )
    const using = classWith(friend, `    DATA ref TYPE REF TO ${owner}.`, '    ref->known = 1.')
    const unusedIn = (found: Awaited<ReturnType<typeof unused>>) =>
      found.map(({ file: name, startRow }) => `${name} ${startRow}`)
    assert.deepEqual(unusedIn(await unused(owned, using)), [`${owner}.clas.abap 4`])
    const shared = [
      file(`${include}.prog.abap`, 'DATA told TYPE i.', 'DATA untold TYPE i.'),
      file(
        `${include}.prog.xml`,
        '<abapGit><asx:abap xmlns:asx="http://www.sap.com/abapxml"><asx:values><PROGDIR>',
        `<NAME>${include.toUpperCase()}</NAME><SUBC>I</SUBC>`,
        '</PROGDIR></asx:values></asx:abap></abapGit>'
      ),
      file(
        `${other}.prog.abap`,
        `REPORT ${other}.`,
        `INCLUDE ${include}.`,
        'told = 1.',
        'WRITE told.'
      )
    ]
    const main = unique('zr')
    assert.deepEqual(
      unusedIn(
        await unused(file(`${main}.prog.abap`, `REPORT ${main}.`, `INCLUDE ${include}.`), ...shared)
      ),
      [`${include}.prog.abap 2`]
    )
  })

  test('is found without a search of the whole repository', () => {
    const strangers = Array.from({ length: 5 }, () =>
      classWith(unique('zcl_'), '    DATA rows TYPE i.', '    rows = 1.')
    )
    const own = classWith(unique('zcl_'), '    DATA rows TYPE i.')
    const repository = createRepository([], [], () => {})
    repository.load([...strangers, own])
    const found = lint(repository, { files: [own.name], overlay: [], rules: UNUSED })
    assert.deepEqual(
      found.map(({ rule, startRow }) => `${startRow} ${rule}`),
      ['7 unused_variables']
    )
    assert.deepEqual(
      strangers.filter(
        ({ name }) => (repository.objectOf(name) as ABAPObject).syntaxResult !== undefined
      ),
      []
    )
  })
})

describe('places', () => {
  test('are those of the name in the message, not of its statement', async () => {
    const name = unique('zcl_')
    const messages = await checked(
      file(
        `${name}.clas.abap`,
        `CLASS ${name} DEFINITION PUBLIC CREATE PUBLIC.`,
        '  PUBLIC SECTION.',
        '    METHODS go IMPORTING a TYPE i.',
        'ENDCLASS.',
        `CLASS ${name} IMPLEMENTATION.`,
        '  METHOD go.',
        '    me->go(',
        '      a = 1',
        '      wrong = 2 ).',
        '  ENDMETHOD.',
        'ENDCLASS.'
      )
    )
    assert.deepEqual(errors(messages).length, 1)
    assert.deepEqual(
      messages.map(({ startRow, startColumn, endColumn }) => [startRow, startColumn, endColumn]),
      [[9, 6, 11]]
    )
  })
})
