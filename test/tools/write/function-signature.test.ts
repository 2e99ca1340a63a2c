/** Parameters of a function module as data: kinds that are not named stay as they are written. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withHead } from '../../../tools/write/source/function-signature.ts'

const head = [
  'FUNCTION z_demo',
  '  IMPORTING',
  "    VALUE(iv_a) TYPE i DEFAULT 'EXPORTING' \" a note. with TABLES",
  '    !exporting LIKE sy-subrc OPTIONAL',
  '* CHANGING what was',
  '  EXPORTING',
  '    VALUE(ev_b) TYPE string',
  '  RAISING',
  '    RESUMABLE(cx_demo)',
  '  EXCEPTIONS',
  '    not_found',
  '    other'
].join('\n')
const body = '\n\n*"Local interface: IMPORTING\n  ev_b = `IMPORTING.`.\nENDFUNCTION.\n'
const source = `${head}.${body}`
const exporting = '  EXPORTING\n    VALUE(ev_b) TYPE string'

const cases: readonly (readonly [object, string, string])[] = [
  [
    { exporting: [{ name: 'EV_C', type: 'I', byValue: true }] },
    exporting,
    '  EXPORTING\n    VALUE(EV_C) TYPE I'
  ],
  [{ exporting: [] }, `${exporting}\n`, ''],
  [
    { changing: [{ name: 'CV', type: 'STRING' }] },
    exporting,
    `${exporting}\n  CHANGING\n    CV TYPE STRING`
  ],
  [
    { tables: [{ name: 'T', like: 'MARA' }] },
    exporting,
    `${exporting}\n  TABLES\n    T STRUCTURE MARA`
  ],
  [{ exceptions: ['gone'] }, '    not_found\n    other', '    gone'],
  [{ raising: [] }, '  RAISING\n    RESUMABLE(cx_demo)\n', ''],
  [
    { importing: [{ name: 'IV', type: 'I' }] },
    "    VALUE(iv_a) TYPE i DEFAULT 'EXPORTING' \" a note. with TABLES\n    !exporting LIKE sy-subrc OPTIONAL",
    '    IV TYPE I'
  ]
]

for (const [fields, from, to] of cases) {
  test(JSON.stringify(fields), () => {
    const parts = source.split(from)
    assert.equal(parts.length, 2)
    assert.equal(withHead(source, 'Z_DEMO', fields as Record<string, unknown>), parts.join(to))
  })
}

test('several kinds at once, in the order of the language', () => {
  const plain = 'FUNCTION z_demo.\nENDFUNCTION.\n'
  const fields = {
    exceptions: ['e'],
    tables: [{ name: 'T', like: 'MARA' }],
    importing: [{ name: 'A', type: 'I' }]
  }
  const expected =
    'FUNCTION z_demo\n  IMPORTING\n    A TYPE I\n  TABLES\n    T STRUCTURE MARA\n  EXCEPTIONS\n    e.\nENDFUNCTION.\n'
  assert.equal(withHead(plain, 'Z_DEMO', fields), expected)
  assert.equal(
    withHead('FUNCTION z_demo IMPORTING a TYPE i EXPORTING b TYPE i.\nENDFUNCTION.\n', 'Z_DEMO', {
      exporting: []
    }),
    'FUNCTION z_demo IMPORTING a TYPE i.\nENDFUNCTION.\n'
  )
  assert.equal(
    withHead('', 'Z_DEMO', { importing: [{ name: 'A', type: 'I' }] }),
    'FUNCTION z_demo\n  IMPORTING\n    A TYPE I.\nENDFUNCTION.\n'
  )
  assert.throws(
    () =>
      withHead(source.replace('  EXCEPTIONS', '  EXPORTING x TYPE i EXCEPTIONS'), 'Z_DEMO', {
        exporting: []
      }),
    { code: 'TOOL_BAD_ARGUMENTS' }
  )
})

test('a head of many parameters is changed in time that grows with it', { timeout: 60_000 }, () => {
  const many = `FUNCTION z_demo\n  IMPORTING\n${Array.from({ length: 50_000 }, (_each, index) => `    VALUE(p_${index}) TYPE i`).join('\n')}\n  EXCEPTIONS\n    e`
  assert.equal(
    withHead(`${many}.\nENDFUNCTION.\n`, 'Z_DEMO', { exceptions: ['f'] }),
    `${many.slice(0, -1)}f.\nENDFUNCTION.\n`
  )
})
