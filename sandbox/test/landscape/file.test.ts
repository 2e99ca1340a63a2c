import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LandscapeError, parseLandscape } from '../../landscape/file.ts'

const read = (content: unknown, env = {}) =>
  parseLandscape(JSON.stringify(content), { folder: '/data', env })

function problems(content: unknown, env = {}): readonly string[] {
  try {
    read(content, env)
  } catch (error) {
    assert.ok(error instanceof LandscapeError)
    return error.problems
  }
  return []
}

const dev = { sid: 'DEV', role: 'development' }
const qas = { sid: 'QAS', role: 'test' }
const route = { from: 'dev', to: 'qas' }

test('a short file is enough: the rest has defaults', () => {
  const { host, systems, routes } = read({ systems: { dev, qas }, routes: [route] })
  assert.equal(host, '127.0.0.1')
  assert.deepEqual(systems, [
    {
      name: 'dev',
      sid: 'DEV',
      role: 'development',
      title: 'dev',
      client: '001',
      port: 0,
      user: 'DEVELOPER',
      modifiable: true,
      versionsAtImport: false
    },
    {
      name: 'qas',
      sid: 'QAS',
      role: 'test',
      title: 'qas',
      client: '001',
      port: 0,
      user: 'DEVELOPER',
      modifiable: false,
      versionsAtImport: false
    }
  ])
  assert.deepEqual(routes, [{ ...route, import: 'manual' }])
})

test('every key has its effect; folders are relative to the file', () => {
  const [system] = read(
    {
      dataDir: 'all',
      systems: {
        dev: {
          ...dev,
          title: 'Development',
          client: '100',
          port: 8001,
          user: 'ada',
          password: { env: 'SECRET' },
          seed: './seed',
          libraries: ['lib', '/abs'],
          release: '750',
          modifiable: false,
          versionsAtImport: true
        }
      }
    },
    { SECRET: 'x' }
  ).systems
  assert.deepEqual(system, {
    name: 'dev',
    sid: 'DEV',
    role: 'development',
    title: 'Development',
    client: '100',
    port: 8001,
    user: 'ADA',
    password: 'x',
    dataDir: '/data/all/dev',
    seed: '/data/seed',
    libraries: ['/data/lib', '/abs'],
    release: '750',
    modifiable: false,
    versionsAtImport: true
  })
  assert.equal(
    read({ systems: { dev: { ...dev, dataDir: 'one' } } }).systems[0]?.dataDir,
    '/data/one'
  )
})

test('all mistakes are named at once, each with its remedy', () => {
  const found = problems({
    sytems: {},
    systems: {
      'DEV 1': { sid: 'dev', role: 'dev', port: 70_000, client: '000', password: { env: 'UNSET' } },
      qas: { role: 'test', sid: 'QAS', user: 'a user', release: '999', modifiable: 'no' },
      tst: 'QAS'
    },
    routes: [{ from: 'qas' }, { from: 'qas', to: 'abc', import: 'sometimes' }]
  })
  for (const [index, expected] of [
    /^the landscape has the unknown key sytems; remove it/,
    /^system DEV 1: sid is not valid; give three characters/,
    /^system DEV 1: role is not valid; give one of "development", "test", "production"/,
    /^system DEV 1: client is not valid; give three digits/,
    /^system DEV 1: port is not valid; give a port from 1 to 65535, or 0/,
    /^system DEV 1: password is not valid; give a text, or \{ "env": "NAME" \}/,
    /^system qas: user is not valid/,
    /^system qas: release is not valid; give one of "740"/,
    /^system qas: modifiable is not valid; give true or false/,
    /^system tst is no object; give an object with the keys sid, role/,
    /^route 1 has no to; give/,
    /^route 2: import is not valid; give one of "automatic", "manual"/,
    /^the name "DEV 1" of a system is not valid; give 1 to 32 characters/,
    /^route 2 names the unknown system abc; give one of DEV 1, qas/
  ].entries()) {
    assert.match(found[index] ?? '', expected)
  }
  assert.equal(found.length, 14, found.join('\n'))
})

test('systems and routes have to fit each other', () => {
  const relation = (content: unknown, expected: RegExp) => {
    const found = problems(content)
    assert.equal(found.length, 1, found.join('\n'))
    assert.match(found[0] ?? '', expected)
  }
  const twice = { ...qas, sid: 'DEV' }
  relation({ systems: { dev, qas: twice } }, /dev and qas have the same SID DEV; give each its own/)
  const port = { port: 8001 }
  relation({ systems: { dev: { ...dev, ...port }, qas: { ...qas, ...port } } }, /same port 8001/)
  relation(
    { systems: { dev: { ...dev, dataDir: 'a' }, qas: { ...qas, dataDir: 'a/b' } } },
    /data folders of the systems dev and qas overlap/
  )
  assert.deepEqual(
    problems({ systems: { dev: { ...dev, dataDir: 'a' }, qas: { ...qas, dataDir: 'ab' } } }),
    []
  )
  const systems = { dev, qas }
  relation({ systems, routes: [route, route] }, /route 2 from dev to qas is there twice/)
  relation({ systems, routes: [{ from: 'dev', to: 'dev' }] }, /circle dev → dev/)
  relation({ systems, routes: [route, { from: 'qas', to: 'dev' }] }, /circle dev → qas → dev/)
  const three = { ...systems, fix: { sid: 'FIX', role: 'development' } }
  relation(
    { systems: three, routes: [route, { from: 'fix', to: 'qas', import: 'automatic' }] },
    /the routes to qas differ in import/
  )
  relation({ systems: {} }, /systems is not valid; give an object with at least one system/)
  assert.match(problems([])[0] ?? '', /is no JSON object/)
})
