/** Which systems are recorded, and which only where that is said for them. */
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { createConfig } from '../../config/config.ts'
import type { ConfigOptions } from '../../config/config.ts'
import { loadRecording } from '../../recording/replay/load.ts'
import { localCaller } from '../../systems/local-caller.ts'
import { createLocalSystems } from '../../systems/local-systems.ts'

/** An ERP whose client has a role in T000; undefined where the table cannot be read. */
async function erpWithRole(t: TestContext, role: string | undefined): Promise<string> {
  const server = createServer((request, response) => {
    const isQuery = request.url?.includes('/datapreview/') === true
    request.resume()
    response.writeHead(isQuery && role === undefined ? 403 : 200, {
      'content-type': 'application/xml',
      'x-csrf-token': 'token',
      'set-cookie': 'SAP_SESSIONID_ABC_001=x'
    })
    response.end(
      isQuery
        ? `<dp:tableData xmlns:dp="x"><dp:columns><dp:metadata dp:name="CCCATEGORY" dp:type="C"/><dp:dataSet><dp:data>${role}</dp:data></dp:dataSet></dp:columns></dp:tableData>`
        : '<a name="ZCL_ERMINE"/>'
    )
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

interface Outcome {
  readonly warnings: readonly string[]
  /** Exchanges in the folder. */
  readonly recorded: number
}

const silent = () => {}

/** Makes one request at the default system, and ends. */
async function outcomeOf(options: ConfigOptions, folder: string): Promise<Outcome> {
  const warnings: string[] = []
  const log = {
    ...{ trace: silent, debug: silent, info: silent, error: silent, fatal: silent },
    warn: (facts: unknown, words?: string) => warnings.push(words ?? String(facts))
  }
  const { landscape } = createConfig(options)
  const systems = createLocalSystems(landscape, () => ({
    log: log as never,
    bodyLimit: 1_000_000,
    observers: [],
    probesFeatures: false
  }))
  const system = systems.get(landscape.defaultSystem)
  assert.ok(system !== undefined)
  const { erp } = system.session(localCaller, log as never)
  await erp().reader.request({
    operation: 'test',
    effect: 'none',
    method: 'GET',
    path: '/sap/bc/adt/oo/classes/zcl_ermine'
  })
  await systems.close()
  const names = readdirSync(folder, { recursive: true }).map(String)
  const description = names.find(name => name.endsWith('recording.json'))
  const recorded =
    description === undefined
      ? 0
      : loadRecording(dirname(join(folder, description))).exchanges.length
  return { warnings, recorded }
}

function folderFor(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'recording-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const logon = { client: '001', user: 'U', password: 'password-1' }

describe('a system of flags', () => {
  for (const [title, role, more, records] of [
    ['a client for customizing is recorded', 'C', {}, true],
    ['a client that does not say its role is recorded, with a warning', undefined, {}, true],
    ['a production client is not recorded', 'P', {}, false],
    ['a production client is recorded where that is given', 'P', { recordProduction: true }, true],
    ['nothing is recorded without the setting', 'C', { record: undefined }, false]
  ] as const) {
    test(title, async t => {
      const folder = folderFor(t)
      const url = await erpWithRole(t, role)
      const options = { ...logon, url, record: folder, ...more }
      const { recorded, warnings } = await outcomeOf(options as ConfigOptions, folder)
      assert.equal(recorded > 0, records, warnings.join('\n'))
      if (!('record' in more)) assert.match(warnings.join('\n'), /are recorded \(--record/)
      assert.equal(
        warnings.some(words => words.includes('role is production')),
        role === 'P' && !records
      )
      assert.equal(
        warnings.some(words => words.includes('role of the client is not known')),
        role === undefined
      )
    })
  }
})

describe('a system of a file', () => {
  const fileWith = (folder: string, url: string, entry: object) => {
    const path = join(folder, 'systems.json')
    const passwordFile = join(folder, 'password')
    writeFileSync(passwordFile, 'password-1')
    const system = { url, client: '001', user: 'U', passwordFile, ...entry }
    writeFileSync(path, JSON.stringify({ systems: { one: system } }))
    return path
  }
  for (const [title, entry, records] of [
    ['of role production is not recorded', { role: 'production' }, false],
    [
      'of role production is recorded where its entry says so',
      { role: 'production', recordProduction: true },
      true
    ],
    ['of role development is recorded, whatever its client says', { role: 'development' }, true]
  ] as const) {
    test(title, async t => {
      const folder = folderFor(t)
      const url = await erpWithRole(t, 'P')
      const systemsFile = fileWith(folder, url, { ...entry, record: 'recordings' })
      const { recorded, warnings } = await outcomeOf({ systemsFile }, folder)
      assert.equal(recorded > 0, records, warnings.join('\n'))
    })
  }
})
