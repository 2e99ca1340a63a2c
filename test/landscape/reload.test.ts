/** A systems file that changes while the server works: systems come, change, fail and go. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { Registry } from 'prom-client'
import { createSecrets } from '../../config/secrets.ts'
import { call, post } from '../helpers/bridge-app.ts'
import {
  createLandscapeFile,
  entryOf,
  fiveSystems,
  listenTo,
  read,
  textOf
} from '../helpers/landscape.ts'
import type { Landscape } from '../helpers/landscape.ts'
import { createLongTool } from '../helpers/long-tool.ts'
import { createStubErp, markOf } from '../helpers/stub-erp.ts'
import { until } from '../helpers/until.ts'

const statusAt = async (url: URL) => (await post(url, call('ERPRead', {}))).status
const marked = (answer: string, system: string, object: string) =>
  answer.includes(markOf(system, object, `TECH_${system.toUpperCase()}`))

/** The entries of all five, changed in part; undefined removes one. */
function entriesOf({ erps, file }: Landscape, changes: Record<string, object | undefined> = {}) {
  const all = { ...Object.fromEntries(Object.values(erps).map(erp => [erp.name, erp])) }
  return Object.fromEntries(
    Object.entries(all)
      .filter(([name]) => !(name in changes) || changes[name] !== undefined)
      .map(([name, erp]) => [name, entryOf(file, erp, changes[name] ?? {})])
  )
}

describe('a systems file that changes', () => {
  test('adds, changes and removes systems, and leaves the others their connections', async t => {
    const landscape = await fiveSystems(t)
    const { file, systems, urlOf, erps } = landscape
    const dev = systems.get('dev')
    const extra = await createStubErp(t, 'new')
    assert.ok(marked(await read(urlOf('qas'), 'Z_A'), 'qas', 'Z_A'))
    assert.equal(await statusAt(urlOf('new')), 403)

    const moved = { ...entriesOf(landscape, { sbx: undefined }), new: entryOf(file, extra) }
    file.write({ ...moved, qas: { ...entryOf(file, erps.edu), title: 'Q' } })
    await systems.reload()
    assert.ok(marked(await read(urlOf('new'), 'Z_A'), 'new', 'Z_A'))
    assert.ok(marked(await read(urlOf('qas'), 'Z_A'), 'edu', 'Z_A'), 'the changed URL, no cache')
    assert.equal(await statusAt(urlOf('sbx')), 403)
    assert.equal(systems.get('dev'), dev)
    assert.deepEqual(
      systems.states().map(({ entry }) => entry.name),
      ['dev', 'qas', 'prd', 'edu', 'new']
    )
  })

  test('changes the rules of a system with its next call', async t => {
    const landscape = await fiveSystems(t)
    const { file, systems, urlOf } = landscape
    const write = async () =>
      textOf(
        await post(
          urlOf('dev'),
          call('ERPWrite', {
            action: 'create',
            type: 'PROG',
            name: 'Z_A',
            package: '$TMP',
            description: 'x'
          })
        )
      )
    assert.doesNotMatch(await write(), /POLICY|read-only/)
    file.write(entriesOf(landscape, { dev: { readOnly: true } }))
    await systems.reload()
    assert.match(await write(), /read-only/)
  })

  test('that is damaged changes nothing, and is read again once it is whole', async t => {
    const landscape = await fiveSystems(t)
    const { file, systems, urlOf } = landscape
    const before = systems.get('qas')
    for (const text of ['{', '[]', '{"systems":{}}', '{"default":"no","systems":{"qas":{}}}']) {
      file.damage(text)
      await systems.reload()
      assert.equal(systems.get('qas'), before, text)
      assert.ok(marked(await read(urlOf('qas'), 'Z_A'), 'qas', 'Z_A'), text)
    }
    file.write(entriesOf(landscape, { prd: undefined }))
    await systems.reload()
    assert.equal(systems.get('qas'), before)
    assert.equal(systems.get('prd'), undefined)
  })

  test('with a mistake in one system keeps its earlier settings in force', async t => {
    const landscape = await fiveSystems(t)
    const { file, systems, urlOf } = landscape
    const before = systems.get('qas')
    const faults = () => systems.states().find(({ entry }) => entry.name === 'qas')?.faults ?? []
    file.write(entriesOf(landscape, { qas: { readonly: true } }))
    await systems.reload()
    assert.match(faults().join(), /system qas: readonly is unknown/)
    assert.equal(systems.get('qas'), before)
    assert.ok(marked(await read(urlOf('qas'), 'Z_A'), 'qas', 'Z_A'))
    file.write(entriesOf(landscape))
    await systems.reload()
    assert.deepEqual(faults(), [])
    assert.equal(systems.get('qas'), before, 'the same settings need no other connection')
  })

  test('adds a faulty system as 503, and serves it once it is corrected', async t => {
    const landscape = await fiveSystems(t)
    const { file, systems, urlOf } = landscape
    const extra = await createStubErp(t, 'new')
    file.write({ ...entriesOf(landscape), new: { url: extra.url } })
    await systems.reload()
    const refused = await post(urlOf('new'), call('ERPRead'))
    assert.equal(refused.status, 503)
    assert.equal(refused.headers.get('retry-after'), '30')
    file.write({ ...entriesOf(landscape), new: entryOf(file, extra) })
    await systems.reload()
    assert.ok(marked(await read(urlOf('new'), 'Z_A'), 'new', 'Z_A'))
  })

  test('uses a rotated secret without a change of the file', async t => {
    const { file, systems, urlOf, erps } = await fiveSystems(t)
    await read(urlOf('dev'), 'Z_A')
    erps.dev.password = 'rotated-password'
    file.beside('dev.password', 'rotated-password')
    await systems.reload()
    assert.ok(marked(await read(urlOf('dev'), 'Z_B'), 'dev', 'Z_B'))
  })

  test('opens a system again where a file changed that is read only once', async t => {
    const landscape = await fiveSystems(t)
    const { file, systems } = landscape
    const authority = await import('../../sandbox/test/helpers/authority.ts')
    const [one, other] = [await authority.createAuthority(), await authority.createAuthority()]
    const caFile = file.beside('ca.pem', one.certificate)
    file.write(entriesOf(landscape, { dev: { caFile } }))
    await systems.reload()
    const [dev, qas] = [systems.get('dev'), systems.get('qas')]
    await systems.reload()
    assert.equal(systems.get('dev'), dev)
    file.beside('ca.pem', other.certificate)
    await systems.reload()
    assert.notEqual(systems.get('dev'), dev)
    assert.equal(systems.get('qas'), qas)
  })

  test('is noticed by its content within seconds', async t => {
    const landscape = await fiveSystems(t)
    const { file, systems } = landscape
    file.write(entriesOf(landscape, { sbx: undefined }))
    await until(() => systems.get('sbx') === undefined, 8000)
    file.write(entriesOf(landscape))
    await until(() => systems.get('sbx') !== undefined, 8000)
  })

  test('changes the default system, whose name is never without a system', async t => {
    const landscape = await fiveSystems(t)
    const { file, systems, urlOf } = landscape
    assert.ok(marked(await read(urlOf(), 'Z_A'), 'dev', 'Z_A'))
    const extra = await createStubErp(t, 'new')
    file.write({ ...entriesOf(landscape), new: entryOf(file, extra) }, { default: 'new' })
    let gaps = 0
    const reloading = systems.reload()
    const watching = setInterval(() => {
      if (systems.get(systems.defaultSystem) === undefined) gaps++
    }, 0)
    await reloading
    clearInterval(watching)
    assert.equal(gaps, 0)
    assert.ok(marked(await read(urlOf(), 'Z_A'), 'new', 'Z_A'))
  })
})

describe('calls in flight', () => {
  test('end on the system that they started with, and its connections close after them', async t => {
    const landscape = await fiveSystems(t)
    const { file, systems, urlOf, erps } = landscape
    await read(urlOf('qas'), 'Z_A')
    erps.qas.delayMs = 400
    const slow = Array.from({ length: 10 }, (_each, at) => read(urlOf('qas'), `Z_SLOW${at}`))
    await until(() => new Set(erps.qas.paths.filter(path => path.includes('z_slow'))).size >= 10)
    file.write({ ...entriesOf(landscape), qas: entryOf(file, erps.edu) })
    await systems.reload()
    assert.equal(erps.qas.logOffs, 0)
    assert.ok(marked(await read(urlOf('qas'), 'Z_NEW'), 'edu', 'Z_NEW'))
    for (const [at, text] of (await Promise.all(slow)).entries()) {
      assert.ok(marked(text, 'qas', `Z_SLOW${at}`), text)
    }
    await until(() => erps.qas.logOffs === 1)
  })

  test('end on a removed system too', async t => {
    const landscape = await fiveSystems(t)
    const { file, systems, urlOf, erps } = landscape
    erps.qas.delayMs = 300
    const slow = read(urlOf('qas'), 'Z_SLOW')
    await until(() => erps.qas.paths.some(path => path.includes('z_slow')))
    file.write(entriesOf(landscape, { qas: undefined }))
    await systems.reload()
    assert.equal(await statusAt(urlOf('qas')), 403)
    assert.ok(marked(await slow, 'qas', 'Z_SLOW'))
  })

  test('that were handed over go on, and their handle is valid at the replaced system', async t => {
    const long = createLongTool()
    const landscape = await fiveSystems(t, { tools: [long.tool], handOverMs: 20 })
    const { file, systems, urlOf } = landscape
    const late = await post(urlOf('dev'), call('Long', { object: 'Z_LONG' }))
    const handle = long.handleOf(late)
    const running = systems.get('dev')
    file.write(entriesOf(landscape, { dev: { readOnly: true } }))
    await systems.reload()
    assert.notEqual(systems.get('dev'), running)
    assert.match(textOf(await post(urlOf('dev'), call('Long', { cursor: handle }))), /^RUNNING/)
    long.goOn()
    let text = 'RUNNING'
    for (let tries = 0; text.startsWith('RUNNING') && tries < 200; tries++) {
      text = textOf(await post(urlOf('dev'), call('Long', { cursor: handle })))
    }
    assert.ok(marked(text, 'dev', 'Z_LONG'), text)
  })

  test('that were handed over do not delay the end of the server', async t => {
    const long = createLongTool()
    const landscape = await fiveSystems(t, { tools: [long.tool], handOverMs: 20 })
    const { app, file, systems, urlOf } = landscape
    await post(urlOf('dev'), call('Long', { object: 'Z_LONG' }))
    file.write(entriesOf(landscape, { dev: undefined }))
    await systems.reload()
    const start = performance.now()
    await app.close()
    assert.ok(performance.now() - start < 4000)
    long.goOn()
  })

  test('whose body arrives after the system was replaced or removed get the present state', async t => {
    const landscape = await fiveSystems(t)
    const { file, systems, urlOf, erps } = landscape
    const gate = Promise.withResolvers<void>()
    let waiting = 0
    const send = async (name: string, url: URL) => {
      const encoder = new TextEncoder()
      const text = JSON.stringify(call('ERPRead', { type: 'PROG', name }))
      const body = new ReadableStream({
        async start(stream) {
          stream.enqueue(encoder.encode(text.slice(0, 10)))
          waiting++
          await gate.promise
          stream.enqueue(encoder.encode(text.slice(10)))
          stream.close()
        }
      })
      const headers = { 'content-type': 'application/json', accept: '*/*' }
      const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
      const answer = await fetch(url, init)
      return { status: answer.status, text: await answer.text() }
    }
    const [changed, gone] = [send('Z_X', urlOf('qas')), send('Z_Y', urlOf('prd'))]
    await until(() => waiting === 2)
    await new Promise(resolve => setTimeout(resolve, 200))
    file.write({ ...entriesOf(landscape, { prd: undefined }), qas: entryOf(file, erps.edu) })
    await systems.reload()
    await new Promise(resolve => setTimeout(resolve, 100))
    gate.resolve()
    assert.ok(marked((await changed).text, 'edu', 'Z_X'))
    assert.equal((await gone).status, 403)
  })
})

describe('nothing is left of a system that is gone', () => {
  test('its gauges disappear, at once and where it could not be opened', async t => {
    const register = new Registry()
    const landscape = await fiveSystems(t, { metrics: { register } })
    const { file, systems } = landscape
    const gauges = async () => {
      const text = await register.metrics()
      return [...text.matchAll(/erp_requests_running\{[^}]*system="(\w+)"/g)].map(
        ([, name]) => name
      )
    }
    assert.deepEqual(await gauges(), ['dev', 'qas', 'prd', 'edu', 'sbx'])
    const broken = { ppCaKey: file.beside('bad.key', 'x'), ppCaCert: file.beside('bad.pem', 'x') }
    const bad = { url: 'https://127.0.0.1:9', ...broken }
    file.write({ ...entriesOf(landscape, { qas: undefined }), bad })
    await systems.reload()
    assert.equal(systems.states().find(({ entry }) => entry.name === 'bad')?.system, undefined)
    assert.deepEqual((await gauges()).sort(), ['dev', 'edu', 'prd', 'sbx'])
  })

  test('its secrets are known while it is served, and redaction does not grow with reloads', async t => {
    const file = createLandscapeFile(t)
    const erp = await createStubErp(t, 'dev')
    file.write({ dev: entryOf(file, erp) })
    const secrets = createSecrets()
    let branches = 0
    const counted = {
      ...secrets,
      branch() {
        branches++
        const branch = secrets.branch()
        return {
          ...branch,
          end() {
            branches--
            branch.end()
          }
        }
      }
    }
    const { systems, urlOf } = await listenTo(t, file, { secrets: counted })
    const passwords = Array.from({ length: 20 }, () => randomUUID())
    for (const round of passwords.keys()) {
      erp.password = passwords[round] ?? ''
      file.write({ dev: entryOf(file, erp) })
      await systems.reload()
      await read(urlOf('dev'), `Z_${round}`)
      assert.equal(secrets.redact(`it is ${erp.password}`), 'it is [secret]')
    }
    await until(() => branches === 1)
    assert.equal(secrets.redact(`it is ${passwords[3]}`), `it is ${passwords[3]}`)
  })

  test('60 reloads leave no timer, listener or connection behind', async t => {
    const landscape = await fiveSystems(t, { sessions: true })
    const { file, systems, urlOf } = landscape
    const resources = () => process.getActiveResourcesInfo().length
    const reload = async (round: number) => {
      file.write(entriesOf(landscape, { qas: { title: `Round ${round}` } }))
      await systems.reload()
    }
    for (const round of Array(5).keys()) await reload(round)
    await read(urlOf('qas'), 'Z_A')
    const before = resources()
    for (const round of Array(60).keys()) {
      await reload(round + 5)
      await read(urlOf('qas'), `Z_${round}`)
    }
    await until(() => resources() <= before + 8)
  })
})
