/** Parameters of function modules. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RepositoryFile } from '../../types.ts'
import { consoleClass, LIMITS, sharedRuntime } from './support.ts'

const runtime = sharedRuntime()

const importing = (name: string, type: string, more = '') =>
  `<RSIMP><PARAMETER>${name}</PARAMETER>${more}<TYP>${type}</TYP></RSIMP>`
const optional = (value: string) => `<DEFAULT>${value}</DEFAULT><OPTIONAL>X</OPTIONAL>`

const GROUP: readonly RepositoryFile[] = [
  {
    name: 'zpar.fugr.xml',
    text:
      '<?xml version="1.0" encoding="utf-8"?>\n<abapGit version="v1.0.0" serializer="LCL_OBJECT_FUGR" serializer_version="v1.0.0">' +
      '<asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"><asx:values><AREAT>x</AREAT>' +
      '<INCLUDES><SOBJ_NAME>LZPARTOP</SOBJ_NAME><SOBJ_NAME>SAPLZPAR</SOBJ_NAME></INCLUDES><FUNCTIONS>' +
      `<item><FUNCNAME>Z_PAR</FUNCNAME><IMPORT>${importing('A', 'CHAR10', optional("'it''s'"))}` +
      `${importing('B', 'I', optional('-7'))}${importing('C', 'SYLANGU', optional('SY-LANGU'))}` +
      `${importing('D', 'CHAR1', optional('SPACE'))}${importing('E', 'FLAG', optional('ABAP_TRUE'))}` +
      `${importing('F', 'I', '<OPTIONAL>X</OPTIONAL>')}</IMPORT>` +
      '<EXPORT><RSEXP><PARAMETER>R</PARAMETER><TYP>STRING</TYP></RSEXP></EXPORT></item>' +
      `<item><FUNCNAME>Z_COPY</FUNCNAME><IMPORT>${importing('N', 'I')}` +
      `${importing('M', 'I', '<REFERENCE>X</REFERENCE>')}</IMPORT>` +
      '<EXPORT><RSEXP><PARAMETER>R</PARAMETER><TYP>I</TYP></RSEXP></EXPORT></item>' +
      `<item><FUNCNAME>Z_ODD</FUNCNAME><IMPORT>${importing('N', 'I', optional('ZIF_X=&gt;C'))}</IMPORT></item>` +
      '</FUNCTIONS></asx:values></asx:abap></abapGit>'
  },
  { name: 'zpar.fugr.lzpartop.abap', text: 'FUNCTION-POOL zpar.\n' },
  { name: 'zpar.fugr.saplzpar.abap', text: 'INCLUDE lzpartop.\nINCLUDE lzparuxx.\n' },
  {
    name: 'zpar.fugr.z_par.abap',
    text: 'FUNCTION z_par.\n  r = |{ a }/{ b }/{ c }/{ d }/{ e }/{ f }|.\nENDFUNCTION.\n'
  },
  {
    name: 'zpar.fugr.z_copy.abap',
    text: 'FUNCTION z_copy.\n  n = n + 1.\n  r = n + m.\nENDFUNCTION.\n'
  },
  { name: 'zpar.fugr.z_odd.abap', text: 'FUNCTION z_odd.\n  sy-index = n.\nENDFUNCTION.\n' }
]

const run = async (body: string) =>
  await runtime.console({
    files: [consoleClass('zcl_par', body), ...GROUP],
    class: 'zcl_par',
    tables: [],
    database: '',
    limits: LIMITS
  })

describe('parameters of function modules', () => {
  const RESULTS: Readonly<Record<string, readonly [body: string, output: string]>> = {
    'have their default values': [
      "DATA r TYPE string. CALL FUNCTION 'Z_PAR' IMPORTING r = r. out->write( r ).",
      `it's/-7/E//X/0`
    ],
    'have what is passed, also where it is initial': [
      "DATA r TYPE string. CALL FUNCTION 'Z_PAR' EXPORTING a = '' b = 3 e = ' ' IMPORTING r = r. out->write( r ).",
      '/3/E///0'
    ],
    'are copies where they are passed by value': [
      "DATA n TYPE i VALUE 4. DATA r TYPE i. CALL FUNCTION 'Z_COPY' EXPORTING n = n m = 10 IMPORTING r = r. out->write( |{ n } { r }| ).",
      '4 15'
    ],
    'may all be left out': ["CALL FUNCTION 'Z_PAR'. out->write( `called` ).", 'called']
  }
  for (const [words, [body, output]] of Object.entries(RESULTS)) {
    test(words, async () => {
      const { alert, output: actual } = await run(body)
      assert.equal(alert, undefined)
      assert.equal(actual.trim(), output)
    })
  }

  test('are refused by name where the default value is a constant of a class', async () => {
    assert.match(
      (await run("CALL FUNCTION 'Z_ODD'.")).alert?.title ?? '',
      /the default value ZIF_X=>C of the parameter N$/
    )
    assert.equal((await run("CALL FUNCTION 'Z_ODD' EXPORTING n = 1.")).alert, undefined)
  })
})
