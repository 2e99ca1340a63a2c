import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Engine } from '../../types.ts'
import { createClass, lock, logOn, startSandbox } from './fixture.ts'

const graph = '/sap/bc/adt/compatibility/graph'

test('a fault applies to the n-th matching request, the configured number of times, and to no other', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  sandbox.faults.add({
    method: 'GET',
    url: /graph$/,
    nth: 2,
    times: 2,
    effect: { kind: 'status', status: 503, headers: { 'retry-after': '1' } }
  })
  const statuses: number[] = []
  for (let round = 0; round < 5; round++) statuses.push((await client.get(graph)).status)
  assert.deepEqual(statuses, [200, 503, 503, 200, 200])
  assert.equal((await client.get('/sap/bc/adt/discovery')).status, 200)
  assert.equal(sandbox.faults.hits, 2)
})

test('the body of a fault is configurable: exception, CSRF refusal, log-on page', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  sandbox.faults.add({
    url: 'graph',
    effect: { kind: 'status', status: 423, body: '<exc:exception/>' }
  })
  sandbox.faults.add({ url: 'discovery', effect: { kind: 'logonPage' } })
  sandbox.faults.add({ method: 'POST', effect: { kind: 'csrf' } })
  const locked = await client.get(graph)
  assert.deepEqual(
    [locked.status, locked.text, locked.headers['content-type']],
    [423, '<exc:exception/>', 'application/xml']
  )
  const page = await client.get('/sap/bc/adt/discovery')
  assert.equal(page.status, 200)
  assert.match(page.text, /^<!DOCTYPE html>.*sap-system-login/)
  const csrf = await client.post('/sap/bc/adt/activation', '<a/>')
  assert.deepEqual([csrf.status, csrf.headers['x-csrf-token']], [403, 'Required'])
  assert.equal((await client.get(graph)).status, 200)
})

test('reset and half a body break the connection, a hang keeps it silent until the sandbox closes', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  sandbox.faults.add({ url: 'graph', effect: { kind: 'reset' } })
  await assert.rejects(client.get(graph), /ECONNRESET|socket hang up/)
  sandbox.faults.add({ url: 'discovery', effect: { kind: 'halfBody' } })
  await assert.rejects(client.get('/sap/bc/adt/discovery'), /aborted|ECONNRESET|socket hang up/)
  sandbox.faults.add({ url: 'graph', effect: { kind: 'hang' } })
  const silent = client.get(graph).then(
    () => 'answered',
    () => 'broken'
  )
  assert.equal((await client.get('/sap/bc/adt/discovery')).status, 200)
  await sandbox.close()
  assert.equal(await silent, 'broken')
})

test('a delayed request is still processed, and a rule can be removed', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  sandbox.faults.add({ url: 'graph', effect: { kind: 'delay', milliseconds: 5 } })
  assert.equal((await client.get(graph)).status, 200)
  const remove = sandbox.faults.add({ effect: { kind: 'status', status: 500 } })
  remove()
  sandbox.faults.add({ effect: { kind: 'status', status: 500 } })
  sandbox.faults.clear()
  assert.equal((await client.get(graph)).status, 200)
})

test('counters count requests, connections, log-ons, fetches, sessions and locks', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const uri = await createClass(client, 'ZCL_COUNT')
  await lock(client, uri)
  const {
    requests,
    connections,
    logons,
    csrfFetches,
    sessions,
    openSessions,
    statefulSessions,
    locks,
    openLocks
  } = sandbox.counters
  assert.deepEqual(
    {
      requests,
      connections,
      logons,
      csrfFetches,
      sessions,
      openSessions,
      statefulSessions,
      locks,
      openLocks
    },
    {
      requests: 3,
      connections: 3,
      logons: 1,
      csrfFetches: 1,
      sessions: 1,
      openSessions: 1,
      statefulSessions: 1,
      locks: 1,
      openLocks: 1
    }
  )
})

/** Starts and stops, and fails at everything else. */
function brokenEngine(): Engine {
  const fine: Readonly<Record<string, () => Promise<unknown>>> = {
    load: async () => ({ objects: 0, milliseconds: 0 }),
    close: async () => undefined
  }
  const broken = () => Promise.reject(new Error('The engine is broken'))
  return new Proxy({} as Engine, { get: (_target, name) => fine[String(name)] ?? broken })
}

test('a failure of the engine is a 500, and other requests succeed', async t => {
  const errors: string[] = []
  const sandbox = await startSandbox(t, {
    parts: { engine: brokenEngine() },
    log: {
      info() {},
      warn() {},
      error: message => {
        errors.push(message)
      }
    }
  })
  const client = await logOn(sandbox)
  const uri = await createClass(client, 'ZCL_BROKEN')
  const adtcore = 'xmlns:adtcore="http://www.sap.com/adt/core"'
  const requests = [
    [
      '/sap/bc/adt/activation',
      `<a:l xmlns:a="a" ${adtcore}><a:objectReference adtcore:uri="${uri}"/></a:l>`
    ],
    [
      '/sap/bc/adt/checkruns',
      `<c:l xmlns:c="c" ${adtcore}><c:checkObject adtcore:uri="${uri}"/></c:l>`
    ],
    ['/sap/bc/adt/abapsource/prettyprinter', 'REPORT zx.'],
    ['/sap/bc/adt/datapreview/freestyle', 'SELECT * FROM t000'],
    [`/sap/bc/adt/navigation/target?uri=${encodeURIComponent(`${uri}/source/main#start=1,6`)}`, ''],
    [`/sap/bc/adt/repository/informationsystem/usageReferences?uri=${encodeURIComponent(uri)}`, '']
  ] as const
  for (const [path, body] of requests) {
    const reply = await client.post(path, body)
    assert.equal(reply.status, 500, `${path}: ${reply.text}`)
    assert.match(
      reply.text,
      /^<\?xml version="1\.0" encoding="utf-8"\?><exc:exception [^>]*><namespace id="com\.sap\.adt"\/><type id="ExceptionInternalError"\/><message lang="EN">[^\n]*The engine is broken<\/message>/
    )
  }
  assert.equal(errors.length, requests.length)
  assert.equal((await client.get(`${uri}/source/main`)).status, 200)
  assert.equal(sandbox.store.get({ type: 'CLAS', name: 'ZCL_BROKEN' })?.state, 'new')
})
