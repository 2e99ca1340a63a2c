/** `verify` and what no sandbox has: traces and breakpoints, against documented bytes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judge } from '../../../commands/verify/judge.ts'
import { sweep } from '../../../commands/verify/leftovers.ts'
import { newRunNames } from '../../../commands/verify/names.ts'
import { checks } from '../../../commands/verify/checks/index.ts'
import type { Bench, World } from '../../../commands/verify/bench.ts'
import { watchErp } from '../../../commands/verify/watch.ts'
import { standIn } from '../../stand-in/server.ts'
import type { Exchange } from '../../stand-in/server.ts'

const adt = '/sap/bc/adt'
const traces = `${adt}/runtime/traces/abaptraces`
const { marker } = newRunNames(4711)

const armed = (...titles: readonly string[]) =>
  `<atom:feed xmlns:atom="http://www.w3.org/2005/Atom" xmlns:trc="http://www.sap.com/adt/runtime/traces/abaptraces">${titles
    .map(
      (title, index) =>
        `<atom:entry><atom:id>${traces}/requests/R${String(index)}</atom:id><atom:title>${title}</atom:title><atom:author><atom:name>DEVELOPER</atom:name></atom:author></atom:entry>`
    )
    .join('')}</atom:feed>`

const list = (answer: NonNullable<Exchange['reply']>): Exchange => ({
  method: 'GET',
  path: `${traces}/requests`,
  query: { user: 'DEVELOPER' },
  type: 'application/atom+xml',
  reply: answer
})

const none: readonly Exchange[] = ['ZEBV*', '$ZEBV*'].map(query => ({
  method: 'GET',
  path: `${adt}/repository/informationsystem/search`,
  query: { operation: 'quickSearch', query, maxResults: '500' },
  answer: '<adtcore:objectReferences xmlns:adtcore="http://www.sap.com/adt/core"/>'
}))

test('an armed trace of a killed run is stopped, and no other', async t => {
  const { erp, asked } = await standIn(t, [
    ...none,
    list(() => ({ answer: armed('Slow report', marker) })),
    { method: 'DELETE', path: `${traces}/requests/r1` },
    { method: 'DELETE', path: `${traces}/requests/R1` }
  ])
  const owned = new Set<string>()
  const { removed, left } = await sweep({
    erp: watchErp(erp, owned),
    owned,
    processes: { own: 1, isAlive: () => false },
    user: 'DEVELOPER',
    refusal: () => undefined,
    requestRefusal: 'not permitted',
    hasTraces: true
  })
  assert.deepEqual([removed, left], [['armed trace R1'], []])
  assert.equal(asked.filter(each => each.startsWith('DELETE')).length, 1)
})

async function tryArming(t: Parameters<typeof standIn>[0], forgets: boolean) {
  let count = 0
  const { erp } = await standIn(t, [
    {
      method: 'POST',
      path: `${traces}/parameters`,
      body: /erp-bridge verify/,
      headers: { location: `${traces}/parameters/P1` }
    },
    {
      method: 'POST',
      path: `${traces}/requests`,
      query: {
        server: '*',
        description: marker,
        traceUser: 'DEVELOPER',
        traceClient: '001',
        processType: `${traces}/processtypes/http`,
        objectType: `${traces}/objecttypes/any`,
        expires: /^\d{4}-/,
        maximalExecutions: '1',
        parametersId: `${traces}/parameters/P1`
      }
    },
    list(() => ({ answer: armed(...(count++ === 0 && !forgets ? [marker] : [])) })),
    { method: 'DELETE', path: `${traces}/requests/R0` }
  ])
  const owned = new Set([marker])
  const watched = watchErp(erp, owned)
  const check = checks.find(({ operation }) => operation === 'traces.start')
  assert.ok(check?.run !== undefined)
  const world = { marker, names: (text: string) => owned.add(text.toLowerCase()) }
  const bench = { ...watched, system: { user: 'DEVELOPER' }, world: world as unknown as World }
  const error = await check.run(bench as unknown as Bench).then(
    () => undefined,
    (reason: unknown) => reason
  )
  return judge({ check, exchanges: watched.exchanges, discovery: undefined, error })
}

test('a trace is armed, listed and stopped', async t => {
  assert.deepEqual(await tryArming(t, false), { outcome: 'holds' })
})

test('a trace that is not armed although the ERP says so differs', async t => {
  assert.deepEqual(await tryArming(t, true), {
    outcome: 'differs',
    detail: 'an armed trace is not listed'
  })
})

test('a change that names nothing of the run is not sent', async t => {
  const { erp, asked } = await standIn(t, [])
  const watched = watchErp(erp, new Set(['zebv000000']))
  const foreign = { operation: 'object.delete', effect: 'change', method: 'DELETE' } as const
  await assert.rejects(
    watched.writer.request({ ...foreign, path: `${adt}/oo/classes/zcl_order` }),
    /names no object of this run; it was not sent/
  )
  await assert.rejects(
    watched.writer.session(session =>
      session.request({ ...foreign, path: `${adt}/oo/classes/zcl_order` })
    ),
    /it was not sent/
  )
  assert.deepEqual(asked, [])
})
