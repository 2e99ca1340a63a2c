import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { TestContext } from 'node:test'
import { createEngine } from '../../engine/index.ts'
import type { EngineLimits } from '../../engine/index.ts'
import type { Engine, FileMessage, RepositoryFile } from '../../types.ts'

/** A random name, so that no answer can be hard-coded. */
export function unique(prefix: string): string {
  return `${prefix}${randomBytes(4).toString('hex')}`.toLowerCase()
}

export function file(name: string, ...lines: string[]): RepositoryFile {
  return { name, text: lines.join('\n') }
}

function exceptionClass(name: string, superclass?: string): RepositoryFile {
  const inheriting =
    superclass === undefined ? 'ABSTRACT' : `INHERITING FROM ${superclass} ABSTRACT`
  return file(
    `${name}.clas.abap`,
    `CLASS ${name} DEFINITION PUBLIC ${inheriting} CREATE PUBLIC.`,
    '  PUBLIC SECTION.',
    superclass === undefined ? '    METHODS get_text RETURNING VALUE(result) TYPE string.' : '',
    'ENDCLASS.',
    `CLASS ${name} IMPLEMENTATION.`,
    superclass === undefined ? '  METHOD get_text.\n  ENDMETHOD.' : '',
    'ENDCLASS.'
  )
}

/** Just enough of a kernel for the sources of these tests. */
export const LIBRARY: readonly RepositoryFile[] = [
  exceptionClass('cx_root'),
  exceptionClass('cx_static_check', 'cx_root'),
  exceptionClass('cx_no_check', 'cx_root'),
  file(
    'cl_abap_unit_assert.clas.abap',
    'CLASS cl_abap_unit_assert DEFINITION PUBLIC FINAL CREATE PUBLIC.',
    '  PUBLIC SECTION.',
    '    CLASS-METHODS assert_equals IMPORTING act TYPE any exp TYPE any.',
    'ENDCLASS.',
    'CLASS cl_abap_unit_assert IMPLEMENTATION.',
    '  METHOD assert_equals.',
    '  ENDMETHOD.',
    'ENDCLASS.'
  )
]

/** An engine with these objects, closed at the end of the test. */
export async function engineWith(
  t: TestContext,
  files: readonly RepositoryFile[],
  limits: Partial<EngineLimits> = {}
): Promise<Engine> {
  const engine = createEngine({ library: LIBRARY, limits })
  t.after(() => engine.close())
  await engine.load(files)
  return engine
}

/** `3:4-8 E text`: a finding as one line, for comparing lists of them. */
export function brief(message: FileMessage): string {
  return `${message.startRow}:${message.startColumn} ${message.severity} ${message.text}`
}

export function errors(messages: readonly FileMessage[]): string[] {
  return messages.filter(message => message.severity === 'E').map(brief)
}

/** A class whose only method has this body; the body begins in line 7. */
export function classWith(name: string, ...body: string[]): RepositoryFile {
  return file(
    `${name}.clas.abap`,
    `CLASS ${name} DEFINITION PUBLIC FINAL CREATE PUBLIC.`,
    '  PUBLIC SECTION.',
    '    METHODS run.',
    'ENDCLASS.',
    `CLASS ${name} IMPLEMENTATION.`,
    '  METHOD run.',
    ...body,
    '  ENDMETHOD.',
    'ENDCLASS.'
  )
}

/**
 * The XML of a transparent table with a data-element-free definition: name, dictionary type and
 * length of every field, keys first.
 */
export function table(
  name: string,
  fields: readonly (readonly [name: string, type: string, length: number, key?: boolean])[]
): RepositoryFile {
  const items = fields.map(
    ([field, type, length, key]) =>
      `<DD03P><FIELDNAME>${field.toUpperCase()}</FIELDNAME>${key === true ? '<KEYFLAG>X</KEYFLAG><NOTNULL>X</NOTNULL>' : ''}` +
      `<ADMINFIELD>0</ADMINFIELD><INTTYPE>C</INTTYPE><DATATYPE>${type}</DATATYPE><LENG>${String(length).padStart(6, '0')}</LENG></DD03P>`
  )
  return file(
    `${name}.tabl.xml`,
    '<?xml version="1.0" encoding="utf-8"?>',
    '<abapGit version="v1.0.0" serializer="LCL_OBJECT_TABL" serializer_version="v1.0.0"><asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"><asx:values>',
    `<DD02V><TABNAME>${name.toUpperCase()}</TABNAME><DDLANGUAGE>E</DDLANGUAGE><TABCLASS>TRANSP</TABCLASS><DDTEXT>x</DDTEXT><CONTFLAG>A</CONTFLAG></DD02V>`,
    `<DD03P_TABLE>${items.join('')}</DD03P_TABLE>`,
    '</asx:values></asx:abap></abapGit>'
  )
}

export interface Rule {
  /** Lines of a report; the first is row 2. */
  readonly source: readonly string[]
  /** `row:column text` of the errors, or what they begin with. */
  readonly expected: readonly string[]
}

/** A test for each rule of the language: what the check of a report finds. */
export function testRules(rules: Readonly<Record<string, Rule>>): void {
  let engine: Engine
  before(async () => {
    engine = createEngine({ library: LIBRARY })
    await engine.load([])
  })
  after(() => engine.close())
  for (const [rule, { source, expected }] of Object.entries(rules)) {
    test(rule, async () => {
      const report = file(`${unique('z_')}.prog.abap`, 'REPORT x.', ...source)
      const messages = errors(await engine.check({ files: [report.name], overlay: [report] }))
      // definition parts are looked at, some of them without an implementation part
      const about = messages.filter(each => !each.endsWith('but no implementation part.'))
      const shown = about.map(each => each.replace(/-\d+ E|^(\d+:\d+) E/, '$1'))
      assert.equal(shown.length, expected.length, shown.join('\n'))
      for (const [index, each] of expected.entries()) {
        assert.ok(shown[index]?.startsWith(each), `${each}\n${shown.join('\n')}`)
      }
    })
  }
}
