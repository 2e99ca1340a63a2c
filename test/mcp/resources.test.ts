/** Resources, prompts, completions and notices of changes, against a sandbox. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { AddressInfo } from 'node:net'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv'
import fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import bridge from '../../app.ts'
import { createTestSandbox } from '../helpers/sandbox.ts'
import type { Sandbox } from '../../sandbox/server.ts'
import type { Caller, ToolEvent } from '../../tools/index.ts'
import { call, modern, post } from '../helpers/bridge-app.ts'

let sandbox: Sandbox
let app: FastifyInstance
let url: URL
let scopes: Caller['scopes'] = new Set(['read', 'write', 'admin'])
const events: ToolEvent[] = []

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
    sessions: true,
    drainMs: 100,
    observers: [event => events.push(event)],
    auth: { caller: () => ({ principal: { name: 'ada', kind: 'user' }, scopes, method: 'host' }) }
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  url = new URL(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/mcp`)
})

after(async () => {
  await app.close()
  await sandbox.close()
})

const connections: [string, ConstructorParameters<typeof Client>[1]][] = [
  ['2025-11-25', {}],
  ['2026-07-28', { versionNegotiation: { mode: { pin: '2026-07-28' } } }]
]

async function connect(options: ConstructorParameters<typeof Client>[1]): Promise<Client> {
  const client = new Client({ name: 'x', version: '1' }, options)
  await client.connect(new StreamableHTTPClientTransport(url))
  return client
}

const source = (name: string, word: string) => `REPORT ${name}.\nWRITE '${word}'.\n`
const create = async (name: string) => {
  const made = await post(
    url,
    call('ERPWrite', {
      action: 'create',
      type: 'PROG',
      name,
      package: '$TMP',
      description: 'Resource',
      source: source(name, 'first')
    })
  )
  assert.doesNotMatch(JSON.stringify(made.body), /isError/)
}

for (const [revision, options] of connections) {
  describe(`over ${revision}`, () => {
    const name = `zres_${revision.replaceAll('-', '')}`

    test('addresses are offered, and reading one is a call of a tool', async t => {
      const client = await connect(options)
      t.after(() => client.close())
      await create(name)
      const { resources } = await client.listResources()
      assert.deepEqual(
        resources.map(({ uri }) => uri),
        ['erp://system']
      )
      const { resourceTemplates } = await client.listResourceTemplates()
      assert.ok(
        resourceTemplates.some(({ uriTemplate }) => uriTemplate === 'erp://objects/{type}/{name}')
      )
      assert.ok(
        !resourceTemplates.some(({ uriTemplate }) => uriTemplate.includes('transports')),
        'transports are off'
      )
      const before = events.length
      const {
        contents: [content]
      } = await client.readResource({ uri: `erp://objects/PROG/${name}` })
      assert.match((content as { text: string }).text, /WRITE 'first'/)
      assert.deepEqual([events[before]?.tool, events[before]?.outcome], ['ERPRead', 'ok'])
      for (const uri of [
        'erp://packages/$TMP',
        'erp://packages/%24TMP',
        'erp://system',
        `erp://objects/PROG/${name}/inactive`
      ]) {
        assert.ok((await client.readResource({ uri })).contents.length === 1, uri)
      }
    })

    test('what is not there is said to be not there', async t => {
      const client = await connect(options)
      t.after(() => client.close())
      for (const uri of [
        'erp://objects/PROG/ZNOT_THERE',
        'erp://nowhere',
        'erp://objects/PROG',
        'erp://objects//',
        'erp://objects/PROG/%E0%A4%A',
        'http://example.com',
        'erp://transports/DEVK900001',
        'x'.repeat(10_000)
      ]) {
        await assert.rejects(
          client.readResource({ uri }),
          (error: { code?: number }) => error.code === -32602,
          uri
        )
      }
    })

    test('names are completed by a search', async t => {
      const client = await connect(options)
      t.after(() => client.close())
      const template = { type: 'ref/resource', uri: 'erp://objects/{type}/{name}' } as const
      const names = await client.complete({
        ref: template,
        argument: { name: 'name', value: 'zres_' },
        context: { arguments: { type: 'PROG' } }
      })
      assert.ok(names.completion.values.includes(name.toUpperCase()), JSON.stringify(names))
      assert.deepEqual(
        (await client.complete({ ref: template, argument: { name: 'type', value: 'cl' } }))
          .completion.values,
        ['CLAS']
      )
      for (const argument of ['__proto__', 'constructor', 'nothing']) {
        assert.deepEqual(
          (await client.complete({ ref: template, argument: { name: argument, value: '' } }))
            .completion.values,
          []
        )
      }
      const prompt = await client.complete({
        ref: { type: 'ref/prompt', name: 'review_object' },
        argument: { name: 'name', value: name }
      })
      assert.deepEqual(prompt.completion.values, [name.toUpperCase()])
    })

    test('prompts name the object and the tools', async t => {
      const client = await connect(options)
      t.after(() => client.close())
      const { prompts } = await client.listPrompts()
      assert.ok(prompts.some(one => one.name === 'write_unit_tests'))
      assert.ok(!prompts.some(one => one.name === 'prepare_transport'), 'transports are off')
      const {
        messages: [message]
      } = await client.getPrompt({ name: 'review_object', arguments: { name, type: 'PROG' } })
      assert.match(
        (message?.content as { text: string }).text,
        new RegExp(`PROG ${name} \\(erp://objects/PROG/${name.toUpperCase()}\\)`)
      )
      await assert.rejects(client.getPrompt({ name: 'review_object' }), /needs: name/)
      await assert.rejects(client.getPrompt({ name: 'nothing' }), /review_object/)
    })
  })
}

test('without the scope of the tool there are no addresses, prompts or names', async t => {
  scopes = new Set(['admin'])
  t.after(() => {
    scopes = new Set(['read', 'write', 'admin'])
  })
  const send = async (method: string, params: object = {}) => {
    const { message, headers } = modern({ jsonrpc: '2.0', id: 1, method, params } as {
      method: string
    })
    return (
      await post(url, message, {
        ...headers,
        ...('uri' in params ? { 'mcp-name': String(params.uri) } : {})
      })
    ).body
  }
  assert.ok((await send('resources/read', { uri: 'erp://system' })).error)
  assert.deepEqual((await send('prompts/list')).result?.['prompts'], [])
  const { result } = await send('completion/complete', {
    ref: { type: 'ref/prompt', name: 'review_object' },
    argument: { name: 'name', value: 'z' }
  })
  assert.deepEqual((result?.['completion'] as { values: string[] }).values, [])
})

test(
  'a subscriber is notified of a change through the bridge, in both eras',
  { timeout: 60_000 },
  async t => {
    await create('zres_watched')
    const uri = 'erp://objects/PROG/ZRES_WATCHED'
    const old = await connect({})
    t.after(() => old.close())
    const told = Promise.withResolvers<string>()
    old.setNotificationHandler('notifications/resources/updated', ({ params }) =>
      told.resolve(params.uri)
    )
    await old.subscribeResource({ uri })
    const { message, headers } = modern({
      jsonrpc: '2.0',
      id: 9,
      method: 'subscriptions/listen',
      params: { notifications: { resourceSubscriptions: [uri] } }
    } as { method: string })
    const stream = await fetch(url, {
      method: 'POST',
      headers: {
        accept: 'text/event-stream, application/json',
        'content-type': 'application/json',
        ...headers
      },
      body: JSON.stringify(message)
    })
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
    await reader?.read()
    // The standing stream of the client may not be open yet.
    for (let tries = 0; tries < 50; tries++) {
      await post(
        url,
        call('ERPWrite', {
          action: 'update',
          type: 'PROG',
          name: 'ZRES_WATCHED',
          overwrite: true,
          source: source('zres_watched', `try ${tries}`)
        })
      )
      if (
        (await Promise.race([told.promise, new Promise(resolve => setTimeout(resolve, 100))])) !==
        undefined
      ) {
        break
      }
    }
    assert.equal(await told.promise, uri)
    const chunk = await reader?.read()
    assert.match(String(chunk?.value), /notifications\/resources\/updated[^]*ZRES_WATCHED/)
    await reader?.cancel()
  }
)

test('what tools answer with data satisfies the schema they promise', async () => {
  await create('zres_schema')
  const ajv = new AjvJsonSchemaValidator()
  const listed = (await post(url, { jsonrpc: '2.0', id: 1, method: 'tools/list' })).body.result?.[
    'tools'
  ] as { name: string; outputSchema?: Record<string, unknown> }[]
  const calls: [string, object][] = [
    ['ERPSearch', { query: 'zres*' }],
    ['ERPSearch', { query: 'znothing_at_all' }],
    ['ERPSearch', { kind: 'source', query: 'WRITE', package: '$TMP' }],
    ['ERPQuery', { sql: 'SELECT * FROM t000' }],
    ['ERPNavigate', { action: 'references', type: 'PROG', name: 'zres_schema' }],
    ['ERPLint', { action: 'check', type: 'PROG', name: 'zres_schema' }],
    ['ERPDiagnose', { action: 'syntax', type: 'PROG', name: 'zres_schema' }],
    ['ERPDiagnose', { action: 'unit_test', type: 'PROG', name: 'zres_schema' }],
    ['ERPActivate', { action: 'check', type: 'PROG', name: 'zres_schema' }],
    ['ERPActivate', { action: 'activate', type: 'PROG', name: 'zres_schema' }]
  ]
  let held = 0
  for (const [name, args] of calls) {
    const { result } = (await post(url, call(name, args))).body
    const { outputSchema } = listed.find(tool => tool.name === name) ?? {}
    if (outputSchema === undefined || result?.['isError'] === true) continue
    const verdict = ajv.getValidator(outputSchema)(result?.['structuredContent'])
    assert.ok(verdict.valid, `${name} ${JSON.stringify(args)}: ${verdict.errorMessage}`)
    held++
  }
  assert.ok(held >= 6, `${held} of ${calls.length} answers had data`)
})

test('features that are found out change the list', async () => {
  const { body } = await post(url, { jsonrpc: '2.0', id: 1, method: 'tools/list' })
  const names = (body.result?.['tools'] as { name: string }[]).map(({ name }) => name)
  assert.ok(names.includes('ERPQuery'), 'the sandbox answers queries')
  assert.equal(app.server.listening, true)
})
