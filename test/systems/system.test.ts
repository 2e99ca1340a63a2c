/** One ERP system as an object: what it is made of, and where its name shows. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createConfig, viewOf } from '../../config/config.ts'
import type { ConfigOptions } from '../../config/config.ts'
import { systemConfigOf, systemSettingNames } from '../../config/settings.ts'
import type { NameOf } from '../../config/settings.ts'
import { localCaller } from '../../systems/local-caller.ts'
import { createSystem } from '../../systems/system.ts'
import type { SystemResources } from '../../systems/system.ts'
import { notifyObservers, prepare, run } from '../../tools/index.ts'
import type { Log, ToolEvent, Tracer } from '../../tools/index.ts'
import { createFixtures } from '../helpers/fixture-tools.ts'

/** Compiles only if the parameter of `createSystem` has no setting of the server. */
type Parameter = keyof Parameters<typeof createSystem>[0]
const isSystemOnly: [Extract<Parameter, NameOf<'server'>>] extends [never] ? true : false = true

const stateKey = 'a secret of all replicas'

function setup(resources: Partial<SystemResources> = {}, options: ConfigOptions = {}) {
  const lines: object[] = []
  const events: ToolEvent[] = []
  const write = (facts: object, message: string) => lines.push({ message, ...facts })
  const log: Log = { debug: write, info: write, warn: write, error: write }
  const { tools } = createFixtures()
  const config = viewOf(
    createConfig({ url: 'http://127.0.0.1:9', user: 'U', password: 'P', ...options })
  )
  const build = (name?: string) =>
    createSystem(
      systemConfigOf(config),
      {
        log,
        tools,
        stateKey,
        bodyLimit: 1_000_000,
        observers: [event => events.push(event)],
        ...resources
      },
      name === undefined ? undefined : { name }
    )
  return { build, events, lines, log }
}

const bound = { kind: 'cursor', bound: ['anything'] } as const

describe('a system', () => {
  test('gets its own settings alone', () => {
    assert.ok(isSystemOnly)
    const config = systemConfigOf(
      viewOf(createConfig({ url: 'http://e:1', user: 'U', password: 'P' }))
    )
    const allowed = new Set<string>(systemSettingNames)
    assert.deepEqual(
      Object.keys(config).filter(name => !allowed.has(name)),
      []
    )
  })

  test('is named default, and its place is the origin and the client', () => {
    const { build } = setup({}, { client: '100' })
    const { name, place } = build()
    assert.deepEqual([name, place], ['default', '["http://127.0.0.1:9","100"]'])
  })

  test('signs tokens that no other place and no other name accepts', () => {
    const dev = setup().build('dev')
    const replica = setup().build('dev')
    const other = setup({}, { client: '100' }).build('dev')
    const token = dev.signer.sign('content', { ...bound, seconds: 60 })
    assert.equal(replica.signer.verify(token, bound)?.content, 'content')
    assert.equal(setup().build('qas').signer.verify(token, bound), undefined)
    assert.equal(other.signer.verify(token, bound), undefined)
  })

  test('is named in each event of its calls and of its scope refusals', async () => {
    const { build, events, log } = setup()
    const session = build('dev').session(localCaller, log)
    const prepared = prepare(session, 'Echo', { source: 'x' })
    await run(prepared, session, { signal: new AbortController().signal })
    notifyObservers(session, { tool: 'T', operation: 'none', outcome: 'blocked', user: 'u', ms: 0 })
    assert.deepEqual(
      events.map(({ system }) => system),
      ['dev', 'dev']
    )
  })

  test('is named in each log line of its sessions', () => {
    const { build, lines, log } = setup()
    const session = build('dev').session(localCaller, log)
    for (const level of ['debug', 'info', 'warn', 'error'] as const) session.log[level]({}, level)
    assert.deepEqual(
      lines,
      ['debug', 'info', 'warn', 'error'].map(message => ({ message, system: 'dev' }))
    )
  })

  test('is named in each span of its calls', async () => {
    const begun: Record<string, unknown>[] = []
    const tracer: Tracer = {
      begin(_name, { attributes = {} }) {
        begun.push(attributes)
        return { trace: { traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01` }, end() {} }
      }
    }
    const { build, log } = setup({ tracer })
    const session = build('dev').session(localCaller, log)
    const prepared = prepare(session, 'Echo', { source: 'x' })
    await run(prepared, session, { signal: new AbortController().signal })
    assert.deepEqual(
      begun.map(attributes => attributes['erp_bridge.system']),
      ['dev']
    )
  })

  test('connects to nothing before a call needs the ERP, and closes without a connection', async () => {
    const { build } = setup()
    const system = build()
    assert.deepEqual(system.connections.usage(), { identities: 0, bytes: 0, entries: 0 })
    assert.equal(system.connections.isSandbox(), undefined)
    await system.close()
  })
})
