import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ConsoleRun } from '../../../types.ts'
import { rowOf, sharedRuntime, unique } from '../support.ts'
import { EVENTS, LISTS } from './programs.ts'

const runtime = sharedRuntime()
const INTRODUCTION = 'NO STANDARD PAGE HEADING LINE-SIZE 60'

async function run(
  source: string,
  { introduction = INTRODUCTION, more = [] as { name: string; text: string }[], xml = '' } = {}
): Promise<ConsoleRun> {
  const name = unique('zr')
  const files = [
    { name: `${name}.prog.abap`, text: `REPORT ${name} ${introduction}.\n${source}\n` },
    ...(xml === '' ? [] : [{ name: `${name}.prog.xml`, text: xml.replaceAll('NAME', name) }]),
    ...more
  ]
  return await runtime.report({ files, program: name, tables: [], database: '' })
}

for (const [group, reports] of Object.entries({ events: EVENTS, lists: LISTS })) {
  describe(`reports: ${group}`, { concurrency: 2 }, () => {
    for (const { title, source, list } of reports) {
      test(title, async () => {
        const { output, alert } = await run(source)
        assert.equal(alert, undefined, JSON.stringify(alert))
        assert.equal(output, `${list}\n`)
      })
    }
  })
}

describe('a report', { concurrency: 2 }, () => {
  test('has the standard heading, and the texts of its text pool', async () => {
    const item = (id: string, key: string, text: string) =>
      `<item><ID>${id}</ID><KEY>${key}</KEY><ENTRY>${text}</ENTRY><LENGTH>40</LENGTH></item>`
    const pool = [
      item('R', '', 'The title'),
      item('H', '001', 'Left    Right'),
      item('I', '001', 'It&apos;s &lt;one&gt;')
    ].join('')
    const { output } = await run(`WRITE: / TEXT-001, 'other'(001), 'own'(002), TEXT-003.`, {
      introduction: 'LINE-SIZE 20',
      xml: `<?xml version="1.0"?><abapGit version="v1.0.0"><asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"><asx:values><PROGDIR><NAME>NAME</NAME><SUBC>1</SUBC></PROGDIR><TPOOL>${pool}</TPOOL></asx:values></asx:abap></abapGit>`
    })
    const rule = '-'.repeat(20)
    assert.equal(
      output,
      `The title          1\n${rule}\nLeft    Right\n${rule}\nIt's <one>\nIt's <one> own\n`
    )
  })

  test('shows messages behind its list, and ends with an error message', async () => {
    const source = `PARAMETERS p_a TYPE i DEFAULT 3.
AT SELECTION-SCREEN.
  IF p_a > 5. MESSAGE 'Too large' TYPE 'E'. ENDIF.
START-OF-SELECTION.
  WRITE / 'list'.
  MESSAGE s001(zx) WITH 'a' 'b'.
  MESSAGE i002 WITH p_a.
  MESSAGE 'Stop here' TYPE 'E'.
  WRITE / 'never'.`
    const zx = {
      name: 'zx.msag.xml',
      text: '<?xml version="1.0"?><abapGit version="v1.0.0"><asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"><asx:values><T100A><ARBGB>ZX</ARBGB><MASTERLANG>E</MASTERLANG></T100A><T100><T100><SPRSL>E</SPRSL><ARBGB>ZX</ARBGB><MSGNR>001</MSGNR><TEXT>First &amp;1 and &amp;2</TEXT></T100><T100><SPRSL>E</SPRSL><ARBGB>ZX</ARBGB><MSGNR>002</MSGNR><TEXT>Number &amp;1</TEXT></T100></T100></asx:values></asx:abap></abapGit>'
    }
    const options = { introduction: `${INTRODUCTION} MESSAGE-ID zx`, more: [zx] }
    const { output, alert } = await run(source, options)
    assert.equal(output, 'list\n\nMessage S ZX 001: First a and b\nMessage I ZX 002: Number 3\n')
    assert.equal(alert?.title, 'Message of type E ended the program')
    assert.deepEqual(alert?.details, ['Stop here'])
    const refused = await run(source.replace('DEFAULT 3', 'DEFAULT 9'), options)
    assert.equal(refused.output, '')
    assert.equal(refused.alert?.title, 'AT SELECTION-SCREEN refuses the selections')
    const missing = await run('PARAMETERS p_a TYPE i OBLIGATORY. WRITE p_a.')
    assert.equal(missing.alert?.title, 'Required entries are missing: P_A')
  })

  test('that needs a dialog says so at its statement, with what it has written', async () => {
    const statements = {
      'CALL SCREEN 100.': /CALL SCREEN/,
      'CALL SELECTION-SCREEN 1100.': /CALL SELECTION-SCREEN/,
      'LEAVE TO SCREEN 0.': /LEAVE TO \(dialogs\)|LEAVE/,
      'READ LINE 1.': /READ LINE/,
      "WRITE / '@01@' AS ICON.": /AS ICON/,
      'NEW-PAGE PRINT ON NO DIALOG.': /NEW-PAGE PRINT/
    }
    for (const [statement, reason] of Object.entries(statements)) {
      const source = `WRITE / 'before'.\n\n${statement}\nWRITE / 'after'.`
      const { output, alert } = await run(source)
      assert.equal(output, 'before\n', statement)
      assert.equal(alert?.kind, 'unsupported', statement)
      assert.match(alert?.title ?? '', reason)
      assert.equal(alert?.stack[0]?.text, 'START-OF-SELECTION')
      assert.equal(alert?.stack[0]?.row, rowOf([{ name: '', text: `\n${source}` }], statement))
    }
  })
})
