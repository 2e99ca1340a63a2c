/** Work that is under way at a system while the file replaces or removes it. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify from 'fastify'
import type { FastifyBaseLogger } from 'fastify'
import pino from 'pino'
import { Registry } from 'prom-client'
import { createAuthority } from '../../sandbox/test/helpers/authority.ts'
import { call, post } from '../helpers/bridge-app.ts'
import { createCertificateErp } from '../helpers/certificate-erp.ts'
import {
  createLandscapeFile,
  entryOf,
  fiveSystems,
  keyHolder,
  keysFileOf,
  listenTo,
  read,
  textOf
} from '../helpers/landscape.ts'
import type { Landscape } from '../helpers/landscape.ts'
import { createIdentityTool } from '../helpers/mark-tools.ts'
import { createStubErp, markOf } from '../helpers/stub-erp.ts'
import { until } from '../helpers/until.ts'

const marked = (text: string, system: string, object: string) =>
  text.includes(markOf(system, object, `TECH_${system.toUpperCase()}`))

const discoveryPath = '/sap/bc/adt/discovery'
const discoveryOf = (...paths: readonly string[]) =>
  `<?xml version="1.0"?><app:service xmlns:app="http://www.w3.org/2007/app" xmlns:atom="http://www.w3.org/2005/Atom"><app:workspace><atom:title>W</atom:title>${paths
    .map(path => `<app:collection href="${path}"><atom:title>C</atom:title></app:collection>`)
    .join('')}</app:workspace></app:service>`
const [data, git] = ['/sap/bc/adt/datapreview/freestyle', '/sap/bc/adt/abapgit/repos']

/** The systems of the file as they are, those of the changes replaced; undefined removes one. */
async function change(
  { file, erps, systems }: Landscape,
  changes: Readonly<Record<string, object | undefined>>
): Promise<void> {
  const all = Object.values(erps).map(erp => [erp.name, entryOf(file, erp)] as const)
  const entries = { ...Object.fromEntries(all), ...changes }
  file.write(
    Object.fromEntries(
      Object.entries(entries).filter(([, entry]) => entry !== undefined)
    ) as Record<string, object>
  )
  await systems.reload()
}

describe('a feature probe', () => {
  /** The discovery of `qas` is what `discovery` settles with. */
  const ground = async (t: TestContext, discovery: Promise<string> | string) => {
    const lines: Record<string, unknown>[] = []
    const write = (text: string) => lines.push(JSON.parse(text) as Record<string, unknown>)
    const loggerInstance: FastifyBaseLogger = pino({ level: 'debug' }, { write })
    const app = fastify({ loggerInstance })
    const prepare = ({ qas, edu }: Landscape['erps']) => {
      qas.documents.set(discoveryPath, discovery)
      edu.documents.set(discoveryPath, discoveryOf(git))
    }
    const landscape = await fiveSystems(t, {}, { app, prepare })
    const { systems } = landscape
    const stateOf = (feature: string) => systems.get('qas')?.registry.feature(feature)
    const start = lines.length
    const failures = () => lines.slice(start).filter(({ level }) => Number(level) >= 40)
    return { ...landscape, stateOf, failures }
  }

  test('that answers for an earlier ERP says nothing of the present one', async t => {
    const late = Promise.withResolvers<string>()
    const landscape = await ground(t, late.promise)
    const { file, erps, urlOf, stateOf, failures } = landscape
    // The call in flight keeps the connections open for the late answer.
    const slow = read(urlOf('qas'), 'Z_SLOW')
    await until(() => erps.qas.paths.includes(discoveryPath))
    await change(landscape, { qas: entryOf(file, erps.edu) })
    assert.ok(marked(await read(urlOf('qas'), 'Z_B'), 'edu', 'Z_B'))
    await until(() => stateOf('gitsync') === 'present')
    late.resolve(discoveryOf(data))
    assert.ok(marked(await slow, 'qas', 'Z_SLOW'))
    await until(() => erps.qas.logOffs === 1)
    assert.deepEqual([stateOf('gitsync'), stateOf('db')], ['present', 'absent'])
    assert.deepEqual(failures(), [])
  })

  test('that answers after its system was removed has no effect', async t => {
    const late = Promise.withResolvers<string>()
    const landscape = await ground(t, late.promise)
    const { systems, urlOf, failures, file, erps } = landscape
    const slow = read(urlOf('qas'), 'Z_SLOW')
    await until(() => erps.qas.paths.includes(discoveryPath))
    await change(landscape, { qas: undefined })
    late.resolve(discoveryOf(data))
    assert.ok(marked(await slow, 'qas', 'Z_SLOW'))
    assert.equal(systems.get('qas'), undefined)
    assert.ok(marked(await read(urlOf('dev'), 'Z_A'), 'dev', 'Z_A'))
    assert.deepEqual(failures(), [])
    erps.edu.documents.clear()
    await change(landscape, { qas: entryOf(file, erps.edu) })
    assert.equal(systems.get('qas')?.registry.feature('db'), 'unknown')
  })

  test('asks again for the same ERP under other settings, which precede it', async t => {
    const landscape = await ground(t, discoveryOf(data))
    const { file, erps, urlOf, stateOf } = landscape
    await read(urlOf('qas'), 'Z_A')
    await until(() => stateOf('db') === 'present')
    await change(landscape, { qas: entryOf(file, erps.qas, { featureDb: 'off' }) })
    assert.equal(stateOf('db'), 'absent')
    await read(urlOf('qas'), 'Z_B')
    await until(() => stateOf('gitsync') === 'absent')
    assert.equal(stateOf('db'), 'absent')
  })
})

describe('a comparison', () => {
  const compare = async ({ urlOf }: Landscape, system: string, name: string) =>
    textOf(
      await post(
        urlOf('dev'),
        call('ERPContext', {
          action: 'compare',
          with: system,
          type: 'PROG',
          name,
          texts: false,
          detail: 'diff'
        })
      )
    )

  for (const [title, qas] of [
    ['replaced', 'edu'],
    ['removed', undefined]
  ] as const) {
    test(`ends on the other system as it was, when that is ${title}`, async t => {
      const landscape = await fiveSystems(t)
      const { file, erps, events } = landscape
      assert.match(await compare(landscape, 'qas', 'Z_A'), /system=qas/)
      erps.qas.delayMs = 400
      const before = erps.qas.paths.length
      const running = compare(landscape, 'qas', 'Z_SLOW')
      await until(() => erps.qas.paths.length > before)
      await change(landscape, { qas: qas && entryOf(file, erps[qas]) })
      assert.equal(erps.qas.logOffs, 0, 'its connections are in use')
      const text = await running
      assert.match(text, /system=qas object=Z_SLOW/)
      assert.doesNotMatch(text, /system=edu/)
      await until(() => erps.qas.logOffs === 1)
      const next = await compare(landscape, 'qas', 'Z_NEXT')
      assert.match(next, qas === undefined ? /SYSTEM_NOT_PERMITTED/ : /system=edu object=Z_NEXT/)
      assert.deepEqual(
        events.filter(({ system, outcome }) => system === 'qas' && outcome !== 'ok'),
        []
      )
      for (const { mixUps } of Object.values(erps)) assert.deepEqual(mixUps, [])
    })
  }
})

describe('principal propagation', () => {
  const ground = async (t: TestContext) => {
    const file = createLandscapeFile(t)
    const ca = await createAuthority()
    const [ppCaKey, ppCaCert] = [
      file.beside('ca.key', ca.key),
      file.beside('ca.pem', ca.certificate)
    ]
    const erpOf = async (name: string) => {
      const erp = await createCertificateErp(t, { clientCa: ca.certificate, name })
      const caFile = file.beside(`${name}.pem`, erp.ca)
      return { erp, entry: { url: erp.url, ppCaKey, ppCaCert, caFile } }
    }
    const [dev, other] = [await erpOf('dev'), await erpOf('other')]
    const holders = ['ANNA', 'BEN', 'CARL', 'DORA'].map(erpUser => keyHolder(erpUser, { erpUser }))
    file.write({ dev: dev.entry })
    const apiKeysFile = keysFileOf(file, holders)
    const bridge = await listenTo(t, file, { apiKeysFile, tools: [createIdentityTool()] })
    const rewrite = async (entry: object) => {
      file.write({ dev: entry })
      await bridge.systems.reload()
    }
    const ask = async ({ headers }: (typeof holders)[number]) =>
      textOf(await post(bridge.urlOf('dev'), call('Identity'), headers))
    return { ...bridge, file, ca, dev, other, holders, rewrite, ask }
  }

  test('holds over reloads: each answer is that of its user, and old sessions end', async t => {
    const { dev, holders, rewrite, ask } = await ground(t)
    const wrong: string[] = []
    const reloading = new AbortController()
    const work = holders.map(async holder => {
      for (let count = 0; !reloading.signal.aborted || count < 20; count++) {
        const text = await ask(holder)
        if (!text.startsWith(`system=dev user=${holder.name} session=dev-`)) wrong.push(text)
      }
    })
    for (const round of Array(15).keys()) {
      await rewrite({ ...dev.entry, title: `Round ${round}` })
      await sleep(20)
    }
    reloading.abort()
    await Promise.all(work)
    assert.deepEqual(wrong, [])
    assert.deepEqual(dev.erp.mixUps, [])
    assert.ok(dev.erp.handshakes.size > holders.length, 'each replaced system logs on anew')
    const left = () => new Set(dev.erp.handshakes.keys()).size - dev.erp.logOffs.length
    await until(() => left() <= holders.length)
  })

  test('moves with the file to another ERP, without a session of the first one', async t => {
    const { dev, other, holders, rewrite, ask } = await ground(t)
    for (const holder of holders) await ask(holder)
    await rewrite(other.entry)
    for (const holder of holders) {
      assert.match(
        await ask(holder),
        new RegExp(`^system=other user=${holder.name} session=other-`)
      )
    }
    assert.deepEqual([...dev.erp.mixUps, ...other.erp.mixUps], [])
    await until(() => dev.erp.logOffs.length === holders.length)
  })

  test('that is switched off and on leaves no user with the rights of the other kind', async t => {
    const { file, dev, holders, rewrite, ask } = await ground(t)
    const technical = await createStubErp(t, 'dev')
    const [anna] = holders
    assert.ok(anna)
    assert.match(await ask(anna), /user=ANNA/)
    await rewrite(entryOf(file, technical))
    assert.doesNotMatch(await ask(anna), /user=ANNA/)
    assert.ok(technical.paths.includes('/sap/bc/adt/echo'))
    await rewrite(dev.entry)
    const before = technical.paths.length
    assert.match(await ask(anna), /^system=dev user=ANNA/)
    assert.equal(technical.paths.filter(path => !path.endsWith('/logoff')).length, before)
  })

  test('keeps its authority where the files of a new one do not fit', async t => {
    const { file, ca, holders, systems, ask } = await ground(t)
    const before = systems.get('dev')
    const foreign = await createAuthority()
    file.beside('ca.key', foreign.key)
    await systems.reload()
    assert.equal(systems.get('dev'), before)
    assert.match(systems.states()[0]?.faults.join() ?? '', /system dev: .*(ppCaKey|ppCaCert|key)/i)
    for (const holder of holders) assert.match(await ask(holder), new RegExp(`user=${holder.name}`))
    file.beside('ca.key', ca.key)
    await systems.reload()
    assert.deepEqual(systems.states()[0]?.faults, [])
  })
})

describe('bridges with one register', () => {
  test('have their own gauges, over a reload and the end of one of them', async t => {
    const register = new Registry()
    const ground = async (bridge: string) => await fiveSystems(t, { metrics: { register, bridge } })
    const [one, two] = [await ground('one'), await ground('two')]
    const gaugesOf = async (bridge: string) => {
      const text = await register.metrics()
      const pattern = new RegExp(`erp_requests_running\\{bridge="${bridge}",system="(\\w+)"`, 'g')
      return [...text.matchAll(pattern)].map(([, name]) => name).sort()
    }
    const all = ['dev', 'edu', 'prd', 'qas', 'sbx']
    await change(one, { qas: undefined, dev: entryOf(one.file, one.erps.dev, { title: 'New' }) })
    assert.deepEqual(await gaugesOf('one'), ['dev', 'edu', 'prd', 'sbx'])
    assert.deepEqual(await gaugesOf('two'), all)
    await Promise.all([read(one.urlOf('dev'), 'Z_A'), read(two.urlOf('dev'), 'Z_A')])
    await read(two.urlOf('dev'), 'Z_B')
    const text = await register.metrics()
    for (const [bridge, count] of [
      ['one', 1],
      ['two', 2]
    ]) {
      const line = new RegExp(
        `^erp_bridge_tool_calls_total\\{bridge="${bridge}",system="dev",.* ${count}$`,
        'm'
      )
      assert.match(text, line)
    }
    await one.app.close()
    assert.deepEqual(await gaugesOf('one'), [])
    assert.deepEqual(await gaugesOf('two'), all)
  })
})
