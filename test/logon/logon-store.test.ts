/** Kept log-ons: sealed, of one place and kind each, and readable for their own user alone. */
import assert from 'node:assert/strict'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { exclusively } from '../../logon/store/exclusive.ts'
import { dataProtection, keychain, secretService } from '../../logon/store/key-stores.ts'
import type { KeyStore } from '../../logon/store/key-stores.ts'
import { createLogonStore } from '../../logon/store/logon-store.ts'
import type { SealingKeyOptions } from '../../logon/store/sealing-key.ts'

const name = { place: '["https://erp.example","001"]', kind: 'session' }
const other = { ...name, place: '["https://erp.example","002"]' }
const content = { cookies: [['SAP_SESSIONID_TST_001', 'canary-cookie-4711']] }

function ground(t: TestContext) {
  const parent = mkdtempSync(join(tmpdir(), 'erp-logon-'))
  t.after(() => rmSync(parent, { recursive: true }))
  const folder = join(parent, 'log-ons')
  const open = (options: Partial<SealingKeyOptions> = {}) =>
    createLogonStore({ folder, place: 'auto', keyStore: undefined, ...options })
  const files = (ending: string) =>
    readdirSync(folder)
      .filter(file => file.endsWith(ending))
      .map(file => join(folder, file))
  return { parent, folder, open, files }
}

function memoryStore(): KeyStore & { key: string | undefined; fails: boolean } {
  return {
    title: 'memory',
    key: undefined,
    fails: false,
    async read() {
      return this.key
    },
    async write(key) {
      this.key = key
    }
  }
}

const places: readonly [string, () => Partial<SealingKeyOptions>, string][] = [
  ['a key of the environment', () => ({ key: 'k'.repeat(32) }), 'environment'],
  ['the key store', () => ({ keyStore: memoryStore() }), 'key store'],
  ['a key file', () => ({}), 'file'],
  ['a key file beside a key store', () => ({ place: 'file', keyStore: memoryStore() }), 'file']
]
for (const [what, options, expected] of places) {
  test(`sealed with ${what}`, async t => {
    const { open, files, folder } = ground(t)
    const given = options()
    assert.equal(await open(given).write(name, content), expected)
    assert.deepEqual(await open(given).read(name), content)
    assert.equal(await open(given).read(other), undefined)
    assert.equal(statSync(folder).mode & 0o777, 0o700)
    const [file = ''] = files('.logon')
    assert.equal(statSync(file).mode & 0o777, 0o600)
    assert.equal(
      files('').some(path => readFileSync(path, 'utf8').includes('canary')),
      false
    )
    assert.deepEqual(files('.tmp'), [])
  })
}

test('marks change with each replacement, and remove says whether there was one', async t => {
  const { open } = ground(t)
  const store = open()
  assert.equal(store.mark(name), undefined)
  await store.write(name, content)
  const first = store.mark(name)
  await store.write(name, { ...content, more: 1 })
  assert.notEqual(store.mark(name), first)
  assert.deepEqual([store.remove(name), store.remove(name)], [true, false])
})

test('a key file of two programs that start together is one', async t => {
  const { open } = ground(t)
  const stores = Array.from({ length: 8 }, () => open())
  await Promise.all(stores.map((store, at) => store.write({ ...name, kind: `k${at}` }, content)))
  for (const at of stores.keys()) {
    assert.deepEqual(await open().read({ ...name, kind: `k${at}` }), content)
  }
})

const damages: readonly [string, (file: string, folder: string) => void][] = [
  ['is cut off', file => writeFileSync(file, readFileSync(file, 'utf8').slice(0, -9))],
  ['is empty', file => writeFileSync(file, '')],
  ['is no record', file => writeFileSync(file, '{"key":"elsewhere","sealed":""}')],
  [
    'was written without a key',
    file => {
      const plain = Buffer.concat([Buffer.of(0), Buffer.from(JSON.stringify(content))])
      writeFileSync(file, JSON.stringify({ key: 'file', sealed: plain.toString('base64') }))
    }
  ],
  [
    'has one changed bit',
    file => {
      const { key, sealed } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
      const bytes = Buffer.from(sealed ?? '', 'base64')
      bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
      writeFileSync(file, JSON.stringify({ key, sealed: bytes.toString('base64') }))
    }
  ],
  ['has lost its key', (_file, folder) => rmSync(join(folder, 'key'))],
  ['has another key', (_file, folder) => writeFileSync(join(folder, 'key'), 'x'.repeat(43))]
]
for (const [what, damage] of damages) {
  test(`a record that ${what} asks for a log-on`, async t => {
    const { open, files, folder } = ground(t)
    await open().write(name, content)
    damage(files('.logon')[0] ?? '', folder)
    await assert.rejects(open().read(name), { code: 'ERP_LOGON_NEEDED' })
    await open().write(name, content)
    assert.deepEqual(await open().read(name), content)
  })
}

test('a record opens under its own name only', async t => {
  const { open, files } = ground(t)
  await open().write(name, content)
  const [file = ''] = files('.logon')
  await open().write(other, content)
  const copy = files('.logon').find(one => one !== file) ?? ''
  copyFileSync(file, copy)
  await assert.rejects(open().read(other), { code: 'ERP_LOGON_NEEDED' })
})

test('a folder or a key file that others can use is refused', async t => {
  const { open, folder, parent } = ground(t)
  await open().write(name, content)
  chmodSync(join(folder, 'key'), 0o644)
  await assert.rejects(open().read(name), { message: /other users can read the key file/ })
  const link = join(parent, 'link')
  symlinkSync(folder, link)
  await assert.rejects(open({ folder: link }).write(name, content), {
    message: /no folder of this/
  })
})

test('processes with a change: the living ones count, what others left is removed', async t => {
  const { open, files } = ground(t)
  const store = open()
  await store.write(name, content)
  const ends = [store.begin(name, 7), store.begin(name, 7), store.begin(name, 8)]
  store.begin(other, 9)
  assert.deepEqual(store.busy(name, () => true).toSorted(), [7, 8])
  ends[0]?.()
  assert.deepEqual(
    store.busy(name, process => process === 7),
    [7]
  )
  ends[1]?.()
  assert.deepEqual([store.busy(name, () => true), files('.busy').length], [[], 1])
})

/** As libsecret's program works: attributes as arguments, the secret on stdin and stdout. */
function standIn(parent: string, body: string): string {
  const program = join(parent, 'secret-tool')
  writeFileSync(program, `#!/bin/sh\necho "$@" >> ${parent}/calls\n${body}\n`)
  chmodSync(program, 0o700)
  return program
}

/** What each program does with its arguments and its input; `kept` is the file of the stand-in. */
const programs: readonly [string, (program: string, folder: string) => KeyStore, string][] = [
  [
    'Secret Service',
    program => secretService(program),
    'if [ "$1" = store ]; then cat > $kept; elif [ -e $kept ]; then cat $kept; else exit 1; fi'
  ],
  [
    'macOS Keychain',
    program => keychain(program),
    'if [ "$1" = -i ]; then sed "s/.* //" > $kept; elif [ -e $kept ]; then cat $kept; else exit 44; fi'
  ],
  [
    'Windows Data Protection',
    (program, folder) => dataProtection(folder, program),
    'case "$4" in *::Protect*) cat > $kept; printf hidden;; *) [ "$(cat)" = hidden ] && cat $kept;; esac'
  ]
]
for (const [title, make, body] of programs) {
  test(`${title}: the key is in no argument`, async t => {
    const { open, parent, folder } = ground(t)
    const program = standIn(parent, `kept=${parent}/kept\n${body}`)
    const keyStore = make(program, folder)
    assert.equal(keyStore.title, title)
    assert.equal(await open({ keyStore }).write(name, content), 'key store')
    assert.deepEqual(await open({ keyStore }).read(name), content)
    const text = readFileSync(join(parent, 'kept'), 'utf8').trim()
    const key = title.startsWith('Windows') ? Buffer.from(text, 'base64').toString() : text
    assert.match(key, /^[\w-]{43}$/)
    const calls = readFileSync(join(parent, 'calls'), 'utf8')
    assert.ok(![key, text].some(form => calls.includes(form)))
  })
}

for (const [what, body] of [
  ['cannot be reached', 'echo "Cannot autolaunch D-Bus" >&2; exit 1'],
  ['refuses', 'exit 3']
] as const) {
  test(`Secret Service that ${what}: a key file instead, or an error where it is demanded`, async t => {
    const { open, parent } = ground(t)
    const keyStore = secretService(standIn(parent, body))
    assert.equal(await open({ keyStore }).write(name, content), 'file')
    await assert.rejects(open({ keyStore, place: 'keystore' }).write(other, content), {
      code: 'ERP_LOGON_FAILED',
      message: /Secret Service: its program ended with/
    })
  })
}

test('no program, no key store', async t => {
  const { open, folder } = ground(t)
  const keyStore = secretService(join(folder, 'missing'))
  await assert.rejects(open({ keyStore, place: 'keystore' }).write(name, content), {
    message: /its program cannot be started/
  })
  assert.equal(existsSync(join(folder, 'key')), false)
})

test('work under a name is done one at a time, also after a program was killed in it', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'exclusive-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'x.work')
  let [now, most] = [0, 0]
  const work = async () => {
    most = Math.max(most, ++now)
    await new Promise(resolve => setTimeout(resolve, 5))
    now--
  }
  await Promise.all(Array.from({ length: 10 }, () => exclusively(path, work)))
  assert.equal(most, 1)
  await assert.rejects(
    exclusively(path, () => Promise.reject(new Error('broken'))),
    /broken/
  )
  writeFileSync(path, 'of a program that was killed')
  const past = new Date(Date.now() - 60_000)
  utimesSync(path, past, past)
  await Promise.all(Array.from({ length: 5 }, () => exclusively(path, work)))
  assert.deepEqual([most, readdirSync(folder)], [1, []])
})
