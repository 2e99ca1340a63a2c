/**
 * What a pull of unchanged objects costs: programs and classes of a generated package, dated by queries
 * on REPOSRC. The gate takes a part of them, `ATTACK=all` a thousand.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { prepare, run } from '../../../tools/index.ts'
import { standIn } from '../../stand-in/server.ts'
import type { Exchange } from '../../stand-in/server.ts'
import { sampledRounds } from '../../helpers/sample.ts'
import { benchOf } from '../helpers/erp.ts'
import type { BenchOptions } from '../helpers/erp.ts'

const adt = '/sap/bc/adt'
const core = 'xmlns:adtcore="http://www.sap.com/adt/core"'
const total = sampledRounds(1000, 16)

interface Generated {
  readonly name: string
  readonly isClass: boolean
  text: string
  /** Date and time of the last change. */
  changed: readonly [string, string]
}

const uriOf = ({ name, isClass }: Generated) =>
  `${adt}/${isClass ? 'oo/classes' : 'programs/programs'}/${name.toLowerCase()}`

function generate(length: number): Generated[] {
  return Array.from({ length }, (_unused, index) => {
    const isClass = index % 4 === 0
    const name = `Z${isClass ? 'CL' : 'GEN'}_${String(index).padStart(4, '0')}`
    const text = isClass
      ? `CLASS ${name.toLowerCase()} DEFINITION.\nENDCLASS.\nCLASS ${name.toLowerCase()} IMPLEMENTATION.\nENDCLASS.\n`
      : `REPORT ${name.toLowerCase()}.\n`
    return { name, isClass, text, changed: ['20260501', '101500'] as const }
  })
}

function factsOf(one: Generated): string {
  const [date, time] = one.changed
  const stamp = `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}T${time.slice(0, 2)}:${time.slice(2, 4)}:${time.slice(4)}Z`
  const common = `${core} adtcore:name="${one.name}" adtcore:version="active" adtcore:changedAt="${stamp}" adtcore:masterLanguage="EN" adtcore:description="Generated"`
  const home = '<adtcore:packageRef adtcore:name="ZGEN"/>'
  return one.isClass
    ? `<class:abapClass xmlns:class="http://www.sap.com/adt/oo/classes" xmlns:abapsource="http://www.sap.com/adt/abapsource" ${common} adtcore:type="CLAS/OC">${home}<class:include class:includeType="main" abapsource:sourceUri="source/main" adtcore:name="" adtcore:type="CLAS/I" adtcore:changedAt="${stamp}" adtcore:version="active"/></class:abapClass>`
    : `<program:abapProgram xmlns:program="http://www.sap.com/adt/programs/programs" ${common} adtcore:type="PROG/P">${home}</program:abapProgram>`
}

function exchangesOf(objects: readonly Generated[], rowNumber: string): Exchange[] {
  const nodes = objects
    .map(
      one =>
        `<SEU_ADT_REPOSITORY_OBJ_NODE><OBJECT_TYPE>${one.isClass ? 'CLAS/OC' : 'PROG/P'}</OBJECT_TYPE><OBJECT_NAME>${one.name}</OBJECT_NAME><OBJECT_URI>${uriOf(one)}</OBJECT_URI></SEU_ADT_REPOSITORY_OBJ_NODE>`
    )
    .join('')
  return [
    {
      method: 'POST',
      path: `${adt}/repository/nodestructure`,
      query: { parent_type: 'DEVC/K', parent_name: 'ZGEN', withShortDescriptions: 'true' },
      body: /[^]*/,
      answer: `<asx:abap xmlns:asx="http://www.sap.com/abapxml"><asx:values><DATA><TREE_CONTENT>${nodes}</TREE_CONTENT></DATA></asx:values></asx:abap>`
    },
    {
      method: 'GET',
      path: `${adt}/packages/zgen`,
      query: { version: 'active' },
      answer: `<pak:package xmlns:pak="http://www.sap.com/adt/packages" ${core} adtcore:name="ZGEN" adtcore:type="DEVC/K" adtcore:description="Generated" adtcore:changedAt="2026-05-01T00:00:00Z"/>`
    },
    {
      method: 'GET',
      path: `${adt}/repository/informationsystem/search`,
      query: { operation: 'quickSearch', query: 'REPOSRC', maxResults: '20' },
      answer: `<adtcore:objectReferences ${core}><adtcore:objectReference adtcore:uri="${adt}/ddic/tables/reposrc" adtcore:type="TABL/DT" adtcore:name="REPOSRC"/></adtcore:objectReferences>`
    },
    ...objects.flatMap((one): Exchange[] => [
      {
        method: 'GET',
        path: uriOf(one),
        query: { version: 'active' },
        reply: () => ({ answer: factsOf(one) })
      },
      {
        method: 'GET',
        path: `${uriOf(one)}/source/main`,
        query: { version: 'active' },
        reply: () => ({ type: 'text/plain', answer: one.text })
      }
    ]),
    {
      method: 'POST',
      path: `${adt}/datapreview/freestyle`,
      query: { rowNumber },
      body: /^SELECT PROGNAME, UDAT, UTIME FROM REPOSRC WHERE R3STATE = 'A' AND/,
      reply: ({ body }) => ({
        type: 'application/vnd.sap.adt.datapreview.table.v1+xml',
        answer: rowsFor(objects, body.replace(/\s+/g, ' '))
      })
    }
  ]
}

/** A class is a row for each include of its pool. */
function rowsFor(objects: readonly Generated[], sql: string): string {
  const rows = objects.flatMap(one => {
    if (!one.isClass) {
      return sql.includes(`PROGNAME = '${one.name}'`) ? [[one.name, ...one.changed]] : []
    }
    const pool = one.name.padEnd(30, '=')
    if (!sql.includes(`PROGNAME LIKE '${pool}%'`)) return []
    return ['CP', 'CU', 'CO', 'CI', 'CM001'].map(include => [`${pool}${include}`, ...one.changed])
  })
  const column = (name: string, at: number) =>
    `<dataPreview:columns><dataPreview:metadata dataPreview:name="${name}" dataPreview:type="C"/><dataPreview:dataSet>${rows.map(row => `<dataPreview:data>${row[at] ?? ''}</dataPreview:data>`).join('')}</dataPreview:dataSet></dataPreview:columns>`
  return `<dataPreview:tableData xmlns:dataPreview="http://www.sap.com/adt/dataPreview"><dataPreview:totalRows>${rows.length}</dataPreview:totalRows>${['PROGNAME', 'UDAT', 'UTIME'].map(column).join('')}</dataPreview:tableData>`
}

async function pulling(t: TestContext, length: number, policy: BenchOptions['policy'] = {}) {
  const objects = generate(length)
  const { erp, asked } = await standIn(t, exchangesOf(objects, '20001'))
  const workspace = mkdtempSync(join(tmpdir(), 'unchanged-'))
  t.after(() => rmSync(workspace, { recursive: true, force: true }))
  const bench = benchOf({ erp, limits: { bytes: 1 << 22, rows: 1000 }, policy })
  const session = { ...bench.session, workspace }
  const pull = async () => {
    const before = asked.length
    const prepared = prepare(session, 'ERPManage', { action: 'export', package: 'ZGEN' })
    const result = await run(prepared, session, { signal: AbortSignal.timeout(300_000) })
    assert.equal(result.kind, 'data', result.text)
    return { text: result.text, requests: asked.length - before }
  }
  return { objects, workspace, pull }
}

test('unchanged objects cost a request for each hundred, also in the first pull after they were read', async t => {
  const { objects, workspace, pull } = await pulling(t, total)
  const first = await pull()
  assert.ok(first.requests > objects.length, 'the first pull reads all objects')
  const second = await pull()
  assert.ok(second.requests <= 20, `${second.requests} requests for ${objects.length} objects`)
  process.stdout.write(`${objects.length} unchanged objects: ${second.requests} requests\n`)
  for (const index of [0, 1]) {
    const one = objects[index] ?? assert.fail()
    one.text = one.text.replace('\n', ' " changed\n')
    one.changed = ['20260502', '080000']
  }
  const third = await pull()
  assert.match(third.text, / 2 files written/)
  assert.ok(third.requests <= second.requests + 4, `${third.requests} requests`)
  const file = join(workspace, 'src/zgen_0001.prog.abap')
  assert.match(readFileSync(file, 'utf8'), /" changed/)
  writeFileSync(file, 'REPORT zgen_0001. " here\n')
  assert.match((await pull()).text, /changed here +PROG ZGEN_0001/)
})

test('masked dates say nothing: each object is asked', async t => {
  const { objects, pull } = await pulling(t, 25, { maskedColumns: ['REPOSRC.UTIME'] })
  await pull()
  assert.ok((await pull()).requests > objects.length)
})
