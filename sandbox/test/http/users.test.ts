import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createUsers } from '../../http/logon/users.ts'
import { changesSomething } from '../../http/logon/authorization.ts'
import { fullPath } from '../../http/router.ts'
import { parseRoles, parseUser, parseUsers } from '../../http/logon/user-list.ts'
import { routes } from '../../routes/index.ts'
import { createAuthority } from '../helpers/authority.ts'
import { createClient } from './client.ts'
import { createClass, lock, logOn, startSandbox, users, write } from './fixture.ts'

const graph = '/sap/bc/adt/compatibility/graph'
const viewer = { name: 'VERA', password: 'looks', fullName: 'Vera View', role: 'display' } as const
const allUsers = [...users, viewer]

function basic(name: string, password: string): string {
  return `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`
}

test('a user is NAME:PASSWORD[:ROLE]; a misspelt role never becomes part of the password', () => {
  assert.deepEqual(parseUser('ada:lovelace'), {
    name: 'ada',
    password: 'lovelace',
    role: 'developer'
  })
  assert.deepEqual(parseUser('ada:a:b:display'), { name: 'ada', password: 'a:b', role: 'display' })
  assert.deepEqual(parseUser('ada: with blanks '), {
    name: 'ada',
    password: ' with blanks ',
    role: 'developer'
  })
  for (const [text, words] of [
    ['ada', /NAME:PASSWORD/],
    [':secret', /NAME:PASSWORD/],
    ['ada:', /no password/],
    ['ada:secret:Display', /no role/],
    ['ada:secret:admin', /no role/]
  ] as const) {
    assert.throws(() => parseUser(text), words, text)
  }
  assert.throws(
    () => parseUser('ada:topsecret:admin'),
    error => !String(error).includes('topsecret')
  )
})

test('a file of users has one a line, and errors name the line', () => {
  assert.deepEqual(
    parseUsers('\uFEFF# people\r\nada:a\r\n\r\nbob:b:display\r\n').map(
      each => `${each.name} ${each.role}`
    ),
    ['ada developer', 'bob display']
  )
  assert.throws(() => parseUsers('ada:a\nbob\n'), /line 2: .*bob/)
})

test('a user may have a role of a file, as the bridge prints it for Basis', () => {
  const develop = (activity: string) => ({ object: 'S_DEVELOP', fields: { ACTVT: [activity] } })
  const roles = parseRoles(
    JSON.stringify({
      roles: [
        {
          name: 'reading',
          uris: ['/sap/bc/adt/oo*'],
          authorizations: [develop('03'), develop('16'), { object: 'S_RFC', fields: {} }]
        }
      ]
    })
  )
  assert.deepEqual(parseUser('ada:a:reading', roles).authorizations, {
    uris: ['/sap/bc/adt/oo*'],
    activities: { S_DEVELOP: ['03', '16'], S_RFC: [] },
    granted: [develop('03'), develop('16'), { object: 'S_RFC', fields: {} }]
  })
  assert.deepEqual(
    parseUsers('ada:a\nbob:b:reading', roles).map(({ authorizations }) => authorizations?.uris),
    [undefined, ['/sap/bc/adt/oo*']]
  )
  assert.throws(() => parseUser('ada:a:constructor', roles), /no role/)
  for (const text of ['{}', '[]', '{"roles":[]}', '{"roles":[{"name":"x"}]}', '{"roles":[null]}']) {
    assert.throws(() => parseRoles(text), /role/, text)
  }
  assert.throws(() => parseRoles('{"roles":'))
})

test('names that are given twice or cannot be sent are refused', () => {
  assert.throws(
    () =>
      createUsers([
        { name: 'a', password: '1' },
        { name: 'A', password: '2' }
      ]),
    /given twice/
  )
  for (const name of ['', 'a b', 'a:b', 'a\nb']) {
    assert.throws(() => createUsers([{ name, password: '1' }]), /no user name/)
  }
})

test('the fifth wrong password in a row locks the password; a correct one in between resets the count', () => {
  const list = createUsers([{ name: 'ADA', password: 'right' }])
  for (let round = 0; round < 4; round++) {
    assert.equal(list.verify(basic('ada', 'wrong')), undefined)
  }
  assert.equal(list.verify(basic('ada', 'right')), 'ADA')
  for (let round = 0; round < 5; round++) {
    assert.equal(list.isLocked('ada'), false)
    list.verify(basic('ADA', 'wrong'))
  }
  assert.equal(list.isLocked('ada'), true)
  assert.equal(list.verify(basic('ada', 'right')), undefined)
  assert.equal(list.verify(basic('unknown', '')), undefined)
})

test('a locked password is answered like a wrong one; sessions, certificates and other users keep working', async t => {
  const authority = await createAuthority()
  const sandbox = await startSandbox(t, { clientCa: authority.certificate })
  const trust = { ca: sandbox.ca }
  const open = createClient(sandbox.url, users[0], trust)
  await open.get(graph)
  const wrong = createClient(sandbox.url, { name: 'ALICE', password: 'guess' }, trust)
  const refusals = []
  for (let round = 0; round < 5; round++) refusals.push(await wrong.get(graph))
  const locked = await createClient(sandbox.url, users[0], trust).get(graph)
  assert.deepEqual([locked.status, locked.text], [401, refusals[0]?.text])
  const session = createClient(sandbox.url, undefined, trust)
  for (const [name, value] of open.cookies) session.cookies.set(name, value)
  const leaf = await createAuthority({
    issuer: authority,
    name: 'ALICE',
    ca: false,
    certSign: false
  })
  const certified = createClient(sandbox.url, undefined, {
    ...trust,
    cert: leaf.certificate,
    key: leaf.key
  })
  const answers = await Promise.all([
    session.get(graph),
    certified.get(graph),
    createClient(sandbox.url, users[1], trust).get(graph)
  ])
  assert.deepEqual(
    answers.map(each => each.status),
    [200, 200, 200]
  )
  assert.equal(sandbox.counters.failedLogons, 6)
})

test('parallel guesses do not get more than five tries', async t => {
  const sandbox = await startSandbox(t)
  const wrong = createClient(sandbox.url, { name: 'BOB', password: 'guess' })
  await Promise.all(Array.from({ length: 12 }, () => wrong.get(graph)))
  assert.equal((await createClient(sandbox.url, users[1]).get(graph)).status, 401)
})

test('a display user reads, checks and queries, and every change is refused with 403 and a reason', async t => {
  const sandbox = await startSandbox(t, { users: allUsers })
  const alice = await logOn(sandbox)
  const uri = await createClass(alice, 'ZCL_SEEN')
  const vera = await logOn(sandbox, viewer)
  assert.equal((await vera.get(`${uri}/source/main`)).status, 200)
  assert.equal(
    (await vera.post('/sap/bc/adt/repository/nodestructure?parent_type=DEVC%2FK&parent_name=ZBOX'))
      .status,
    200
  )
  assert.equal(
    (await vera.post('/sap/bc/adt/datapreview/freestyle', 'SELECT mandt FROM t000')).status,
    200
  )
  const refusals = [
    await vera.post(`${uri}?_action=LOCK&accessMode=MODIFY`, '', {
      'x-sap-adt-sessiontype': 'stateful'
    }),
    await vera.put(`${uri}/source/main?lockHandle=X`, '* no', { 'content-type': 'text/plain' }),
    await vera.del(`${uri}?lockHandle=X`),
    await vera.post('/sap/bc/adt/activation', '<a/>'),
    await vera.post('/sap/bc/adt/programs/programs', '<a/>')
  ]
  for (const reply of refusals) {
    assert.equal(reply.status, 403)
    assert.equal(reply.headers['content-type'], 'application/xml; charset=utf-8')
    assert.equal(reply.headers['x-csrf-token'], undefined)
    assert.equal(
      reply.text,
      '<?xml version="1.0" encoding="utf-8"?><exc:exception xmlns:exc="http://www.sap.com/abapxml/types/communicationframework">' +
        '<namespace id="com.sap.adt"/><type id="ExceptionResourceNoAuthorization"/>' +
        '<message lang="EN">User VERA is not authorized to change development objects (authorization object S_DEVELOP)</message>' +
        '<localizedMessage lang="EN">User VERA is not authorized to change development objects (authorization object S_DEVELOP)</localizedMessage><properties/></exc:exception>'
    )
  }
  assert.match(
    (await vera.post('/sap/bc/adt/oo/classrun/zcl_seen')).text,
    /not authorized to execute programs/
  )
  assert.equal(sandbox.counters.openLocks, 0)
})

test('every route that may change or run something is closed to display users', async t => {
  // The newest release has every service.
  const sandbox = await startSandbox(t, { users: allUsers, release: '816' })
  const vera = await logOn(sandbox, viewer)
  const open: string[] = []
  for (const route of routes.filter(each => each.method !== 'GET')) {
    const path = fullPath(route).replace(/\{\w+\}/g, 'zz')
    const reply = await vera.send(route.method, path, { body: '<a/>' })
    if (reply.text.includes('ExceptionResourceNoAuthorization')) assert.equal(reply.status, 403)
    else open.push(`${route.method} ${route.path}`)
  }
  assert.deepEqual(
    open,
    routes
      .filter(each => each.method !== 'GET' && !changesSomething(each))
      .map(each => `${each.method} ${each.path}`)
  )
  for (const line of open) {
    assert.match(
      line,
      /^POST .*(validation|abapsource|checkruns|atc\/|transportchecks|searchconfiguration|datapreview|deletion\/check|navigation|quickfixes|coverage|\/repository\/|urifragment)/
    )
  }
  assert.equal(sandbox.store.list({ type: 'CLAS' }).length, 0)
})

test('two users edit different objects at once, and each change carries its author', async t => {
  const sandbox = await startSandbox(t)
  const clients = await Promise.all(users.map(user => logOn(sandbox, user)))
  const uris = await Promise.all(
    clients.map((client, index) => createClass(client, `ZCL_BY_${index}`))
  )
  await Promise.all(
    clients.map(async (client, index) => {
      for (let round = 0; round < 5; round++) {
        await write(
          client,
          uris[index] ?? '',
          `CLASS zcl_by_${index} DEFINITION PUBLIC.\nENDCLASS.\nCLASS zcl_by_${index} IMPLEMENTATION.\n* ${round}\nENDCLASS.\n`
        )
      }
    })
  )
  for (const [index, user] of users.entries()) {
    const kept = sandbox.store.read(
      { object: { type: 'CLAS', name: `ZCL_BY_${index}` }, part: 'main' },
      'workingArea'
    )
    assert.deepEqual([kept?.changedBy, /\* (\d)/.exec(kept?.text ?? '')?.[1]], [user.name, '4'])
  }
  assert.deepEqual(sandbox.counters.logonsByUser, { ALICE: 1, BOB: 1 })
})

test('of two concurrent locks, of two users or of two sessions of one user, one succeeds', async t => {
  const sandbox = await startSandbox(t)
  const [alice, bob, again] = await Promise.all([
    logOn(sandbox),
    logOn(sandbox, users[1]),
    logOn(sandbox)
  ])
  const uri = await createClass(alice, 'ZCL_WANTED')
  const locking = (client: typeof alice) =>
    client.post(`${uri}?_action=LOCK&accessMode=MODIFY`, '', {
      'x-sap-adt-sessiontype': 'stateful'
    })
  const replies = await Promise.all([alice, bob, again].map(locking))
  assert.deepEqual(replies.map(each => each.status).sort(), [200, 403, 403])
  const winner = ['ALICE', 'BOB', 'ALICE'][replies.findIndex(each => each.status === 200)] ?? ''
  for (const reply of replies.filter(each => each.status === 403)) {
    assert.match(reply.text, new RegExp(`User ${winner} is currently editing ZCL_WANTED`))
  }
  assert.equal(sandbox.counters.openLocks, 1)
})

test('one user may have many sessions; each has its own token and its own locks', async t => {
  const sandbox = await startSandbox(t)
  const clients = await Promise.all(Array.from({ length: 10 }, () => logOn(sandbox)))
  assert.equal(new Set(clients.map(each => each.token)).size, 10)
  const uris = await Promise.all(
    clients.map((client, index) => createClass(client, `ZCL_MANY_${index}`))
  )
  await Promise.all(clients.map((client, index) => lock(client, uris[index] ?? '')))
  assert.deepEqual([sandbox.counters.openLocks, sandbox.counters.openSessions], [10, 10])
  await clients[3]?.get('/sap/public/bc/icf/logoff')
  assert.deepEqual([sandbox.counters.openLocks, sandbox.counters.openSessions], [9, 9])
})
