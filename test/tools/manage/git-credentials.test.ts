import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import {
  createGitCredentials,
  credentialsFor,
  readGitCredentials
} from '../../../tools/manage/git-credentials.ts'

const text = (...credentials: object[]) => JSON.stringify({ credentials })
const team = { url: 'https://git.example/team/', user: 'robot', password: 'canary-1' }
const server = { url: 'https://git.example', password: 'canary-2' }

test('the longest path of the right server wins, on whole segments', () => {
  const entries = readGitCredentials(text(server, team))
  const passwordOf = (url: string) => credentialsFor(entries, url)?.password
  assert.deepEqual(credentialsFor(entries, 'https://git.example/team/demo.git'), {
    user: 'robot',
    password: 'canary-1',
    endpoint: 'https://git.example/team'
  })
  assert.deepEqual(credentialsFor(entries, 'https://GIT.example:443/other.git'), {
    user: '',
    password: 'canary-2',
    endpoint: 'https://git.example'
  })
  assert.equal(passwordOf('https://git.example/team'), 'canary-1')
  assert.equal(passwordOf('https://git.example/teamwork/x'), 'canary-2')
  assert.equal(passwordOf('https://git.example/x/../team/y'), 'canary-1')
  for (const url of [
    'http://git.example/team/x',
    'https://git.example:8443/team/x',
    'https://git.example.evil/team/x',
    'https://evil/git.example/team',
    'ssh://git.example/team/x',
    'git@git.example:team/x',
    '',
    'x'
  ]) {
    assert.equal(passwordOf(url), undefined, url)
  }
})

const wrong: readonly (readonly [string, RegExp])[] = [
  ['canary', /is not valid JSON$/],
  ['{"credentials":[{"password":"canary"', /is not valid JSON$/],
  ['[]', /is not a JSON object with a list/],
  ['{"credentials":{}}', /is not a JSON object with a list/],
  ['{"credentials":[],"canary":1}', /and nothing else$/],
  [text({ ...team, token: 'canary' }), /number 1\) with another member/],
  [
    text(team, { ...server, url: 'http://git.example' }),
    /number 2\) whose "url" is no https address/
  ],
  [
    text({ ...team, url: 'https://robot:canary@git.example' }),
    /"url" is no https address without credentials/
  ],
  [text({ ...team, url: 'https://git.example/?canary' }), /"url" is no https/],
  [text({ ...team, url: 7 }), /"url" is no https/],
  [text({ url: team.url }), /without a "password"/],
  [text({ ...team, password: '' }), /without a "password"/],
  [text({ ...team, password: 'canary\n' }), /without a "password" of one line/],
  [text({ ...team, user: 'canary\r\nx' }), /"user" is no text of one line/],
  [text({ ...team, user: null }), /"user" is no text/],
  ['{"credentials":[null]}', /number 1\) that is no object/],
  [text(team, { ...team, url: 'https://git.example/team' }), /two entries with the same url/]
]

test('what is wrong is told by its place and never by its content', () => {
  for (const [content, message] of wrong) {
    assert.throws(
      () => readGitCredentials(content),
      (error: Error) => {
        assert.match(error.message, message, content)
        assert.doesNotMatch(error.message, /canary/)
        return true
      }
    )
  }
})

function fileOf(t: TestContext, content: string, mode = 0o600): string {
  const folder = mkdtempSync(join(tmpdir(), 'git-credentials-'))
  t.after(() => {
    rmSync(folder, { recursive: true })
  })
  const path = join(folder, 'git.json')
  writeFileSync(path, content)
  chmodSync(path, mode)
  return path
}

function logOf() {
  const lines: object[] = []
  const add = (facts: object, message: string) => {
    lines.push({ ...facts, message })
  }
  return { lines, log: { debug: add, info: add, warn: add, error: add } }
}

test('a file that every user may read is refused, one that its group may read is not', t => {
  const { log } = logOf()
  for (const mode of [0o604, 0o602, 0o666]) {
    assert.throws(
      () => createGitCredentials({ path: fileOf(t, text(team), mode), log }),
      /chmod 600/
    )
  }
  assert.equal(
    createGitCredentials({ path: fileOf(t, text(team), 0o440), log })('https://git.example/team/x')
      ?.user,
    'robot'
  )
})

test('a change counts at once; one that damages the file changes nothing and is logged without its content', t => {
  const { log, lines } = logOf()
  const path = fileOf(t, text(team))
  const find = createGitCredentials({ path, log })
  writeFileSync(path, text({ ...team, user: 'other' }))
  assert.equal(find('https://git.example/team/x')?.user, 'other')
  writeFileSync(path, '{"canary')
  assert.equal(find('https://git.example/team/x')?.user, 'other')
  rmSync(path)
  assert.equal(find('https://git.example/team/x')?.user, 'other')
  assert.equal(lines.length, 2)
  assert.doesNotMatch(JSON.stringify(lines), /canary/)
  assert.throws(() => createGitCredentials({ path, log }), /ENOENT/)
})
