import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { integer, rowOf, runTests, sharedRuntime, testedClass, unique } from './support.ts'

const runtime = sharedRuntime()

/** A class with generated arithmetic, and its result. */
function calculation(): {
  name: string
  files: (expected: number) => ReturnType<typeof testedClass>
  result: number
} {
  const name = unique('zcl_')
  const [factor, addend, argument] = [integer(2, 50), integer(1, 500), integer(1, 200)]
  return {
    name,
    result: argument * factor + addend,
    files: expected =>
      testedClass(name, {
        definition:
          '    METHODS compute IMPORTING iv_value TYPE i RETURNING VALUE(rv_result) TYPE i.',
        implementation: `  METHOD compute.\n    rv_result = iv_value * ${factor}.\n    rv_result = rv_result + ${addend}.\n  ENDMETHOD.`,
        tests: {
          computes: `    cl_abap_unit_assert=>assert_equals( act = cut->compute( ${argument} ) exp = ${expected} msg = 'wrong sum' ).`
        }
      })
  }
}

describe('verdicts', () => {
  test('follow from the code under test', async () => {
    const { name, files, result } = calculation()
    const passed = await runTests(runtime, name, files(result), ['COMPUTES'])
    assert.deepEqual(
      passed.methods.map(method => method.alerts),
      [[]]
    )
    const failed = await runTests(runtime, name, files(result + 1), ['COMPUTES'])
    const [alert] = failed.methods[0]?.alerts ?? []
    assert.equal(alert?.kind, 'failedAssertion')
    assert.match(alert.title, /wrong sum/)
    assert.ok(
      alert.details.some(
        detail => detail.includes(String(result)) && detail.includes(String(result + 1))
      )
    )
    assert.deepEqual(alert.stack[0], {
      file: `${name}.clas.testclasses.abap`,
      row: rowOf(files(0), 'assert_equals'),
      text: 'LTCL_TEST->COMPUTES'
    })
  })

  test('a failed assertion ends the method past CATCH CX_ROOT, and only this method', async () => {
    const name = unique('zcl_')
    const files = testedClass(name, {
      definition: '    METHODS nothing.',
      implementation: '  METHOD nothing.\n  ENDMETHOD.',
      tests: {
        caught:
          "    TRY.\n        cl_abap_unit_assert=>fail( 'one' ).\n      CATCH cx_root.\n    ENDTRY.\n    cl_abap_unit_assert=>fail( 'two' ).",
        goes_on:
          "    cl_abap_unit_assert=>fail( msg = 'one' quit = if_aunit_constants=>quit-no ).\n    cl_abap_unit_assert=>fail( msg = 'two' quit = if_aunit_constants=>quit-no ).",
        fine: '    cl_abap_unit_assert=>assert_bound( cut ).'
      }
    })
    const run = await runTests(runtime, name, files, ['CAUGHT', 'GOES_ON', 'FINE'])
    assert.deepEqual(
      run.methods.map(method => method.alerts.length),
      [1, 2, 0]
    )
    assert.match(run.methods[0]?.alerts[0]?.title ?? '', /one/)
  })

  test('an uncaught exception names its class, its text and the row that raised it', async () => {
    const name = unique('zcl_')
    const files = testedClass(name, {
      definition: '    METHODS divide IMPORTING iv_by TYPE i RETURNING VALUE(rv) TYPE i.',
      implementation: '  METHOD divide.\n    rv = 10 / iv_by.\n  ENDMETHOD.',
      tests: {
        divides: '    cut->divide( 0 ).',
        raises: '    RAISE EXCEPTION TYPE cx_sy_move_cast_error.'
      }
    })
    const run = await runTests(runtime, name, files, ['DIVIDES', 'RAISES'])
    const [divided, raised] = run.methods.map(method => method.alerts[0])
    assert.equal(divided?.kind, 'exception')
    assert.match(divided.title, /CX_SY_ZERODIVIDE/)
    assert.deepEqual(
      divided.stack.map(entry => [entry.file, entry.row, entry.text]),
      [
        [`${name}.clas.abap`, rowOf(files, '10 / iv_by'), `${name.toUpperCase()}->DIVIDE`],
        [`${name}.clas.testclasses.abap`, rowOf(files, 'cut->divide'), 'LTCL_TEST->DIVIDES']
      ]
    )
    assert.match(raised?.title ?? '', /CX_SY_MOVE_CAST_ERROR/)
    assert.equal(raised?.stack[0]?.row, rowOf(files, 'RAISE EXCEPTION'))
  })

  test('an initial reference is an exception, caught or not', async () => {
    const name = unique('zcl_')
    const files = testedClass(name, {
      definition: '    METHODS go.',
      implementation: '  METHOD go.\n  ENDMETHOD.',
      tests: {
        uncaught: `    DATA lo TYPE REF TO ${name}.\n    lo->go( ).`,
        handled: `    DATA lo TYPE REF TO ${name}.\n    TRY.\n        lo->go( ).\n        cl_abap_unit_assert=>fail( ).\n      CATCH cx_sy_ref_is_initial.\n    ENDTRY.`
      }
    })
    const run = await runTests(runtime, name, files, ['UNCAUGHT', 'HANDLED'])
    assert.match(run.methods[0]?.alerts[0]?.title ?? '', /CX_SY_REF_IS_INITIAL/)
    assert.deepEqual(run.methods[1]?.alerts, [])
  })
})

describe('fixtures', () => {
  test('run around every method, private ones of superclasses too', async () => {
    const name = unique('zcl_')
    const [base, more] = testedClass(name, {
      definition: '    CLASS-DATA log TYPE string.',
      implementation: '',
      local:
        'CLASS ltcl_base DEFINITION ABSTRACT FOR TESTING RISK LEVEL HARMLESS DURATION SHORT.\n  PRIVATE SECTION.\n    METHODS setup.\n    METHODS teardown.\nENDCLASS.\n' +
        `CLASS ltcl_base IMPLEMENTATION.\n  METHOD setup.\n    ${name}=>log = ${name}=>log && 'b'.\n  ENDMETHOD.\n  METHOD teardown.\n    ${name}=>log = ${name}=>log && 'B'.\n  ENDMETHOD.\nENDCLASS.\n`,
      tests: {}
    })
    const source = more?.text.split('CLASS ltcl_test')[0] ?? ''
    const test =
      'CLASS ltcl_test DEFINITION FOR TESTING RISK LEVEL HARMLESS DURATION SHORT INHERITING FROM ltcl_base.\n  PRIVATE SECTION.\n    CLASS-METHODS class_setup.\n    CLASS-METHODS class_teardown.\n    METHODS setup.\n    METHODS teardown.\n    METHODS first FOR TESTING.\n    METHODS second FOR TESTING.\nENDCLASS.\n' +
      'CLASS ltcl_test IMPLEMENTATION.\n' +
      Object.entries({
        class_setup: 'c',
        setup: 's',
        teardown: 'S',
        class_teardown: 'C',
        first: '1'
      })
        .map(
          ([method, letter]) =>
            `  METHOD ${method}.\n    ${name}=>log = ${name}=>log && '${letter}'.\n  ENDMETHOD.\n`
        )
        .join('') +
      `  METHOD second.\n    cl_abap_unit_assert=>assert_equals( act = ${name}=>log exp = 'cbs1SBbs' ).\n  ENDMETHOD.\nENDCLASS.\n`
    const files = [base, { name: `${name}.clas.testclasses.abap`, text: source + test }].filter(
      file => file !== undefined
    )
    const run = await runTests(runtime, name, files, ['FIRST', 'SECOND'])
    assert.deepEqual([run.alerts, run.methods.map(method => method.alerts)], [[], [[], []]])
  })

  test('a class whose class_setup fails has the alert itself', async () => {
    const name = unique('zcl_')
    const [main, tests] = testedClass(name, {
      definition: '',
      implementation: '',
      tests: { one: '' }
    })
    const text = (tests?.text ?? '')
      .replace('    METHODS setup.', '    CLASS-METHODS class_setup.\n    METHODS setup.')
      .replace(
        '  METHOD setup.',
        '  METHOD class_setup.\n    DATA lv TYPE i.\n    lv = 1 / lv.\n  ENDMETHOD.\n  METHOD setup.'
      )
    const run = await runTests(
      runtime,
      name,
      [...(main === undefined ? [] : [main]), { name: `${name}.clas.testclasses.abap`, text }],
      ['ONE']
    )
    assert.match(run.alerts[0]?.title ?? '', /CX_SY_ZERODIVIDE/)
  })
})

describe('what cannot run', () => {
  test('an unknown class, an unsupported statement and a kernel escape are named with their place and never pass', async () => {
    const name = unique('zcl_')
    const files = testedClass(name, {
      definition: '',
      implementation: '',
      tests: {
        unknown: '    cl_gui_frontend_services=>execute( ).',
        screen: '    CALL SCREEN 100.',
        fine: ''
      }
    })
    const run = await runTests(runtime, name, files, ['UNKNOWN', 'SCREEN', 'FINE'])
    const [unknown, screen, fine] = run.methods.map(method => method.alerts[0])
    assert.deepEqual([unknown?.kind, screen?.kind, fine], ['unsupported', 'unsupported', undefined])
    assert.match(unknown?.title ?? '', /CL_GUI_FRONTEND_SERVICES/)
    assert.equal(unknown?.stack[0]?.row, rowOf(files, 'cl_gui_frontend'))
    assert.match(screen?.title ?? '', /CALL SCREEN/)
  })

  test('one class that cannot be transpiled leaves the others running', async () => {
    const [good, bad] = [unique('zcl_'), unique('zcl_')]
    const parts = {
      definition: '',
      implementation: '',
      tests: { one: '    cl_abap_unit_assert=>assert_bound( cut ).' }
    }
    const broken = testedClass(bad, {
      ...parts,
      tests: { one: '    EXEC SQL.\n      SELECT 1\n    ENDEXEC.' }
    })
    const run = await runtime.unit({
      files: [...testedClass(good, parts), ...broken],
      classes: [good, bad].map(name => ({
        file: `${name}.clas.testclasses.abap`,
        name: 'LTCL_TEST',
        methods: ['ONE']
      })),
      tables: [],
      database: ''
    })
    assert.deepEqual(
      run.classes[0]?.methods.map(method => method.alerts),
      [[]]
    )
    assert.ok(run.classes[1]?.alerts.every(alert => alert.kind === 'unsupported'))
    assert.match(run.classes[1]?.alerts[0]?.title ?? '', /EXEC SQL/)
  })

  test('only the method that cannot be translated is refused', async () => {
    const name = unique('zcl_')
    const files = testedClass(name, {
      definition: '',
      implementation: '',
      tests: {
        odd: '    DATA lv TYPE i.\n    DO 2 TIMES.\n      TRY.\n          lv = lv + 1.\n        CATCH cx_root.\n          RETRY.\n      ENDTRY.\n      RAISE RESUMABLE EXCEPTION TYPE cx_sy_zerodivide.\n    ENDDO.',
        fine: ''
      }
    })
    const run = await runTests(runtime, name, files, ['ODD', 'FINE'])
    assert.deepEqual(
      run.methods.map(method => method.alerts.map(alert => alert.kind)),
      [['unsupported'], []]
    )
  })
})

describe('doubles and collaborators', () => {
  test('a local double of an interface, a function module and a report are reached from a test', async () => {
    const name = unique('zcl_')
    const group = unique('zfg').slice(0, 12)
    const report = unique('zrep')
    const answer = integer(1, 10_000)
    const files = [
      {
        name: `zif_${name}.intf.abap`,
        text: `INTERFACE zif_${name} PUBLIC.\n  METHODS rate RETURNING VALUE(rv) TYPE i.\nENDINTERFACE.\n`
      },
      { name: `${group}.fugr.xml`, text: groupXml(group) },
      { name: `${group}.fugr.l${group}top.abap`, text: `FUNCTION-POOL ${group}.\n` },
      {
        name: `${group}.fugr.sapl${group}.abap`,
        text: `INCLUDE l${group}top.\nINCLUDE l${group}uxx.\n`
      },
      {
        name: `${group}.fugr.z_${group}_add.abap`,
        text: `FUNCTION z_${group}_add.\n  ev_sum = iv_a + iv_b.\nENDFUNCTION.\n`
      },
      {
        name: `${report}.prog.abap`,
        text: `REPORT ${report}.\nFORM total CHANGING cv TYPE i.\n  cv = cv + ${answer}.\nENDFORM.\n`
      },
      ...testedClass(name, {
        definition: `    METHODS twice IMPORTING io TYPE REF TO zif_${name} RETURNING VALUE(rv) TYPE i.`,
        implementation: '  METHOD twice.\n    rv = io->rate( ) * 2.\n  ENDMETHOD.',
        local: `CLASS ltd_rate DEFINITION.\n  PUBLIC SECTION.\n    INTERFACES zif_${name}.\nENDCLASS.\nCLASS ltd_rate IMPLEMENTATION.\n  METHOD zif_${name}~rate.\n    rv = ${answer}.\n  ENDMETHOD.\nENDCLASS.\n`,
        tests: {
          doubled: `    cl_abap_unit_assert=>assert_equals( act = cut->twice( NEW ltd_rate( ) ) exp = ${answer * 2} ).`,
          called: `    DATA lv TYPE i.\n    CALL FUNCTION 'Z_${group.toUpperCase()}_ADD' EXPORTING iv_a = ${answer} iv_b = 1 IMPORTING ev_sum = lv.\n    cl_abap_unit_assert=>assert_equals( act = lv exp = ${answer + 1} ).`
        }
      })
    ]
    const run = await runTests(runtime, name, files, ['DOUBLED', 'CALLED'])
    assert.deepEqual(
      run.methods.map(method => method.alerts),
      [[], []]
    )
  })

  test('a local class may inherit from its own global class', async () => {
    const name = unique('zcl_')
    const files = [
      ...testedClass(name, {
        definition: '    METHODS own RETURNING VALUE(rv) TYPE i.',
        implementation: '  METHOD own.\n    rv = 7.\n  ENDMETHOD.',
        tests: {
          inherits:
            '    cl_abap_unit_assert=>assert_equals( act = NEW lcl_child( )->own( ) exp = 7 ).'
        }
      }),
      {
        name: `${name}.clas.locals_imp.abap`,
        text: `CLASS lcl_child DEFINITION INHERITING FROM ${name}.\nENDCLASS.\nCLASS lcl_child IMPLEMENTATION.\nENDCLASS.\n`
      }
    ]
    const run = await runTests(runtime, name, files, ['INHERITS'])
    assert.deepEqual([run.alerts, run.methods.map(method => method.alerts)], [[], [[]]])
  })
})

function groupXml(group: string): string {
  const parameter = (name: string): string =>
    `<RSIMP><PARAMETER>${name}</PARAMETER><REFERENCE>X</REFERENCE><TYP>I</TYP></RSIMP>`
  return (
    '<?xml version="1.0" encoding="utf-8"?><abapGit version="v1.0.0" serializer="LCL_OBJECT_FUGR" serializer_version="v1.0.0"><asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"><asx:values>' +
    `<AREAT>x</AREAT><INCLUDES><SOBJ_NAME>L${group.toUpperCase()}TOP</SOBJ_NAME><SOBJ_NAME>SAPL${group.toUpperCase()}</SOBJ_NAME></INCLUDES><FUNCTIONS><item><FUNCNAME>Z_${group.toUpperCase()}_ADD</FUNCNAME><IMPORT>${parameter('IV_A')}${parameter('IV_B')}</IMPORT>` +
    '<EXPORT><RSEXP><PARAMETER>EV_SUM</PARAMETER><REFERENCE>X</REFERENCE><TYP>I</TYP></RSEXP></EXPORT></item></FUNCTIONS></asx:values></asx:abap></abapGit>\n'
  )
}
