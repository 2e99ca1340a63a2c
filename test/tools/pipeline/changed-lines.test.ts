/** Which lines a request or a time span changed, by versions that releases keep. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ToolContext } from '../../../tools/call/context.ts'
import { changedLinesOf } from '../../../tools/pipeline/changed-lines.ts'

const path = '/sap/bc/adt/programs/programs/zdemo'
const day = (number: number) => `2026-03-0${number}T00:00:00Z`
const ref = { type: 'PROG', name: 'ZDEMO' }

interface Version {
  readonly id: string
  readonly day?: number
  readonly request?: string
  readonly text?: string
}

const entry = ({ id, day: at, request }: Version) =>
  `<atom:entry><atom:content type="text/plain" src="${path}/source/main/versions/1/${id}/content"/><atom:id>${id}</atom:id>${request === undefined ? '' : `<atom:link adtcore:name="${request}" href="/x" rel="http://www.sap.com/adt/relations/transport/request" type="application/vnd.sap.adt.transportrequests.v1+xml"/>`}${at === undefined ? '' : `<atom:updated>${day(at)}</atom:updated>`}</atom:entry>`

/** The changed lines of a program whose source has two lines, `a` and `b`. */
async function changed(
  versions: readonly Version[],
  of: { readonly request?: string; readonly since?: number; readonly createdOn?: number }
): Promise<number[] | undefined> {
  const texts = new Map(versions.map(({ id, text = 'a\nb' }) => [id, text]))
  const answer = (asked: string) => {
    if (asked.endsWith('/versions')) {
      return `<atom:feed xmlns:atom="http://www.w3.org/2005/Atom" xmlns:adtcore="http://www.sap.com/adt/core">${versions.map(entry).join('')}</atom:feed>`
    }
    const id = /\/(\d{5})\/content$/.exec(asked)?.[1]
    if (id !== undefined) return texts.get(id) ?? ''
    return `<program:abapProgram xmlns:program="x" xmlns:adtcore="http://www.sap.com/adt/core" adtcore:name="ZDEMO" adtcore:type="PROG/P" adtcore:createdAt="${day(of.createdOn ?? 1)}"/>`
  }
  const context = {
    erp: { request: async (options: { path: string }) => ({ text: answer(options.path) }) },
    signal: new AbortController().signal
  } as unknown as ToolContext
  const request =
    of.request === undefined
      ? undefined
      : { number: of.request, owner: 'A', description: '', status: 'R', tasks: [], entries: [] }
  const found = await changedLinesOf(
    context,
    {
      request: request as never,
      since: of.since === undefined ? undefined : Date.parse(day(of.since))
    },
    {
      parts: [{ ref, part: 'main', text: 'a\nb' }],
      textOf: () => undefined,
      gone: new Set(),
      unread: []
    }
  )
  const [lines] = found.values()
  return lines && [...lines]
}

const active: Version = { id: '00000', day: 5 }
const backup: Version = { id: '00001', day: 2, text: 'a' }

test('an open request: against the state before its first change', async () => {
  const open = { ...active, request: 'XK1' }
  assert.deepEqual(await changed([open, backup], { request: 'XK1' }), [2])
  const draft: Version = { id: '99999', request: 'XK1' }
  assert.deepEqual(await changed([draft, open, backup], { request: 'XK1' }), [2])
  assert.deepEqual(await changed([open], { request: 'XK1' }), [1, 2], 'created by it')
})

test('a released request: against the state before it, whatever was released later', async () => {
  const versions: Version[] = [
    active,
    { id: '00003', day: 4, request: 'XK2' },
    { id: '00002', day: 3, request: 'XK1' },
    backup
  ]
  assert.deepEqual(await changed(versions, { request: 'XK1' }), [2])
  assert.deepEqual(await changed(versions, { request: 'XK2' }), [])
})

test('since a time: against the last version before it, or the backup of the first change', async () => {
  const versions: Version[] = [active, { id: '00002', day: 3, request: 'XK1' }, backup]
  assert.deepEqual(await changed(versions, { since: 6 }), [], 'the active source is older')
  assert.deepEqual(await changed(versions, { since: 4 }), [])
  assert.deepEqual(await changed(versions, { since: 3 }), [2])
  assert.deepEqual(await changed([active, { id: '00001', text: 'a' }], { since: 4 }), [2])
})

test('an object without versions: every line is new where it was created since, else not known', async () => {
  assert.equal(await changed([active], { since: 4 }), undefined)
  assert.deepEqual(await changed([active], { since: 4, createdOn: 4 }), [1, 2])
  assert.equal(await changed([active], { request: 'XK1' }), undefined)
})
