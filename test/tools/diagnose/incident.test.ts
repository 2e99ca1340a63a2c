/** ERPDiagnose incident: the records of the sandbox, and what other systems answer or refuse. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { TestContext } from 'node:test'
import { standIn } from '../../stand-in/server.ts'
import type { Exchange } from '../../stand-in/server.ts'
import { dumps as dumpExchanges } from '../../stand-in/exchanges.ts'
import { startSandboxBench, toolBench } from '../helpers/sandbox-bench.ts'
import type { SandboxBench } from '../helpers/sandbox-bench.ts'
import type { BenchOptions } from '../helpers/erp.ts'

let bench: SandboxBench
before(async () => {
  bench = await startSandboxBench()
})
after(async () => {
  await bench.close()
})

interface Cause {
  readonly kind: string
  readonly score: number
  readonly what: string
  readonly because: readonly string[]
}

interface Answer {
  readonly verdict: string
  readonly causes: readonly Cause[]
  readonly counts: Readonly<Record<string, number>>
  readonly events: readonly { readonly words: string; readonly kind: string }[]
  readonly unread: readonly { readonly what: string; readonly why: string }[]
  readonly requests: number
}

const night = { from: '20260518120000', to: '20260519120000' }

async function ask(args: object, options?: BenchOptions): Promise<Answer & { text: string }> {
  const { call } = options === undefined ? bench : toolBench(bench.erp, options)
  const result = await call('ERPDiagnose', { action: 'incident', ...args })
  if (result.kind !== 'data') assert.fail(`${result.kind}: ${result.text}`)
  return { ...(result.data as unknown as Answer), text: result.text }
}

test('the dump that ended a job stands first, with its job, its log and the reasons', async () => {
  const { causes, counts, requests, text } = await ask({ job: 'ZFERRY_QUOTES', ...night })
  const [first] = causes
  assert.deepEqual(
    [first?.kind, first?.what],
    ['dump', 'COMPUTE_INT_ZERODIVIDE: Division by 0 (type I or INT8)']
  )
  assert.deepEqual(first?.because, [
    'a short dump ends what runs (50)',
    'job ZFERRY_QUOTES 02150001 ran it then and was canceled (20)',
    'at that time: log ZFERRY/QUOTE 00000002: 0 aborts, 1 errors, 1 warnings: E ZFERRY 010 (10)',
    'it belongs to job ZFERRY_QUOTES (15)'
  ])
  assert.deepEqual(
    causes.map(({ kind }) => kind),
    ['dump', 'document'],
    'the job and the log are reasons of the dump, and no causes beside it'
  )
  assert.deepEqual(
    [counts['dump'], counts['job'], counts['spool'], counts['document']],
    [1, 1, 1, 1]
  )
  assert.ok(requests <= 10, `${requests} requests`)
  assert.ok(Buffer.byteLength(text) <= 8000)
})

const questions: readonly [string, object, readonly string[]][] = [
  ['a program', { name: 'ZFERRY_QUOTE', from: '20260518', to: '20260520' }, ['dump', 'document']],
  ['a class', { name: 'ZCL_FERRY_STATISTICS', from: '20260519' }, ['dump']],
  ['a user', { user: 'mholm', ...night }, ['dump', 'document']],
  ['a time without events', { from: '20200101' }, []]
]
for (const [what, args, kinds] of questions) {
  test(`asked for ${what}`, async () => {
    const { causes, verdict } = await ask(args)
    assert.deepEqual([...new Set(causes.map(({ kind }) => kind))].slice(0, kinds.length), kinds)
    assert.equal(verdict, kinds.length === 0 ? 'nothing found' : 'causes')
  })
}

test('the same failure of two nights is one cause', async () => {
  const { causes } = await ask({ name: 'ZFERRY_QUOTE', from: '20260518', to: '20260520' })
  assert.ok(
    causes[0]?.because.includes('2 times since 20260519021502 (5)'),
    causes[0]?.because.join()
  )
})

test('what a rule blocks is not read, and named', async () => {
  const { unread, text, counts } = await ask(night, {
    policy: { blockedTables: ['TBTC*', 'CDPOS', 'ZFERRY_FARE'] }
  })
  const reasons = new Map(unread.map(({ what, why }) => [what, why]))
  assert.match(reasons.get('jobs') ?? '', /^BLOCKED_TABLE: /)
  assert.match(reasons.get('fields of change documents') ?? '', /^BLOCKED_TABLE: /)
  assert.match(text, /jobs: BLOCKED_TABLE/)
  assert.equal(counts['job'], 0)
  assert.equal(counts['dump'], 2, 'the rest is read')
})

test('changes of a blocked table are not told, nor the keys of documents', async () => {
  const { events } = await ask(
    { from: '20260517', to: '20260518' },
    { policy: { blockedTables: ['ZFERRY_FARE'] } }
  )
  const words = events.filter(({ kind }) => kind === 'document').map(each => each.words)
  assert.deepEqual(words, ['change of ZFERRY_SHIP: ZFERRY_SHIP-SEATS'])
})

test('masked columns stay masked, and free texts away', async () => {
  const { text } = await ask(night, {
    policy: { maskedColumns: ['CDHDR.USERNAME', 'TSP01.RQOWNER'] }
  })
  assert.doesNotMatch(text, /SKALUN|Quotations of the night|00000002: /)
  assert.doesNotMatch(text, /SM30.*MHOLM|change of ZFERRY_FARE.*MHOLM/)
})

test('a masked column that the question compares is refused, and the rest is read', async () => {
  const { unread, counts } = await ask(
    { user: 'MHOLM', ...night },
    { policy: { maskedColumns: ['CDHDR.USERNAME'] } }
  )
  assert.match(
    unread.find(({ what }) => what === 'change documents')?.why ?? '',
    /^BLOCKED_COLUMN: /
  )
  assert.equal(counts['dump'], 2)
})

test('values of the question cannot end their literal', async () => {
  const { unread } = await ask({ job: `X' OR jobname <> '`, transaction: `A'B`, ...night })
  assert.ok(!unread.some(({ what }) => what === 'jobs'), JSON.stringify(unread))
})

test('a question without sense is refused', async () => {
  for (const args of [{ from: '20260520', to: '20260519' }, { from: '20261399' }]) {
    assert.equal(
      await bench.code('ERPDiagnose', { action: 'incident', ...args }),
      'TOOL_BAD_ARGUMENTS'
    )
  }
})

const column = (name: string, values: readonly string[]) =>
  `<dataPreview:columns><dataPreview:metadata dataPreview:name="${name}" dataPreview:type="C" dataPreview:keyAttribute="false" dataPreview:length="40"/><dataPreview:dataSet>${values.map(value => `<dataPreview:data>${value}</dataPreview:data>`).join('')}</dataPreview:dataSet></dataPreview:columns>`
const table = (columns: Readonly<Record<string, readonly string[]>>) =>
  `<dataPreview:tableData xmlns:dataPreview="http://www.sap.com/adt/dataPreview"><dataPreview:totalRows>1</dataPreview:totalRows>${Object.entries(
    columns
  )
    .map(([name, values]) => column(name, values))
    .join('')}</dataPreview:tableData>`

/** Rows for the statements that a pattern fits; every other one is refused as one without authorization. */
function queries(rows: readonly [RegExp, Readonly<Record<string, readonly string[]>>][]): Exchange {
  return {
    method: 'POST',
    path: '/sap/bc/adt/datapreview/freestyle',
    query: { rowNumber: '201' },
    body: /^SELECT /,
    reply: ({ body }) => {
      const found = rows.find(([pattern]) => pattern.test(body))
      return found === undefined
        ? { status: 403, type: 'text/plain', answer: 'No authorization' }
        : { type: 'application/vnd.sap.adt.datapreview.table.v1+xml', answer: table(found[1]) }
    }
  }
}

const [, ...restOfDumps] = dumpExchanges
const [listed] = dumpExchanges

async function remote(t: TestContext, exchanges: readonly Exchange[]) {
  const { erp } = await standIn(t, [
    ...(listed === undefined
      ? []
      : [{ ...listed, query: { $top: '200', from: /^\d{14}$/, to: /^\d{14}$/ } }]),
    ...restOfDumps,
    ...exchanges
  ])
  const result = await toolBench(erp).call('ERPDiagnose', {
    action: 'incident',
    from: '20260501',
    to: '20260501'
  })
  if (result.kind !== 'data') assert.fail(`${result.kind}: ${result.text}`)
  return result.data as unknown as Answer
}

test('a program that was imported before its first dump; what the user may not read', async t => {
  const { causes, unread } = await remote(t, [
    refused('/sap/bc/adt/gw/errorlog', {}),
    queries([
      [
        /FROM tpalog/,
        {
          TRKORR: ['A4HK900123'],
          TARSYSTEM: ['A4H'],
          TRCLI: ['001'],
          RETCODE: ['0004'],
          TRTIME: ['20260501092914'],
          TRUSER: ['ADMIN']
        }
      ],
      [/FROM e071/, { TRKORR: ['A4HK900123'], OBJECT: ['PROG'], OBJ_NAME: ['ZDEMO_REPORT'] }]
    ])
  ])
  assert.deepEqual(causes[0]?.because, [
    'a short dump ends what runs (50)',
    'A4HK900123 with ZDEMO_REPORT was imported 60 minutes before (25)'
  ])
  const reasons = new Map(unread.map(({ what, why }) => [what, why]))
  for (const what of ['jobs', 'application logs', 'change documents']) {
    assert.match(reasons.get(what) ?? '', /^ERP_FORBIDDEN: /, what)
  }
})

const refused = (path: string, query: Exchange['query']): Exchange => ({
  method: 'GET',
  path,
  query: query ?? {},
  status: 403,
  type: 'text/plain',
  answer: 'No authorization'
})

test('where nothing can be read, the call ends with the reason', async t => {
  const { erp } = await standIn(t, [
    queries([]),
    refused('/sap/bc/adt/runtime/dumps', { $top: '200', from: /./, to: /./ }),
    refused('/sap/bc/adt/gw/errorlog', {})
  ])
  assert.equal(
    await toolBench(erp).code('ERPDiagnose', { action: 'incident', from: '20260501' }),
    'ERP_FORBIDDEN'
  )
})
