/**
 * Clients that hand the model only one half of an answer: either half is enough, and the data is
 * what the schema promises. An answer whose value is a text has no other half.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { AddressInfo } from 'node:net'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv'
import fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import bridge from '../../app.ts'
import { createTestSandbox } from '../helpers/sandbox.ts'
import type { Sandbox } from '../../sandbox/server.ts'
import { tools } from '../../tools/index.ts'
import { call, modern, post } from '../helpers/bridge-app.ts'

let sandbox: Sandbox
let app: FastifyInstance
let url: URL
let request: string

const source = `CLASS zcl_half DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS run RETURNING VALUE(result) TYPE i.
ENDCLASS.
CLASS zcl_half IMPLEMENTATION.
  METHOD run.
    DATA unused TYPE i.
    result = 1.
  ENDMETHOD.
ENDCLASS.
`
const tests =
  "CLASS ltc_half DEFINITION FOR TESTING RISK LEVEL HARMLESS DURATION SHORT.\n  PRIVATE SECTION.\n    METHODS runs FOR TESTING.\n    METHODS fails FOR TESTING.\nENDCLASS.\nCLASS ltc_half IMPLEMENTATION.\n  METHOD runs.\n    cl_abap_unit_assert=>assert_equals( act = NEW zcl_half( )->run( ) exp = 1 ).\n  ENDMETHOD.\n  METHOD fails.\n    cl_abap_unit_assert=>assert_equals( act = NEW zcl_half( )->run( ) exp = 2 msg = 'not two' ).\n  ENDMETHOD.\nENDCLASS.\n"

const send = async (name: string, args: object) =>
  (await post(url, call(name, args))).body.result as unknown as Answer

interface Answer {
  readonly content: { readonly type: string; readonly text: string }[]
  readonly structuredContent?: Record<string, unknown>
  readonly isError?: boolean
}

before(async () => {
  sandbox = await createTestSandbox({
    users: [{ name: 'DEVELOPER', password: 'secret-1', fullName: 'One' }]
  })
  app = fastify()
  await app.register(bridge, {
    url: sandbox.url,
    client: sandbox.client,
    user: 'DEVELOPER',
    password: 'secret-1',
    loopback: true,
    enableTransports: true,
    allowTransportableEdits: true,
    drainMs: 100
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  url = new URL(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/mcp`)
  await send('ERPWrite', {
    action: 'create',
    type: 'CLAS',
    name: 'ZCL_HALF',
    package: '$TMP',
    description: 'Half',
    source,
    activate: true
  })
  await send('ERPWrite', {
    action: 'update',
    type: 'CLAS',
    name: 'ZCL_HALF',
    include: 'testclasses',
    source: tests,
    overwrite: true,
    activate: true
  })
  await send('ERPWrite', {
    action: 'update',
    type: 'CLAS',
    name: 'ZCL_HALF',
    source: source.replace('result = 1', 'result = 2'),
    overwrite: true
  })
  const created = await send('ERPTransport', {
    action: 'create',
    description: 'Half',
    package: 'ZFERRY'
  })
  request = String(created.structuredContent?.['transport'])
})

after(async () => {
  await app.close()
  await sandbox.close()
})

const ajv = new AjvJsonSchemaValidator()
const object = { type: 'CLAS', name: 'ZCL_HALF' }
const calls: readonly [string, object][] = [
  ['ERPSearch', { query: 'ZCL_*', maxResults: 3 }],
  ['ERPSearch', { query: 'znothing_at_all' }],
  ['ERPSearch', { kind: 'source', query: 'METHOD run', objects: [object] }],
  ['ERPSearch', { kind: 'package', package: 'ZFERRY' }],
  ['ERPQuery', { sql: 'SELECT * FROM t000' }],
  ['ERPQuery', { table: 'ZFERRY_PORT', maxRows: 2 }],
  ['ERPNavigate', { action: 'definition', ...object, line: 6, column: 10 }],
  ['ERPNavigate', { action: 'references', type: 'CLAS', name: 'ZCL_FERRY_CAPACITY' }],
  ['ERPNavigate', { action: 'completion', ...object, line: 8, column: 5 }],
  ['ERPNavigate', { action: 'hierarchy', ...object }],
  ['ERPNavigate', { action: 'outline', ...object }],
  ['ERPNavigate', { action: 'element_info', ...object, line: 8, column: 6 }],
  ['ERPLint', { action: 'check', ...object }],
  ['ERPLint', { action: 'rules', query: 'unused' }],
  [
    'ERPDiagnose',
    { action: 'syntax', ...object, source: source.replace('result = 1', 'result = undeclared') }
  ],
  ['ERPDiagnose', { action: 'unit_test', ...object }],
  ['ERPDiagnose', { action: 'atc', ...object }],
  ['ERPDiagnose', { action: 'atc_variants' }],
  ['ERPActivate', { action: 'check', ...object }],
  ['ERPActivate', { action: 'activate', ...object }],
  ['ERPManage', { action: 'features' }],
  ['ERPManage', { action: 'drafts' }],
  ['ERPManage', { action: 'locks', ...object }],
  ['ERPTransport', { action: 'list' }],
  ['ERPTransport', { action: 'layers' }],
  ['ERPTransport', { action: 'targets' }]
]

/** The value of these is a text: a difference, a formatted source, a review. */
const texts: readonly [string, object][] = [
  ['ERPRead', object],
  ['ERPContext', { action: 'overview', ...object }],
  ['ERPLint', { action: 'fix', ...object }],
  ['ERPLint', { action: 'format', ...object }],
  ['ERPDiagnose', { action: 'compare', ...object }],
  ['ERPTransport', { action: 'diff' }],
  ['ERPTransport', { action: 'review' }]
]

/**
 * What a model acts on: whatever these are called in data stands in the text too. Words of the
 * protocol between program and program do not.
 */
const telling = new Set([
  'name',
  'type',
  'line',
  'number',
  'transport',
  'text',
  'snippet',
  'severity',
  'description',
  'package',
  'cursor',
  'system',
  'state',
  'owner',
  'test',
  'method',
  'message',
  'hash',
  'rowCount',
  'title',
  'diff',
  'source'
])

/** Said by the first line for all that follow, or by the name beside it. */
const said = new Set([
  'ERPManage state present',
  'ERPManage state absent',
  'ERPManage state unknown'
])

function* facts(value: unknown, key = ''): Generator<[string, string]> {
  if (Array.isArray(value)) for (const one of value) yield* facts(one, key)
  else if (isTable(value)) yield* facts(recordsOf(value), key)
  else if (typeof value === 'object' && value !== null) {
    for (const [word, one] of Object.entries(value)) yield* facts(one, word)
  } else if (telling.has(key) && value !== null && value !== '') yield [key, String(value)]
}

interface Table {
  readonly columns: readonly string[]
  readonly results: readonly (readonly unknown[])[]
}

function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && 'columns' in value && 'results' in value
}

/** The same with a record for each row. */
function recordsOf({ columns, results, ...rest }: Table): object {
  const record = (row: readonly unknown[]) =>
    Object.fromEntries(row.map((cell, at) => [columns[at] ?? '', cell]))
  return { ...rest, results: results.map(record) }
}

describe('either half of an answer is enough', () => {
  for (const [name, args] of calls) {
    test(`${name} ${JSON.stringify(args)}`, async () => {
      const { content, structuredContent, isError } = await send(name, args)
      const words = content
        .filter(({ type }) => type === 'text')
        .map(({ text }) => text)
        .join('\n')
      assert.notEqual(isError, true, words)
      const output = tools.find(tool => tool.name === name)?.output
      // The client that drops the text.
      assert.ok(structuredContent !== undefined, 'there is data')
      const verdict = ajv.getValidator(JSON.parse(JSON.stringify(output ?? {})))(structuredContent)
      assert.ok(verdict.valid, verdict.errorMessage)
      // The client that drops the data.
      const flat = words.replace(/\s+/g, ' ').toLowerCase()
      const lost = [...facts(structuredContent)].filter(
        ([key, value]) =>
          !said.has(`${name} ${key} ${value}`) &&
          !(name === 'ERPLint' && key === 'description') &&
          !flat.includes(value.replace(/\s+/g, ' ').trim().toLowerCase())
      )
      assert.deepEqual(lost, [])
    })
  }

  for (const [name, args] of texts) {
    test(`${name} ${JSON.stringify(args)} is a text alone, and its tool has no schema`, async () => {
      const whole = name === 'ERPTransport' ? { ...args, transport: request } : args
      const { content, structuredContent, isError } = await send(name, whole)
      assert.notEqual(isError, true, content[0]?.text)
      assert.equal(structuredContent, undefined)
      assert.match(content[0]?.text ?? '', name === 'ERPTransport' ? RegExp(request) : /ZCL_HALF/)
      assert.equal(tools.find(tool => tool.name === name)?.output, undefined)
    })
  }

  test('the schemas in the list are those that the answers keep', async () => {
    const { message, headers } = modern({ jsonrpc: '2.0', id: 1, method: 'tools/list' } as {
      method: string
    })
    const listed = (await post(url, message, headers)).body.result?.['tools'] as {
      name: string
      outputSchema?: Record<string, unknown>
    }[]
    const held = new Set<string>()
    for (const [name, args] of calls) {
      const { outputSchema } = listed.find(tool => tool.name === name) ?? {}
      const { structuredContent, isError } = await send(name, args)
      if (outputSchema === undefined || isError === true) continue
      const verdict = ajv.getValidator(outputSchema)(structuredContent)
      assert.ok(verdict.valid, `${name} ${JSON.stringify(args)}: ${verdict.errorMessage}`)
      held.add(name)
    }
    assert.deepEqual(
      [...held].sort(),
      listed
        .filter(({ outputSchema }) => outputSchema !== undefined)
        .map(({ name }) => name)
        .sort(),
      'every schema was held against an answer'
    )
  })
})
