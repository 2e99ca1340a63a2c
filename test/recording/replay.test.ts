/** The replay of a recording: what matches a request, in which order, and what is said of others. */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { createErp } from '../../erp-client/index.ts'
import { bodyOfText, descriptionFile, fileNameOf } from '../../recording/format.ts'
import type { RecordedExchange } from '../../recording/format.ts'
import { loadRecording, RecordingError } from '../../recording/replay/load.ts'
import { createMatcher, keyOf } from '../../recording/replay/match.ts'
import { serveRecording } from '../../recording/replay/server.ts'

const source = '/sap/bc/adt/programs/programs/zx/source/main'

interface Given {
  readonly method?: string
  readonly path?: string
  readonly accept?: string
  readonly sent?: string
  readonly status?: number
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly user?: string
  readonly error?: string
  readonly effect?: string
}

function exchanges(...given: readonly Given[]): RecordedExchange[] {
  return given.map((one, at) => {
    const { method = 'GET', path = source, accept = 'text/plain', status = 200, body = '' } = one
    return {
      number: at + 1,
      operation: 'test',
      effect: one.effect ?? (method === 'GET' ? 'none' : 'change'),
      ...(one.user === undefined ? {} : { user: one.user }),
      at: '2026-01-01T00:00:00.000Z',
      ms: 1,
      request: {
        method,
        path: `${path}${path.includes('?') ? '&' : '?'}sap-client=100&sap-language=EN`,
        headers: { accept },
        ...(one.sent === undefined ? {} : { body: bodyOfText(one.sent) })
      },
      ...(one.error === undefined
        ? {
            answer: {
              status,
              headers: { 'content-type': 'text/plain', ...one.headers },
              body: bodyOfText(body)
            }
          }
        : { error: one.error })
    }
  })
}

function folderWith(t: TestContext, list: readonly RecordedExchange[], facts: object = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'replay-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const description = {
    ...{ format: 1, recorder: 'test', started: 'now', sources: true },
    ...{ origin: 'https://abc.defg.com:44300', client: '100' },
    ...facts
  }
  writeFileSync(join(folder, descriptionFile), JSON.stringify(description))
  for (const one of list) writeFileSync(join(folder, fileNameOf(one)), JSON.stringify(one))
  return folder
}

async function served(t: TestContext, ...given: readonly Given[]) {
  const misses: string[] = []
  const recording = loadRecording(folderWith(t, exchanges(...given)))
  const replay = await serveRecording(recording, { onMiss: words => misses.push(words) })
  const erp = createErp({
    ...{ baseUrl: replay.url, client: '100', language: 'EN' },
    credential: { kind: 'basic', user: 'ANYONE', password: 'any' }
  })
  t.after(async () => {
    await erp.close()
    await replay.close()
  })
  const read = async (path = source, accept = 'text/plain') =>
    await erp.reader.request({ operation: 'test', effect: 'none', method: 'GET', path, accept })
  const write = async (body: string) =>
    await erp.writer.request({
      ...{ operation: 'source.write', effect: 'change', method: 'PUT' },
      ...{ path: source, accept: 'text/plain', body }
    } as never)
  return { replay, misses, read, write }
}

const words = (text: string) => (one: { text: string }) => assert.equal(one.text, text)

describe('a request', () => {
  test('gets its answers in order, and the last one again', async t => {
    const { read } = await served(t, { body: 'one' }, { body: 'two' })
    for (const text of ['one', 'two', 'two']) words(text)(await read())
  })
  test('after a change gets what came after the change, whatever was read before', async t => {
    const { read, write } = await served(
      t,
      ...[{ body: 'old' }, { body: 'old too' }, { method: 'PUT', sent: 'new' }, { body: 'new' }]
    )
    words('old')(await read())
    await write('new')
    words('new')(await read())
  })
  test('reads what it wrote itself where the recording has another text in its place', async t => {
    const { read, write } = await served(
      t,
      { method: 'PUT', sent: '* 1a2b\n* 3c' },
      { body: '* 1a2b\r\n* 3c\r\n' }
    )
    await write('REPORT zx.\nWRITE 1.')
    words('REPORT zx.\nWRITE 1.')(await read())
  })
  test('is told apart by media type, query and method', async t => {
    const { read } = await served(
      t,
      { accept: 'text/plain', body: 'text' },
      { accept: 'application/xml', body: '<a/>' },
      { path: `${source}?version=active`, body: 'active' }
    )
    words('<a/>')(await read(source, 'application/xml'))
    words('text')(await read())
  })
  test('of one user gets the answers of that user', t => {
    const matcher = createMatcher(exchanges({ user: 'ONE', body: '1' }, { user: 'TWO', body: '2' }))
    t.assert.equal(matcher.isUser('TWO'), true)
    const request = {
      ...{ method: 'GET', path: source, headers: { accept: 'text/plain' }, body: '' },
      user: 'TWO'
    }
    const match = matcher.find(request)
    t.assert.equal(match.kind === 'found' && match.exchange.number, 2)
  })
  test('of a change that was used up is refused by name', async t => {
    const { write, misses } = await served(t, { method: 'PUT', sent: 'new' })
    await write('new')
    await assert.rejects(write('new'), /once more/)
    assert.equal(misses.length, 1)
  })
  test('that is not recorded is refused with the nearest one', async t => {
    const { read, misses, replay } = await served(t, { body: 'x' })
    await assert.rejects(read('/sap/bc/adt/programs/programs/zy/source/main'), (error: Error) => {
      assert.match(
        error.message,
        /Not recorded: GET \/sap\/bc\/adt\/programs\/programs\/zy\/source\/main/
      )
      assert.match(error.message, /Nearest in the recording: GET .*programs\/zx\/source/)
      return true
    })
    assert.equal(misses.length, 1)
    assert.equal(replay.counts.missed, 1)
  })
  test('for which no answer came gets none', async t => {
    const { write } = await served(t, { method: 'PUT', error: 'ECONNRESET' })
    await assert.rejects(write('new'))
  })
  test('gets the recorded log-on failure only where nothing else was recorded', async t => {
    const { read } = await served(t, { status: 401 }, { body: 'in' })
    words('in')(await read())
  })
  test('without a condition gets no answer "not modified"', async t => {
    const { read } = await served(t, { body: 'whole', headers: { etag: '1' } }, { status: 304 })
    words('whole')(await read())
    words('whole')(await read())
  })
  test('gets addresses of the replay in place of those of the recorded system', async t => {
    const { read, replay } = await served(t, { body: 'at https://abc.defg.com:44300/sap/x' })
    words(`at ${replay.url}/sap/x`)(await read())
  })
})

test('a key does not depend on the order of a query, on its client or on a lock', () => {
  const key = (path: string) => keyOf({ method: 'PUT', path, headers: {} })
  assert.equal(
    key('/a%2fb?x=1&y=2&lockHandle=ABC&sap-client=100'),
    key('/a%2Fb?sap-client=200&lockHandle=DEF&y=2&x=1')
  )
  assert.notEqual(key('/a?x=1'), key('/a?x=2'))
})

test('a change without a token is refused, as an ERP does', async t => {
  const { replay } = await served(t, { method: 'PUT', sent: 'new' })
  const answer = await fetch(`${replay.url}${source}`, { method: 'PUT', body: 'new' })
  assert.equal(answer.status, 403)
  assert.equal(answer.headers.get('x-csrf-token'), 'Required')
})

test('a replay listens on this machine alone', async t => {
  const recording = loadRecording(folderWith(t, exchanges({})))
  await assert.rejects(serveRecording(recording, { host: '0.0.0.0' }), RangeError)
})

describe('a folder', () => {
  const refused = (folder: string, message: RegExp) =>
    assert.throws(
      () => loadRecording(folder),
      (error: unknown) => {
        assert.ok(error instanceof RecordingError)
        assert.match(error.message, message)
        return true
      }
    )
  test('that is none of a recording is refused with the remedy', t => {
    refused('/nowhere/at/all', /cannot be read \(ENOENT\)/)
    const empty = mkdtempSync(join(tmpdir(), 'replay-'))
    t.after(() => rmSync(empty, { recursive: true }))
    refused(empty, /holds no recording; give a folder that --record has made/)
    refused(folderWith(t, []), /holds no exchange/)
    refused(folderWith(t, exchanges({}), { format: 2 }), /has the format 2.*use a newer/)
    refused(folderWith(t, exchanges({}), { origin: 1 }), /describes no recording/)
  })
  test('of several recordings asks for one', t => {
    const outer = mkdtempSync(join(tmpdir(), 'replay-'))
    t.after(() => rmSync(outer, { recursive: true }))
    for (const name of ['a', 'b']) {
      mkdirSync(join(outer, name))
      writeFileSync(join(outer, name, descriptionFile), '{}')
    }
    refused(outer, /holds 2 recordings; give one of them: a, b/)
  })
  test('with damaged files leaves them out by name', t => {
    const folder = folderWith(t, exchanges({}))
    for (const [name, text] of [
      ['000007-GET-200.json', '{'],
      ['000008-GET-200.json', '{"number":8}'],
      ['000009-GET-200.json', 'null'],
      ['.000010-GET-200.json.part', '{']
    ] as const) {
      writeFileSync(join(folder, name), text)
    }
    const { faults, exchanges: found } = loadRecording(folder)
    assert.equal(found.length, 1)
    assert.deepEqual(faults.map(fault => fault.slice(0, 6)).toSorted(), [
      '000007',
      '000008',
      '000009'
    ])
  })
})
