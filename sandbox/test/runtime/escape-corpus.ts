/* eslint no-template-curly-in-string: off */
/**
 * Hostile programs: every one tries to reach a file, the environment, a process, a TCP port and a
 * UNIX socket.
 */
import type { RepositoryFile } from '../../types.ts'
import { backQuoted, PLACES, quoted, STATEMENTS } from './positions-of-text.ts'

/** What an escape would touch. */
export interface Targets {
  readonly port: number
  readonly socket: string
  readonly file: string
}

/** A class with test methods, each an attempt of its own. */
export interface Hostile {
  readonly title: string
  readonly files: readonly RepositoryFile[]
  readonly methods: readonly string[]
}

/** Tries everything at once, without a quote of ABAP in it. */
function javascript({ port, socket, file }: Targets): string {
  const tries = [
    `new console._stderr.constructor().connect(${port},"127.0.0.1")`,
    `new console._stderr.constructor().connect("${socket}")`,
    `process.mainModule.require("net").connect(${port})`,
    `require("net").connect("${socket}")`,
    `require("fs").writeFileSync("${file}","x")`,
    `import("node:net").then(n=>n.connect(${port}))`,
    `import("node:fs").then(f=>f.writeFileSync("${file}","x"))`,
    'abap.sandbox.write(JSON.stringify(process.env))',
    'abap.sandbox.write(require("fs").readFileSync("/etc/passwd")+"")',
    'process.binding("spawn_sync")',
    '(()=>{}).constructor("return process")().kill(1,0)',
    `fetch("http://127.0.0.1:${port}")`,
    'abap.sandbox.write("REA".concat("CHED"))'
  ]
  return `[${tries.map(each => `()=>${each}`).join(',')}].map(f=>{try{f()}catch{}})`
}

/** The ways out of a text that JavaScript knows. */
const OUT: readonly ((code: string) => string)[] = [
  code => `\${${code}}`,
  code => `'+${code}+'`,
  code => `"+${code}+"`,
  code => `\`+${code}+\``,
  code => `\\\`+${code}+\\\``,
  code => `+${code}+`,
  code => `;${code};//`,
  code => `\\'+${code}+\\'`,
  code => `*/${code}/*`
]

const DECLARED =
  'DATA: s TYPE string, o TYPE REF TO object, r TYPE REF TO data, w TYPE zinj, t TYPE STANDARD TABLE OF zinj WITH EMPTY KEY, ' +
  'p TYPE abap_parmbind_tab.\nFIELD-SYMBOLS <g> TYPE any.\n'

function hostile(title: string, bodies: readonly string[]): Hostile {
  const methods = bodies.map((_body, index) => `t${index}`)
  const definition =
    'CLASS zcl_inj DEFINITION PUBLIC.\n  PUBLIC SECTION.\n    METHODS m.\n' +
    '    CLASS-METHODS n IMPORTING x TYPE string RETURNING VALUE(y) TYPE string.\n    EVENTS e EXPORTING VALUE(x) TYPE string.\nENDCLASS.\n'
  const tests = bodies.map(
    (body, index) => `  METHOD t${index}.\n${DECLARED}${body}\n  ENDMETHOD.\n`
  )
  return {
    title,
    methods,
    files: [
      {
        name: 'zcl_inj.clas.abap',
        text: `${definition}CLASS zcl_inj IMPLEMENTATION.\n  METHOD m.\n  ENDMETHOD.\n  METHOD n.\n  ENDMETHOD.\nENDCLASS.\n`
      },
      {
        name: 'zcl_inj.clas.testclasses.abap',
        text:
          'CLASS ltcl_test DEFINITION FOR TESTING RISK LEVEL HARMLESS DURATION SHORT INHERITING FROM zcl_inj.\n  PUBLIC SECTION.\n' +
          `${methods.map(name => `    METHODS ${name} FOR TESTING.\n`).join('')}ENDCLASS.\nCLASS ltcl_test IMPLEMENTATION.\n${tests.join('')}ENDCLASS.\n`
      }
    ]
  }
}

/** Names that mean something to JavaScript, as texts that are known only when the program runs. */
const NAMES = [
  'CONSTRUCTOR',
  'constructor',
  '__PROTO__',
  '__proto__',
  'PROTOTYPE',
  'prototype',
  'PROCESS',
  'GLOBALTHIS',
  'CONSOLE',
  'EVAL',
  'REQUIRE',
  'ABAP',
  'FRIENDS_ACCESS_INSTANCE',
  'ME',
  'THEN',
  'TOSTRING',
  'VALUEOF',
  '__DEFINEGETTER__',
  'CONSTRUCTOR_',
  'THIS',
  'CONSTRUCTOR-CONSTRUCTOR',
  'CONSTRUCTOR.CONSTRUCTOR',
  'CONSTRUCTOR->CONSTRUCTOR',
  'ME->CONSTRUCTOR',
  'SY-__PROTO__',
  'OBJECT',
  'FUNCTION',
  '${PROCESS}',
  'ARGUMENTS'
]

const DYNAMIC: Readonly<Record<string, string>> = {
  ASSIGN: 'ASSIGN (s) TO <g>.\nIF <g> IS ASSIGNED. <g> = 1. ENDIF.',
  'ASSIGN of an attribute': 'ASSIGN me->(s) TO <g>.',
  'ASSIGN of a static attribute': 'ASSIGN zcl_inj=>(s) TO <g>.',
  'ASSIGN COMPONENT':
    'ASSIGN COMPONENT s OF STRUCTURE w TO <g>.\nIF <g> IS ASSIGNED. <g> = 1. ENDIF.',
  'CALL METHOD of an instance': 'CALL METHOD me->(s).',
  'CALL METHOD of a class': 'CALL METHOD zcl_inj=>(s).',
  'CALL METHOD of a named class': 'CALL METHOD (s)=>m.',
  'CALL METHOD of both': 'CALL METHOD (s)=>(s).',
  'CREATE OBJECT': 'CREATE OBJECT o TYPE (s).\nCALL METHOD o->(s).',
  'CREATE DATA': 'CREATE DATA r TYPE (s).\nASSIGN r->* TO <g>.',
  'CALL FUNCTION': 'CALL FUNCTION s.',
  PERFORM: 'PERFORM (s) IN PROGRAM (s).',
  SELECT: 'SELECT (s) FROM (s) INTO TABLE @t.',
  'SELECT with a condition': 'SELECT id FROM zinj WHERE (s) INTO TABLE @t.',
  'UPDATE of a table': 'UPDATE (s) SET (s) WHERE (s).',
  'DELETE of rows': 'DELETE FROM (s).',
  SORT: 'SORT t BY (s).',
  'READ TABLE': 'READ TABLE t WITH KEY (s) = 1 INTO w.',
  'LOOP AT': 'APPEND w TO t.\nLOOP AT t INTO w WHERE (s).\nENDLOOP.',
  'RAISE EXCEPTION': 'RAISE EXCEPTION TYPE (s).'
}

/** ABAP that asks for what it must not have, in the words of ABAP. */
const ASKED: readonly ((targets: Targets) => string)[] = [
  () =>
    "OPEN DATASET '/etc/passwd' FOR INPUT IN TEXT MODE ENCODING DEFAULT.\nREAD DATASET '/etc/passwd' INTO s.\ncl_abap_unit_assert=>fail( s ).",
  ({ file }) =>
    `OPEN DATASET '${file}' FOR OUTPUT IN TEXT MODE ENCODING DEFAULT.\nTRANSFER 'x' TO '${file}'.\nCLOSE DATASET '${file}'.`,
  ({ file }) => `OPEN DATASET '${file}' FOR APPENDING IN BINARY MODE.\nTRANSFER 'x' TO '${file}'.`,
  ({ file }) => `OPEN DATASET 'x' FOR OUTPUT IN TEXT MODE ENCODING DEFAULT FILTER 'touch ${file}'.`,
  ({ file }) => `DELETE DATASET '${file}'.\nGET DATASET '${file}' POSITION DATA(n).`,
  () =>
    "OPEN DATASET '/proc/self/environ' FOR INPUT IN BINARY MODE.\nREAD DATASET '/proc/self/environ' INTO s.\ncl_abap_unit_assert=>fail( s ).",
  ({ file }) => `CALL 'SYSTEM' ID 'COMMAND' FIELD 'touch ${file}'.`,
  () => "CALL 'C_SAPGPARAM' ID 'NAME' FIELD 'HOME' ID 'VALUE' FIELD s.",
  ({ file }) =>
    `CALL FUNCTION 'SXPG_COMMAND_EXECUTE' EXPORTING commandname = 'ZX' additional_parameters = 'touch ${file}'.`,
  ({ file }) => `CALL FUNCTION 'RFC_REMOTE_EXEC' EXPORTING command = 'touch ${file}'.`,
  () => "CALL FUNCTION 'RFC_PING' DESTINATION '127.0.0.1'.",
  ({ port }) =>
    `CALL METHOD ('CL_HTTP_CLIENT')=>('CREATE_BY_URL') EXPORTING url = 'http://127.0.0.1:${port}'.`,
  ({ port }) =>
    `CALL METHOD ('CL_WEB_HTTP_CLIENT_MANAGER')=>('CREATE_BY_HTTP_DESTINATION') EXPORTING i_destination = 'http://127.0.0.1:${port}'.`,
  ({ port }) =>
    `CALL METHOD ('CL_APC_TCP_CLIENT_MANAGER')=>('CREATE') EXPORTING i_host = '127.0.0.1' i_port = '${port}'.`,
  ({ port }) =>
    `CALL METHOD ('CL_APC_WSP_CLIENT_MANAGER')=>('CREATE_BY_URL') EXPORTING i_url = 'ws://127.0.0.1:${port}'.`,
  ({ file }) =>
    `CALL METHOD ('CL_GUI_FRONTEND_SERVICES')=>('EXECUTE') EXPORTING document = 'touch' parameter = '${file}'.`,
  ({ file }) => `EXEC SQL.\n  ATTACH '${file}' AS x\nENDEXEC.`,
  ({ file }) =>
    `s = |x' ; ATTACH '${file}' AS y; --|.\nSELECT id FROM zinj WHERE (s) INTO TABLE @t.`,
  ({ file }) => `s = |zinj" ; VACUUM INTO '${file}' --|.\nDELETE FROM (s).`,
  () => "s = `load_extension( 'x' )`.\nSELECT (s) FROM zinj INTO TABLE @t.",
  () => 's = `sqlite_master`.\nSELECT * FROM (s) INTO TABLE @t.',
  () =>
    "s = `id = '1' UNION SELECT sql FROM sqlite_master`.\nSELECT id FROM zinj WHERE (s) INTO TABLE @t.",
  () => 'SYSTEM-CALL INTERNAL MODE 1.',
  () => 'CALL DATABASE PROCEDURE x PARAMETER-TABLE p.',
  () => "CREATE OBJECT o 'EXCEL.APPLICATION'.",
  () => 'INSERT REPORT s FROM t.',
  () => 'GENERATE SUBROUTINE POOL t NAME s.\nPERFORM x IN PROGRAM (s).',
  () => 'SUBMIT zany AND RETURN.',
  () => "CALL TRANSACTION 'SM49'.",
  () => "EXPORT w TO DATABASE indx(xy) ID 'X'.",
  () => "IMPORT w FROM SHARED BUFFER indx(xy) ID 'X'.",
  () => "CALL TRANSFORMATION ('../../etc/passwd') SOURCE XML s RESULT a = s.",
  () => "CALL FUNCTION 'X' STARTING NEW TASK 'Y'.",
  () => "CALL FUNCTION 'X' IN BACKGROUND TASK.",
  () => 'cl_abap_unit_assert=>fail( |{ cl_abap_syst=>get_host_name( ) }| ).',
  () => 'CALL SCREEN 100.'
]

export function corpus(targets: Targets): Hostile[] {
  const code = javascript(targets)
  const inStatements = STATEMENTS.map(statement =>
    hostile(
      statement,
      OUT.flatMap(out => [quoted(out(code)), backQuoted(out(code))]).map(literal =>
        statement.replace(/\bL\b/g, () => literal)
      )
    )
  )
  const inPlaces = PLACES.flatMap(place =>
    OUT.slice(0, 3).map((out, index) => hostile(`${place('CODE')} ${index}`, [place(out(code))]))
  )
  const dynamic = Object.entries(DYNAMIC).map(([title, body]) =>
    hostile(
      title,
      NAMES.map(name => `s = ${backQuoted(name)}.\n${body}`)
    )
  )
  const asked = ASKED.map((ask, index) => hostile(`asked ${index}`, [ask(targets)]))
  return [...inStatements, ...inPlaces, ...dynamic, ...asked]
}
