/** The page of evidence: complete, honest about its sources, and current. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { changeOperations, readOperations } from '../../erp-client/index.ts'
import {
  clientsOf,
  evidenceKinds,
  evidencePage,
  evidenceReleases,
  readEvidence
} from '../../tooling/evidence-page.ts'
import type { EvidenceArea, OperationEvidence } from '../../tooling/evidence-page.ts'

const areas = readEvidence()
const all = areas.flatMap(({ operations }) => operations)
const known = [...Object.keys(changeOperations), ...Object.keys(readOperations)]

test('each operation of the client has its evidence, once', () => {
  const named = all.map(({ operation }) => operation)
  assert.deepEqual(
    known.filter(name => !named.includes(name)),
    [],
    'operations without a row: say in sandbox/contracts/operations where their form comes from'
  )
  assert.deepEqual(
    named.filter(name => !known.includes(name)),
    [],
    'rows of no operation'
  )
  assert.deepEqual(
    named.filter((name, index) => named.indexOf(name) !== index),
    [],
    'operations with two rows'
  )
})

test('no evidence without a file of a public repository, and of a known release', () => {
  for (const { operation, request, evidence } of all) {
    assert.match(request, /^(?:GET|POST|PUT|DELETE) \S/, operation)
    for (const each of evidence) {
      const label = `${operation}: ${JSON.stringify(each)}`
      assert.deepEqual(
        Object.keys(each).filter(name => !['kind', 'release', 'source'].includes(name)),
        [],
        label
      )
      assert.ok(evidenceKinds.includes(each.kind), label)
      assert.match(each.source, /^[\w.-]+\/[\w.-]+ [\w.@+/[\]-]+\.\w+$/, label)
      assert.ok(each.release === undefined || evidenceReleases.includes(each.release), label)
      assert.ok(
        each.kind !== 'client' || each.release === undefined,
        `${label}: no system answered`
      )
    }
    const sources = evidence.map(({ kind, release, source }) => `${kind} ${release} ${source}`)
    assert.equal(new Set(sources).size, sources.length, `${operation} names a source twice`)
  }
})

test('what is recorded is a recording: no code of a client passes for one', () => {
  for (const { operation, evidence } of all) {
    for (const { source } of evidence.filter(({ kind }) => kind === 'recorded')) {
      assert.match(
        source,
        /fixture|cassette|mockResponses|discovery|docs\/evidence|\.test\.ts$/i,
        `${operation}: ${source}`
      )
    }
  }
})

const one = (evidence: OperationEvidence['evidence']): EvidenceArea => ({
  title: 'Area',
  operations: [{ operation: 'x.read', request: 'GET /x', evidence }]
})
const lineOf = (area: EvidenceArea) =>
  evidencePage([area])
    .split('\n')
    .find(line => line.startsWith('| `x.read`'))

test('the page counts repositories, not files, and shows the best evidence', () => {
  const client = (source: string) => ({ kind: 'client', source }) as const
  const two = one([client('a/b x.ts'), client('a/b y.ts'), client('c/d z.ts')])
  assert.deepEqual(clientsOf(two.operations[0] ?? assert.fail()), ['a/b', 'c/d'])
  assert.equal(lineOf(two), '| `x.read` | `GET /x` |  |  |  |  |  |  |  | 2 | used by clients |')
  const recorded = one([
    client('a/b x.ts'),
    { kind: 'documented', release: '758', source: 'c/d a.md' },
    { kind: 'recorded', release: '758', source: 'c/d b.xml' },
    { kind: 'documented', source: 'c/d c.md' }
  ])
  assert.equal(lineOf(recorded), '| `x.read` | `GET /x` |  |  |  | R |  |  | D | 1 | recorded |')
  assert.equal(lineOf(one([])), '| `x.read` | `GET /x` |  |  |  |  |  |  |  |  | none |')
  assert.match(evidencePage([one([])]), /\n- `x\.read`: none\n/)
})

test('the page is current', () => {
  const page = readFileSync(new URL('../../docs/evidence.md', import.meta.url), 'utf8')
  assert.equal(page, evidencePage(), 'run `npm run docs` and commit it')
})
