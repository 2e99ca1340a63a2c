import assert from 'node:assert/strict'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { kinds, groupKinds } from '../http/kinds.ts'
import { releases } from '../releases.ts'
import { routes } from '../routes/index.ts'
import { childrenOf, readXml } from '../http/xml-reader.ts'
import { logOn, startSandbox } from './http/fixture.ts'
import type { Client } from './http/client.ts'

const folder = fileURLToPath(new URL('../contracts', import.meta.url))
const evidence = ['captured', 'announced', 'observed', 'clients', 'general', 'ours']

interface Endpoint {
  readonly of?: 'all' | 'sources' | 'feeds' | 'documents' | 'collections' | 'parts'
  readonly method: string
  readonly path: string
  readonly section: string
  readonly evidence: string
  readonly announced?: boolean
  readonly answer?: string
  readonly note?: string
}
interface ObjectRow {
  readonly type: string
  readonly collection: string
  readonly root: string
  readonly source: boolean
  readonly section: string
  readonly evidence: string
}
interface Behaviour {
  readonly says: string
  readonly releases?: readonly string[]
  readonly evidence: string
  readonly sources: readonly string[]
  readonly note?: string
  readonly tests: readonly string[]
}
interface Contract {
  readonly title: string
  readonly behaviours?: readonly Behaviour[]
  readonly objects?: readonly ObjectRow[]
  readonly endpoints: readonly Endpoint[]
}

const contracts = readdirSync(folder)
  .filter(name => name.endsWith('.json'))
  .map(name => ({
    name,
    contract: JSON.parse(readFileSync(join(folder, name), 'utf8')) as Contract
  }))
const objects = contracts.flatMap(({ contract }) => contract.objects ?? [])

const chosen: Readonly<Record<NonNullable<Endpoint['of']>, (row: ObjectRow) => boolean>> = {
  all: () => true,
  sources: row => row.source,
  // A class has feeds of versions for its includes alone.
  feeds: row => row.source && row.type !== 'CLAS/OC',
  documents: row => !row.source,
  collections: row => !row.collection.includes('{'),
  parts: row => row.collection.includes('{')
}

/** Every endpoint with the paths that its placeholders stand for. */
function expanded(): Endpoint[] {
  return contracts.flatMap(({ contract }) =>
    contract.endpoints.flatMap(endpoint =>
      endpoint.of === undefined
        ? [endpoint]
        : objects.filter(chosen[endpoint.of]).map(({ collection }) => ({
            ...endpoint,
            path: endpoint.path
              .replace('{object}', `${collection}/{name}`)
              .replace('{collection}', collection)
          }))
    )
  )
}

const keyOf = ({ method, path }: { readonly method: string; readonly path: string }) =>
  `${method} ${path}`

test('every route has a contract, every contract a route, each once', () => {
  const promised = expanded().map(keyOf).sort()
  assert.equal(new Set(promised).size, promised.length, 'an endpoint has two contracts')
  const served = new Set(routes.map(keyOf))
  assert.deepEqual(
    routes.map(keyOf).filter(key => !promised.includes(key)),
    [],
    'routes without a contract: say in sandbox/contracts where their shape comes from'
  )
  assert.deepEqual(
    promised.filter(key => !served.has(key)),
    [],
    'contracts without a route'
  )
})

test('contracts and routes announce the same collections', () => {
  const announced = expanded()
    .filter(each => each.announced === true)
    .map(keyOf)
    .sort()
  assert.deepEqual(
    announced,
    routes
      .filter(route => route.collection !== undefined)
      .map(keyOf)
      .sort()
  )
})

test('every contract names its source, and an assumed shape is marked as assumed', () => {
  for (const { name, contract } of contracts) {
    assert.ok(contract.title.length > 3, name)
    for (const each of [...contract.endpoints, ...(contract.objects ?? [])]) {
      const label = `${name} ${'path' in each ? keyOf(each) : each.type}`
      assert.ok(evidence.includes(each.evidence), `${label}: ${each.evidence}`)
      assert.match(each.section, /^(core|extended) \d+\.\d+(, (core |extended )?\d+\.\d+)*$/, label)
      if (each.evidence === 'ours') assert.ok('note' in each, label)
    }
  }
})

test('every behaviour names its evidence, releases that there are, and tests that exist', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  for (const { name, contract } of contracts) {
    for (const each of contract.behaviours ?? []) {
      const label = `${name}: ${each.says}`
      assert.match(each.says, /^[A-Z].{20,}\.$/, label)
      assert.ok(evidence.includes(each.evidence), label)
      assert.ok(
        (each.releases ?? []).every(one => releases.some(known => known === one)),
        label
      )
      assert.ok(each.sources.length > 0 && each.tests.length > 0, label)
      for (const source of each.sources) assert.match(source, /^[\w.-]+\/[\w.-]+ \S+$/, label)
      for (const file of each.tests) assert.ok(existsSync(join(root, file)), `${label}: ${file}`)
    }
  }
})

test('the object types of the contracts are those of the workbench', () => {
  const known = [
    ...kinds.map(({ adtType, collection, source }) => ({ adtType, collection, source })),
    ...Object.values(groupKinds).map(({ adtType, segment }) => ({
      adtType,
      collection: `/functions/groups/{group}/${segment}`,
      source: true
    }))
  ]
  for (const { type, collection, source } of objects) {
    assert.deepEqual(
      known.find(each => each.adtType === type),
      { adtType: type, collection, source },
      type
    )
  }
  assert.deepEqual(
    known
      .map(each => each.adtType)
      .filter(type => type !== 'DEVC/K' && !objects.some(row => row.type === type)),
    []
  )
})

test('answers start with the shape of the contract, and discovery announces the same collections', async t => {
  // The newest release has every service.
  const sandbox = await startSandbox(t, { release: '816' })
  const client = await logOn(sandbox)
  const document = readXml((await client.get('/sap/bc/adt/discovery')).text)
  const hrefs = childrenOf(document, 'workspace')
    .flatMap(workspace => childrenOf(workspace, 'collection'))
    .map(each => each.attributes['href'])
  assert.deepEqual(
    hrefs.sort(),
    expanded()
      .filter(each => each.announced === true)
      .map(each => `/sap/bc/adt${each.path}`)
      .sort()
  )
  for (const { path, answer } of expanded().filter(each => each.answer !== undefined)) {
    const reply = await client.get(`/sap/bc/adt${path}`)
    assert.equal(reply.status, 200, path)
    assert.ok(
      reply.text.startsWith(`<?xml version="1.0" encoding="utf-8"?><${answer} `),
      `${path}: ${reply.text.slice(0, 120)}`
    )
  }
})

async function made(client: Client, { type, collection, root }: ObjectRow): Promise<string> {
  const name =
    type === 'FUGR/I'
      ? 'LZCONTRACTF01'
      : type === 'TYPE/DG'
        ? 'ZCON'
        : type === 'ENQU/DL'
          ? 'EZCONTRACT'
          : 'ZCONTRACT'
  const path = `/sap/bc/adt${collection.replace('{group}', 'zcontract')}`
  const [, local = ''] = root.split(':')
  const body = `<x:${local} xmlns:x="urn:any" xmlns:adtcore="http://www.sap.com/adt/core" adtcore:name="${name}${type === 'FUGR/FF' ? '_FM' : type === 'PROG/I' || type === 'INTF/OI' || type === 'DTEL/DE' || type === 'TTYP/DA' || type === 'TABL/DS' || type === 'DDLS/DF' || type === 'CLAS/OC' ? `_${type.slice(0, 2)}${type.slice(-1)}` : ''}"><adtcore:packageRef adtcore:name="$TMP"/>${type === 'ENQU/DL' ? '<x:content><x:primaryTable><x:tableName>T000</x:tableName><x:lockMode>E</x:lockMode></x:primaryTable></x:content>' : ''}${type === 'SKTD/TYP' ? '<x:refObject adtcore:type="SRVD/SRV" adtcore:name="ZCONTRACT"/>' : ''}</x:${local}>`
  const blues = /^(?:BDEF|DESD|DTSC|CSNM|EVTB|EVTO|COTA)\//.test(type)
  const contentType = blues
    ? `application/vnd.sap.adt.blues.v${type === 'EVTO/EVO' ? 2 : 1}+xml`
    : 'application/*'
  const answer = await client.post(path, body, { 'content-type': contentType })
  assert.equal(answer.status, 201, `${type}: ${answer.text}`)
  return String(answer.headers['location'])
}

test('the documents of all object types have the roots of their contracts', async t => {
  // The newest release has every service.
  const sandbox = await startSandbox(t, { release: '816' })
  const client = await logOn(sandbox)
  for (const row of objects) {
    const uri = await made(client, row)
    const reply = await client.get(uri)
    assert.ok(
      reply.text.startsWith(`<?xml version="1.0" encoding="utf-8"?><${row.root} `),
      `${row.type}: ${reply.text.slice(0, 120)}`
    )
    assert.match(reply.text, new RegExp(`adtcore:type="${row.type}"`))
    const { status } = await client.get(`${uri}/source/main`)
    assert.equal(status, row.source ? 200 : 404, row.type)
  }
})
