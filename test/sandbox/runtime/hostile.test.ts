import assert from 'node:assert/strict'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { loadKernel } from '../../../sandbox/kernel/index.ts'
import { createRuntime } from '../../../sandbox/runtime/index.ts'
import type { ConsoleRun, RepositoryFile } from '../../../sandbox/types.ts'
import { column, consoleClass, database, temporaryFolder, unique } from './support.ts'

const folder = temporaryFolder()
const root = join(folder, 'runtime')
const runtime = createRuntime({ library: loadKernel(), folder: root })
after(() => runtime.close())
const shape = { name: 'ZHOSTILE', description: '', columns: [column('id', 'INT4', 10, { key: true }), column('text', 'CHAR', 20)] }
const rows = database(folder, [{ shape, rows: Array.from({ length: 200 }, (_unused, id) => ({ ID: id, TEXT: `row ${id}` })) }])

const LIMITS = { milliseconds: 1500, memoryMegabytes: 64, outputBytes: 20_000 }

/** What each input may end as; whatever happens, nothing else may. */
type Verdict = 'limit' | 'unsupported' | 'exception' | 'harmless'

interface Hostile { readonly title: string, readonly may: readonly Verdict[], readonly body: string, readonly definition?: string, readonly implementation?: string, readonly files?: readonly RepositoryFile[] }

const recursion = { definition: '    METHODS again IMPORTING iv TYPE i.', implementation: '  METHOD again.\n    again( iv + 1 ).\n  ENDMETHOD.' }
const PLANTED = 'globalThis.process.mainModule.require("fs").writeFileSync("PLANT","x")'
const planted = join(folder, 'planted')
const plant = (around: (code: string) => string): string => around(PLANTED.replace('PLANT', planted))

const CORPUS: readonly Hostile[] = [
  { title: 'WHILE without end', may: ['limit'], body: 'WHILE 1 = 1.\nENDWHILE.' },
  { title: 'DO without end', may: ['limit'], body: 'DO.\nENDDO.' },
  { title: 'a loop that swallows every exception', may: ['limit'], body: 'DO.\n  TRY.\n      RAISE EXCEPTION TYPE cx_sy_zerodivide.\n    CATCH cx_root.\n  ENDTRY.\nENDDO.' },
  { title: 'a loop that grows what it loops over', may: ['limit'], body: 'DATA lt TYPE STANDARD TABLE OF i WITH EMPTY KEY.\nAPPEND 1 TO lt.\nLOOP AT lt INTO DATA(l).\n  APPEND l TO lt.\nENDLOOP.' },
  { title: 'WAIT for ever', may: ['limit', 'harmless', 'unsupported'], body: 'WAIT UP TO 86400 SECONDS.' },
  { title: 'recursion', may: ['limit'], body: 'again( 1 ).', ...recursion },
  { title: 'recursion that catches', may: ['limit'], body: 'TRY.\n    again( 1 ).\n  CATCH cx_root.\nENDTRY.', ...recursion },
  { title: 'constructor recursion', may: ['limit'], body: 'DATA(lo) = NEW lcl_again( ).', files: [{ name: 'X.clas.locals_imp.abap', text: 'CLASS lcl_again DEFINITION.\n  PUBLIC SECTION.\n    METHODS constructor.\nENDCLASS.\nCLASS lcl_again IMPLEMENTATION.\n  METHOD constructor.\n    DATA(lo) = NEW lcl_again( ).\n  ENDMETHOD.\nENDCLASS.\n' }] },
  { title: 'string doubling', may: ['limit', 'exception'], body: 'DATA(s) = `x`.\nDO.\n  s = s && s.\nENDDO.' },
  { title: 'table filling', may: ['limit'], body: 'DATA lt TYPE string_table.\nDO.\n  APPEND |{ sy-index } some text that takes some room| TO lt.\nENDDO.' },
  { title: 'table doubling', may: ['limit'], body: 'DATA lt TYPE STANDARD TABLE OF i WITH EMPTY KEY.\nAPPEND 1 TO lt.\nDO.\n  APPEND LINES OF lt TO lt.\nENDDO.' },
  { title: 'a huge repeat', may: ['limit', 'exception', 'unsupported'], body: 'DATA(s) = repeat( val = `abcdefghij` occ = 2000000000 ).\nout->write( strlen( s ) ).' },
  { title: 'objects that hold each other', may: ['limit'], body: 'DATA lt TYPE STANDARD TABLE OF REF TO object WITH EMPTY KEY.\nDO.\n  APPEND NEW zcl_abap_nothing( ) TO lt.\nENDDO.'.replace('zcl_abap_nothing( )', 'cx_sy_zerodivide( )') },
  { title: 'endless output', may: ['limit'], body: 'DO.\n  out->write( `some line of output` ).\nENDDO.' },
  { title: 'one huge line of output', may: ['limit', 'exception'], body: 'out->write( repeat( val = `x` occ = 5000000 ) ).' },
  { title: 'endless list output', may: ['limit'], body: 'DO.\n  WRITE / `some line of a list`.\nENDDO.' },
  { title: 'a regular expression that explodes', may: ['limit', 'exception', 'harmless'], body: 'DATA(s) = repeat( val = `a` occ = 40 ) && `!`.\nFIND PCRE `^(a+)+$` IN s.' },
  { title: 'native code in WRITE', may: ['unsupported'], body: plant(code => `WRITE '@KERNEL ${code}'.`) },
  { title: 'native code in lower case', may: ['unsupported'], body: plant(code => `WRITE '@kernel ${code}'.`) },
  { title: 'native code after a slash', may: ['unsupported'], body: plant(code => `WRITE / '@KERNEL ${code}'.`) },
  { title: 'native code in a chain', may: ['unsupported'], body: plant(code => `WRITE: 'x', '@KERNEL ${code}'.`) },
  { title: 'native code through a macro', may: ['unsupported'], body: plant(code => `DEFINE m.\n  WRITE &1.\nEND-OF-DEFINITION.\nm '@KERNEL ${code}'.`) },
  { title: 'native code put together by a macro', may: ['unsupported', 'harmless'], body: plant(code => `DEFINE m.\n  WRITE '@&1 ${code}'.\nEND-OF-DEFINITION.\nm KERNEL.`) },
  { title: 'native code in back quotes', may: ['unsupported'], body: plant(code => `WRITE \`@KERNEL ${code}\`.`) },
  { title: 'a kernel call', may: ['unsupported'], body: "CALL 'SYSTEM' ID 'COMMAND' FIELD 'id'." },
  { title: 'native SQL', may: ['unsupported'], body: 'EXEC SQL.\n  DROP TABLE ZHOSTILE\nENDEXEC.' },
  { title: 'a file', may: ['unsupported', 'exception'], body: "OPEN DATASET '/etc/passwd' FOR INPUT IN TEXT MODE ENCODING DEFAULT.\nDATA s TYPE string.\nREAD DATASET '/etc/passwd' INTO s.\nout->write( s )." },
  { title: 'a generated program', may: ['unsupported', 'harmless', 'exception'], body: 'DATA lt TYPE string_table.\nDATA n TYPE string.\nAPPEND `REPORT x.` TO lt.\nGENERATE SUBROUTINE POOL lt NAME n.\nPERFORM x IN PROGRAM (n).' },
  { title: 'a remote call', may: ['unsupported', 'exception'], body: "CALL FUNCTION 'RFC_PING' DESTINATION 'NONE'." },
  { title: 'an unknown function module', may: ['unsupported', 'exception'], body: "CALL FUNCTION 'Z_NOT_THERE'." },
  { title: 'a program to submit', may: ['unsupported'], body: 'SUBMIT zany AND RETURN.' },
  { title: 'JavaScript in an SQL literal', may: ['harmless'], body: plant(code => `SELECT SINGLE id FROM zhostile WHERE text = '"+${code.replaceAll('"', '`')}+"' INTO @DATA(x).`) },
  { title: 'JavaScript in a LIKE pattern', may: ['harmless'], body: plant(code => `SELECT id FROM zhostile WHERE text LIKE '\${${code.replaceAll('"', '`')}}"%' INTO TABLE @DATA(t).`) },
  { title: 'JavaScript in a string template', may: ['harmless'], body: plant(code => `out->write( |$\\{${code.replaceAll('"', '`')}\\}| ).`) },
  { title: 'JavaScript in a text', may: ['harmless'], body: plant(code => `out->write( '\`+\${${code}}+\`' ).\nDATA(s) = \`');${code};//\`.`) },
  { title: 'JavaScript in a message', may: ['harmless', 'exception', 'unsupported'], body: plant(code => `MESSAGE '"+${code}+"' TYPE 'S'.`) },
  { title: 'JavaScript in the name of a function module', may: ['exception', 'unsupported'], body: plant(code => `CALL FUNCTION '"]+${code}+["'.`) },
  { title: 'JavaScript in a dynamic class', may: ['exception', 'unsupported'], body: plant(code => `DATA lo TYPE REF TO object.\nCREATE OBJECT lo TYPE ('"];${code};["').`) },
  { title: 'JavaScript in a dynamic method', may: ['exception', 'unsupported'], body: plant(code => `CALL METHOD me->('constructor("${code.replaceAll('"', '`')}")').`) },
  { title: 'the prototype as a dynamic component', may: ['exception', 'unsupported', 'harmless'], body: 'TYPES: BEGIN OF ty, a TYPE i, END OF ty.\nDATA s TYPE ty.\nASSIGN COMPONENT `__proto__` OF STRUCTURE s TO FIELD-SYMBOL(<f>).\nASSIGN COMPONENT `constructor` OF STRUCTURE s TO <f>.\nIF <f> IS ASSIGNED. <f> = 1. ENDIF.' },
  { title: 'names that mean something in JavaScript', may: ['harmless'], body: 'DATA process TYPE i.\nDATA constructor TYPE i.\nDATA globalthis TYPE i.\nDATA prototype TYPE i.\nDATA require TYPE i.\nDATA abap TYPE i.\nprocess = 1. constructor = 2. globalthis = 3. prototype = 4. require = 5.\nout->write( process + constructor + globalthis + prototype + require ).' },
  { title: 'SQL in a host variable', may: ['harmless'], body: "DATA(k) = `' OR '1' = '1`.\nSELECT id FROM zhostile WHERE text = @k INTO TABLE @DATA(t).\nASSERT t IS INITIAL." },
  { title: 'SQL in a dynamic condition', may: ['exception', 'unsupported'], body: 'DATA(w) = `1 = 1 ) UNION SELECT name FROM sqlite_master --`.\nSELECT id FROM zhostile WHERE (w) INTO TABLE @DATA(t).' },
  { title: 'a second statement in a dynamic condition', may: ['exception', 'unsupported'], body: 'DATA(w) = `id = 1; DROP TABLE zhostile`.\nSELECT id FROM zhostile WHERE (w) INTO TABLE @DATA(t).' },
  { title: 'a dynamic table of SQLite', may: ['exception', 'unsupported'], body: 'DATA(n) = `sqlite_master`.\nSELECT * FROM (n) INTO TABLE @DATA(t).'.replace('INTO TABLE @DATA(t)', 'WHERE id = 1 INTO CORRESPONDING FIELDS OF @x').replace('DATA(n)', 'DATA x TYPE zhostile.\nDATA(n)') + '\nENDSELECT.' },
  { title: 'a dynamic table to delete from', may: ['exception', 'unsupported'], body: 'DATA(n) = `zhostile" WHERE 1=1; DROP TABLE "zhostile`.\nDELETE FROM (n).' },
  { title: 'a cross join', may: ['limit'], body: 'SELECT COUNT( * ) FROM zhostile AS a CROSS JOIN zhostile AS b CROSS JOIN zhostile AS c CROSS JOIN zhostile AS d CROSS JOIN zhostile AS e INTO @DATA(n).\nout->write( n ).' },
  { title: 'deletion of everything', may: ['harmless'], body: 'DELETE FROM zhostile.\nCOMMIT WORK.' },
  { title: 'deep nesting of source', may: ['harmless', 'unsupported', 'limit'], body: 'DATA i TYPE i.\n' + 'IF i = 0.\n'.repeat(120) + 'i = 1.\n' + 'ENDIF.\n'.repeat(120) },
  { title: 'deep parentheses', may: ['harmless', 'unsupported', 'limit', 'exception'], body: `DATA i TYPE i.\ni = ${'( '.repeat(60)}1${' )'.repeat(60)}.` },
  { title: 'a source that is no ABAP', may: ['unsupported'], body: '}}} ); process.exit(0); //\n\u0000\u0001.' }
]

/** Processes that were started on a run of this runtime, where the system tells. */
function children (): string[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc').filter(id => {
    try {
      return /^\d+$/.test(id) && readFileSync(`/proc/${id}/cmdline`, 'utf8').includes(`${root}/`)
    } catch {
      return false
    }
  })
}

async function run (input: Hostile): Promise<ConsoleRun> {
  const name = unique('zcl_')
  const files = [consoleClass(name, input.body, input), ...(input.files ?? []).map(file => ({ ...file, name: file.name.replace('X', name) }))]
  return await runtime.console({ files, class: name, tables: [shape], database: rows.file, limits: LIMITS })
}

describe('hostile programs', () => {
  test('the corpus is as large as it claims', () => { assert.ok(CORPUS.length >= 40, String(CORPUS.length)) })

  for (const input of CORPUS) {
    test(input.title, async () => {
      const { alert, output } = await run(input)
      const verdict = alert?.kind ?? 'harmless'
      assert.ok((input.may as readonly string[]).includes(verdict), `${verdict}: ${alert?.title ?? output.slice(0, 200)}`)
      assert.ok(output.length <= LIMITS.outputBytes)
      assert.equal(existsSync(planted), false, 'code of the program reached the file system')
      assert.doesNotMatch(output, /root:/)
      assert.deepEqual([children(), existsSync(join(root, 'runs')) ? readdirSync(join(root, 'runs')) : []], [[], []], 'a process or a folder of the run is left')
    })
  }

  test('leave the rows and the runtime as they were', async () => {
    assert.equal(rows.query({ sql: 'SELECT COUNT( * ) FROM zhostile', maxRows: 1 }).rows[0]?.[0], 200)
    const { output, alert } = await run({ title: '', may: [], body: 'SELECT COUNT( * ) FROM zhostile INTO @DATA(n).\nout->write( n ).' })
    assert.deepEqual([output, alert], ['200\n', undefined])
  })
})
