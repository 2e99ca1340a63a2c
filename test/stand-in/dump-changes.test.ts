/**
 * Who changed the lines of a frame last, told from the versions of its source; the expected values
 * are written by hand.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { toolBench } from '../tools/helpers/sandbox-bench.ts'
import { dumps } from './exchanges.ts'
import { standIn } from './server.ts'
import type { Exchange } from './server.ts'

const program = '/sap/bc/adt/programs/programs/zdemo_report'
const feedType = 'application/atom+xml;type=feed'
const id = '20260501102914a4h_A4H_00%20%20%20%20DEVELOPER%20%20%20001%2019'
const current = 'REPORT zdemo_report.\r\nFORM divide.\r\n  x = 1 / 0.\r\nENDFORM.\r\n'

interface Version {
  readonly id: string
  readonly author: string
  readonly day: string
  readonly text?: string
}

const entry = ({ id: number, author, day }: Version) =>
  `<atom:entry><atom:author><atom:name>${author}</atom:name></atom:author><atom:content type="text/plain" src="${program}/source/main/versions/${number}/content"/><atom:id>${number}</atom:id><atom:link href="x" rel="http://www.sap.com/adt/relations/transport/request" type="application/vnd.sap.adt.transportrequests.v1+xml" adtcore:name="A4HK9${number}" xmlns:adtcore="http://www.sap.com/adt/core"/><atom:updated>${day}</atom:updated></atom:entry>`

/**
 * What the first frame of the dump says of its last change, and which versions were read for it.
 */
async function lastChange(t: TestContext, versions: readonly Version[]) {
  const contents = versions.flatMap(({ id: number, text }): Exchange[] =>
    text === undefined
      ? []
      : [
          {
            method: 'GET',
            path: `${program}/source/main/versions/${number}/content`,
            accept: 'text/plain',
            type: 'text/plain; charset=utf-8',
            status: text === 'gone' ? 404 : 200,
            answer: text
          }
        ]
  )
  const facts: Exchange = {
    method: 'GET',
    path: program,
    query: { version: 'active' },
    answer:
      '<program:abapProgram xmlns:program="http://www.sap.com/adt/programs/programs" xmlns:adtcore="http://www.sap.com/adt/core" adtcore:name="ZDEMO_REPORT" adtcore:type="PROG/P" adtcore:version="active" adtcore:changedBy="NOW" adtcore:changedAt="2026-04-01T00:00:00Z"/>'
  }
  const list: Exchange = {
    method: 'GET',
    path: `${program}/source/main/versions`,
    accept: feedType,
    type: feedType,
    answer: `<atom:feed xmlns:atom="http://www.w3.org/2005/Atom">${versions.map(entry).join('')}</atom:feed>`
  }
  const server = await standIn(t, [
    ...dumps.filter(({ path }) => path !== program && path !== `${program}/source/main/versions`),
    facts,
    list,
    ...contents
  ])
  const { text } = await toolBench(server.erp).call('ERPDiagnose', { action: 'dump', id })
  return {
    said: /last changed (.*)\)$/m.exec(text)?.[1],
    read: server.asked.filter(one => one.includes('/content')).length
  }
}

const active: Version = { id: '00000', author: 'LATE', day: '2026-04-30T00:00:00Z' }
const version = (number: number, author: string, text: string): Version => ({
  id: `0000${number}`,
  author,
  day: `2026-04-0${number}T00:00:00Z`,
  text
})

test('a later change elsewhere in the source is not that of these lines', async t => {
  const elsewhere = `${current}* nothing of this\r\n`
  const found = await lastChange(t, [
    active,
    version(3, 'THIRD', elsewhere),
    version(2, 'SECOND', current.replace('/ 0', '/ 2')),
    version(1, 'FIRST', 'REPORT zdemo_report.\r\n')
  ])
  assert.deepEqual(found, { said: 'THIRD 2026-04-03T00:00:00Z A4HK900003', read: 2 })
})

test('a line that was deleted there is a change of the place', async t => {
  const found = await lastChange(t, [
    active,
    version(1, 'FIRST', current.replace('  x =', '  CHECK y <> 0.\r\n  x ='))
  ])
  assert.deepEqual(found, { said: 'LATE 2026-04-30T00:00:00Z A4HK900000', read: 1 })
})

test('blanks at the end of lines are no change; the oldest version is the last word', async t => {
  const found = await lastChange(t, [
    active,
    version(1, 'FIRST', current.replaceAll('\r\n', '  \r\n'))
  ])
  assert.deepEqual(found, {
    said: 'FIRST 2026-04-01T00:00:00Z A4HK900001 (oldest version kept)',
    read: 1
  })
})

test('at most five versions are compared', async t => {
  const found = await lastChange(t, [
    active,
    ...[7, 6, 5, 4, 3, 2].map(number => version(number, `A${number}`, current))
  ])
  assert.deepEqual(found, {
    said: 'A4 2026-04-04T00:00:00Z A4HK900004 or earlier (5 versions compared)',
    read: 4
  })
})

test('a draft is not read; a version that cannot be read ends the search', async t => {
  const draft: Version = { ...version(9, 'DRAFT', current.replace('/ 0', '/ 9')), id: '99997' }
  const found = await lastChange(t, [
    draft,
    active,
    version(2, 'SECOND', current),
    version(1, 'FIRST', 'gone')
  ])
  assert.deepEqual(found, { said: 'SECOND 2026-04-02T00:00:00Z A4HK900002 or earlier', read: 2 })
})

test('without versions: the author of the object as it is now, and that it is only that', async t => {
  assert.deepEqual(await lastChange(t, []), {
    said: 'NOW 2026-04-01T00:00:00Z (of the object as now, no versions)',
    read: 0
  })
})
