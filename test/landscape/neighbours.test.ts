/** Several systems together with what stands beside them: fast path, resources, filters, tool lists. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { Type } from '@sinclair/typebox'
import { resources } from '../../tools/catalog/resources.ts'
import { defineTool } from '../../tools/index.ts'
import type { Tool } from '../../tools/index.ts'
import { call, modern, post } from '../helpers/bridge-app.ts'
import type { RpcAnswer } from '../helpers/bridge-app.ts'
import {
  createLandscapeFile,
  entryOf,
  fiveSystems,
  keyHolder,
  keysFileOf,
  listenTo,
  systemNames,
  textOf
} from '../helpers/landscape.ts'
import { createStubErp } from '../helpers/stub-erp.ts'

type Names = (answer: RpcAnswer) => string[]
const toolNames: Names = ({ body }) =>
  ((body.result?.['tools'] ?? []) as { name: string }[]).map(({ name }) => name)
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

describe('the fast path', () => {
  /** Entries that differ in what their lists and answers say. */
  const entriesOf = (isChanged: boolean): Readonly<Record<string, object>> => ({
    dev: { role: 'development', enableTransports: true },
    qas: { role: 'test' },
    prd: { role: 'production', blockFreeSql: true },
    edu: { readOnly: !isChanged },
    sbx: { allowedOps: isChanged ? 'RSQ' : 'RS' }
  })

  const ground = async (t: TestContext, fastPath: boolean) => {
    const file = createLandscapeFile(t)
    const holder = keyHolder('reader', { scopes: ['read'], systems: ['dev', 'prd'] })
    const all = keyHolder('all')
    const apiKeysFile = keysFileOf(file, [all, holder])
    const erps = await Promise.all(systemNames.map(async name => await createStubErp(t, name)))
    const write = (isChanged: boolean) => {
      const entries = entriesOf(isChanged)
      file.write(
        Object.fromEntries(erps.map(erp => [erp.name, entryOf(file, erp, entries[erp.name])]))
      )
    }
    write(false)
    return {
      ...(await listenTo(t, file, { apiKeysFile, fastPath })),
      write,
      holders: [all, holder]
    }
  }

  test('answers at each system as the SDK does, before and after a changed file', async t => {
    const [fast, sdk] = [await ground(t, true), await ground(t, false)]
    const messages = [
      list,
      call('ERPRead', { type: 'PROG', name: 'Z_A' }),
      call('ERPRead', { type: 'PROG' }),
      call('ERPWrite', { action: 'delete', type: 'PROG', name: 'Z_A' }),
      call('ERPQuery', { sql: 'SELECT * FROM t000' }),
      call('NoSuchTool')
    ]
    const answersOf = async ({ urlOf, holders }: typeof fast) => {
      const answers = new Map<string, object>()
      for (const [at, { headers }] of holders.entries()) {
        for (const system of [undefined, ...systemNames, 'absent']) {
          for (const message of messages) {
            for (const form of [{ message, headers: {} }, modern(message)]) {
              const sent = { ...headers, ...form.headers }
              const { status, body } = await post(urlOf(system), form.message, sent)
              const key = `${at} ${system} ${JSON.stringify(form.message)}`
              answers.set(key, { status, body })
            }
          }
        }
      }
      return answers
    }
    const first = await answersOf(fast)
    assertEqual(await answersOf(sdk), first)
    // The same message has several answers, because systems and callers differ.
    assert.ok(new Set([...first.values()].map(answer => JSON.stringify(answer))).size > 30)
    for (const each of [fast, sdk]) {
      each.write(true)
      await each.systems.reload()
    }
    const second = await answersOf(fast)
    assertEqual(await answersOf(sdk), second)
    const changed = [...second].filter(
      ([key, answer]) => !isDeepStrictEqual(first.get(key), answer)
    )
    const systems = new Set(changed.map(([key]) => key.split(' ')[1]))
    assert.deepEqual(systems, new Set(['edu', 'sbx']))
  })
})

/** One answer at a time, because lists of tools are long. */
function assertEqual(
  actual: ReadonlyMap<string, object>,
  expected: ReadonlyMap<string, object>
): void {
  assert.equal(actual.size, expected.size)
  for (const [key, answer] of expected) assert.ok(isDeepStrictEqual(actual.get(key), answer), key)
}

describe('a cursor in the content of a resource', () => {
  const tool = (): Tool =>
    defineTool({
      name: 'ERPRead',
      title: 'Read',
      description: 'Answers in pages, as packages with many objects do.',
      scope: 'read',
      operation: 'read',
      input: Type.Object({
        type: Type.String({ description: 'A type.' }),
        name: Type.String({ description: 'A name.' }),
        cursor: Type.Optional(Type.String({ description: 'Where to go on.' }))
      }),
      run: async ({ name, cursor }, { cursors }) => ({
        kind: 'text',
        text: `${cursors.offset([name], cursor)} ${cursors.at([name], 7)}`
      })
    })

  test('is valid at its system alone, and for its resource alone', async t => {
    assert.ok(resources.some(({ uri }) => uri === 'erp://packages/{package}'))
    const { urlOf, file, erps, systems } = await fiveSystems(t, { tools: [tool()] })
    const reading = (name: string) => ({
      jsonrpc: '2.0',
      id: 1,
      method: 'resources/read',
      params: { uri: `erp://packages/${name}` }
    })
    const cursorAt = async (system: string, name: string) => {
      const { body } = await post(urlOf(system), reading(name))
      const [content] = (body.result?.['contents'] ?? []) as { text: string }[]
      return content?.text.split(' ')[1] ?? ''
    }
    const goOn = async (system: string, name: string, cursor: string) =>
      textOf(await post(urlOf(system), call('ERPRead', { type: 'DEVC', name, cursor })))
    const cursor = await cursorAt('dev', 'ZP')
    assert.ok(cursor.length > 20, cursor)
    assert.match(await goOn('dev', 'ZP', cursor), /^7 /)
    for (const system of systemNames.slice(1)) {
      assert.match(await goOn(system, 'ZP', cursor), /^TOOL_\w*CURSOR|^TOOL_BAD_ARGUMENTS/, system)
    }
    assert.match(await goOn('dev', 'ZQ', cursor), /^TOOL_\w*CURSOR|^TOOL_BAD_ARGUMENTS/)
    // The same name at another place, and the same place with other rules.
    file.write({ dev: entryOf(file, erps.dev, { readOnly: true }), qas: entryOf(file, erps.qas) })
    await systems.reload()
    assert.match(await goOn('dev', 'ZP', cursor), /^7 /)
    file.write({ dev: entryOf(file, erps.qas), qas: entryOf(file, erps.dev) })
    await systems.reload()
    for (const system of ['dev', 'qas']) {
      assert.match(await goOn(system, 'ZP', cursor), /^TOOL_\w*CURSOR|^TOOL_BAD_ARGUMENTS/, system)
    }
  })
})

describe('transport requests with filters at both levels', () => {
  const ground = async (t: TestContext, outer: object) => {
    const file = createLandscapeFile(t)
    const erp = await createStubErp(t, 'dev')
    const of = (more: object) => entryOf(file, erp, { allowTransportableEdits: true, ...more })
    file.write({
      none: of({}),
      on: of({ enableTransports: true }),
      list: of({ enableTransports: true, allowedTransports: ['DEVK9*', 'DEVK8*'] }),
      look: of({ enableTransports: true, transportReadOnly: true }),
      prd: of({ enableTransports: true, role: 'production' })
    })
    const bridge = await listenTo(t, file, outer)
    const hasTool = async (name: string) =>
      toolNames(await post(bridge.urlOf(name), list)).includes('ERPTransport')
    /** The refusal of a call, or `asked` where the ERP was asked. */
    const outcomeOf = async (system: string, tool: string, args: object) => {
      const before = bridge.events.length
      const text = textOf(await post(bridge.urlOf(system), call(tool, args)))
      return bridge.events[before]?.outcome === 'blocked' ? text : 'asked'
    }
    const record = async (system: string, transport: string) =>
      await outcomeOf(system, 'ERPWrite', {
        ...{ action: 'create', type: 'PROG', name: 'Z_A', description: 'x', source: 'REPORT z_a.' },
        ...{ package: 'ZP', transport }
      })
    const request = async (system: string) =>
      await outcomeOf(system, 'ERPTransport', { action: 'create', description: 'x' })
    const names = ['none', 'on', 'list', 'look', 'prd'] as const
    const listed = async () => {
      const results: boolean[] = []
      for (const name of names) results.push(await hasTool(name))
      return results
    }
    return { listed, record, request }
  }

  test('are offered where the system has them, and nowhere the server forbids them', async t => {
    const own = [false, true, true, true, true]
    assert.deepEqual(await (await ground(t, {})).listed(), own)
    assert.deepEqual(await (await ground(t, { enableTransports: true })).listed(), own)
    const none = own.map(() => false)
    assert.deepEqual(await (await ground(t, { enableTransports: false })).listed(), none)
  })

  test('need both lists, and the refusal names where they stand', async t => {
    const { record, request } = await ground(t, { allowedTransports: ['DEVK90*', 'QASK*'] })
    const numbers = ['DEVK900001', 'DEVK910001', 'DEVK800001', 'QASK900001']
    const outcomes = async (system: string) => {
      const results: string[] = []
      for (const number of numbers) {
        results.push((await record(system, number)).replace(/:.*/s, ''))
      }
      return results
    }
    const blocked = 'BLOCKED_TRANSPORT'
    assert.deepEqual(await outcomes('on'), ['asked', blocked, blocked, 'asked'])
    assert.deepEqual(await outcomes('list'), ['asked', blocked, blocked, blocked])
    assert.match(await request('look'), /^BLOCKED/)
    assert.match(await record('prd', 'DEVK900001'), /^BLOCKED_READ_ONLY/)
    const both = await record('list', 'DEVK800001')
    assert.match(both, /allowedTransports of system list/)
    assert.match(both, /beside the systems file/)
    assert.match(await record('on', 'DEVK800001'), /--allowed-transports beside the systems file/)
  })
})
