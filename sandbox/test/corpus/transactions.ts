import type { RepositoryFile } from '../../types.ts'
import { column } from '../runtime/support.ts'

const document = (content: string): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<abapGit version="v1.0.0"><asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"><asx:values>${content}</asx:values></asx:abap></abapGit>\n`

/** The table that the cases lock and change. */
export const SHAPE = {
  name: 'ZTA',
  description: 'a',
  columns: [column('ID', 'CHAR', 4, { key: true }), column('N', 'INT4', 10)]
}
const LOCK_OBJECT: RepositoryFile = {
  name: 'ezta.enqu.xml',
  text: document(
    '<DD25V><VIEWNAME>EZTA</VIEWNAME><DDLANGUAGE>E</DDLANGUAGE><AGGTYPE>E</AGGTYPE><ROOTTAB>ZTA</ROOTTAB></DD25V>' +
      '<DD26E_TABLE><DD26E><VIEWNAME>EZTA</VIEWNAME><TABNAME>ZTA</TABNAME><ENQMODE>E</ENQMODE></DD26E></DD26E_TABLE>' +
      '<DD27P_TABLE><DD27P><VIEWNAME>EZTA</VIEWNAME><VIEWFIELD>ID</VIEWFIELD><TABNAME>ZTA</TABNAME><FIELDNAME>ID</FIELDNAME></DD27P></DD27P_TABLE>'
  )
}
const GROUP: readonly RepositoryFile[] = [
  {
    name: 'zta_up.fugr.xml',
    text: document(
      '<AREAT>a</AREAT><INCLUDES><SOBJ_NAME>LZTA_UPTOP</SOBJ_NAME><SOBJ_NAME>SAPLZTA_UP</SOBJ_NAME></INCLUDES><FUNCTIONS><item><FUNCNAME>Z_TA_ADD</FUNCNAME><SHORT_TEXT>a</SHORT_TEXT>' +
        '<IMPORT><RSIMP><PARAMETER>ID</PARAMETER><TYP>CSEQUENCE</TYP></RSIMP></IMPORT></item></FUNCTIONS>'
    )
  },
  { name: 'zta_up.fugr.lzta_uptop.abap', text: 'FUNCTION-POOL zta_up.\n' },
  { name: 'zta_up.fugr.saplzta_up.abap', text: 'INCLUDE lzta_uptop.\nINCLUDE lzta_upuxx.\n' },
  {
    name: 'zta_up.fugr.z_ta_add.abap',
    text: 'FUNCTION z_ta_add.\n*"  IMPORTING\n*"     VALUE(ID) TYPE  CSEQUENCE\n  INSERT zta FROM @( VALUE #( id = id ) ).\nENDFUNCTION.\n'
  }
]

const lock = (parameters: string): string =>
  `CALL FUNCTION 'ENQUEUE_EZTA' EXPORTING ${parameters} EXCEPTIONS foreign_lock = 1 system_failure = 2 OTHERS = 3.\nr = |{ r }{ sy-subrc } |.\n`
const unlock = (parameters: string): string =>
  `CALL FUNCTION 'DEQUEUE_EZTA' EXPORTING ${parameters}.\n`
const count = (name: string): string =>
  `SELECT COUNT( * ) FROM zta INTO @DATA(${name}).\nr = |{ r }{ ${name} } |.\n`
const register = (id: string): string =>
  `CALL FUNCTION 'Z_TA_ADD' IN UPDATE TASK EXPORTING id = '${id}'.\n`

/** What a program sees of locks and update modules: rule, statements, and what they leave in `r`. */
export const CASES: readonly (readonly [rule: string, body: string, result: string])[] = [
  ['exclusive locks of one owner add up', lock("id = '1'") + lock("id = '1'"), '0 0'],
  [
    'an exclusive lock that does not add up is refused beside a lock',
    lock("id = '1'") + lock("id = '1' mode_zta = 'X'") + 'r = |{ r }{ sy-msgid }{ sy-msgno }|.',
    '0 1 MC601'
  ],
  [
    'locks of other values do not collide, an initial value locks all',
    lock("id = '1' mode_zta = 'X'") + lock("id = '2' mode_zta = 'X'") + lock("mode_zta = 'S'"),
    '0 0 1'
  ],
  [
    'an initial value locks itself alone, if X_ says so',
    lock("id = '1' mode_zta = 'X'") + lock("id = ' ' x_id = 'X' mode_zta = 'X'"),
    '0 0'
  ],
  [
    'a lock ends as often as it was set',
    lock("id = '1'") +
      lock("id = '1'") +
      unlock("id = '1'") +
      lock("id = '1' mode_zta = 'X'") +
      unlock("id = '1'") +
      lock("id = '1' mode_zta = 'X'"),
    '0 0 1 0'
  ],
  [
    'locks of the update owner end with a rollback, those of the program stay',
    lock("id = '1' mode_zta = 'X'") +
      lock("id = '2' mode_zta = 'X' _scope = '1'") +
      'ROLLBACK WORK.\n' +
      lock("id = '1' mode_zta = 'X'") +
      lock("id = '2' mode_zta = 'X'"),
    '0 0 0 1'
  ],
  [
    'without an update module COMMIT WORK leaves the locks, with one they end',
    lock("id = '1' mode_zta = 'X'") +
      'COMMIT WORK.\n' +
      lock("id = '1' mode_zta = 'X'") +
      register('a') +
      'COMMIT WORK.\n' +
      lock("id = '1' mode_zta = 'X'"),
    '0 1 0'
  ],
  [
    'a parameter that the lock object does not have',
    "TRY.\nCALL FUNCTION 'ENQUEUE_EZTA' EXPORTING absent = '1'.\nCATCH cx_sy_dyn_call_param_not_found INTO DATA(x).\nr = x->parameter.\nENDTRY.",
    'ABSENT'
  ],
  [
    'a commit of the database alone runs no update modules',
    register('a') +
      `CALL FUNCTION 'DB_COMMIT'.\n` +
      count('before') +
      'COMMIT WORK.\n' +
      count('after'),
    '0 1'
  ],
  [
    'an update module runs at COMMIT WORK',
    register('a') + register('b') + count('before') + 'COMMIT WORK.\n' + count('after'),
    '0 2'
  ],
  [
    'an update module does not run after a rollback',
    register('a') + 'ROLLBACK WORK.\n' + register('b') + 'COMMIT WORK AND WAIT.\n' + count('after'),
    '1'
  ],
  [
    'an update module gets the values of the call',
    "DATA id TYPE c LENGTH 4 VALUE 'one'.\nCALL FUNCTION 'Z_TA_ADD' IN UPDATE TASK EXPORTING id = id.\nid = 'two'.\nCOMMIT WORK.\nSELECT SINGLE id FROM zta INTO @id.\nr = id.",
    'one'
  ]
]

/** The cases as test methods `C0` and following, which fail with what they left in `r`. */
export const PROGRAM: readonly RepositoryFile[] = [
  LOCK_OBJECT,
  ...GROUP,
  {
    name: 'zcl_ta.clas.abap',
    text: 'CLASS zcl_ta DEFINITION PUBLIC.\nENDCLASS.\nCLASS zcl_ta IMPLEMENTATION.\nENDCLASS.\n'
  },
  {
    name: 'zcl_ta.clas.testclasses.abap',
    text:
      'CLASS ltcl_test DEFINITION FOR TESTING RISK LEVEL HARMLESS DURATION SHORT.\n  PRIVATE SECTION.\n' +
      CASES.map((_, index) => `    METHODS c${index} FOR TESTING.\n`).join('') +
      'ENDCLASS.\nCLASS ltcl_test IMPLEMENTATION.\n' +
      CASES.map(
        ([, body], index) =>
          `  METHOD c${index}.\n    DATA r TYPE string.\n    DELETE FROM zta.\n    COMMIT WORK.\n${body}\n    cl_abap_unit_assert=>fail( |\\{{ condense( r ) }\\}| ).\n  ENDMETHOD.\n`
      ).join('') +
      'ENDCLASS.\n'
  }
]
