/** No answer is larger than a model can use, unless the call asks for more. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Type } from '@sinclair/typebox'
import { boundAnswer, limitsOfCall } from '../../../tools/call/answers/size.ts'
import { defineTool } from '../../../tools/define.ts'
import type { ToolResult } from '../../../tools/index.ts'
import { benchOf } from '../helpers/erp.ts'
import { startSandboxBench } from '../helpers/sandbox-bench.ts'
import type { SandboxBench } from '../helpers/sandbox-bench.ts'

const limits = { bytes: 40_000, askedBytes: 100_000, rows: 1000, wholeBytes: 1 << 24 }
/** The words that say how to go on stand beside what is shown. */
const words = 2000

function sizes(result: ToolResult): { readonly text: number; readonly data: number } {
  return {
    text: 'text' in result ? Buffer.byteLength(result.text) : 0,
    data: result.kind === 'data' ? Buffer.byteLength(JSON.stringify(result.data)) : 0
  }
}

function assertSmall(result: ToolResult, most: number, what: string): void {
  const { text, data } = sizes(result)
  assert.ok(text <= most + words, `${what}: ${text} bytes of text`)
  assert.ok(data <= most + words, `${what}: ${data} bytes of data`)
}

describe('the bound of every call', () => {
  const line = 'This line is one of very many, äöü.'
  const tool = defineTool({
    name: 'Large',
    title: 'Large',
    description: 'Answers with as much as it has, whatever the limits are.',
    scope: 'read',
    operation: 'read',
    input: Type.Object({ maxResults: Type.Optional(Type.Integer({ description: 'Many.' })) }),
    output: Type.Object({}),
    run: async () => ({
      kind: 'data',
      data: {
        system: 'X',
        complete: true,
        lines: Array.from({ length: 20_000 }, () => line),
        deep: { inner: [{ text: line.repeat(5000) }] }
      },
      text: ['head', '<erp>', ...Array.from({ length: 20_000 }, () => line), '</erp>'].join('\n')
    })
  })

  test('holds for a tool that knows no limit, and says what is left out', async () => {
    const { call } = benchOf({ tools: [tool], limits })
    const result = await call('Large')
    assertSmall(result, limits.bytes, 'Large')
    assert.ok(sizes(result).data > limits.bytes / 4, 'not cut more than needed')
    assert.match(
      result.kind === 'data' ? result.text : '',
      /\n<\/erp>\n… CUT after \d+ of 20003 lines: narrow the call, or ask for more/
    )
    const data = result.kind === 'data' ? { ...result.data } : {}
    assert.deepEqual(
      [data['system' as never], data['complete' as never], data['cut' as never]],
      ['X', false, ['lines', 'deep']]
    )
    const asked = await call('Large', { maxResults: 5000 })
    assertSmall(asked, limits.askedBytes, 'Large with maxResults')
    assert.ok(sizes(asked).text > limits.bytes)
  })

  test('keeps what cannot be cut, and what is small, as it is', () => {
    const small: ToolResult = { kind: 'data', data: { list: [1, 2] }, text: 'two' }
    assert.equal(boundAnswer(small, limits.bytes), small)
    const long = `${line}\n`.repeat(5000)
    const question: ToolResult = { kind: 'confirm', question: 'Sure?', digest: 'd', text: long }
    assert.equal(boundAnswer(question, limits.bytes), question)
    const dryRun: ToolResult = { kind: 'text', text: `${long}confirm: "abc123"`, digest: 'abc123' }
    assert.match(boundAnswer(dryRun, limits.bytes).text, /confirm: "abc123"$/)
    const error: ToolResult = { kind: 'error', code: 'X', text: long, data: { remedy: long } }
    const bound = boundAnswer(error, limits.bytes)
    assertSmall(bound, limits.bytes, 'an error')
    assert.ok(Buffer.byteLength(JSON.stringify(bound.data)) <= limits.bytes + words)
  })

  test('rises with an amount or a closed range, never above what is asked at most', () => {
    const bytes = (args: Record<string, unknown>) => limitsOfCall(limits, args).bytes
    for (const args of [
      { maxRows: 500 },
      { maxResults: 1 },
      { maxBytes: 9 },
      { lines: '1-9000' }
    ]) {
      assert.equal(bytes(args), limits.askedBytes, JSON.stringify(args))
    }
    for (const args of [{}, { lines: '120-' }, { lines: '120' }, { name: 'X' }]) {
      assert.equal(bytes(args), limits.bytes, JSON.stringify(args))
    }
    // Without a second bound, or with a lower one, the first holds.
    assert.equal(limitsOfCall({ bytes: 10, rows: 1 }, { maxRows: 5 }).bytes, 10)
    assert.equal(limitsOfCall({ bytes: 10, askedBytes: 5, rows: 1 }, { maxRows: 5 }).bytes, 10)
  })
})

describe('the tools on large objects', () => {
  let bench: SandboxBench
  const methods = Array.from({ length: 700 }, (_none, index) => `step_number_${index}`)
  const source = [
    'CLASS zcl_as_large DEFINITION PUBLIC FINAL CREATE PUBLIC.',
    '  PUBLIC SECTION.',
    ...methods.map(
      name => `    METHODS ${name} IMPORTING amount TYPE i RETURNING VALUE(result) TYPE i.`
    ),
    'ENDCLASS.',
    'CLASS zcl_as_large IMPLEMENTATION.',
    ...methods.flatMap((name, index) => [
      `  METHOD ${name}.`,
      `    result = amount + ${index}. "${'x'.repeat(60)}`,
      '  ENDMETHOD.'
    ]),
    'ENDCLASS.',
    ''
  ].join('\n')

  before(async () => {
    bench = await startSandboxBench({ limits })
    for (const name of ['ZCL_AS_LARGE', 'ZCL_AS_LARGER']) {
      await bench.text('ERPWrite', {
        action: 'create',
        type: 'CLAS',
        name,
        package: '$TMP',
        source: source.replaceAll('zcl_as_large', name.toLowerCase()),
        activate: true
      })
    }
  })
  after(async () => {
    await bench?.close()
  })

  const large = { type: 'CLAS', name: 'ZCL_AS_LARGE' }
  const calls: readonly (readonly [tool: string, args: object])[] = [
    ['ERPRead', large],
    ['ERPRead', { ...large, lines: '100-' }],
    ['ERPRead', { ...large, section: 'implementation' }],
    ['ERPRead', { ...large, view: 'outline' }],
    ['ERPRead', { ...large, view: 'signature' }],
    ['ERPRead', { ...large, view: 'metadata' }],
    ['ERPRead', { ...large, grep: 'result' }],
    ['ERPRead', { objects: [large, { ...large, name: 'ZCL_AS_LARGER' }] }],
    ['ERPSearch', { query: '*' }],
    ['ERPSearch', { kind: 'source', query: 'result' }],
    ['ERPQuery', { table: 'ZFERRY_BOOKING' }],
    ['ERPQuery', { table: 'TADIR' }],
    ['ERPContext', { action: 'overview', ...large }],
    ['ERPContext', { action: 'dependencies', ...large }],
    ['ERPContext', { action: 'call_graph', ...large }],
    ['ERPContext', { action: 'overview', type: 'DEVC', name: 'ZFERRY' }],
    ['ERPNavigate', { action: 'references', type: 'TABL', name: 'ZFERRY_BOOKING' }],
    ['ERPNavigate', { action: 'object_structure', ...large }],
    ['ERPLint', { action: 'check', ...large, preset: 'strict' }],
    ['ERPLint', { action: 'fix', ...large, preset: 'strict' }],
    ['ERPLint', { action: 'format', ...large, source: source.toUpperCase() }],
    ['ERPLint', { action: 'rules' }],
    ['ERPDiagnose', { action: 'atc', ...large }],
    ['ERPDiagnose', { action: 'syntax', ...large, source: source.replaceAll('amount +', 'b +') }],
    [
      'ERPWrite',
      {
        action: 'update',
        ...large,
        source: source.replaceAll('x'.repeat(60), 'y'.repeat(60)),
        overwrite: true,
        dryRun: true
      }
    ],
    [
      'ERPWrite',
      {
        action: 'update',
        ...large,
        source: source.replaceAll('x', 'y'),
        expectedHash: '0'.repeat(16)
      }
    ]
  ]
  for (const [tool, args] of calls) {
    const { source: _source, ...shown } = { source: '', ...args }
    test(`${tool} ${JSON.stringify(shown)}`, async () => {
      const result = await bench.call(tool, args)
      assertSmall(result, limits.bytes, tool)
    })
  }

  test('a source that is cut is gone on with, to the same text; a range gives more', async () => {
    const first = await bench.text('ERPRead', large)
    const [, next] =
      /CUT after line \d+, go on with lines "(\d+)-", or read erp:\/\//.exec(first) ?? []
    assert.ok(next !== undefined, first.slice(0, 300))
    let from = next
    let whole = first.slice(first.indexOf('\n') + 1)
    for (let page = 0; page < 10 && from !== ''; page++) {
      const part = await bench.text('ERPRead', { ...large, lines: `${from}-` })
      whole += `\n${part.slice(part.indexOf('\n') + 1)}`
      from = /go on with lines "(\d+)-"/.exec(part)?.[1] ?? ''
    }
    const [read, wanted] = [whole.trimEnd().split('\n'), source.trimEnd().split('\n')]
    const at = wanted.findIndex((line, index) => line !== read[index])
    assert.equal(at, -1, `line ${at + 1}: ${read[at]} instead of ${wanted[at]}`)
    const asked = await bench.text('ERPRead', { ...large, lines: '1-1500' })
    assert.match(asked, /this range only/)
    assert.ok(Buffer.byteLength(asked) > limits.bytes)
  })

  test('of several objects the large ones get what the small ones leave', async () => {
    const small = Array.from({ length: 9 }, (_none, index) => ({
      ...large,
      method: methods[index] ?? ''
    }))
    const text = await bench.text('ERPRead', { objects: [...small, large] })
    assert.ok(Buffer.byteLength(text) > limits.bytes * 0.8, `${Buffer.byteLength(text)}`)
    assert.ok(Buffer.byteLength(text) <= limits.bytes + words)
  })
})
