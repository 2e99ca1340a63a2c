/** Replacement in many objects of a sandbox: where it looks, what it leaves, and what a run needs. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { changeSource, createErp } from '../../../erp-client/index.ts'
import type { Erp } from '../../../erp-client/index.ts'
import { benchOf } from '../helpers/erp.ts'
import type { Bench } from '../helpers/erp.ts'
import { recordedSandbox } from '../helpers/recorded-sandbox.ts'
import type { RecordedSandbox } from '../helpers/recorded-sandbox.ts'

const classOf = (name: string, body: string, head = '') =>
  `${head}CLASS ${name} DEFINITION PUBLIC CREATE PUBLIC.\n  PUBLIC SECTION.\n    CLASS-METHODS run RETURNING VALUE(result) TYPE i.\nENDCLASS.\nCLASS ${name} IMPLEMENTATION.\n  METHOD run.\n${body}\n  ENDMETHOD.\nENDCLASS.\n`
const using = (value: string) => `    " ${value}\n    DATA(${value}) = 1.\n    result = ${value}.`

let field: RecordedSandbox
let call: Bench['call']
let other: Erp

async function done(args: object, tool = 'ERPWrite'): Promise<Awaited<ReturnType<typeof call>>> {
  const result = await call(tool, args)
  assert.ok(result.kind === 'data' || result.kind === 'text', result.text)
  return result
}

const create = async (name: string, body: string, more: object = {}) =>
  await done({
    action: 'create',
    type: 'CLAS',
    name,
    package: '$RPL',
    source: classOf(name, body),
    activate: true,
    ...more
  })
const textOf = async (name: string, more: object = {}) =>
  (await done({ type: 'CLAS', name, ...more }, 'ERPRead')).text

const replace = { action: 'replace', package: '$RPL' }

/** The dry run and the handle that it gives. */
async function planned(args: object): Promise<{ text: string; confirm: string }> {
  const result = await call('ERPWrite', { ...args, dryRun: true })
  assert.equal(result.kind, 'text', result.text)
  return { text: result.text, confirm: 'digest' in result ? (result.digest ?? '') : '' }
}

before(async () => {
  field = await recordedSandbox()
  other = createErp({
    baseUrl: field.sandbox.url,
    client: '001',
    language: 'EN',
    credential: { kind: 'basic', user: 'OTHER', password: 'secret-2' }
  })
  call = benchOf({ erp: field.erp }).call
  await done({ action: 'create_package', name: '$RPL' }, 'ERPManage')
  await done({ action: 'create_package', name: '$RPL_BELOW', package: '$RPL' }, 'ERPManage')
  for (const name of ['ZCL_RPL_A', 'ZCL_RPL_B']) await create(name, using('alpha'))
  await create('ZCL_RPL_BELOW', using('alpha'), { package: '$RPL_BELOW' })
  await create('ZCL_RPL_USER', '    result = zcl_rpl_a=>run( ).')
})
after(async () => {
  await other?.close()
  await field?.close()
})

test('a package is changed with those below it, by the digest of its dry run alone', async () => {
  const args = { ...replace, pattern: '\\bal(ph)a\\b', replacement: 'be$1', activate: true }
  field.clear()
  const { text, confirm } = await planned(args)
  assert.match(text, /9 places in 3 objects/)
  assert.match(text, /3 in comments or literals/)
  assert.match(text, /syntax check of the changed sources: clean \(3 objects of 3\)/)
  assert.match(text, /CLAS ZCL_RPL_A 7: " alpha → " beph/)
  assert.match(text, /In no request.*ZCL_RPL_A, ZCL_RPL_B, ZCL_RPL_BELOW/)
  assert.deepEqual(field.changes, [])

  const asked = await call('ERPWrite', args)
  assert.equal(asked.kind, 'confirm', asked.text)
  const wrong = await call('ERPWrite', { ...args, confirm: `${confirm.slice(0, -1)}x` })
  assert.equal(wrong.kind, 'confirm', wrong.text)
  assert.deepEqual(field.changes, [])

  const result = await done({ ...args, confirm })
  assert.match(result.text, /9 places in 3 objects[\s\S]*Activated/)
  for (const name of ['ZCL_RPL_A', 'ZCL_RPL_B', 'ZCL_RPL_BELOW']) {
    assert.match(
      await textOf(name, { version: 'active' }),
      /DATA\(beph\) = 1\.\n {4}result = beph\./
    )
  }
  const again = await done({ ...args, confirm })
  assert.match(again.text, /nothing to replace/)
})

test('an object, a list and the users of an object are possible too', async () => {
  const rest = { action: 'replace', pattern: 'result', replacement: 'result' }
  for (const [where, expected] of [
    [{ name: 'ZCL_RPL_A' }, /in CLAS ZCL_RPL_A · |CLAS ZCL_RPL_A has no place/],
    [{ objects: ['ZCL_RPL_A', 'CLAS ZCL_RPL_B'] }, /2 objects/],
    [{ name: 'ZCL_RPL_A', users: true }, /the users of CLAS ZCL_RPL_A/]
  ] as const) {
    const { text } = await planned({ ...rest, replacement: 'outcome', ...where })
    assert.match(text, expected)
  }
  const { text } = await planned({
    action: 'replace',
    name: 'ZCL_RPL_A',
    users: true,
    pattern: 'zcl_rpl_a=>run',
    replacement: 'zcl_rpl_b=>run'
  })
  assert.match(text, /1 place in 1 object /)
  assert.match(
    text,
    /CLAS ZCL_RPL_USER 7: result = zcl_rpl_a=>run\( \)\. → result = zcl_rpl_b=>run/
  )
})

test('modules and includes of a function group, and the test classes of a class', async () => {
  await done({ action: 'create', type: 'FUGR', name: 'ZRPL_GROUP', package: '$RPL_BELOW' })
  await done({
    action: 'create',
    type: 'FUNC',
    name: 'Z_RPL_MODULE',
    group: 'ZRPL_GROUP',
    source: 'FUNCTION z_rpl_module.\n  DATA gamma TYPE i.\n  gamma = 1.\nENDFUNCTION.\n'
  })
  await done({
    action: 'update',
    type: 'CLAS',
    name: 'ZCL_RPL_BELOW',
    include: 'testclasses',
    overwrite: true,
    source: '" gamma\n'
  })
  const { text } = await planned({ ...replace, pattern: 'gamma', replacement: 'delta' })
  assert.match(text, /3 places in 2 objects/)
  assert.match(text, /Z_RPL_MODULE/)
  const code = await planned({ ...replace, pattern: 'gamma', replacement: 'delta', codeOnly: true })
  assert.match(code.text, /1 in comments or literals stay.* 2 places in 1 object /)
})

test('blanks are a pattern and a replacement, and without a replacement the places go', async () => {
  const name = 'ZCL_RPL_BLANK'
  await create(name, '    result =   1.')
  for (const [args, expected] of [
    [{ pattern: ' {3}', replacement: ' ' }, '    result = 1.'],
    [{ pattern: '   ', literal: true, replacement: '  ' }, '    result =  1.'],
    [{ pattern: 'result =   1' }, '    .']
  ] as const) {
    const { text } = await planned({ action: 'replace', name, ...args })
    assert.ok(text.includes(`→ ${expected.trim()}`), text)
  }
})

test('a lint rule makes its own corrections in all objects', async () => {
  const args = { ...replace, rule: 'double_space' }
  const { text, confirm } = await planned(args)
  assert.match(text, /the corrections of double_space in package \$RPL and 1 package below/)
  await done({ ...args, confirm })
  assert.match(await textOf('ZCL_RPL_BLANK'), /result = 1\./)
})

test('what cannot be changed is named and left alone', async () => {
  await create('ZCL_RPL_MADE', '    result = 77.', {
    source: classOf('ZCL_RPL_MADE', '    result = 77.', '* This class was generated by a tool.\n')
  })
  await create('ZCL_RPL_LONG', `    result = 77. " ${'x'.repeat(230)}`)
  await create('ZCL_RPL_DRAFT', '    result = 77.')
  await create('ZCL_RPL_GOOD', '    result = 77.')
  await changeSource(
    other.writer,
    { ref: { type: 'CLAS', name: 'ZCL_RPL_DRAFT' }, edit: ({ text }) => `${text}\n* draft\n` },
    { recheck: () => {} }
  )
  const args = { ...replace, pattern: '77', replacement: '1234567890123', activate: true }
  const { text, confirm } = await planned(args)
  assert.match(text, /1 place in 1 object /)
  assert.match(text, /Left alone \(generated\): CLAS ZCL_RPL_MADE/)
  assert.match(
    text,
    /Left alone \(a line would have more than 255 characters\): CLAS ZCL_RPL_LONG 7/
  )
  assert.match(text, /Left alone \(inactive draft of OTHER\): CLAS ZCL_RPL_DRAFT/)
  field.clear()
  await call('ERPWrite', { ...args, confirm })
  const touched = field.changes.join('\n').toLowerCase()
  assert.match(touched, /zcl_rpl_good/)
  assert.doesNotMatch(touched, /zcl_rpl_(?:made|long|draft)/)
})

test('a source that changed since the dry run is named, and nothing is written', async () => {
  for (const name of ['ZCL_RPL_S1', 'ZCL_RPL_S2']) await create(name, using('sigma'))
  const args = { ...replace, pattern: 'sigma', replacement: 'tau' }
  const { confirm } = await planned(args)
  await done({
    action: 'edit',
    name: 'ZCL_RPL_S2',
    edits: [{ old: 'DATA(sigma) = 1.', new: 'DATA(sigma) = 2.' }]
  })
  field.clear()
  const result = await call('ERPWrite', { ...args, confirm })
  assert.equal(result.kind, 'confirm', result.text)
  assert.match(result.text, /ZCL_RPL_S2/)
  assert.doesNotMatch(result.text, /ZCL_RPL_S1/)
  assert.deepEqual(field.changes, [])
})

test('a run that breaks off in the middle says how far it came, and the next one goes on', async () => {
  const names = ['ZCL_RPL_M1', 'ZCL_RPL_M2', 'ZCL_RPL_M3']
  for (const name of names) await create(name, using('omega'))
  const args = { ...replace, pattern: 'omega', replacement: 'psi' }
  const { confirm } = await planned(args)
  const locked = Promise.withResolvers<undefined>()
  const release = Promise.withResolvers<undefined>()
  const holding = changeSource(
    other.writer,
    {
      ref: { type: 'CLAS', name: 'ZCL_RPL_M2' },
      async edit({ text }) {
        locked.resolve(undefined)
        await release.promise
        return text
      }
    },
    { recheck: () => {} }
  )
  await locked.promise
  const stopped = await call('ERPWrite', { ...args, confirm })
  release.resolve(undefined)
  await holding
  assert.equal(stopped.kind, 'error', stopped.text)
  assert.match(stopped.text, /Done: CLAS ZCL_RPL_M1\./)
  assert.match(stopped.text, /Failed.*: CLAS ZCL_RPL_M2\./)
  assert.match(stopped.text, /Not begun: CLAS ZCL_RPL_M3\./)
  assert.match(await textOf('ZCL_RPL_M1'), /psi/)
  assert.doesNotMatch(await textOf('ZCL_RPL_M3'), /psi/)

  const rest = await planned(args)
  assert.match(rest.text, /6 places in 2 objects/)
  await done({ ...args, confirm: rest.confirm })
  for (const name of names) assert.doesNotMatch(await textOf(name), /omega/)
})

test('an object that the policy forbids stops the run before the first write', async () => {
  const bound = benchOf({ erp: field.erp, policy: { allowedPackages: ['$RPL'] } })
  const args = { ...replace, pattern: 'beph', replacement: 'kappa' }
  const dry = await bound.call('ERPWrite', { ...args, dryRun: true })
  assert.match(dry.text, /A real run would be refused/)
  field.clear()
  const confirm = 'digest' in dry ? dry.digest : ''
  const result = await bound.call('ERPWrite', { ...args, confirm })
  assert.equal(result.kind === 'error' ? result.code : result.text, 'BLOCKED_PACKAGE')
  assert.deepEqual(field.changes, [])
})

for (const [title, args, expected] of [
  ['no place', { pattern: 'a', replacement: 'b' }, /Where to replace is not given/],
  ['two places', { package: '$RPL', name: 'ZCL_RPL_A', pattern: 'a' }, /exclude each other/],
  ['nothing to replace', { package: '$RPL' }, /What to replace is not given/],
  [
    'pattern and rule',
    { package: '$RPL', pattern: 'a', rule: 'double_space' },
    /exclude each other/
  ],
  [
    'a rule with a replacement',
    { package: '$RPL', rule: 'double_space', replacement: 'x' },
    /belongs to `pattern`/
  ],
  ['an unknown rule', { package: '$RPL', rule: 'double_spac' }, /Did you mean double_space\?/],
  [
    'a rule that corrects nothing',
    { package: '$RPL', rule: 'cyclomatic_complexity' },
    /corrects nothing itself/
  ],
  [
    'a pattern that matches nothing',
    { package: '$RPL', pattern: 'x*', replacement: 'y' },
    /also matches an empty text/
  ]
] as const) {
  test(`refused: ${title}`, async () => {
    field.clear()
    const result = await call('ERPWrite', { action: 'replace', ...args, dryRun: true })
    assert.equal(result.kind, 'error', result.text)
    assert.match(result.text, expected)
    assert.deepEqual(field.changes, [])
  })
}
