import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWorkbench } from '../../engine/workbench.ts'
import type { Workbench } from '../../engine/workbench.ts'
import type { FileReference, FileUses, RepositoryFile } from '../../types.ts'
import { LIBRARY, classWith, file, table, unique } from './fixture.ts'

const [WANTED, SERVICE, USER, OTHER, REPORT, INCLUDE, GROUP] = [
  unique('zcl_w'),
  unique('zif_'),
  unique('zcl_u'),
  unique('zcl_o'),
  unique('zr_'),
  unique('zi_'),
  unique('zfg')
]
const [TABLE, ELEMENT, MODULE] = [unique('zt_').slice(0, 14), unique('zd_'), unique('z_fm_')]

const wanted = file(
  `${WANTED}.clas.abap`,
  `CLASS ${WANTED} DEFINITION PUBLIC CREATE PUBLIC.`,
  '  PUBLIC SECTION.',
  '    CLASS-METHODS go.',
  'ENDCLASS.',
  `CLASS ${WANTED} IMPLEMENTATION.`,
  '  METHOD go.',
  '  ENDMETHOD.',
  'ENDCLASS.'
)
const service = (...lines: string[]) =>
  file(
    `${SERVICE}.intf.abap`,
    `INTERFACE ${SERVICE} PUBLIC.`,
    ...lines,
    `  METHODS run IMPORTING row TYPE ${TABLE}.`,
    'ENDINTERFACE.'
  )
const user = (...body: string[]) => classWith(USER, ...body)
const report = (...lines: string[]) => file(`${REPORT}.prog.abap`, `REPORT ${REPORT}.`, ...lines)
const macro = (body: string) =>
  file(`${INCLUDE}.prog.abap`, 'DEFINE act.', `  ${body}`, 'END-OF-DEFINITION.')
const group = (...modules: string[]): RepositoryFile[] => [
  file(
    `${GROUP}.fugr.xml`,
    `<abapGit><asx:abap xmlns:asx="http://www.sap.com/abapxml"><asx:values><FUNCTIONS>${modules.map(name => `<item><FUNCNAME>${name.toUpperCase()}</FUNCNAME></item>`).join('')}</FUNCTIONS></asx:values></asx:abap></abapGit>`
  ),
  ...modules.map(name => file(`${GROUP}.fugr.${name}.abap`, `FUNCTION ${name}.`, 'ENDFUNCTION.'))
]
const element = (name: string) =>
  file(
    `${name}.dtel.xml`,
    `<abapGit><asx:abap xmlns:asx="http://www.sap.com/abapxml"><asx:values><DD04V><ROLLNAME>${name.toUpperCase()}</ROLLNAME><DATATYPE>CHAR</DATATYPE><LENG>000010</LENG></DD04V></asx:values></asx:abap></abapGit>`
  )
const rowsOf = (role: string) =>
  file(
    `${TABLE}.tabl.xml`,
    table(TABLE, [['code', 'CHAR', 10, true]]).text.replace(
      '</DD03P_TABLE>',
      `<DD03P><FIELDNAME>F</FIELDNAME>\n<ROLLNAME>${role.toUpperCase()}</ROLLNAME><COMPTYPE>E</COMPTYPE></DD03P></DD03P_TABLE>`
    )
  )

const FILES: readonly RepositoryFile[] = [
  wanted,
  service(),
  element(ELEMENT),
  rowsOf(ELEMENT),
  ...group(MODULE),
  user(`    ${WANTED}=>go( ).`, `    CALL FUNCTION '${MODULE.toUpperCase()}'.`),
  file(`${INCLUDE}.prog.xml`, '<abapGit><PROGDIR><SUBC>I</SUBC></PROGDIR></abapGit>'),
  macro('WRITE &1.'),
  report(`INCLUDE ${INCLUDE}.`, 'act 1.', `DATA row TYPE ${TABLE}.`)
]

const TARGETS: readonly {
  readonly file: string
  readonly row?: number
  readonly column?: number
}[] = [
  { file: wanted.name },
  { file: wanted.name, row: 3, column: 18 },
  { file: `${SERVICE}.intf.abap` },
  { file: `${SERVICE}.intf.abap`, row: 2, column: 10 },
  { file: `${TABLE}.tabl.xml` },
  { file: `${ELEMENT}.dtel.xml` },
  { file: `${GROUP}.fugr.xml` },
  { file: `${GROUP}.fugr.${MODULE}.abap` },
  { file: `${INCLUDE}.prog.abap` }
]

const newWorkbench = (active: readonly RepositoryFile[]) =>
  createWorkbench({ library: LIBRARY, active, refusals: [] }, () => undefined)

interface Question {
  readonly file: string
  readonly row?: number
  readonly column?: number
  readonly overlay: readonly RepositoryFile[]
  readonly within?: readonly string[]
}
const listIn = (workbench: Workbench, question: Question) =>
  workbench.run('references', [question]) as FileReference[]
const countIn = (workbench: Workbench, question: Question) =>
  workbench.run('uses', [question]) as FileUses[]

/**
 * A workbench that lives through everything, and the files it should know. `ahead`: it works while
 * no request is under way.
 */
function longLived(files: readonly RepositoryFile[], { ahead = false }: { ahead?: boolean } = {}) {
  const workbench = newWorkbench(files)
  const active = new Map(files.map(each => [each.name, each]))
  /**
   * All lists are those of a workbench that has seen nothing before; answers how many uses the
   * first target has.
   */
  const compare = (overlay: readonly RepositoryFile[] = []): number => {
    const fresh = newWorkbench([...active.values()])
    for (const target of TARGETS) {
      // Some of it only, so that drafts come and go in the middle.
      if (ahead) for (let steps = 0; steps < 3; steps++) workbench.analyzeNext()
      const list = listIn(workbench, { ...target, overlay })
      assert.deepEqual(list, listIn(fresh, { ...target, overlay }), JSON.stringify(target))
      const counts = [...Map.groupBy(list, each => each.file)].map(([name, found]) => ({
        file: name,
        count: found.length,
        test: found.every(each => each.test)
      }))
      assert.deepEqual(countIn(workbench, { ...target, overlay }), counts, JSON.stringify(target))
      for (const { file: name } of counts) {
        assert.deepEqual(
          listIn(workbench, { ...target, overlay, within: [name, 'zno.clas.abap'] }),
          list.filter(each => each.file === name)
        )
      }
    }
    return listIn(workbench, { file: wanted.name, overlay }).length
  }
  const change = (put: readonly RepositoryFile[], remove: readonly string[] = []): number => {
    workbench.run('apply', [{ put, remove }])
    if (ahead) while (workbench.analyzeNext());
    for (const name of remove) active.delete(name)
    for (const each of put) active.set(each.name, each)
    return compare()
  }
  return { compare, change }
}

const lives = (ahead: boolean) => () => {
  const { compare, change } = longLived(FILES, { ahead })
  assert.equal(compare(), 2)
  assert.equal(
    change([
      user(
        `    ${WANTED}=>go( ).`,
        `    ${WANTED}=>go( ). ${WANTED}=>go( ).`,
        `    CALL FUNCTION '${MODULE.toUpperCase()}'.`
      )
    ]),
    6
  )
  assert.equal(change([user('', '', `    DATA(row) = NEW ${WANTED}( ).`)]), 1)
  assert.equal(
    compare([user(`    ${WANTED}=>go( ).`, `    DATA x TYPE REF TO ${WANTED}.`)]),
    3,
    'a draft'
  )
  assert.equal(compare(), 1, 'the draft is gone')
  assert.equal(
    change([
      classWith(OTHER, `    DATA x TYPE REF TO ${WANTED}.`),
      service(`  DATA one TYPE REF TO ${WANTED}.`)
    ]),
    3
  )
  assert.equal(change([], [`${OTHER}.clas.abap`]), 2)
  assert.equal(change([wanted], [`${SERVICE}.intf.abap`]), 1)
  assert.equal(change([service()]), 1)
  assert.equal(change([element('zother_role'), rowsOf('zother_role')]), 1)
  assert.equal(change([...group(`${MODULE}x`)], [`${GROUP}.fugr.${MODULE}.abap`]), 1)
  assert.equal(change([], [wanted.name]), 0)
  assert.equal(change([wanted]), 1)
}

test(
  'lists stay those of a system that has just been read, whatever is edited, added, activated, drafted and deleted',
  lives(false)
)
test('so they do where sources are analysed before the first request', lives(true))

test('a name that becomes that of something local, and is given back', () => {
  const { compare, change } = longLived(FILES)
  assert.equal(compare(), 2)
  const uses = [`DATA x TYPE REF TO ${WANTED}.`, `${WANTED}=>go( ).`]
  assert.equal(change([report(...uses)]), 5)
  assert.equal(
    change([
      report(
        `CLASS ${WANTED} DEFINITION.`,
        '  PUBLIC SECTION.',
        '    CLASS-METHODS go.',
        'ENDCLASS.',
        `CLASS ${WANTED} IMPLEMENTATION.`,
        '  METHOD go.',
        '  ENDMETHOD.',
        'ENDCLASS.',
        ...uses
      )
    ]),
    2,
    'hidden in the report'
  )
  assert.equal(change([report(...uses)]), 5)
})

test('a macro in an include starts and stops using its argument', () => {
  const { change } = longLived(FILES)
  assert.equal(change([report(`INCLUDE ${INCLUDE}.`, `act ${WANTED}.`)]), 2)
  assert.equal(change([macro('DATA x TYPE REF TO &1.')]), 3)
  assert.equal(change([macro('WRITE &1.')]), 2)
})

test('every place counts: chains, comments between, several statements in a line, the second row of one, carriage returns', () => {
  const lines = [
    `DATA: a TYPE REF TO ${WANTED}, " ${WANTED}`,
    `* ${WANTED}`,
    `      b TYPE REF TO ${WANTED}.`,
    `${WANTED}=>go( ). ${WANTED}=>go( ).`,
    'a =',
    `  NEW ${WANTED}( ). "${WANTED}`,
    `WRITE '${WANTED}'.`,
    `DATA ${WANTED}x TYPE i.`
  ]
  for (const end of ['\n', '\r\n']) {
    const workbench = newWorkbench([
      wanted,
      { name: `${REPORT}.prog.abap`, text: [`REPORT ${REPORT}.`, ...lines].join(end) }
    ])
    const places = listIn(workbench, { file: wanted.name, overlay: [] }).map(
      each => `${each.startRow}:${each.startColumn} ${each.line}`
    )
    const place = (row: number, nth = 0) =>
      `${row}:${[...(lines[row - 2] ?? '').matchAll(new RegExp(WANTED, 'g'))][nth]?.index} ${lines[row - 2]}`
    const calls = [...(lines[3] ?? '').matchAll(/go/g)].map(match => `5:${match.index} ${lines[3]}`)
    assert.deepEqual(places, [
      place(2),
      place(4),
      place(5),
      calls[0],
      place(5, 1),
      calls[1],
      place(7)
    ])
  }
})
