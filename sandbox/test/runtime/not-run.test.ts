/**
 * A test that did not run is never green, and an object with errors is never reported as absent.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createRuntime } from '../../runtime/index.ts'
import { loadKernel } from '../../kernel/index.ts'
import type { RepositoryFile } from '../../types.ts'
import { areMissingStandard } from '../../workbench/missing-standard.ts'
import {
  consoleClass,
  integer,
  LIMITS,
  runTests,
  sharedRuntime,
  testedClass,
  unique
} from './support.ts'

const runtime = sharedRuntime()

/**
 * What makes a test class impossible to run: text before the test class, and what stands in the
 * global class.
 */
const IMPOSSIBLE: Readonly<
  Record<
    string,
    { local?: string; fixtures?: string; fixture?: string; body?: string; broken?: boolean }
  >
> = {
  'a local class with a statement that does not exist': {
    local: 'CLASS lcl DEFINITION. ENDCLASS. CLASS lcl IMPLEMENTATION. ENDCLASS.\nFOO BAR BAZ.\n'
  },
  'a local class below one with errors': {
    local:
      'CLASS lcl DEFINITION INHERITING FROM zcl_broken. ENDCLASS. CLASS lcl IMPLEMENTATION. ENDCLASS.\n',
    broken: true
  },
  'a global class with errors': { body: '    FOO BAR BAZ.' },
  'native code in a literal': { body: "    WRITE '@KERNEL x'." },
  'a call of the kernel': { body: "    CALL 'SYSTEM' ID 'X' FIELD sy-subrc." },
  'a test class below one with errors': {
    local:
      'CLASS lth DEFINITION FOR TESTING INHERITING FROM zcl_broken ABSTRACT. ENDCLASS. CLASS lth IMPLEMENTATION. ENDCLASS.\n',
    broken: true
  },
  'a static constructor that raises': {
    fixtures: '    RAISE EXCEPTION TYPE cx_sy_zerodivide.',
    fixture: 'class_constructor'
  },
  'class_setup that fails': { fixtures: "    cl_abap_unit_assert=>fail( 'no fixture' )." },
  'class_setup that raises': { fixtures: '    RAISE EXCEPTION TYPE cx_sy_zerodivide.' },
  'class_setup that uses a class with errors': { fixtures: '    zcl_broken=>go( ).', broken: true },
  'class_setup that uses a class that is absent': { fixtures: '    zcl_absent=>go( ).' }
}

const BROKEN: RepositoryFile = {
  name: 'zcl_broken.clas.abap',
  text:
    'CLASS zcl_broken DEFINITION PUBLIC CREATE PUBLIC.\n  PUBLIC SECTION.\n    CONSTANTS c TYPE i VALUE 1.\n' +
    '    CLASS-METHODS go.\nENDCLASS.\nCLASS zcl_broken IMPLEMENTATION.\n  METHOD go.\n    FOO BAR BAZ.\n  ENDMETHOD.\nENDCLASS.\n'
}

function impossible(
  name: string,
  how: (typeof IMPOSSIBLE)[string],
  methods: readonly string[]
): RepositoryFile[] {
  const tests = Object.fromEntries(
    methods.map(method => [method.toLowerCase(), '    cl_abap_unit_assert=>assert_bound( cut ).'])
  )
  const files = testedClass(name, {
    definition: '    METHODS compute.',
    implementation: `  METHOD compute.\n${how.body ?? ''}\n  ENDMETHOD.`,
    tests,
    ...(how.local === undefined ? {} : { local: how.local })
  })
  const fixture = how.fixture ?? 'class_setup'
  const section = fixture === 'class_setup' ? '' : '  PUBLIC SECTION.\n'
  const withFixture =
    how.fixtures === undefined
      ? files
      : files.map(({ name: file, text }) => ({
          name: file,
          text: text
            .replace(
              '    METHODS setup.\n',
              `    METHODS setup.\n${section}    CLASS-METHODS ${fixture}.\n${section === '' ? '' : '  PRIVATE SECTION.\n'}`
            )
            .replace(
              '  METHOD setup.',
              `  METHOD ${fixture}.\n${how.fixtures}\n  ENDMETHOD.\n  METHOD setup.`
            )
        }))
  return how.broken === true ? [...withFixture, BROKEN] : withFixture
}

describe('every method of a class that cannot be run has an alert with the reason', () => {
  for (const [words, how] of Object.entries(IMPOSSIBLE)) {
    test(words, async () => {
      const name = unique('zcl_')
      const methods = Array.from({ length: integer(1, 4) }, () => unique('T_').toUpperCase())
      const run = await runTests(runtime, name, impossible(name, how, methods), methods)
      assert.deepEqual(
        run.methods.map(method => method.name),
        methods
      )
      for (const method of run.methods) {
        assert.match(method.alerts[0]?.title ?? 'no alert', /^Not run: .{10}/)
        assert.notEqual(method.alerts[0]?.kind, 'warning')
      }
      assert.ok(run.alerts.length > 0)
    })
  }

  test('a test class that the closure does not have', async () => {
    const name = unique('zcl_')
    const files = impossible(name, {}, ['ONE']).slice(0, 1)
    const run = await runTests(runtime, name, files, ['ONE', 'TWO'])
    assert.deepEqual(
      run.methods.map(method => method.alerts.length),
      [1, 1]
    )
  })

  test('a method that the class does not have', async () => {
    const name = unique('zcl_')
    const run = await runTests(runtime, name, impossible(name, {}, ['ONE']), ['ONE', 'MISSING'])
    assert.deepEqual(
      run.methods.map(method => method.alerts.length),
      [0, 1]
    )
  })

  test('a program that cannot be prepared at all', async () => {
    const closing = createRuntime({ library: loadKernel() })
    const name = unique('zcl_')
    const deep = `${'( '.repeat(60_000)}1${' )'.repeat(60_000)}`
    const files = impossible(name, { body: `    DATA(a) = ${deep}.` }, ['ONE', 'TWO'])
    const run = await runTests(closing, name, files, ['ONE', 'TWO'])
    await closing.close()
    assert.deepEqual(
      run.methods.map(method => /^Not run: /.test(method.alerts[0]?.title ?? '')),
      [true, true]
    )
  })
})

test('a class that skips itself has no results, and no failure', async () => {
  const name = unique('zcl_')
  const run = await runTests(
    runtime,
    name,
    impossible(name, { fixtures: "    cl_abap_unit_assert=>skip( 'not here' )." }, ['ONE']),
    ['ONE']
  )
  assert.deepEqual([run.alerts.map(alert => alert.kind), run.methods], [['warning'], []])
})

test('a local interface that is declared before it is defined runs', async () => {
  const name = unique('zcl_')
  const local =
    'INTERFACE lif_x DEFERRED.\nCLASS lcl DEFINITION.\n  PUBLIC SECTION.\n    DATA x TYPE REF TO lif_x.\nENDCLASS.\n' +
    'INTERFACE lif_x.\n  METHODS m.\nENDINTERFACE.\nCLASS lcl IMPLEMENTATION.\nENDCLASS.\n'
  const run = await runTests(runtime, name, impossible(name, { local }, ['ONE']), ['ONE'])
  assert.deepEqual([run.alerts, run.methods.map(method => method.alerts)], [[], [[]]])
})

const BROKEN_INTERFACE: RepositoryFile = {
  name: 'zif_broken.intf.abap',
  text: 'INTERFACE zif_broken PUBLIC.\n  CONSTANTS c TYPE i VALUE 1.\n  FOO BAR BAZ.\nENDINTERFACE.\n'
}

const GROUP: readonly RepositoryFile[] = [
  {
    name: 'zgrp.fugr.xml',
    text:
      '<?xml version="1.0" encoding="utf-8"?>\n<abapGit version="v1.0.0" serializer="LCL_OBJECT_FUGR" serializer_version="v1.0.0">' +
      '<asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"><asx:values><AREAT>x</AREAT>' +
      '<INCLUDES><SOBJ_NAME>LZGRPTOP</SOBJ_NAME><SOBJ_NAME>SAPLZGRP</SOBJ_NAME></INCLUDES>' +
      '<FUNCTIONS><item><FUNCNAME>Z_BROKEN_FM</FUNCNAME></item></FUNCTIONS></asx:values></asx:abap></abapGit>'
  },
  { name: 'zgrp.fugr.lzgrptop.abap', text: 'FUNCTION-POOL zgrp.\n' },
  { name: 'zgrp.fugr.saplzgrp.abap', text: 'INCLUDE lzgrptop.\nINCLUDE lzgrpuxx.\n' },
  {
    name: 'zgrp.fugr.z_broken_fm.abap',
    text: 'FUNCTION z_broken_fm.\n  FOO BAR BAZ.\nENDFUNCTION.\n'
  }
]

/** Ways to use an object that exists and has errors. */
const USES: Readonly<Record<string, readonly [body: string, name: string]>> = {
  'a static call': ['zcl_broken=>go( ).', 'ZCL_BROKEN'],
  'a constant': ['WRITE zcl_broken=>c.', 'ZCL_BROKEN'],
  'an instance': ['DATA(o) = NEW zcl_broken( ).', 'ZCL_BROKEN'],
  'a dynamic instance': [
    "DATA o TYPE REF TO object. CREATE OBJECT o TYPE ('ZCL_BROKEN').",
    'ZCL_BROKEN'
  ],
  'a dynamic call': ["CALL METHOD ('ZCL_BROKEN')=>('GO').", 'ZCL_BROKEN'],
  'a use that catches everything': ['TRY. zcl_broken=>go( ). CATCH cx_root. ENDTRY.', 'ZCL_BROKEN'],
  'a constant of an interface': ['WRITE zif_broken=>c.', 'ZIF_BROKEN'],
  'a function module': ["CALL FUNCTION 'Z_BROKEN_FM'.", 'Z_BROKEN_FM'],
  'a function module with exceptions handled': [
    "CALL FUNCTION 'Z_BROKEN_FM' EXCEPTIONS OTHERS = 1.",
    'Z_BROKEN_FM'
  ]
}

describe('a use of an object that has errors names its first error', () => {
  for (const [words, [body, used]] of Object.entries(USES)) {
    test(words, async () => {
      const name = unique('zcl_')
      const files = [consoleClass(name, body), BROKEN, BROKEN_INTERFACE, ...GROUP]
      const { alert } = await runtime.console({
        files,
        class: name,
        tables: [],
        database: '',
        limits: LIMITS
      })
      assert.equal(alert?.kind, 'unsupported')
      assert.match(alert.title, new RegExp(`${used} has errors: .*FOO`))
      assert.match(alert.details.join(), /line \d+/)
    })
  }

  test('an unknown class is still reported', async () => {
    const name = unique('zcl_')
    const { alert } = await runtime.console({
      files: [consoleClass(name, 'zcl_absent=>go( ).')],
      class: name,
      tables: [],
      database: '',
      limits: LIMITS
    })
    assert.match(alert?.title ?? '', /ZCL_ABSENT is not in the sandbox/)
  })

  test('a class beside it that does not use it runs', async () => {
    const name = unique('zcl_')
    const implementing =
      'CLASS lcl DEFINITION. PUBLIC SECTION. INTERFACES zif_broken. ENDCLASS. CLASS lcl IMPLEMENTATION. ENDCLASS.\n'
    const run = await runTests(
      runtime,
      name,
      [...impossible(name, { local: implementing }, ['ONE']), BROKEN, BROKEN_INTERFACE, ...GROUP],
      ['ONE']
    )
    assert.deepEqual(
      run.methods.map(method => method.alerts),
      [[]]
    )
  })
})

const catching = (statement: string) =>
  `TRY.\n${statement}\nCATCH cx_root INTO DATA(e).\nout->write( cl_abap_classdescr=>get_class_name( e ) ).\nENDTRY.`

describe('an absent function module', () => {
  const run = async (statement: string) =>
    await runtime.console({
      files: [consoleClass('zcl_calls', catching(statement))],
      class: 'zcl_calls',
      outside: { classes: [], functions: ['Z_LATER'], programs: [], namespaces: ['/OWN/'] },
      tables: [],
      database: '',
      limits: LIMITS
    })
  const ENDING: Readonly<Record<string, string>> = {
    "CALL FUNCTION 'BAPI_ABSENT'.": 'not available in the sandbox: FUNCTION BAPI_ABSENT',
    "CALL FUNCTION 'BAPI_ABSENT' EXCEPTIONS OTHERS = 1.":
      'not available in the sandbox: FUNCTION BAPI_ABSENT',
    'DATA(f) = `/SAPX/ABSENT`. CALL FUNCTION f.':
      'not available in the sandbox: FUNCTION /SAPX/ABSENT',
    "CALL FUNCTION 'BAPI_ABSENT' IN UPDATE TASK. COMMIT WORK AND WAIT.":
      'not available in the sandbox: FUNCTION BAPI_ABSENT',
    "DATA(f) = 'Z_LATER'. CALL FUNCTION f.":
      'the function module Z_LATER is named when the program runs and is no part of it'
  }
  for (const [statement, title] of Object.entries(ENDING)) {
    test(`ends the run past every CATCH: ${statement}`, async () => {
      const { alert } = await run(statement)
      assert.equal(alert?.kind, 'unsupported')
      assert.equal(alert.title, `Not supported by the sandbox runtime: ${title}`)
    })
  }

  const RAISING = ['Z_ABSENT', '/OWN/ABSENT', 'bapi_absent', 'No module', '']
  for (const name of RAISING) {
    test(`raises an exception where no system has the name: "${name}"`, async () => {
      const { alert, output } = await run(`DATA(f) = \`${name}\`. CALL FUNCTION f.`)
      assert.equal(alert, undefined)
      assert.match(output, /CX_SY_DYN_CALL_ILLEGAL_FUNC/)
    })
  }
})

test('a method of an absent class ends the run past every CATCH', async () => {
  const { alert } = await runtime.console({
    files: [consoleClass('zcl_calls', catching('cl_absent=>go( ).'))],
    class: 'zcl_calls',
    tables: [],
    database: '',
    limits: LIMITS
  })
  assert.equal(alert?.kind, 'unsupported')
})

test('a use of a class whose static constructor raised names the exception', async () => {
  const name = unique('zcl_')
  const local =
    'CLASS lcl DEFINITION.\n  PUBLIC SECTION.\n    CLASS-DATA x TYPE i.\n    CLASS-METHODS class_constructor.\nENDCLASS.\n' +
    'CLASS lcl IMPLEMENTATION.\n  METHOD class_constructor.\n    RAISE EXCEPTION TYPE cx_sy_zerodivide.\n  ENDMETHOD.\nENDCLASS.\n'
  const methods = ['UNUSED', 'USED']
  const files = impossible(name, { local }, methods).map(({ name: file, text }) => ({
    name: file,
    text: text.replace(
      /METHOD used\./i,
      'METHOD used.\n    TRY. lcl=>x = 1. CATCH cx_root. ENDTRY.'
    )
  }))
  const run = await runTests(runtime, name, files, methods)
  assert.deepEqual(
    run.methods.map(method => method.alerts.map(alert => alert.title)),
    [[], ['The static constructor of LCL failed: Exception Error <CX_SY_ZERODIVIDE>']]
  )
})

describe('an object with syntax errors', () => {
  const errors = (texts: readonly string[]) =>
    texts.map(text => ({
      file: 'zcl_x.clas.abap',
      startRow: 1,
      startColumn: 0,
      endRow: 1,
      endColumn: 1,
      severity: 'E' as const,
      rule: 'check_syntax',
      text
    }))
  const VERDICTS: readonly (readonly [runs: boolean, ...texts: string[]])[] = [
    [
      true,
      'The class "cl_gui_frontend_services" does not exist.',
      'The method "get" does not exist.'
    ],
    [true, 'The type of "X" is unknown: REF, unable to resolve if_http_client.'],
    [true, 'The type "TY_VERSION" uses "CVERS_REF", which does not exist.'],
    [false, 'The class "zcl_absent" does not exist.'],
    [false, 'The class "cl_gui_cfw" does not exist.', 'The type "ZABSENT" does not exist.'],
    [false, 'The method "get" does not exist.'],
    [false, 'The types are incompatible.']
  ]
  test('does not run with an error that the runtime cannot judge', () => {
    const [missing, other] = errors(['The class "cl_gui_cfw" does not exist.', 'Not implemented.'])
    assert.equal(areMissingStandard([missing, other] as never), true)
    const unjudged = { ...other, rule: 'implement_methods' }
    assert.equal(areMissingStandard([missing, unjudged] as never), false)
  })
  const FOLLOWING: readonly (readonly [runs: boolean, row: string, ...before: string[]])[] = [
    [true, 'lt_all', 'The type of "LT_ALL" is unknown: "SABSENT_TAB" does not exist.'],
    [
      true,
      'ls_all-rows',
      'The type of "LT_ALL" is unknown: "SABSENT_TAB" does not exist.',
      'The type of "LS_ALL" is unknown: Type error, not a table type lt_all.'
    ],
    [false, 'lt_other', 'The type of "LT_ALL" is unknown: "SABSENT_TAB" does not exist.'],
    [false, 'lt_all', 'The type of "LT_ALL" is unknown: "ZABSENT_TAB" does not exist.']
  ]
  for (const [runs, variable, ...before] of FOLLOWING) {
    test(`${runs ? 'runs' : 'does not run'} with a row of ${variable}, whose type is unknown: ${before.join(' ')}`, () => {
      const texts = [
        ...before,
        `The type of "LS_ROW" is unknown: Type error, not a table type ${variable}.`
      ]
      const found = errors(texts).map(each => ({ ...each, rule: 'unknown_types' }))
      assert.equal(areMissingStandard(found as never), runs)
    })
  }
  for (const [runs, ...texts] of VERDICTS) {
    test(`${runs ? 'runs where the standard lacks a name' : 'does not run'}: ${texts.join(' ')}`, () => {
      assert.equal(areMissingStandard(errors(texts) as never), runs)
    })
  }
})
