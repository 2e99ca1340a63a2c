/** A rename reaches every place that carries the name, in each form that ABAP allows for a name. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { EngineError, createEngine } from '../../engine/index.ts'
import type { Engine, FileEdit, RepositoryFile } from '../../types.ts'
import { LIBRARY, errors, file, unique } from './fixture.ts'

const [I, C, HEIR, USER] = [unique('zif_'), unique('zcl_'), unique('zcl_'), unique('zcl_')]
const [RINGS, BELL, EARS] = [unique('zif_'), unique('zcl_'), unique('z')]

/** Every form in which the name of a parameter, attribute, method or event is written. */
const FILES: readonly RepositoryFile[] = [
  file(
    `${I}.intf.abap`,
    `INTERFACE ${I} PUBLIC.`,
    '  METHODS pay IMPORTING !amount TYPE i !note TYPE string OPTIONAL',
    '              EXPORTING !change TYPE i RAISING cx_static_check.',
    'ENDINTERFACE.'
  ),
  file(
    `${C}.clas.abap`,
    `CLASS ${C} DEFINITION PUBLIC CREATE PUBLIC.`,
    '  PUBLIC SECTION.',
    `    INTERFACES ${I}.`,
    '    DATA !total TYPE i.',
    '    EVENTS paid EXPORTING VALUE(!sum) TYPE i.',
    '    METHODS constructor IMPORTING !start TYPE i OPTIONAL.',
    '    METHODS check IMPORTING !wanted TYPE i !other TYPE i OPTIONAL',
    '      RETURNING VALUE(!result) TYPE i.',
    '    METHODS pick IMPORTING !first TYPE i OPTIONAL !second TYPE i OPTIONAL',
    '      PREFERRED PARAMETER second.',
    `    METHODS on_paid FOR EVENT paid OF ${C} IMPORTING !sum.`,
    'ENDCLASS.',
    `CLASS ${C} IMPLEMENTATION.`,
    `  METHOD ${I}~pay.`,
    '    change = amount + strlen( note ).',
    '  ENDMETHOD.',
    '  METHOD constructor.',
    '    total = start.',
    '  ENDMETHOD.',
    '  METHOD check.',
    '    result = !wanted + other.',
    '  ENDMETHOD.',
    '  METHOD pick.',
    '    total = first + second.',
    '  ENDMETHOD.',
    '  METHOD on_paid.',
    '    total = sum.',
    '    RAISE EVENT paid EXPORTING sum = total.',
    '  ENDMETHOD.',
    'ENDCLASS.'
  ),
  file(
    `${HEIR}.clas.abap`,
    `CLASS ${HEIR} DEFINITION PUBLIC INHERITING FROM ${C} CREATE PUBLIC.`,
    '  PUBLIC SECTION.',
    '    METHODS check REDEFINITION.',
    `    METHODS heard FOR EVENT paid OF ${C} IMPORTING sum.`,
    'ENDCLASS.',
    `CLASS ${HEIR} IMPLEMENTATION.`,
    '  METHOD check.',
    '    result = super->check( wanted = wanted other = other ).',
    '  ENDMETHOD.',
    '  METHOD heard.',
    '    total = sum.',
    '  ENDMETHOD.',
    'ENDCLASS.'
  ),
  file(
    `${USER}.clas.abap`,
    `CLASS ${USER} DEFINITION PUBLIC CREATE PUBLIC.`,
    '  PUBLIC SECTION.',
    '    METHODS run RAISING cx_static_check.',
    'ENDCLASS.',
    `CLASS ${USER} IMPLEMENTATION.`,
    '  METHOD run.',
    '    DATA !taken TYPE i.',
    `    DATA(made) = NEW ${C}( start = 1 ).`,
    '    taken = made->check( wanted = 1',
    '                         other = made->check( !wanted = 2 ) ).',
    '    CALL METHOD made->check EXPORTING wanted = 3 RECEIVING result = taken.',
    '    made->check( EXPORTING wanted = 4 RECEIVING result = taken ).',
    `    made->${I}~pay( EXPORTING amount = made->total IMPORTING change = taken ).`,
    '    made->pick( second = !taken ).',
    '  ENDMETHOD.',
    'ENDCLASS.'
  ),
  file(
    `${RINGS}.intf.abap`,
    `INTERFACE ${RINGS} PUBLIC.`,
    '  EVENTS rang EXPORTING VALUE(loud) TYPE i VALUE(other) TYPE i OPTIONAL.',
    'ENDINTERFACE.'
  ),
  file(
    `${BELL}.clas.abap`,
    `CLASS ${BELL} DEFINITION PUBLIC CREATE PUBLIC.`,
    '  PUBLIC SECTION.',
    `    INTERFACES ${RINGS}.`,
    `    ALIASES ding FOR ${RINGS}~rang.`,
    '    METHODS volume IMPORTING level TYPE i RETURNING VALUE(given) TYPE i.',
    '    METHODS ring.',
    'ENDCLASS.',
    `CLASS ${BELL} IMPLEMENTATION.`,
    '  METHOD volume.',
    '    given = level.',
    '  ENDMETHOD.',
    '  METHOD ring.',
    `    RAISE EVENT ${RINGS}~rang EXPORTING loud = 1.`,
    '    RAISE EVENT ding EXPORTING other = 2 !loud = volume( level = 3 ).',
    '  ENDMETHOD.',
    'ENDCLASS.'
  ),
  file(
    `${EARS}.prog.abap`,
    `REPORT ${EARS}.`,
    'CLASS lcl_ear DEFINITION.',
    '  PUBLIC SECTION.',
    '    DATA heard TYPE i.',
    `    METHODS listen FOR EVENT rang OF ${RINGS} IMPORTING !loud sender.`,
    `    METHODS alike FOR EVENT ding OF ${BELL} IMPORTING loud other.`,
    'ENDCLASS.',
    'CLASS lcl_ear IMPLEMENTATION.',
    '  METHOD listen.',
    '    heard = loud.',
    '    IF sender IS BOUND.',
    '      heard = heard + 1.',
    '    ENDIF.',
    '  ENDMETHOD.',
    '  METHOD alike.',
    '    heard = loud + other.',
    '  ENDMETHOD.',
    'ENDCLASS.'
  )
]

/** The name, and the first place at which it stands: file, row, column of the name itself. */
const PLACES: readonly (readonly [string, string, number])[] = [
  ['amount', `${I}.intf.abap`, 2],
  ['note', `${I}.intf.abap`, 2],
  ['change', `${I}.intf.abap`, 3],
  ['total', `${C}.clas.abap`, 4],
  ['start', `${C}.clas.abap`, 6],
  ['check', `${C}.clas.abap`, 7],
  ['wanted', `${C}.clas.abap`, 7],
  ['result', `${C}.clas.abap`, 8],
  ['second', `${C}.clas.abap`, 9],
  ['taken', `${USER}.clas.abap`, 7],
  // The same from a place that uses the name.
  ['wanted', `${C}.clas.abap`, 21],
  ['wanted', `${HEIR}.clas.abap`, 8],
  ['wanted', `${USER}.clas.abap`, 10],
  ['wanted', `${USER}.clas.abap`, 11],
  ['change', `${USER}.clas.abap`, 13],
  // Handlers declare the parameters of an event again, and RAISE EVENT passes them by name.
  ['sum', `${C}.clas.abap`, 5],
  ['sum', `${C}.clas.abap`, 11],
  ['sum', `${C}.clas.abap`, 27],
  ['sum', `${HEIR}.clas.abap`, 4],
  ['sum', `${HEIR}.clas.abap`, 11],
  ['loud', `${RINGS}.intf.abap`, 2],
  ['loud', `${EARS}.prog.abap`, 5],
  ['loud', `${EARS}.prog.abap`, 6],
  ['loud', `${EARS}.prog.abap`, 10]
]

let engine: Engine
before(async () => {
  engine = createEngine({ library: LIBRARY })
  await engine.load(FILES)
})
after(() => engine.close())

const all = FILES.map(entry => entry.name)

function textOf(name: string): string {
  return FILES.find(entry => entry.name === name)?.text ?? ''
}

function applied(edits: readonly FileEdit[]): RepositoryFile[] {
  return [...Map.groupBy(edits, edit => edit.file)].map(([name, list]) => {
    const lines = textOf(name).split('\n')
    for (const edit of list.toReversed()) {
      const line = lines[edit.startRow - 1] ?? ''
      assert.equal(line.slice(edit.startColumn, edit.endColumn), edit.oldText)
      lines[edit.startRow - 1] =
        line.slice(0, edit.startColumn) + edit.newText + line.slice(edit.endColumn)
    }
    return { name, text: lines.join('\n') }
  })
}

test('the sources are right before', async () => {
  assert.deepEqual(errors(await engine.check({ files: all, overlay: [] })), [])
})

for (const [name, at, row] of PLACES) {
  for (const shift of [0, -1]) {
    const line = textOf(at).split('\n')[row - 1] ?? ''
    const start = line.search(new RegExp(`(?<!\\w)${name}(?!\\w)`))
    if (shift === -1 && line[start - 1] !== '!') continue
    test(`${name} at line ${row} of ${at}, from ${shift === 0 ? 'the name' : 'its escape sign'}`, async () => {
      const newName = unique('new_')
      const { edits, oldName } = await engine.rename({
        file: at,
        row,
        column: start + shift,
        newName,
        overlay: []
      })
      assert.equal(oldName, name.toUpperCase())
      const overlay = applied(edits)
      assert.deepEqual(errors(await engine.check({ files: all, overlay })), [])
      const changed = FILES.map(entry => overlay.find(one => one.name === entry.name) ?? entry)
      const left = changed
        .map(entry => entry.text)
        .join('\n')
        .match(new RegExp(`\\b${name}\\b`, 'gi'))
      assert.deepEqual(left, null, 'no place keeps the old name')
    })
  }
}

/**
 * What a rename does not follow into every place: it is refused, with the place that would break.
 */
const INCOMPLETE: readonly (readonly [string, string, number, RegExp])[] = [
  ['sender', `${EARS}.prog.abap`, 5, /"SENDER" is not declared by the event RANG/],
  [
    'paid',
    `${C}.clas.abap`,
    5,
    /without breaking a source: zcl_\w+\.clas\.abap line \d+ .*by edits/
  ]
]

for (const [name, at, row, reason] of INCOMPLETE) {
  test(`${name} at line ${row} of ${at} is refused`, async () => {
    const column = (textOf(at).split('\n')[row - 1] ?? '').search(
      new RegExp(`(?<!\\w)${name}(?!\\w)`)
    )
    const work = engine.rename({ file: at, row, column, newName: unique('new_'), overlay: [] })
    await assert.rejects(
      work,
      (error: unknown) => error instanceof EngineError && reason.test(error.message)
    )
  })
}

test('an error that was there before does not stop a rename', async () => {
  const broken = textOf(`${USER}.clas.abap`).replace('made->pick(', 'made->no_such(')
  const overlay = [{ name: `${USER}.clas.abap`, text: broken }]
  const row =
    textOf(`${C}.clas.abap`)
      .split('\n')
      .findIndex(line => line.includes('!wanted')) + 1
  const column = (textOf(`${C}.clas.abap`).split('\n')[row - 1] ?? '').indexOf('wanted')
  const { edits } = await engine.rename({
    file: `${C}.clas.abap`,
    row,
    column,
    newName: unique('new_'),
    overlay
  })
  assert.ok(edits.some(({ file: changed }) => changed === `${USER}.clas.abap`))
})
