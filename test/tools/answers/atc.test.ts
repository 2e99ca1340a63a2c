/** Static checks of the sandbox can be clean, and report nothing that is not so. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTwoUsers } from '../helpers/two-users.ts'
import type { TwoUsers } from '../helpers/two-users.ts'

/** The findings of one rule; each message with its lines by part or object. */
interface Finding {
  readonly check: string
  readonly priority: number
  readonly messages: readonly {
    readonly text: string
    readonly at: Readonly<Record<string, readonly number[]>>
  }[]
}

let users: TwoUsers
before(async () => {
  users = await startTwoUsers()
})
after(async () => await users?.close())

async function create(name: string, source: string, more: object = {}): Promise<void> {
  await users.developer.data('ERPWrite', {
    action: 'create',
    type: 'CLAS',
    name,
    package: '$TMP',
    description: `Checked ${name}`,
    source,
    activate: true,
    ...more
  })
}

async function findingsOf(name: string): Promise<Finding[]> {
  const args = { action: 'atc', type: 'CLAS', name }
  return (await users.developer.data('ERPDiagnose', args))['findings'] as Finding[]
}

const textsOf = (findings: readonly Finding[]) =>
  findings.flatMap(({ messages }) => messages.map(({ text }) => text))

const plain = (
  name: string,
  local: string,
  parameter: string
) => `CLASS ${name} DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    CONSTANTS no_account TYPE i VALUE 1.
    CONSTANTS: BEGIN OF kinds,
                 one TYPE i VALUE 1,
                 two TYPE i VALUE 2,
               END OF kinds.
    "! Doubles a number
    "! @parameter ${parameter} | Number
    "! @parameter result | Twice of it
    METHODS double IMPORTING ${parameter} TYPE i RETURNING VALUE(result) TYPE i.
ENDCLASS.

CLASS ${name} IMPLEMENTATION.
  METHOD double.
    DATA(${local}) = 2 * ${parameter}.
    result = ${local}.
  ENDMETHOD.
ENDCLASS.
`

test('a class without faults is clean, with prefixes and without', async () => {
  await create('ZCL_PA_PLAIN', plain('zcl_pa_plain', 'twice', 'number'))
  await create('ZCL_PA_PREFIX', plain('zcl_pa_prefix', 'lv_twice', 'iv_number'))
  for (const name of ['ZCL_PA_PLAIN', 'ZCL_PA_PREFIX']) assert.deepEqual(await findingsOf(name), [])
})

test('what only its own class can use is still reported', async () => {
  const source = plain('zcl_pa_unused', 'twice', 'number')
    .replace('ENDCLASS.', '  PRIVATE SECTION.\n    CONSTANTS hidden TYPE i VALUE 3.\nENDCLASS.')
    .replace('    result = twice.', '    DATA rest TYPE i.\n    result = twice.')
  await create('ZCL_PA_UNUSED', source)
  const texts = textsOf(await findingsOf('ZCL_PA_UNUSED'))
  assert.deepEqual(texts.toSorted(), ['Variable "hidden" not used', 'Variable "rest" not used'])
})

test('a test class is no finding of the format of its file', async () => {
  await create(
    'ZCL_PA_TESTING',
    `CLASS zcl_pa_testing DEFINITION PUBLIC FINAL CREATE PUBLIC FOR TESTING
  RISK LEVEL HARMLESS DURATION SHORT.
  PRIVATE SECTION.
    METHODS runs FOR TESTING.
ENDCLASS.

CLASS zcl_pa_testing IMPLEMENTATION.
  METHOD runs.
    cl_abap_unit_assert=>assert_bound( me ).
  ENDMETHOD.
ENDCLASS.
`
  )
  assert.deepEqual(await findingsOf('ZCL_PA_TESTING'), [])
})

test('reads of sorted tables are judged by the key that the dictionary has', async () => {
  const key = async (name: string, fields: object) => {
    const args = { action: 'create', type: 'TTYP', name, package: '$TMP', activate: true, fields }
    await users.developer.data('ERPWrite', args)
  }
  const sorted = { rowType: 'ZFERRY_BOOKING', access: 'sorted' }
  await key('ZPA_ROWS', { ...sorted, keyDefinition: 'rowType' })
  const keyComponents = ['MANDT', 'CUSTOMER']
  await key('ZPA_KEYED', { ...sorted, keyDefinition: 'keyComponents', keyComponents })
  const source = (table: string, condition: string) =>
    plain('zcl_pa_sorted', 'twice', 'number').replace(
      '    result = twice.',
      `    DATA rows TYPE ${table}.\n    DELETE rows WHERE ${condition}.\n    result = lines( rows ) + twice.`
    )
  const judged = async (table: string, condition: string) => {
    const args = { action: 'update', type: 'CLAS', name: 'ZCL_PA_SORTED', overwrite: true }
    const changed = { ...args, source: source(table, condition), activate: true }
    await users.developer.data('ERPWrite', changed)
    return (await findingsOf('ZCL_PA_SORTED')).filter(({ check }) => check.includes('Sequential'))
  }
  await create('ZCL_PA_SORTED', plain('zcl_pa_sorted', 'twice', 'number'))
  assert.deepEqual(await judged('zpa_rows', `mandt = '001' AND customer = 'A'`), [])
  assert.deepEqual(await judged('zpa_keyed', `mandt = '001' AND customer = 'A'`), [])
  const [found, ...more] = await judged('zpa_keyed', `customer = 'A'`)
  assert.deepEqual(more, [])
  assert.match(textsOf(found === undefined ? [] : [found]).join(), /first key component MANDT/)
})

test('a place is named once, also where a request or a list holds the package too', async () => {
  const { developer } = users
  const transport = String(
    (await developer.data('ERPTransport', { action: 'create', description: 'Review' }))['transport']
  )
  const source = plain('zcl_pa_review', 'twice', 'number').replace(
    '    result = twice.',
    '    DATA rest TYPE i.\n    result = twice.'
  )
  await developer.data('ERPManage', {
    action: 'create_package',
    name: 'ZPA_REVIEW',
    description: 'Reviewed',
    softwareComponent: 'HOME',
    transport
  })
  await create('ZCL_PA_REVIEW', source, { package: 'ZPA_REVIEW', transport })
  const review = await developer.text('ERPTransport', { action: 'review', transport })
  assert.match(review, /Variable "rest" not used[^\n]*: CLAS ZCL_PA_REVIEW \d+\n/)
  const objects = ['DEVC ZPA_REVIEW', 'CLAS ZCL_PA_REVIEW', 'CLAS ZCL_PA_REVIEW']
  const { findings } = await developer.data('ERPDiagnose', { action: 'atc', objects })
  const places = (findings as Finding[])
    .flatMap(({ messages }) => messages)
    .filter(({ text }) => text.includes('"rest"'))
    .flatMap(({ at }) => Object.values(at).flat())
  assert.equal(places.length, 1)
})
