import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { loadKernel } from '../../kernel/index.ts'
import { createTranspiler } from '../../runtime/transpiler.ts'
import type { RepositoryFile } from '../../types.ts'
import { column, unique } from './support.ts'

const transpiler = createTranspiler(loadKernel())
after(() => transpiler.close())

const MARK = unique('MARK')
const LITERALS = [
  `'"+${MARK}()+"'`,
  `'\`+${MARK}()+\`'`,
  `'\${${MARK}()}'`,
  `'\\"+${MARK}()+"'`,
  `'\\'+${MARK}()+''`,
  `\`\\\`+${MARK}()+\\\`\``,
  `'"]);${MARK}();(["'`
]
const TABLE = {
  name: 'ZINJ',
  description: `"+${MARK}()+"\`\${${MARK}()}`,
  columns: [column('id', 'CHAR', 30, { key: true })]
}

/** Statements with a literal at `L`, wherever generated code might take it as it stands. */
const STATEMENTS = [
  'WRITE / L.',
  'MESSAGE L TYPE L.',
  "MESSAGE ID L TYPE 'E' NUMBER 001 WITH L INTO DATA(t).",
  'CALL FUNCTION L.',
  'PERFORM (L) IN PROGRAM (L) IF FOUND.',
  'DATA o TYPE REF TO object.\nCREATE OBJECT o TYPE (L).',
  'ASSIGN (L) TO FIELD-SYMBOL(<f>).',
  'CALL METHOD (L)=>(L).',
  'DATA t TYPE STANDARD TABLE OF zinj WITH EMPTY KEY.\nSORT t BY (L).\nREAD TABLE t WITH KEY (L) = L TRANSPORTING NO FIELDS.\nDELETE t WHERE id = L.',
  'DATA t TYPE STANDARD TABLE OF zinj WITH EMPTY KEY.\nLOOP AT t INTO DATA(w) WHERE (L) GROUP BY L INTO DATA(g).\nENDLOOP.',
  'DATA(x) = |a{ L WIDTH = 3 PAD = L }b|.',
  'FIND PCRE L IN L.',
  'DATA s TYPE string.\nREPLACE ALL OCCURRENCES OF L IN s WITH L.',
  'SELECT * FROM zinj WHERE id = L OR id LIKE L OR id IN ( L, L ) INTO TABLE @DATA(t).',
  'SELECT CASE WHEN id = L THEN L END AS x, CONCAT( id, L ) AS y FROM zinj WHERE (L) INTO TABLE @DATA(t).',
  'UPDATE zinj SET id = L WHERE id = L.',
  'DELETE FROM (L) WHERE id = L.',
  'AUTHORITY-CHECK OBJECT L ID L FIELD L.',
  'GET PARAMETER ID L FIELD DATA(p).',
  'OPEN DATASET L FOR INPUT IN TEXT MODE ENCODING DEFAULT.',
  'CONSTANTS: BEGIN OF b, c TYPE c LENGTH 40 VALUE L, END OF b.',
  'RAISE EXCEPTION TYPE cx_sy_move_cast_error EXPORTING source_typename = L.',
  'TEST-SEAM s.\nWRITE L.\nEND-TEST-SEAM.',
  'CASE L.\n  WHEN L.\nENDCASE.'
]

/** JavaScript without what stands in its texts. */
function outsideTexts(code: string): string {
  let result = ''
  const open: string[] = []
  for (let at = 0; at < code.length; at++) {
    const character = code[at] ?? ''
    const inTemplate = open.at(-1) === '`'
    if (inTemplate && character === '\\') at++
    else if (inTemplate && character === '`') open.pop()
    else if (inTemplate && character === '$' && code[at + 1] === '{') {
      open.push('{')
      at++
    } else if (inTemplate) continue
    else if (character === '`' || character === '{') open.push(character)
    else if (character === '}') open.pop()
    else if (character === '"' || character === "'") {
      while (++at < code.length && code[at] !== character) {
        if (code[at] === '\\') at++
      }
    } else result += character
  }
  return result
}

async function leaks(files: readonly RepositoryFile[]): Promise<string[]> {
  const { modules } = await transpiler.transpile({ files, tables: [TABLE] })
  return modules.filter(module => outsideTexts(module.code).includes(MARK)).map(module => module.id)
}

describe('no text of a program becomes code', () => {
  test('the reader of generated code separates texts from code', () => {
    assert.equal(outsideTexts(['a("b\\"c" + `d$', '{e("f")}g` + \'h\')'].join('')), 'a( + e() + )')
  })

  for (const statement of STATEMENTS) {
    test(statement.replaceAll('\n', ' '), async () => {
      for (const literal of LITERALS) {
        const text = `CLASS zcl_inj DEFINITION PUBLIC.\n  PUBLIC SECTION.\n    METHODS m.\nENDCLASS.\nCLASS zcl_inj IMPLEMENTATION.\n  METHOD m.\n${statement.replace(/\bL\b/g, () => literal)}\n  ENDMETHOD.\nENDCLASS.\n`
        assert.deepEqual(await leaks([{ name: 'zcl_inj.clas.abap', text }]), [], literal)
      }
    })
  }

  test('in the dictionary, message classes, reports and interfaces', async () => {
    const xml = (type: string, values: string): string =>
      `<?xml version="1.0" encoding="utf-8"?><abapGit version="v1.0.0" serializer="LCL_OBJECT_${type}" serializer_version="v1.0.0"><asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"><asx:values>${values}</asx:values></asx:abap></abapGit>`
    for (const literal of LITERALS) {
      const inner = literal.slice(1, -1).replaceAll('&', '&amp;').replaceAll('<', '&lt;')
      assert.deepEqual(
        await leaks([
          {
            name: 'zinj.msag.xml',
            text: xml(
              'MSAG',
              `<T100A><ARBGB>ZINJ</ARBGB></T100A><T100><T100><SPRSL>E</SPRSL><ARBGB>ZINJ</ARBGB><MSGNR>001</MSGNR><TEXT>${inner}</TEXT></T100></T100>`
            )
          },
          {
            name: 'zinj_d.dtel.xml',
            text: xml(
              'DTEL',
              `<DD04V><ROLLNAME>ZINJ_D</ROLLNAME><DDTEXT>${inner}</DDTEXT><DATATYPE>CHAR</DATATYPE><LENG>000003</LENG></DD04V>`
            )
          },
          {
            name: 'zinj.intf.abap',
            text: `INTERFACE zinj PUBLIC.\n  CONSTANTS c TYPE string VALUE ${literal}.\nENDINTERFACE.\n`
          },
          {
            name: 'zinjr.prog.abap',
            text: `REPORT zinjr.\nPARAMETERS p TYPE c LENGTH 9 DEFAULT ${literal}.\nSTART-OF-SELECTION.\n  WRITE ${literal}.\n`
          }
        ]),
        [],
        literal
      )
    }
  })
})
