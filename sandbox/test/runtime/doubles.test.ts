import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { mentionedShapes } from '../../runtime/rows.ts'
import type { RepositoryFile, UnitRun } from '../../types.ts'
import * as objects from './object-doubles.ts'
import type { Case } from './object-doubles.ts'
import { LIMITS, column, database, sharedRuntime, temporaryFolder } from './support.ts'

const runtime = sharedRuntime()
const ROWS = [
  { ID: 'A', PRICE: 1 },
  { ID: 'B', PRICE: 2 }
]
const rows = database(temporaryFolder(), [
  {
    shape: {
      name: 'ZSOLD',
      description: 'sold',
      columns: [column('ID', 'CHAR', 3, { key: true }), column('PRICE', 'INT4', 10)]
    },
    rows: ROWS
  },
  {
    shape: {
      name: 'ZNAME',
      description: 'names',
      columns: [column('ID', 'CHAR', 3, { key: true }), column('NAME', 'CHAR', 10)]
    },
    rows: [{ ID: 'A', NAME: 'Apple' }]
  }
])
rows.defineView(
  'ZV_SOLD',
  'define view entity zv_sold as select from zsold association [0..1] to zname as _name on _name.id = $projection.id { key id as id, price as price, _name }'
)
rows.defineView(
  'ZV_TOTAL',
  'define view entity zv_total as select from zv_sold { key id as id, sum( price ) as total } group by id'
)
rows.defineView(
  'ZV_NAMED',
  'define view entity zv_named as select from zsold association [0..1] to zname as _name on _name.id = $projection.id { key id as id, _name.name as name }'
)
rows.defineView(
  'ZV_ABOVE',
  'define view entity zv_above with parameters p : abap.int4 as select from zsold { key id as id } where price > $parameters.p'
)

/** What the productive class sees: ids and prices, then the totals of the view. */
const PRODUCTIVE: RepositoryFile = {
  name: 'zcl_sales.clas.abap',
  text: `CLASS zcl_sales DEFINITION PUBLIC.
  PUBLIC SECTION.
    CLASS-METHODS sold RETURNING VALUE(result) TYPE string.
    CLASS-METHODS total RETURNING VALUE(result) TYPE string.
    CLASS-METHODS named RETURNING VALUE(result) TYPE string.
ENDCLASS.
CLASS zcl_sales IMPLEMENTATION.
  METHOD sold.
    SELECT id, price FROM zsold ORDER BY id INTO TABLE @DATA(found).
    LOOP AT found INTO DATA(line).
      result = |{ result }{ line-id }{ line-price };|.
    ENDLOOP.
  ENDMETHOD.
  METHOD total.
    SELECT id, total FROM zv_total ORDER BY id INTO TABLE @DATA(found).
    LOOP AT found INTO DATA(line).
      result = |{ result }{ line-id }{ line-total };|.
    ENDLOOP.
  ENDMETHOD.
  METHOD named.
    SELECT id, name FROM zv_named ORDER BY id INTO TABLE @DATA(found).
    LOOP AT found INTO DATA(line).
      result = |{ result }{ line-id }{ line-name };|.
    ENDLOOP.
  ENDMETHOD.
ENDCLASS.
`
}

/** EML on the view. */
const BEHAVIOR: RepositoryFile = {
  name: 'zv_sold.bdef.asbdef',
  text: 'managed;\nstrict ( 2 );\ndefine behavior for ZV_SOLD alias Sold\npersistent table zsold\nlock master\n{\n  update;\n}\n'
}

const SQL = `sql = cl_osql_test_environment=>create( VALUE #( ( 'zsold' ) ) ).`
const CDS = (entity: string, more = ''): string =>
  `cds = cl_cds_test_environment=>create( i_for_entity = '${entity}' ${more} ).`
const SALES = (environment: string, list: string): string =>
  `${environment}->insert_test_data( VALUE zsales( ${list} ) ).`
const REAL = 'A1;B2;'

const CASES: readonly Case[] = [
  { title: 'without a test environment the rows are read', body: 'r = sold( ).', result: REAL },
  { title: 'a double is empty at first', body: `${SQL} r = sold( ).`, result: '' },
  {
    title: 'test data are what ABAP SQL of the code under test reads',
    body: `${SQL} ${SALES('sql', "( id = 'X' price = 7 )")} r = sold( ).`,
    result: 'X7;'
  },
  {
    title: 'INSERT, UPDATE, MODIFY and DELETE change the double',
    body: `${SQL} INSERT zsold FROM TABLE @( VALUE zsales( ( id = 'X' price = 1 ) ( id = 'Y' price = 1 ) ( id = 'Z' price = 1 ) ) ).
UPDATE zsold SET price = 5 WHERE id = 'X'. MODIFY zsold FROM @( VALUE #( id = 'Y' price = 6 ) ). DELETE FROM zsold WHERE zsold~id = 'Z'. r = sold( ). sql->destroy( ). r = |{ r }/{ sold( ) }|.`,
    result: `X5;Y6;/${REAL}`
  },
  {
    title: 'clear_doubles empties the doubles, destroy brings the table back',
    body: `${SQL} ${SALES('sql', "( id = 'X' )")} sql->clear_doubles( ). r = sold( ). sql->destroy( ). r = |{ r }/{ sold( ) }|.`,
    result: `/${REAL}`
  },
  {
    title: 'redirection is switched off and on',
    body: `${SQL} ${SALES('sql', "( id = 'X' )")} sql->disable_double_redirection( ). r = sold( ). sql->enable_double_redirection( ). r = |{ r }/{ sold( ) }|.`,
    result: `${REAL}/X0;`
  },
  {
    title: 'get_double takes test data for one dependency',
    body: `${SQL} sql->get_double( 'ZSOLD' )->insert( cl_osql_test_data=>create( VALUE zsales( ( id = 'Q' ) ) ) ). r = sold( ). sql->get_double( 'zsold' )->clear( ). r = |{ r }/{ sold( ) }|.`,
    result: 'Q0;/'
  },
  {
    title: 'a double of a table does not reach a CDS view over the table',
    body: `${SQL} r = total( ).`,
    result: REAL
  },
  {
    title: 'a CDS view itself is replaced where ABAP SQL names it',
    body: `sql = cl_osql_test_environment=>create( VALUE #( ( 'ZV_TOTAL' ) ) ). sql->insert_test_data( VALUE zv_totals( ( id = 'T' total = 3 ) ) ). r = total( ).`,
    result: 'T3;'
  },
  {
    title: 'ROLLBACK WORK takes back what the code changed, not the test data',
    body: `${SQL} ${SALES('sql', "( id = 'X' )")} INSERT zsold FROM @( VALUE #( id = 'Y' ) ). ROLLBACK WORK. r = sold( ).`,
    result: 'X0;'
  },
  {
    title: 'COMMIT WORK keeps the rows of the double',
    body: `${SQL} INSERT zsold FROM @( VALUE #( id = 'Y' ) ). COMMIT WORK. ROLLBACK WORK. r = sold( ).`,
    result: 'Y0;'
  },
  {
    title: 'test data twice with the same key are an exception',
    body: `${SQL} TRY. ${SALES('sql', "( id = 'X' ) ( id = 'X' )")} CATCH cx_sy_open_sql_db. r = 'twice'. ENDTRY.`,
    result: 'twice'
  },
  {
    title: 'a dependency that the dictionary does not have is named',
    body: `sql = cl_osql_test_environment=>create( VALUE #( ( 'ZSOLT' ) ) ).`,
    result: /"ZSOLT" is not defined.*ZSOLD/
  },
  {
    title: 'test data of a type without a double are named',
    body: `${SQL} sql->insert_test_data( VALUE zv_totals( ( id = 'T' ) ) ).`,
    result: /no test double of "ZV_TOTAL"/
  },
  {
    title: 'a view with parameters has no double',
    body: `sql = cl_osql_test_environment=>create( VALUE #( ( 'ZV_ABOVE' ) ) ).`,
    result: /ZV_ABOVE, which has parameters/
  },
  {
    title: 'a CDS view under test reads the doubles of its sources',
    body: `${CDS('zv_total')} cds->insert_test_data( VALUE zv_sales( ( id = 'X' price = 2 ) ( id = 'Y' price = 3 ) ) ). r = total( ).`,
    result: 'X2;Y3;'
  },
  {
    title: 'ABAP SQL on the sources themselves reads them until redirection is enabled',
    body: `${CDS('zv_named')} ${SALES('cds', "( id = 'X' price = 2 )")} r = sold( ). cds->enable_double_redirection( ). r = |{ r }/{ sold( ) }|. cds->destroy( ). r = |{ r }/{ sold( ) }|.`,
    result: `${REAL}/X2;/${REAL}`
  },
  {
    title: 'the base dependencies are the tables below all views',
    body: `${CDS('ZV_TOTAL', 'i_select_base_dependencies = abap_true')} ${SALES('cds', "( id = 'X' price = 2 )")} r = total( ).`,
    result: 'X2;'
  },
  {
    title: 'dependencies are named one by one',
    body: `${CDS('ZV_TOTAL', `i_dependency_list = VALUE #( ( name = 'ZSOLD' type = 'TABLE' ) )`)} ${SALES('cds', "( id = 'X' price = 2 )")} r = total( ).`,
    result: 'X2;'
  },
  {
    title: 'an association that the view follows is a dependency',
    body: `${CDS('zv_named')} ${SALES('cds', "( id = 'A' )")} r = named( ). cds->insert_test_data( VALUE znames( ( id = 'A' name = 'Ant' ) ) ). r = |{ r }/{ named( ) }|.`,
    result: 'A;/AAnt;'
  },
  {
    title: 'an association that the view only offers is one on demand',
    body: `${CDS('zv_sold', `test_associations = 'X'`)} ${SALES('cds', "( id = 'A' )")} cds->insert_test_data( VALUE znames( ( id = 'A' name = 'Ant' ) ) ). DATA(list) = 'id, \\_name-name AS called'. DATA all TYPE znames. SELECT (list) FROM zv_sold INTO TABLE @all. r = all[ 1 ]-name.`,
    result: 'Ant'
  },
  {
    title: 'EML reads what the test environment of its entity replaces',
    body: `${CDS('zv_sold')} ${SALES('cds', "( id = 'X' price = 2 )")} READ ENTITIES OF zv_sold ENTITY Sold ALL FIELDS WITH VALUE #( ( id = 'X' ) ( id = 'A' ) ) RESULT DATA(sales). r = |{ lines( sales ) }{ sales[ 1 ]-price }|.`,
    result: '12'
  },
  {
    title: 'several CDS views share their doubles',
    body: `cds = cl_cds_test_environment=>create_for_multiple_cds( VALUE #( ( i_for_entity = 'ZV_NAMED' ) ( i_for_entity = 'ZV_TOTAL' i_select_base_dependencies = abap_true ) ) ). ${SALES('cds', "( id = 'A' price = 9 )")} r = |{ total( ) }/{ named( ) }|.`,
    result: 'A9;/A;'
  },
  {
    title: 'get_double of a CDS view takes its test data',
    body: `${CDS('zv_named')} cds->get_double( 'zsold' )->insert( cl_cds_test_data=>create( VALUE zsales( ( id = 'Q' ) ) ) ). cds->get_access_control_double( )->disable_access_control( ). r = named( ).`,
    result: 'Q;'
  },
  {
    title: 'a table has nothing to replace',
    body: CDS('zsold'),
    result: /ZSOLD is no CDS view/i
  },
  {
    title: 'parameters of test data are refused by name',
    body: `${SQL} sql->insert_test_data( i_data = VALUE zsales( ) i_parameter_values = VALUE #( ( parameter_name = 'P' parameter_value = '1' ) ) ).`,
    result: /test data for values of the parameters/
  }
]

const LAST = [
  {
    title: 'test data of class_setup are there for every method, changes of a method are not',
    body: `r = sold( ). INSERT zsold FROM @( VALUE #( id = 'Y' ) ).`,
    result: 'K9;'
  },
  { title: 'so in the next method', body: 'r = sold( ).', result: 'K9;' }
]

const HEAD = `CLASS name DEFINITION FOR TESTING RISK LEVEL HARMLESS DURATION SHORT.
  PRIVATE SECTION.
    TYPES zsales TYPE STANDARD TABLE OF zsold WITH EMPTY KEY.
    TYPES znames TYPE STANDARD TABLE OF zname WITH EMPTY KEY.
    TYPES zv_sales TYPE STANDARD TABLE OF zv_sold WITH EMPTY KEY.
    TYPES zv_totals TYPE STANDARD TABLE OF zv_total WITH EMPTY KEY.
    CLASS-DATA sql TYPE REF TO if_osql_test_environment.
    CLASS-DATA cds TYPE REF TO if_cds_test_environment.
    CLASS-METHODS class_setup.
    METHODS teardown.
    METHODS sold RETURNING VALUE(r) TYPE string.
    METHODS total RETURNING VALUE(r) TYPE string.
    METHODS named RETURNING VALUE(r) TYPE string.
`

function testClass(name: string, setup: string, cases: readonly Case[]): string {
  const end =
    setup === ''
      ? 'IF sql IS BOUND. sql->destroy( ). ENDIF. IF cds IS BOUND. cds->destroy( ). ENDIF.'
      : ''
  return `${HEAD.replace('name', name)}${cases.map((_, index) => `    METHODS c${index} FOR TESTING.\n`).join('')}ENDCLASS.
CLASS ${name} IMPLEMENTATION.
  METHOD class_setup.
    ${setup}
  ENDMETHOD.
  METHOD teardown.
    ${end}
  ENDMETHOD.
  METHOD sold.
    r = zcl_sales=>sold( ).
  ENDMETHOD.
  METHOD total.
    r = zcl_sales=>total( ).
  ENDMETHOD.
  METHOD named.
    r = zcl_sales=>named( ).
  ENDMETHOD.
${cases.map(({ body }, index) => `  METHOD c${index}.\n    DATA r TYPE string.\n    ${body}\n    cl_abap_unit_assert=>fail( msg = |\\{{ r }\\}| ).\n  ENDMETHOD.\n`).join('')}ENDCLASS.
`
}

const FILE = 'zcl_sales.clas.testclasses.abap'
/** The second class leaves its environment behind, and the third one must not see it. */
const PARTS: ReadonlyArray<readonly [string, string, readonly Case[]]> = [
  ['LTCL_CASES', '', CASES],
  ['LTCL_LEFT', `${SQL} ${SALES('sql', "( id = 'K' price = 9 )")}`, LAST],
  ['LTCL_AFTER', '', CASES.slice(0, 1)]
]

async function run(): Promise<UnitRun['classes']> {
  const text = PARTS.map(([name, setup, cases]) => testClass(name, setup, cases)).join('')
  const files = [PRODUCTIVE, BEHAVIOR, { name: FILE, text }]
  const { classes } = await runtime.unit({
    files,
    classes: PARTS.map(([name, , cases]) => ({
      file: FILE,
      name,
      methods: cases.map((_, index) => `C${index}`)
    })),
    tables: mentionedShapes(rows.file, files),
    database: rows.file,
    limits: { ...LIMITS, milliseconds: 10_000 }
  })
  return classes
}

type Method = UnitRun['classes'][number]['methods'][number]

async function judge(
  t: TestContext,
  cases: readonly Case[],
  methods: readonly Method[]
): Promise<void> {
  for (const [index, { title, result }] of cases.entries()) {
    await t.test(title, () => {
      const alert = methods[index]?.alerts[0]
      const said = `${alert?.title} ${alert?.details.join(' ')}`
      if (typeof result !== 'string') assert.match(said, result)
      else assert.equal(/\{(.*)\}/s.exec(said)?.[1], result, said)
    })
  }
}

const SEAMS = `CLASS zcl_seam DEFINITION PUBLIC.
  PUBLIC SECTION.
    METHODS run IMPORTING a TYPE i RETURNING VALUE(r) TYPE string.
ENDCLASS.
CLASS zcl_seam IMPLEMENTATION.
  METHOD run.
    DATA local TYPE i.
    TEST-SEAM first. " what the test replaces
      DATA declared TYPE i.
      declared = 1.
      local = a.
    END-TEST-SEAM.
    TEST-SEAM empty.
    END-TEST-SEAM.
    r = |{ local }{ declared }|.
  ENDMETHOD.
ENDCLASS.
`
const cut = '    r = NEW zcl_seam( )->run( 4 ).'
const SEAM_CASES: readonly Case[] = [
  { title: 'without an injection the seam runs', body: cut, result: '41' },
  {
    title: 'an injection runs in its place and sees what is visible there',
    body: `    TEST-INJECTION first. "it's. in force\n      local = a * 2.\n      declared = strlen( |{ a }. '| ).\n    END-TEST-INJECTION.\n${cut}`,
    result: '84'
  },
  {
    title: 'an empty seam is filled, and an injection without statements empties one',
    body: `    TEST-INJECTION empty.\n      local = 7.\n    END-TEST-INJECTION.\n    TEST-INJECTION first.\n    END-TEST-INJECTION.\n${cut}`,
    result: '70'
  },
  {
    title: 'the injection that was reached last is in force',
    body: `    TEST-INJECTION first.\n      local = 1.\n    END-TEST-INJECTION.\n    IF 1 = 2.\n      TEST-INJECTION first.\n        local = 2.\n      END-TEST-INJECTION.\n    ENDIF.\n${cut}\n    TEST-INJECTION first.\n      local = 3.\n    END-TEST-INJECTION.\n    r = |{ r }/{ NEW zcl_seam( )->run( 4 ) }|.`,
    result: '10/30'
  },
  { title: 'an injection ends with its test method', body: cut, result: '41' }
]

function seamTests(cases: readonly Case[]): RepositoryFile[] {
  const methods = cases.map((_, index) => `    METHODS c${index} FOR TESTING.`).join('\n')
  const bodies = cases.map(
    ({ body }, index) =>
      `  METHOD c${index}.\n    DATA r TYPE string.\n${body}\n    cl_abap_unit_assert=>fail( msg = |\\{{ r }\\}| ).\n  ENDMETHOD.`
  )
  const text = `CLASS ltcl_test DEFINITION FOR TESTING RISK LEVEL HARMLESS DURATION SHORT.\n  PRIVATE SECTION.\n${methods}\nENDCLASS.\nCLASS ltcl_test IMPLEMENTATION.\n${bodies.join('\n')}\nENDCLASS.\n`
  return [
    { name: 'zcl_seam.clas.abap', text: SEAMS },
    { name: 'zcl_seam.clas.testclasses.abap', text }
  ]
}

async function runSeams(cases: readonly Case[]): Promise<readonly Method[]> {
  const { classes } = await runtime.unit({
    files: seamTests(cases),
    classes: [
      {
        file: 'zcl_seam.clas.testclasses.abap',
        name: 'LTCL_TEST',
        methods: cases.map((_, index) => `C${index}`)
      }
    ],
    tables: [],
    database: '',
    limits: { ...LIMITS, milliseconds: 10_000 }
  })
  assert.deepEqual(classes[0]?.alerts, [])
  return classes[0].methods
}

describe('test doubles', () => {
  test('injections replace what stands in test seams', async t => {
    await judge(t, SEAM_CASES, await runSeams(SEAM_CASES))
  })

  test('an injection that is not valid in its seam is refused, other methods run', async t => {
    const cases: readonly Case[] = [
      { title: 'without an injection', body: cut, result: '41' },
      {
        title: 'an injection with a name that the seam does not see',
        body: `    DATA own TYPE i.\n    TEST-INJECTION first.\n      local = own.\n    END-TEST-INJECTION.\n${cut}`,
        result: /TEST-INJECTION/
      }
    ]
    await judge(t, cases, await runSeams(cases))
  })

  test('of tables and views redirect ABAP SQL of the code under test', async t => {
    const classes = await run()
    for (const [position, [name, , cases]] of PARTS.entries()) {
      const { alerts = [], methods = [] } = classes[position] ?? {}
      assert.deepEqual(alerts, [], name)
      await judge(t, cases, methods)
    }
  })

  test('of interfaces and classes answer as they are configured', async t => {
    const { DOUBLED, FILE: file, OBJECT_CASES: cases, TESTS: text } = objects
    const names = cases.map((_, index) => `C${index}`)
    const { classes } = await runtime.unit({
      files: [...DOUBLED, { name: file, text }],
      classes: [{ file, name: 'LTCL_TEST', methods: names }],
      tables: [],
      database: '',
      limits: { ...LIMITS, milliseconds: 10_000 }
    })
    assert.deepEqual(classes[0]?.alerts, [])
    await judge(t, cases, classes[0].methods)
  })
})
