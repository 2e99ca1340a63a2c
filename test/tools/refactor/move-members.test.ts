/** Members moved between classes of a sandbox, with their callers; refusals; a call that broke off. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { changeSource, createErp } from '../../../erp-client/index.ts'
import { classParts } from '../../../tools/abap/class-parts.ts'
import { membersOf } from '../../../tools/refactor/move-members/members.ts'
import { benchOf } from '../helpers/erp.ts'
import type { Bench } from '../helpers/erp.ts'
import { recordedSandbox } from '../helpers/recorded-sandbox.ts'
import type { RecordedSandbox } from '../helpers/recorded-sandbox.ts'

const source = `CLASS zcl_mm_from DEFINITION PUBLIC CREATE PUBLIC.
  PUBLIC SECTION.
    CONSTANTS limit TYPE i VALUE 10.
    TYPES: BEGIN OF ty_row,
             id TYPE i,
           END OF ty_row.
    CLASS-METHODS capped
      IMPORTING amount        TYPE i
      RETURNING VALUE(result) TYPE i.
    METHODS total RETURNING VALUE(result) TYPE i.
    METHODS outside RETURNING VALUE(result) TYPE i.
  PRIVATE SECTION.
    DATA count TYPE i.
    METHODS own RETURNING VALUE(result) TYPE i.
ENDCLASS.
CLASS zcl_mm_from IMPLEMENTATION.
  METHOD capped.
    result = nmin( val1 = amount val2 = limit ).
  ENDMETHOD.
  METHOD total.
    result = capped( 20 ) + own( ).
  ENDMETHOD.
  METHOD outside.
    result = 1.
  ENDMETHOD.
  METHOD own.
    result = count.
  ENDMETHOD.
ENDCLASS.
`
const tests = `CLASS ltc_from DEFINITION FOR TESTING RISK LEVEL HARMLESS DURATION SHORT.
  PRIVATE SECTION.
    METHODS capped FOR TESTING.
ENDCLASS.
CLASS ltc_from IMPLEMENTATION.
  METHOD capped.
    cl_abap_unit_assert=>assert_equals( act = zcl_mm_from=>capped( 11 ) exp = 10 ).
  ENDMETHOD.
ENDCLASS.
`
const empty = (name: string) =>
  `CLASS ${name} DEFINITION PUBLIC CREATE PUBLIC.\n  PUBLIC SECTION.\nENDCLASS.\nCLASS ${name} IMPLEMENTATION.\nENDCLASS.\n`
const user =
  'REPORT zmm_user.\nDATA(one) = zcl_mm_from=>capped( zcl_mm_from=>limit ).\nDATA(two) = NEW zcl_mm_from( )->outside( ).\nWRITE: / one, two.\n'

let field: RecordedSandbox
let call: Bench['call']

async function done(args: object, tool = 'ERPWrite'): Promise<string> {
  const result = await call(tool, args)
  assert.ok(result.kind === 'data' || result.kind === 'text', result.text)
  return result.text
}
const create = async (type: string, name: string, text: string) =>
  await done({ action: 'create', type, name, package: '$TMP', source: text, activate: true })
const textOf = async (type: string, name: string, more: object = {}) =>
  await done({ type, name, ...more }, 'ERPRead')
const move = { action: 'move_members', name: 'ZCL_MM_FROM', to: 'ZCL_MM_TO' }

before(async () => {
  field = await recordedSandbox()
  call = benchOf({ erp: field.erp }).call
  await create('CLAS', 'ZCL_MM_FROM', source)
  await done({
    action: 'update',
    name: 'ZCL_MM_FROM',
    include: 'testclasses',
    source: tests,
    overwrite: true,
    activate: true
  })
  await create('CLAS', 'ZCL_MM_TO', empty('zcl_mm_to'))
  await create('PROG', 'ZMM_USER', user)
})
after(async () => {
  await field?.close()
})

test('what others use at objects, and what uses what stays, is refused by name', async () => {
  field.clear()
  for (const [members, expected] of [
    [['OUTSIDE'], /OUTSIDE is used at objects by PROG ZMM_USER/],
    [['OWN'], /OWN uses COUNT, a private instance attribute that stays in ZCL_MM_FROM/],
    [['TOTAL'], /TOTAL uses OWN, a private instance method/],
    [['LIMITS'], /declares no LIMITS itself[\s\S]*Did you mean LIMIT\?/]
  ] as const) {
    const result = await call('ERPWrite', { ...move, members, dryRun: true })
    assert.equal(result.kind, 'error', result.text)
    assert.match(result.text, expected)
  }
  for (const [args, expected] of [
    [{ to: 'ZCL_MM_FROM' }, /Both classes are the same/],
    [{ to: 'ZCL_MM_NOWHERE' }, /ERP_NOT_FOUND/],
    [{ name: 'ZMM_USER', type: 'PROG' }, /is no class/]
  ] as const) {
    const result = await call('ERPWrite', { ...move, members: ['LIMIT'], ...args })
    assert.equal(result.kind, 'error', result.text)
    assert.match(result.text, expected)
  }
  assert.deepEqual(field.changes, [])
})

test('static members move with their callers, and the tests give the same results', async () => {
  const args = { ...move, members: ['capped', 'limit', 'TY_ROW'], activate: true }
  field.clear()
  const dry = await done({ ...args, dryRun: true })
  assert.match(dry, /moving CAPPED, LIMIT, TY_ROW from ZCL_MM_FROM to ZCL_MM_TO/)
  assert.match(dry, /syntax check of the changed sources: clean \(3 objects of 3\)/)
  assert.match(dry, /by the bridge/)
  assert.deepEqual(field.changes, [])
  assert.match(await done(args), /Activated/)
  const active = { version: 'active' }
  assert.match(await textOf('CLAS', 'ZCL_MM_TO', active), /METHOD capped\.[\s\S]*val2 = limit/)
  const left = await textOf('CLAS', 'ZCL_MM_FROM', active)
  assert.match(left, /result = zcl_mm_to=>capped\( 20 \) \+ own\( \)\./)
  assert.doesNotMatch(left, /METHOD capped|limit|ty_row/)
  assert.match(await textOf('PROG', 'ZMM_USER', active), /zcl_mm_to=>capped\( zcl_mm_to=>limit \)/)
  assert.match(
    await textOf('CLAS', 'ZCL_MM_FROM', { include: 'testclasses' }),
    /act = zcl_mm_to=>capped\( 11 \)/
  )
  const unit = await done({ action: 'unit_test', name: 'ZCL_MM_FROM' }, 'ERPDiagnose')
  assert.match(unit, /passed/)
  assert.match(await done(args), /Nothing to change/)
})

test('the way back restores the sources but for the order', async () => {
  await done({
    action: 'move_members',
    name: 'ZCL_MM_TO',
    to: 'ZCL_MM_FROM',
    members: ['capped', 'limit', 'TY_ROW'],
    activate: true
  })
  const lines = (text: string) =>
    text
      .trim()
      .split('\n')
      .filter(line => line !== '')
      .toSorted()
  const { text } = await call('ERPRead', { type: 'CLAS', name: 'ZCL_MM_FROM' })
  const now = lines(text.slice(text.indexOf('CLASS zcl_mm_from')))
  assert.deepEqual(now, lines(source))
  assert.match(await textOf('PROG', 'ZMM_USER'), /zcl_mm_from=>capped\( zcl_mm_from=>limit \)/)
})

test('a move that breaks off in the middle is finished by the same call', async () => {
  const args = { ...move, members: ['CAPPED'] }
  const other = createErp({
    baseUrl: field.sandbox.url,
    client: '001',
    language: 'EN',
    credential: { kind: 'basic', user: 'OTHER', password: 'secret-2' }
  })
  const locked = Promise.withResolvers<undefined>()
  const release = Promise.withResolvers<undefined>()
  const holding = changeSource(
    other.writer,
    {
      ref: { type: 'PROG', name: 'ZMM_USER' },
      async edit({ text }) {
        locked.resolve(undefined)
        await release.promise
        return text
      }
    },
    { recheck: () => {} }
  )
  await locked.promise
  const stopped = await call('ERPWrite', args)
  release.resolve(undefined)
  await holding
  await other.close()
  assert.equal(stopped.kind, 'error', stopped.text)
  assert.match(stopped.text, /Failed.*ZMM_USER/)
  assert.match(stopped.text, /Done: CLAS ZCL_MM_TO, ZCL_MM_FROM/)
  await done(args)
  const objects = ['CLAS ZCL_MM_TO', 'CLAS ZCL_MM_FROM', 'PROG ZMM_USER']
  assert.match(await done({ objects }, 'ERPActivate'), /Activated/)
  assert.match(await textOf('PROG', 'ZMM_USER'), /zcl_mm_to=>capped\( zcl_mm_from=>limit \)/)
  const to = await textOf('CLAS', 'ZCL_MM_TO')
  assert.equal(to.match(/METHOD capped/g)?.length, 1)
  assert.match(to, /val2 = zcl_mm_from=>limit/)
})

test('a superclass gets members and the uses stay as they are', async () => {
  await create('CLAS', 'ZCL_MM_UP', empty('zcl_mm_up'))
  await create(
    'CLAS',
    'ZCL_MM_HEIR',
    source
      .replaceAll('zcl_mm_from', 'zcl_mm_heir')
      .replace('DEFINITION PUBLIC', 'DEFINITION PUBLIC INHERITING FROM zcl_mm_up')
  )
  const args = {
    action: 'move_members',
    name: 'ZCL_MM_HEIR',
    to: 'ZCL_MM_UP',
    members: ['OWN', 'COUNT'],
    section: 'protected',
    activate: true
  }
  assert.match(await done(args), /Moved OWN, COUNT from ZCL_MM_HEIR to ZCL_MM_UP[\s\S]*Activated/)
  assert.match(await textOf('CLAS', 'ZCL_MM_UP'), /PROTECTED SECTION[\s\S]*METHOD own/)
})

/** Names of the static members of all classes that the sandbox begins with. */
function seedMembers(): { readonly name: string; readonly member: string }[] {
  const seed = new URL('../../../sandbox/seed/src/', import.meta.url)
  const files = readdirSync(seed, { recursive: true, encoding: 'utf8' })
  return files.flatMap(file => {
    const name = /([^/\\]+)\.clas\.abap$/.exec(file)?.[1]?.toUpperCase()
    if (name === undefined) return []
    const text = readFileSync(new URL(file, seed), 'utf8').replaceAll('\r\n', '\n')
    const parts = classParts(text, name)
    const members = parts === undefined ? [] : membersOf(text, parts)
    return members.filter(({ isStatic }) => isStatic).map(({ name: member }) => ({ name, member }))
  })
}

test('every static member of the seed moves without a finding, or is refused by name', async () => {
  await create('CLAS', 'ZCL_MM_ANY', empty('zcl_mm_any'))
  const counts = { clean: 0, refused: 0 }
  for (const { name, member } of seedMembers()) {
    const result = await call('ERPWrite', {
      action: 'move_members',
      type: 'CLAS',
      name,
      members: [member],
      to: 'ZCL_MM_ANY',
      section: 'public',
      dryRun: true
    })
    if (result.kind === 'error') {
      assert.equal(result.code, 'TOOL_MOVE_NOT_SAFE', `${name} ${member}: ${result.text}`)
      assert.match(result.text, new RegExp(`^- ${member} uses `, 'm'))
      counts.refused += 1
    } else {
      assert.match(result.text, /changed sources: clean/, `${name} ${member}: ${result.text}`)
      counts.clean += 1
    }
  }
  assert.ok(counts.clean >= 25 && counts.refused >= 3, JSON.stringify(counts))
})
