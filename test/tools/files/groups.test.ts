/** Function groups in the layout of abapGit: statements, comments and rows of modules. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fileOfFunction, partsOfFile } from '../../../tools/files/layout/functions/comment.ts'
import { partOf } from '../../../tools/files/layout/functions/group.ts'
import { readFunction, writeFunction } from '../../../tools/files/layout/functions/signature.ts'
import { contentOf, filesOf, namedFile } from '../../../tools/files/layout/index.ts'

const source = `"! What it does.
FUNCTION z_q_call
  IMPORTING
    VALUE(iv_id) TYPE zq_id
    iv_day LIKE sy-datum DEFAULT sy-datum
    iv_word TYPE string DEFAULT 'a.b'
    io_log TYPE REF TO zif_q_log OPTIONAL
    it_any TYPE STANDARD TABLE
  EXPORTING
    es_long TYPE zif_q_long_name_of_it=>ty_structure_with_long_name
  CHANGING
    cv_count TYPE i
  TABLES
    et_return STRUCTURE bapiret2 OPTIONAL
    et_lines TYPE zq_t_lines
  EXCEPTIONS
    not_found.
* body
  RAISE not_found.
ENDFUNCTION.
`
const comment = `*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(IV_ID) TYPE  ZQ_ID
*"     REFERENCE(IV_DAY) LIKE  SY-DATUM DEFAULT SY-DATUM
*"     REFERENCE(IV_WORD) TYPE  STRING DEFAULT 'a.b'
*"     REFERENCE(IO_LOG) TYPE REF TO  ZIF_Q_LOG OPTIONAL
*"     REFERENCE(IT_ANY) TYPE  STANDARD TABLE
*"  EXPORTING
*"     REFERENCE(ES_LONG) TYPE
*"        ZIF_Q_LONG_NAME_OF_IT=>TY_STRUCTURE_WITH_LONG_NAME
*"  TABLES
*"      ET_RETURN STRUCTURE  BAPIRET2 OPTIONAL
*"      ET_LINES TYPE  ZQ_T_LINES
*"  CHANGING
*"     REFERENCE(CV_COUNT) TYPE  I
*"  EXCEPTIONS
*"      NOT_FOUND
*"----------------------------------------------------------------------
`
const ref = { type: 'FUGR', name: '/NS/ZQ' }
const content = {
  ref,
  description: 'Group',
  language: 'EN',
  attributes: {},
  sources: {
    [partOf('FINC', '/NS/SAPLZQ')]: 'INCLUDE /ns/lzqtop.\n',
    [partOf('FINC', '/NS/LZQTOP')]: 'FUNCTION-POOL /ns/zq.\n',
    [partOf('FUNC', 'Z_Q_CALL')]: source,
    [partOf('FUNC', 'Z_Q_BARE')]: 'FUNCTION z_q_bare.\nENDFUNCTION.\n'
  },
  fields: {
    modules: [
      { name: 'Z_Q_CALL', description: 'Call', processing: 'rfc' },
      { name: 'Z_Q_BARE', description: '', processing: 'update' }
    ]
  }
}
const flat = (text: string) =>
  text.replace(/^[^]*?<asx:values>|<\/asx:values>[^]*$|\s+|<\/\w+>/g, '')

describe('function groups', () => {
  test('a statement is read as it is written, and its file has the comment', () => {
    const read = readFunction(source)
    assert.equal(writeFunction(read), source)
    const file = fileOfFunction(read)
    assert.equal(
      file,
      `"! What it does.\nFUNCTION z_q_call.\n${comment}* body\n  RAISE not_found.\nENDFUNCTION.\n`
    )
    const parts = partsOfFile(file)
    assert.equal(writeFunction({ ...(parts ?? assert.fail()), signature: read.signature }), source)
    for (const [bad, reason] of [
      ['REPORT zq.', /no FUNCTION statement/],
      ['FUNCTION z_q IMPORTING a TYPE i', /no FUNCTION statement/],
      ['FUNCTION z_q CHANGING c LIKE a STRUCTURE b.', /two types of the parameter C/],
      ['FUNCTION z_q RAISING RESUMABLE(cx).', /"\(" in its/],
      ['FUNCTION z_q FOO.', /"FOO" in its/],
      ['FUNCTION z_q IMPORTING VALUE(a.', /"" in its|incomplete/],
      ['FUNCTION z_q IMPORTING <a> TYPE i.', /"<A>" in its/]
    ] as const) {
      assert.throws(() => writeFunction(readFunction(bad)), reason, bad)
    }
  })

  test('the files of a group hold its modules, includes and rows', () => {
    const files = filesOf(content)
    assert.deepEqual([...files.keys()].toSorted(), [
      '#ns#zq.fugr.#ns#lzqtop.abap',
      '#ns#zq.fugr.#ns#lzqtop.xml',
      '#ns#zq.fugr.#ns#saplzq.abap',
      '#ns#zq.fugr.#ns#saplzq.xml',
      '#ns#zq.fugr.xml',
      '#ns#zq.fugr.z_q_bare.abap',
      '#ns#zq.fugr.z_q_call.abap'
    ])
    const rows = flat(files.get('#ns#zq.fugr.xml') ?? '')
    assert.ok(
      rows.startsWith(
        '<AREAT>Group<INCLUDES><SOBJ_NAME>/NS/LZQTOP<SOBJ_NAME>/NS/SAPLZQ<FUNCTIONS><item><FUNCNAME>Z_Q_BARE<UPDATE_TASK>1<item><FUNCNAME>Z_Q_CALL<REMOTE_CALL>R<SHORT_TEXT>Call<IMPORT><RSIMP><PARAMETER>IV_ID<TYP>ZQ_ID<RSIMP><PARAMETER>IV_DAY<DBFIELD>SY-DATUM<DEFAULT>SY-DATUM<OPTIONAL>X<REFERENCE>X<RSIMP><PARAMETER>IV_WORD<DEFAULT>&apos;a.b&apos;<OPTIONAL>X<REFERENCE>X<TYP>STRING<RSIMP><PARAMETER>IO_LOG<OPTIONAL>X<REFERENCE>X<TYP>ZIF_Q_LOG<CLASS>X<RSIMP>'
      ),
      rows
    )
    assert.match(
      rows,
      /<EXCEPTION><RSEXC><EXCEPTION>NOT_FOUND<DOCUMENTATION><RSFDO><PARAMETER>IV_ID<KIND>P</
    )
    assert.match(files.get('#ns#zq.fugr.#ns#lzqtop.xml') ?? '', /<abapGit version="v1.0.0">\n/)
    const read = contentOf(ref, files, 'EN')
    assert.deepEqual(
      [read.content.sources, read.content.description, read.notCarried],
      [content.sources, 'Group', []]
    )
    assert.deepEqual([...filesOf(read.content, files)].toSorted(), [...files].toSorted())
  })

  test('what ADT does not show stays, and follows a changed interface', () => {
    const files = filesOf(content)
    const name = '#ns#zq.fugr.xml'
    const older = new Map(files)
    older.set(
      name,
      (files.get(name) ?? '')
        .replace('<KIND>P</KIND>', '<KIND>P</KIND>\n        <STEXT>Id</STEXT>')
        .replace('</asx:values>', '<DYNPROS><item><A>1</A></item></DYNPROS></asx:values>')
    )
    older.set(
      '#ns#zq.fugr.z_q_call.abap',
      (files.get('#ns#zq.fugr.z_q_call.abap') ?? '').replace(
        'Local Interface',
        'Lokale Schnittstelle'
      )
    )
    const read = contentOf(ref, older, 'EN')
    assert.deepEqual(read.notCarried, ['DYNPROS'])
    assert.deepEqual([...filesOf(content, older)].toSorted(), [...older].toSorted())
    const part = partOf('FUNC', 'Z_Q_CALL')
    const changed = filesOf(
      {
        ...content,
        sources: {
          ...content.sources,
          [part]: source.replace('    it_any TYPE STANDARD TABLE\n', '')
        }
      },
      older
    )
    assert.match(changed.get(name) ?? '', /<STEXT>Id<[^]*<DYNPROS>/)
    assert.doesNotMatch(changed.get(name) ?? '', /IT_ANY/)
    assert.match(changed.get('#ns#zq.fugr.z_q_call.abap') ?? '', /Local Interface/)
  })

  test('files without their rows and rows without their files are named', () => {
    const files = new Map(filesOf(content))
    files.delete('#ns#zq.fugr.z_q_call.abap')
    assert.throws(() => contentOf(ref, files, 'EN'), /no file of its module Z_Q_CALL/)
    assert.equal(namedFile('zq.fugr.screen_0100.abap')?.isKnown, false)
    assert.equal(namedFile('zq.fugr.lzqtop.abap')?.isKnown, true)
    assert.equal(namedFile('zq.fugr.lzqtop.txt')?.isKnown, false)
  })
})
