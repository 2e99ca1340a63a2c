/** What no caller may do by the rules of the operator is not listed, and refused when it is called. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConfig, viewOf } from '../../config/config.ts'
import type { ConfigOptions } from '../../config/config.ts'
import { localCaller } from '../../systems/local-caller.ts'
import { createSystem } from '../../systems/system.ts'
import { prepare, run, silentClient } from '../../tools/index.ts'

const ignore = () => {}
const log = { debug: ignore, info: ignore, warn: ignore, error: ignore }

function systemOf(options: ConfigOptions) {
  const config = viewOf(
    createConfig({ url: 'http://127.0.0.1:9', user: 'U', password: 'P', ...options })
  )
  const system = createSystem(config, { log, bodyLimit: 1_000_000, observers: [] })
  const listed = new Map(
    system.registry.visible(localCaller).map(({ name, inputSchema }) => {
      const { action } = inputSchema['properties'] as { action?: { enum?: string[] } }
      return [name, action?.enum ?? []] as const
    })
  )
  const codeOf = async (name: string, args: object) => {
    const session = system.session(localCaller, log)
    const result = await run(prepare(session, name, args), session, {
      signal: AbortSignal.timeout(5000),
      requestId: '1',
      client: silentClient
    })
    return result.kind === 'error' ? result.code : result.kind
  }
  return { listed, codeOf }
}

const all = systemOf({}).listed

test('without rules every action is listed that needs no expert mode', () => {
  assert.equal(all.size, 10)
  assert.ok(all.get('ERPDiagnose')?.includes('trace_start'))
})

test('read-only: write tools stay for their dry runs, what only changes goes', async () => {
  const { listed, codeOf } = systemOf({ readOnly: true, expert: ['true'] })
  assert.deepEqual([...listed.keys()], [...all.keys()])
  assert.deepEqual(listed.get('ERPWrite'), all.get('ERPWrite'))
  assert.deepEqual(listed.get('ERPActivate'), all.get('ERPActivate'))
  const gone = (tool: string) =>
    (all.get(tool) ?? []).filter(action => listed.get(tool)?.includes(action) !== true)
  assert.deepEqual(gone('ERPManage'), ['release_lock', 'git_stage'])
  assert.deepEqual(gone('ERPDiagnose'), [
    'trace_start',
    'trace_stop',
    'set_breakpoint',
    'delete_breakpoint'
  ])
  assert.ok(listed.get('ERPManage')?.includes('run_class') === false)
  assert.equal(
    await codeOf('ERPManage', { action: 'release_lock', type: 'CLAS', name: 'ZCL_A' }),
    'BLOCKED_READ_ONLY'
  )
})

const cases: readonly (readonly [ConfigOptions, missing: string, args: object, code: string])[] = [
  [{ blockFreeSql: true }, 'ERPQuery', { table: 'T000' }, 'BLOCKED_FREE_SQL'],
  [{ allowedOps: 'RS' }, 'ERPQuery', { table: 'T000' }, 'BLOCKED_OPERATION'],
  [{ disallowedOps: 'S' }, 'ERPSearch', { query: 'Z*' }, 'BLOCKED_OPERATION'],
  [{ disallowedOps: 'R' }, 'ERPRead', { type: 'SYSTEM' }, 'BLOCKED_OPERATION']
]
for (const [options, missing, args, code] of cases) {
  test(`${JSON.stringify(options)}: ${missing} is not listed, and a call of it is refused`, async () => {
    const { listed, codeOf } = systemOf(options)
    assert.ok(!listed.has(missing))
    assert.ok(listed.has('ERPWrite'))
    assert.equal(await codeOf(missing, args), code)
  })
}

test('transports that are switched off name the setting that holds in either case', async () => {
  const { codeOf } = systemOf({ featureTransport: 'off' })
  assert.equal(await codeOf('ERPTransport', { action: 'list' }), 'BLOCKED_FEATURE')
})
