import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { createRegistry, defineActions, action, operations, tools } from '../../../tools/index.ts'
import type { Tool } from '../../../tools/index.ts'
import { Type } from '@sinclair/typebox'
import type { TObject, TSchema } from '@sinclair/typebox'
import type { Erp } from '../../../erp-client/index.ts'
import { benchOf, callerWith, errorOf } from '../helpers/erp.ts'

const folder = new URL('../../../tools/', import.meta.url)
const registry = createRegistry(tools, {
  transportable: true,
  transportsEnabled: true,
  expert: new Set(),
  features: new Map()
})
const everyone = callerWith('read', 'write', 'admin')
const listed = registry.visible(everyone)

/** Most bytes of a tool in the list, where it may have more than the others. */
const largest: Readonly<Record<string, number>> = {
  ERPWrite: 2700,
  ERPDiagnose: 2150,
  ERPRead: 1700,
  ERPNavigate: 1600,
  ERPManage: 1600,
  ERPTransport: 1500
}

function* described(schema: unknown, path: string): Generator<[string, unknown]> {
  if (typeof schema !== 'object' || schema === null) return
  const { properties, items } = schema as { properties?: Record<string, unknown>; items?: unknown }
  for (const [key, property] of Object.entries(properties ?? {})) {
    yield [`${path}.${key}`, property]
    yield* described(property, `${path}.${key}`)
  }
  yield* described(items, `${path}[]`)
}

test('the tools stand in their order, each in a file of its name', () => {
  assert.deepEqual(
    tools.map(({ name }) => name),
    [
      'ERPRead',
      'ERPSearch',
      'ERPQuery',
      'ERPNavigate',
      'ERPContext',
      'ERPLint',
      'ERPDiagnose',
      'ERPWrite',
      'ERPActivate',
      'ERPManage',
      'ERPTransport'
    ]
  )
  for (const { name } of tools) {
    assert.ok(existsSync(new URL(`${name.replace(/^ERP/, 'erp-').toLowerCase()}.ts`, folder)), name)
  }
})

test('every argument is described, briefly; every description has a sensible length', () => {
  for (const { name, description, input } of tools) {
    assert.ok(description.length >= 40 && description.length <= 1024, name)
    for (const [path, property] of described(input, name)) {
      const words = (property as { description?: string }).description
      assert.ok(
        words !== undefined && words.length >= 6 && words.length <= 200,
        `${path}: ${words}`
      )
    }
  }
})

/** Answers up to this size are sent in one piece. */
const onePiece = 16_384
/** Room for later changes: 40 actions with names of 18 letters. */
const keptFree = 840
const states = ['present', 'absent', 'unknown'] as const

test('the list stays small: all of it under every choice of features, and each tool', () => {
  const experts = ['execute', 'debug', 'amdp'] as const
  const names = ['gitsync', 'rap', 'amdp', 'ui5', 'transport', 'db']
  for (const state of states) {
    for (const odd of [undefined, ...names]) {
      for (const expert of [[], experts]) {
        const features = new Map(
          names.map(name => [name, name === odd ? 'present' : state] as const)
        )
        const full = createRegistry(tools, {
          transportable: true,
          transportsEnabled: true,
          expert: new Set(expert),
          features
        })
        const bytes = Buffer.byteLength(JSON.stringify({ tools: full.visible(everyone) }))
        assert.ok(
          bytes <= onePiece - keptFree,
          `${bytes} bytes with all ${state}, ${odd ?? 'none'} present`
        )
      }
    }
  }
  for (const tool of listed) {
    const own = Buffer.byteLength(JSON.stringify(tool))
    assert.ok(own <= (largest[tool.name] ?? 1400), `${tool.name}: ${own} bytes`)
  }
})

test('one more action costs the list its name; an argument that help explains costs nothing', () => {
  const own = tools.find(({ name }) => name === 'ERPLint')
  assert.ok(own !== undefined)
  const bytes = (more: object) => {
    const { name, title, description, scope } = own
    const make = (input: TObject) => action({ operation: 'read', input, run: nothing })
    const tool = defineActions({
      name,
      title,
      description,
      scope,
      actions: { check: make(Type.Object({})), ...more }
    })
    const [listed] = createRegistry([tool], registry.options).visible(everyone)
    return Buffer.byteLength(JSON.stringify(listed))
  }
  const nothing = async () => ({ kind: 'text', text: '' }) as const
  const further = (schema: TSchema) => ({
    further_action: action({
      operation: 'read',
      input: Type.Object({ limit: Type.Optional(schema) }),
      run: nothing
    })
  })
  const alone = bytes({})
  const description = 'Most entries of the answer.'
  const name = 'further_action'.length + 3
  assert.equal(bytes(further(Type.Integer({ listed: 'hidden', description }))) - alone, name)
  const shown = bytes(further(Type.Integer({ listed: 'no', description }))) - alone
  assert.equal(shown - name, ',"limit":{"type":"integer"}'.length)
})

test('schemas are the plain subset that all clients read', () => {
  for (const { name, inputSchema, outputSchema } of listed) {
    assert.equal(inputSchema.type, 'object')
    if (outputSchema !== undefined) assert.equal(outputSchema.type, 'object')
    const text = JSON.stringify([inputSchema, outputSchema])
    for (const odd of ['oneOf', 'anyOf', 'allOf', '$ref', 'const', '"type":[']) {
      assert.ok(!text.includes(odd), `${name} has ${odd}`)
    }
    for (const [path, property] of described(inputSchema, name)) {
      assert.equal(typeof (property as { type?: unknown }).type, 'string', path)
    }
  }
})

test('the listing is as it was agreed', t => {
  t.assert.snapshot(listed)
})

test('annotations follow from the operations', () => {
  const of = (name: string) => listed.find(tool => tool.name === name)?.annotations
  for (const name of ['ERPRead', 'ERPSearch', 'ERPQuery', 'ERPNavigate']) {
    assert.deepEqual([of(name)?.readOnlyHint, of(name)?.destructiveHint], [true, false], name)
  }
  for (const name of ['ERPWrite', 'ERPDiagnose']) {
    assert.deepEqual([of(name)?.readOnlyHint, of(name)?.destructiveHint], [false, true], name)
  }
  assert.deepEqual(
    [of('ERPActivate')?.readOnlyHint, of('ERPActivate')?.destructiveHint],
    [false, false]
  )
})

/** Tool, action and the letters of everything it may do; an action that is not here fails. */
const letters: Readonly<Record<string, string>> = {
  'ERPRead ': 'R',
  'ERPSearch ': 'S',
  'ERPQuery ': 'Q',
  'ERPNavigate definition': 'R',
  'ERPNavigate references': 'R',
  'ERPNavigate implementations': 'R',
  'ERPNavigate completion': 'R',
  'ERPNavigate element_info': 'R',
  'ERPNavigate hierarchy': 'R',
  'ERPNavigate outline': 'R',
  'ERPNavigate documentation': 'R',
  'ERPContext overview': 'R',
  'ERPContext dependencies': 'R',
  'ERPContext usages': 'R',
  'ERPContext impact': 'R',
  'ERPContext call_graph': 'R',
  'ERPContext structure': 'R',
  'ERPContext compare': 'R',
  'ERPContext changes': 'R',
  'ERPContext test_seams': 'R',
  'ERPLint check': 'R',
  'ERPLint fix': 'R',
  'ERPLint format': 'R',
  'ERPLint rules': 'R',
  'ERPDiagnose syntax': 'R',
  'ERPDiagnose unit_test': 'RU',
  'ERPDiagnose atc': 'R',
  'ERPDiagnose atc_variants': 'R',
  'ERPDiagnose quick_fixes': 'R',
  'ERPDiagnose compare': 'R',
  'ERPDiagnose dumps': 'R',
  'ERPDiagnose dump': 'R',
  'ERPDiagnose incident': 'R',
  'ERPDiagnose traces': 'R',
  'ERPDiagnose trace': 'R',
  'ERPDiagnose trace_start': 'U',
  'ERPDiagnose trace_stop': 'U',
  'ERPDiagnose system_messages': 'R',
  'ERPDiagnose gateway_errors': 'R',
  'ERPDiagnose clean_core': 'R',
  'ERPDiagnose sql_trace': 'R',
  'ERPDiagnose service_check': 'R',
  'ERPDiagnose breakpoints': 'R',
  'ERPDiagnose set_breakpoint': 'U',
  'ERPDiagnose delete_breakpoint': 'U',
  'ERPDiagnose debug_run': 'ACDU',
  'ERPDiagnose amdp_run': 'ACDU',
  'ERPWrite create': 'ACR',
  'ERPWrite update': 'ARU',
  'ERPWrite edit': 'ARU',
  'ERPWrite edit_method': 'ARU',
  'ERPWrite edit_class': 'ARU',
  'ERPWrite edit_texts': 'ARU',
  'ERPWrite move': 'RU',
  'ERPWrite rename': 'ARU',
  'ERPWrite replace': 'ARU',
  'ERPWrite change_signature': 'ARU',
  'ERPWrite extract_method': 'ARU',
  'ERPWrite move_members': 'ARU',
  'ERPWrite apply_quick_fix': 'ARU',
  'ERPWrite scaffold': 'RU',
  'ERPWrite batch': 'ACDRU',
  'ERPWrite undo': 'ACDRU',
  'ERPWrite delete': 'DR',
  'ERPActivate activate': 'AR',
  'ERPActivate check': 'R',
  'ERPActivate publish': 'AR',
  'ERPActivate unpublish': 'AR',
  'ERPManage features': 'R',
  'ERPManage drafts': 'R',
  'ERPManage journal': 'R',
  'ERPManage export': 'R',
  'ERPManage approvals': 'R',
  'ERPManage approve': 'U',
  'ERPManage reject': 'U',
  'ERPManage change_set': 'ACDRU',
  'ERPManage locks': 'R',
  'ERPManage release_lock': 'U',
  'ERPManage create_package': 'CR',
  'ERPManage change_package': 'RU',
  'ERPManage delete_package': 'DR',
  'ERPManage set_release_state': 'RU',
  'ERPManage git_repos': 'R',
  'ERPManage git_status': 'R',
  'ERPManage git_clone': 'ACDRU',
  'ERPManage git_pull': 'ACDRU',
  'ERPManage git_switch': 'ACDRU',
  'ERPManage git_stage': 'U',
  'ERPManage git_push': 'RU',
  'ERPManage git_unlink': 'DR',
  'ERPManage ui5_apps': 'R',
  'ERPManage ui5_upload': 'ACDRU',
  'ERPManage run_class': 'ACDU',
  'ERPManage run_program': 'ACDU',
  'ERPTransport list': 'R',
  'ERPTransport get': 'R',
  'ERPTransport objects': 'R',
  'ERPTransport diff': 'R',
  'ERPTransport review': 'R',
  'ERPTransport check': 'R',
  'ERPTransport history': 'R',
  'ERPTransport layers': 'R',
  'ERPTransport targets': 'R',
  'ERPTransport create': 'CR',
  'ERPTransport create_task': 'CR',
  'ERPTransport add_user': 'RU',
  'ERPTransport reassign': 'RU',
  'ERPTransport add_object': 'RU',
  'ERPTransport change': 'RU',
  'ERPTransport remove_object': 'RU',
  'ERPTransport release': 'RU',
  'ERPTransport release_recursive': 'RU',
  'ERPTransport delete': 'DR'
}

test('every action has its letters', () => {
  const actual = Object.fromEntries(
    tools.flatMap((tool: Tool) =>
      [...tool.actions].map(([name, { possible }]) => [
        `${tool.name} ${name}`,
        [...new Set(possible.map(one => operations[one].letters).join(''))].sort().join('')
      ])
    )
  )
  assert.deepEqual(actual, letters)
})

test('a caller sees the tools of its scopes; transport exists only where it can be used', () => {
  const names = (...scopes: ('read' | 'write' | 'admin')[]) =>
    registry.visible(callerWith(...scopes)).map(({ name }) => name)
  assert.deepEqual(names('write'), ['ERPWrite', 'ERPActivate', 'ERPManage'])
  assert.deepEqual(names('read'), [
    'ERPRead',
    'ERPSearch',
    'ERPQuery',
    'ERPNavigate',
    'ERPContext',
    'ERPLint',
    'ERPDiagnose'
  ])
  assert.deepEqual(names('admin'), ['ERPTransport'])
  assert.equal(registry.visible(everyone), registry.visible(everyone))
  const local = createRegistry(tools, {
    transportable: false,
    transportsEnabled: false,
    expert: new Set(),
    features: new Map([['db', 'absent']])
  })
  assert.ok(!JSON.stringify(local.visible(everyone)).includes('"transport"'))
  assert.ok(JSON.stringify(listed).includes('"transport"'))
  assert.ok(!local.visible(everyone).some(({ name }) => name === 'ERPQuery'))
})

test('types of a missing feature are not listed and not usable', async () => {
  const features = new Map([['rap', 'absent' as const]])
  const noTransports = createRegistry(tools, {
    transportable: true,
    transportsEnabled: false,
    expert: new Set(),
    features: new Map()
  })
  const typesOf = (list: typeof listed) =>
    JSON.stringify(list.find(({ name }) => name === 'ERPRead')?.inputSchema)
  assert.ok(!typesOf(noTransports.visible(everyone)).includes('TRANSPORT'))
  assert.ok(typesOf(listed).includes('TRANSPORT'))
  const { erp } = { erp: { reader: {}, writer: {}, close: async () => {} } as unknown as Erp }
  for (const [name, args] of [
    ['ERPRead', { type: 'BDEF', name: 'ZI_X' }],
    ['ERPWrite', { action: 'create', type: 'BDEF', name: 'ZI_X', package: '$TMP' }]
  ] as const) {
    assert.equal(
      errorOf(await benchOf({ erp, features }).call(name, args)).code,
      'BLOCKED_FEATURE',
      name
    )
  }
})

test('instructions are short and say what the ERP is', () => {
  const of = (sandbox: boolean) =>
    createRegistry(tools, {
      transportable: true,
      transportsEnabled: true,
      expert: new Set(),
      features: new Map(),
      sandbox,
      readOnly: true
    }).instructions
  assert.match(of(true).slice(0, 100), /SANDBOX/)
  assert.ok(!of(false).includes('SANDBOX'))
  for (const sandbox of [true, false]) assert.ok(of(sandbox).length < 2048)
})

test('one argument cannot mean two things in one tool', () => {
  const make = (description: string) =>
    action({
      operation: 'read',
      input: Type.Object({ x: Type.String({ description }) }),
      run: async () => ({ kind: 'text', text: '' })
    })
  assert.throws(
    () =>
      defineActions({
        name: 'T',
        title: 'T',
        description: '',
        scope: 'read',
        actions: { a: make('one'), b: make('two') }
      }),
    /differs/
  )
})

test('no tool decides by object code, reads settings or touches the protocol', async () => {
  const files = (await readdir(folder, { recursive: true })).filter(file => file.endsWith('.ts'))
  for (const file of files) {
    const text = await readFile(new URL(file, folder), 'utf8')
    assert.doesNotMatch(text, /switch \((?:[\w.]+\.)?type\)/, file)
    assert.doesNotMatch(
      text,
      /process\.(?:env|argv|std)|from '(?:undici|fastify|@modelcontextprotocol)|from '\.\.\/(?:\.\.\/)?(?:mcp|plugins|routes|config)/,
      file
    )
  }
})
