import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CoveredProcedure, RepositoryFile, UnitRun } from '../../types.ts'
import { integer, LIMITS, rowOf, sharedRuntime, testedClass, unique } from './support.ts'

const runtime = sharedRuntime()

async function measure(
  name: string,
  files: readonly RepositoryFile[],
  methods: readonly string[],
  coverage = true
): Promise<UnitRun> {
  return await runtime.unit({
    files,
    classes: [{ file: `${name}.clas.testclasses.abap`, name: 'LTCL_TEST', methods }],
    tables: [],
    database: '',
    limits: LIMITS,
    coverage
  })
}

function found(run: UnitRun, name: string): CoveredProcedure {
  const procedure = run.coverage?.find(each => each.name === name)
  assert.ok(
    procedure !== undefined,
    `${name} in ${JSON.stringify(run.coverage?.map(each => each.name))}`
  )
  return procedure
}

/** Row of the statement → how often it ran. */
function rows(procedure: CoveredProcedure): Record<number, number> {
  return Object.fromEntries(
    procedure.statements.map(statement => [statement.startRow, statement.executed])
  )
}

const rate = `  METHOD rate.
    DATA half TYPE i.
    " what is declared does not run
    IF amount < 10.
      result = 1.
    ELSEIF amount < 20.
      result = 2.
    ELSEIF amount < 30.
      result = 3.
    ELSE.
      result = 4.
      DO times TIMES.
        half = half + 1.
      ENDDO.
    ENDIF.
    CASE result.
      WHEN 1.
        half = 0.
      WHEN OTHERS.
        half = 1.
    ENDCASE.
    TRY.
        half = 1 / ( amount - 25 ).
        half = 7.
      CATCH cx_sy_zerodivide.
        half = 8.
    ENDTRY.
  ENDMETHOD.`

describe('coverage', () => {
  test('counts runs by procedure, statement and condition', async () => {
    const name = unique('zcl_')
    const times = integer(2, 9)
    const files = testedClass(name, {
      definition:
        '    METHODS rate IMPORTING amount TYPE i times TYPE i OPTIONAL RETURNING VALUE(result) TYPE i.\n    METHODS never.\n    CLASS-METHODS empty.',
      implementation: `${rate}\n  METHOD never.\n    rate( 1 ).\n  ENDMETHOD.\n  METHOD empty.\n  ENDMETHOD.`,
      tests: {
        small: '    cut->rate( 5 ).\n    cut->rate( 9 ).',
        middle: `    cut->rate( 25 ).\n    ${name}=>empty( ).`,
        large: `    cut->rate( amount = 100 times = ${times} ).`
      }
    })
    const run = await measure(name, files, ['SMALL', 'MIDDLE', 'LARGE'])
    assert.deepEqual(
      run.classes[0]?.methods.map(method => method.alerts),
      [[], [], []]
    )
    const row = (text: string): number => rowOf(files, text)
    const covered = found(run, 'RATE')
    assert.deepEqual(
      [covered.file, covered.kind, covered.owner, covered.executed],
      [`${name}.clas.abap`, 'method', name.toUpperCase(), 4]
    )
    assert.deepEqual(
      [covered.startRow, covered.endRow],
      [row('METHOD rate.'), row('METHOD rate.') + rate.split('\n').length - 1]
    )
    assert.deepEqual(rows(covered), {
      [row('IF amount < 10')]: 4,
      [row('result = 1')]: 2,
      [row('ELSEIF amount < 20')]: 2,
      [row('result = 2')]: 0,
      [row('ELSEIF amount < 30')]: 2,
      [row('result = 3')]: 1,
      [row('result = 4')]: 1,
      [row('DO times')]: 1,
      [row('half = half + 1')]: times,
      [row('CASE result')]: 4,
      [row('half = 0')]: 2,
      [row('half = 1.')]: 2,
      [row('half = 1 /')]: 4,
      [row('half = 7')]: 3,
      [row('half = 8')]: 1
    })
    const branches = covered.statements.flatMap(statement =>
      statement.branch === undefined
        ? []
        : [[statement.branch.executedTrue, statement.branch.executedFalse]]
    )
    assert.deepEqual(branches, [
      [2, 2],
      [0, 2],
      [1, 1]
    ])
    const condition = covered.statements[0]
    assert.deepEqual([condition?.startColumn, condition?.endColumn], [4, 19])
    assert.deepEqual(
      [found(run, 'NEVER').executed, rows(found(run, 'NEVER')), found(run, 'EMPTY').executed],
      [0, { [row('    rate( 1 )')]: 0 }, 1]
    )
    assert.deepEqual(
      run.coverage?.map(each => each.name),
      ['RATE', 'NEVER', 'EMPTY'],
      'test classes are not measured'
    )
  })

  test('covers what is used of others, function modules and subroutines too', async () => {
    const [name, other, group] = [unique('zcl_'), unique('zcl_'), unique('zfg').slice(0, 10)]
    const files = [
      {
        name: `${other}.clas.abap`,
        text: `CLASS ${other} DEFINITION PUBLIC.\n  PUBLIC SECTION.\n    CLASS-METHODS go.\nENDCLASS.\nCLASS ${other} IMPLEMENTATION.\n  METHOD go.\n    CALL FUNCTION 'Z_${group}'.\n  ENDMETHOD.\nENDCLASS.\n`
      },
      {
        name: `${group}.fugr.xml`,
        text: `<?xml version="1.0" encoding="utf-8"?><abapGit version="v1.0.0"><asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"><asx:values><AREAT>x</AREAT><INCLUDES><SOBJ_NAME>L${group.toUpperCase()}TOP</SOBJ_NAME><SOBJ_NAME>SAPL${group.toUpperCase()}</SOBJ_NAME></INCLUDES><FUNCTIONS><item><FUNCNAME>Z_${group.toUpperCase()}</FUNCNAME></item></FUNCTIONS></asx:values></asx:abap></abapGit>\n`
      },
      {
        name: `${group}.fugr.l${group}top.abap`,
        text: `FUNCTION-POOL ${group}.\nFORM deep.\n  DATA(x) = 1.\nENDFORM.\n`
      },
      {
        name: `${group}.fugr.sapl${group}.abap`,
        text: `INCLUDE l${group}top.\nINCLUDE l${group}uxx.\n`
      },
      {
        name: `${group}.fugr.z_${group}.abap`,
        text: `FUNCTION z_${group}.\n  DATA n TYPE i.\n  n = 2.\n  IF n = 3.\n    n = 4.\n  ENDIF.\nENDFUNCTION.\n`
      },
      ...testedClass(name, {
        definition: '',
        implementation: '',
        tests: { one: `    ${other}=>go( ).\n    ${other}=>go( ).` }
      })
    ]
    const run = await measure(name, files, ['ONE'])
    assert.deepEqual(
      run.classes[0]?.methods.map(method => method.alerts),
      [[]]
    )
    const module = found(run, `Z_${group.toUpperCase()}`)
    assert.deepEqual(
      [found(run, 'GO').executed, module.kind, module.executed, rows(module)],
      [2, 'function', 2, { 3: 2, 4: 2, 5: 0 }]
    )
    assert.deepEqual([found(run, 'DEEP').kind, found(run, 'DEEP').executed], ['form', 0])
  })

  test('keeps the counts before a method was stopped, and exists only on request', async () => {
    const name = unique('zcl_')
    const files = testedClass(name, {
      definition: '    METHODS go IMPORTING on TYPE abap_bool OPTIONAL.',
      implementation: '  METHOD go.\n    WHILE on = abap_true.\n    ENDWHILE.\n  ENDMETHOD.',
      tests: {
        quick: '    cut->go( ).',
        endless: '    cut->go( abap_true ).',
        after: '    cut->go( ).'
      }
    })
    const run = await measure(name, files, ['QUICK', 'ENDLESS', 'AFTER'])
    assert.deepEqual(
      run.classes[0]?.methods.map(method => method.alerts.map(alert => alert.kind)),
      [[], ['limit'], []]
    )
    assert.equal(found(run, 'GO').executed, 2)
    const plain = await measure(name, files, ['QUICK'], false)
    assert.equal(plain.coverage, undefined)
  })

  test('does not change the positions of alerts', async () => {
    const name = unique('zcl_')
    const files = testedClass(name, {
      definition: '    METHODS divide IMPORTING by TYPE i RETURNING VALUE(result) TYPE i.',
      implementation:
        '  METHOD divide.\n    IF by < 5.\n      result = 10 / by.\n    ENDIF.\n  ENDMETHOD.',
      tests: { divides: '    cut->divide( 1 ).\n    cut->divide( 0 ).' }
    })
    const [plain, counted] = await Promise.all([
      measure(name, files, ['DIVIDES'], false),
      measure(name, files, ['DIVIDES'])
    ])
    const stack = (run: UnitRun): unknown => run.classes[0]?.methods[0]?.alerts[0]?.stack
    assert.deepEqual(stack(counted), stack(plain))
    assert.deepEqual(rows(found(counted, 'DIVIDE')), {
      [rowOf(files, 'IF by')]: 2,
      [rowOf(files, '10 / by')]: 2
    })
  })
})

test('statements in the body of a LOOP are counted', async () => {
  const name = unique('zcl_loop')
  const files = testedClass(name, {
    definition: '    CLASS-METHODS sum RETURNING VALUE(result) TYPE i.',
    implementation: `  METHOD sum.
    DATA numbers TYPE STANDARD TABLE OF i WITH DEFAULT KEY.
    numbers = VALUE #( ( 1 ) ( 2 ) ( 3 ) ).
    LOOP AT numbers INTO DATA(number).
      IF number > 1.
        result = result + number.
      ENDIF.
      result = result + 0.
    ENDLOOP.
  ENDMETHOD.`,
    tests: { run: `    ${name}=>sum( ).` }
  })
  const covered = rows(found(await measure(name, files, ['RUN']), 'SUM'))
  assert.deepEqual(Object.values(covered), [1, 1, 3, 2, 3])
})

test('event blocks of a submitted report are processing blocks, and so are their includes', async () => {
  const [name, report] = [unique('zcl_'), unique('zr')]
  const include = `${report}_i`
  const files = [
    {
      name: `${report}.prog.abap`,
      text: `REPORT ${report}.
PARAMETERS p_add TYPE i.
DATA total TYPE i.
INITIALIZATION.
  p_add = 2.
AT LINE-SELECTION.
  total = 0.
START-OF-SELECTION.
  DO 3 TIMES.
    total = total + p_add.
  ENDDO.
  INCLUDE ${include}.
FORM other.
  total = 9.
ENDFORM.
`
    },
    { name: `${include}.prog.abap`, text: `IF total > 99.\n  total = 99.\nENDIF.\n` },
    {
      name: `${include}.prog.xml`,
      text: `<?xml version="1.0" encoding="utf-8"?><abapGit version="v1.0.0"><asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"><asx:values><PROGDIR><NAME>${include.toUpperCase()}</NAME><SUBC>I</SUBC></PROGDIR></asx:values></asx:abap></abapGit>`
    },
    ...testedClass(name, {
      definition: '',
      implementation: '',
      tests: { run: `    SUBMIT ${report} EXPORTING LIST TO MEMORY AND RETURN.` }
    })
  ]
  const run = await measure(name, files, ['RUN'])
  assert.deepEqual(run.classes[0]?.methods[0]?.alerts, [])
  const blocks = run.coverage?.map(one => [
    one.file.slice(report.length),
    ...[one.kind, one.name, one.executed, rows(one)]
  ])
  assert.deepEqual(blocks, [
    ['.prog.abap', 'event', 'INITIALIZATION', 1, { 5: 1 }],
    ['.prog.abap', 'event', 'AT LINE-SELECTION', 0, { 7: 0 }],
    ['.prog.abap', 'event', 'START-OF-SELECTION', 1, { 9: 1, 10: 3 }],
    ['.prog.abap', 'form', 'OTHER', 0, { 14: 0 }],
    ['_i.prog.abap', 'event', 'START-OF-SELECTION', 1, { 1: 1, 2: 0 }]
  ])
})
