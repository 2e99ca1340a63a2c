/**
 * A cookie file that is replaced while the bridge runs, as Kubernetes does with a secret: behind a
 * link, or by renaming.
 */
import assert from 'node:assert/strict'
import {
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { createCredentialSource } from '../../../erp-client/http/credential-source.ts'

const line = (value: string, name = 'MYSAPSSO2') =>
  `erp.example\tFALSE\t/\tFALSE\t0\t${name}\t${value}\n`

function folderOf(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'cookies-'))
  t.after(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  const at = (name: string) => join(folder, name)
  return {
    at,
    write: (name: string, text: string) => {
      writeFileSync(at(name), text, { mode: 0o600 })
    }
  }
}

/** The source, its clock, and the cookies that the ERP would get now. */
function sourceOf(t: TestContext, path: string) {
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-01-01') })
  const source = createCredentialSource({ kind: 'cookie-file', path }, 'https://erp.example')
  let cookies: readonly [string, string][] = []
  const sink = {
    renew: (given: readonly [string, string][]) => {
      cookies = given
    },
    drop: () => {},
    holdsLock: () => false
  }
  return {
    async ask() {
      t.mock.timers.tick(5000)
      await source.refresh(sink)
      return cookies.map(([, value]) => value)
    },
    again: async () => await source.again?.(sink),
    cookies: () => cookies.map(([, value]) => value)
  }
}

test('behind a link: its end is read, and another end is seen', async t => {
  const { at, write } = folderOf(t)
  for (const version of ['one', 'two']) {
    mkdirSync(at(version))
    write(`${version}/cookies`, line(version))
  }
  symlinkSync('one', at('..data'))
  symlinkSync('..data/cookies', at('cookies'))
  const { ask, again, cookies } = sourceOf(t, at('cookies'))
  assert.deepEqual(await ask(), ['one'])
  // As the kubelet does it: a new link is renamed over the old one.
  symlinkSync('two', at('..new'))
  renameSync(at('..new'), at('..data'))
  assert.deepEqual(await ask(), ['two'])
  assert.equal(await again(), false)
  write('two/cookies', line('three3'))
  assert.equal(await again(), true)
  assert.deepEqual(cookies(), ['three3'])
})

test('renamed over, cut off, gone and back: what was good stays until something good is there', async t => {
  const { at, write } = folderOf(t)
  write('cookies', line('one'))
  const { ask } = sourceOf(t, at('cookies'))
  assert.deepEqual(await ask(), ['one'])
  write('next', line('two'))
  renameSync(at('next'), at('cookies'))
  assert.deepEqual(await ask(), ['two'])
  for (const text of [
    '',
    line('half').slice(0, 20),
    'no cookies\n',
    line('old').replace('\t0\t', '\t1\t'),
    line('other').replace('erp.example', 'evil.example')
  ]) {
    write('cookies', text)
    assert.deepEqual(await ask(), ['two'], JSON.stringify(text))
  }
  unlinkSync(at('cookies'))
  assert.deepEqual(await ask(), ['two'])
  mkdirSync(at('cookies'))
  assert.deepEqual(await ask(), ['two'], 'a folder')
  rmSync(at('cookies'), { recursive: true })
  write('cookies', line('three'))
  assert.deepEqual(await ask(), ['three'])
})

test('a link that leads nowhere, or to itself, is refused without its path', async t => {
  const { at } = folderOf(t)
  symlinkSync('nowhere', at('cookies'))
  symlinkSync('ring', at('ring'))
  const first = sourceOf(t, at('cookies'))
  await assert.rejects(first.ask(), /The cookie file cannot be read/)
  t.mock.timers.reset()
  await assert.rejects(
    sourceOf(t, at('ring')).ask(),
    (error: Error) => /cannot be read/.test(error.message) && !error.message.includes(at('ring'))
  )
})
