/**
 * What an editor knows at a position, package trees, drafts and tests of packages, on the sandbox.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startSandboxBench } from '../helpers/sandbox-bench.ts'
import type { SandboxBench } from '../helpers/sandbox-bench.ts'

let bench: SandboxBench
before(async () => {
  bench = await startSandboxBench()
})
after(async () => {
  await bench?.close()
})

const go = async (action: string, args: object) =>
  await bench.data('ERPNavigate', { action, ...args })
const names = (list: unknown) => (list as { name: string }[]).map(({ name }) => name)

test('hierarchy: what is above and below a class', async () => {
  const result = await go('hierarchy', { name: 'ZCX_FERRY' })
  assert.ok(names(result['superTypes']).includes('CX_ROOT'))
  assert.deepEqual(names(result['subTypes']).sort(), [
    'ZCX_FERRY_FULL',
    'ZCX_FERRY_INPUT',
    'ZCX_FERRY_NOT_FOUND'
  ])
})

test('implementations: the classes of an interface', async () => {
  const result = await go('implementations', { name: 'ZIF_FERRY_FARES', symbol: 'tiers' })
  assert.ok((result['classes'] as string[]).includes('ZCL_FERRY_FARES'))
  assert.equal(
    await bench.code('ERPNavigate', {
      action: 'implementations',
      name: 'ZCL_FERRY_MONEY',
      symbol: 'nowhere'
    }),
    'TOOL_SYMBOL_NOT_FOUND'
  )
})

test('completion of an unsaved text; a position that is none', async () => {
  const source = 'REPORT zferry_quote.\nzcl_ferry_money=>'
  const result = await go('completion', { name: 'ZFERRY_QUOTE', source, line: 2, column: 18 })
  assert.deepEqual(names(result['proposals']).sort(), ['PERCENTAGE', 'TO_CASH'])
  assert.equal(
    await bench.code('ERPNavigate', {
      action: 'completion',
      name: 'ZFERRY_QUOTE',
      source,
      line: 9,
      column: 1
    }),
    'TOOL_BAD_ARGUMENTS'
  )
  assert.equal(
    await bench.code('ERPNavigate', { action: 'completion', name: 'ZFERRY_QUOTE' }),
    'TOOL_BAD_ARGUMENTS'
  )
})

test('element_info and outline', async () => {
  const info = await go('element_info', { name: 'ZCL_FERRY_FARES', symbol: 'zferry_fare' })
  assert.equal((info['element'] as { name: string }).name, 'ZFERRY_FARE')
  const outline = (await go('outline', { name: 'ZCL_FERRY_MONEY' }))['outline'] as {
    name: string
    children: { name: string; implementedAt: number }[]
  }
  assert.deepEqual(
    [outline.name, outline.children[0]?.name, outline.children[0]?.implementedAt],
    ['ZCL_FERRY_MONEY', 'PERCENTAGE', 24]
  )
})

test('what is no name, and a keyword alone, are answered with the way to ask', async () => {
  const ask = async (args: object) => await bench.call('ERPNavigate', args)
  const keyword = await ask({ action: 'element_info', name: 'ZFERRY_QUOTE', symbol: 'REPORT' })
  assert.match(
    keyword.text,
    /^ERP_NOT_FOUND: The ERP has no type information about REPORT at PROG ZFERRY_QUOTE .*\nIt must be a declared name .*For a keyword use ERPNavigate documentation\./
  )
  const way = /any object whose source has the keyword.*"symbol":"SELECT"/
  for (const args of [{ name: 'WRITE' }, { name: 'ZFERRY_QUOTE', symbol: 'ENDPROVIDE' }]) {
    const result = await ask({ action: 'documentation', ...args })
    assert.equal(result.kind, 'error')
    assert.match(result.text, way, JSON.stringify(args))
  }
})

test('completion names a kind only where its number is documented', async () => {
  const source = 'REPORT zferry_quote.\nDATA(n) = str'
  const { proposals } = (await go('completion', {
    name: 'ZFERRY_QUOTE',
    source,
    line: 2,
    column: 14
  })) as { proposals: { name: string; kind?: string }[] }
  const builtin = proposals.find(({ name }) => name.toUpperCase() === 'STRLEN')
  assert.ok(builtin !== undefined)
  assert.equal('kind' in builtin, false)
  const methods = await bench.text('ERPNavigate', {
    action: 'completion',
    name: 'ZFERRY_QUOTE',
    source: 'REPORT zferry_quote.\nzcl_ferry_money=>',
    line: 2,
    column: 18
  })
  assert.match(methods, /\nTO_CASH {2}method/)
})

test('the source of a new object: where it can be checked', async () => {
  const source =
    'CLASS zcl_not_there DEFINITION PUBLIC.\nENDCLASS.\nCLASS zcl_not_there IMPLEMENTATION.\nENDCLASS.\n'
  for (const type of [undefined, 'CLAS']) {
    const args = { ...(type === undefined ? {} : { type }), name: 'ZCL_NOT_THERE', source }
    const result = await bench.call('ERPDiagnose', { action: 'syntax', ...args })
    const [first = '', second = ''] = result.text.split('\n')
    assert.match(
      first,
      type === undefined
        ? /^ERP_NOT_FOUND: There is no ZCL_NOT_THERE/
        : /NOT CHECKED: Resource CLASS ZCL_NOT_THERE does not exist/
    )
    assert.match(second, /ERPWrite create with dryRun true.*ERPLint check with `source`/)
  }
  assert.match(
    await bench.text('ERPWrite', {
      action: 'create',
      type: 'CLAS',
      name: 'ZCL_NOT_THERE',
      package: '$TMP',
      source,
      dryRun: true
    }),
    /Checked by abaplint, not by the ERP.*: no errors/
  )
  assert.match(
    await bench.text('ERPLint', { action: 'check', type: 'CLAS', name: 'ZCL_NOT_THERE', source }),
    /ZCL_NOT_THERE/
  )
  assert.doesNotMatch(
    (await bench.call('ERPDiagnose', { action: 'syntax', type: 'CLAS', name: 'ZCL_NOT_THERE' }))
      .text,
    /dryRun/
  )
})

test('a package tree, and several types at once', async () => {
  const rows = async <Row>(args: object) => {
    const found = await bench.data('ERPSearch', args)
    const columns = found['columns'] as string[]
    return (found['results'] as unknown[][]).map(
      row => Object.fromEntries(row.map((value, at) => [columns[at], value])) as Row
    )
  }
  interface Branch {
    readonly name: string
    readonly depth: number
    readonly objects: Readonly<Record<string, number>>
  }
  const tree = await rows<Branch>({ kind: 'package', package: 'zferry' })
  assert.deepEqual(
    tree.map(({ name, depth }) => `${depth} ${name}`),
    [
      '0 ZFERRY',
      '1 ZFERRY_BOOKING_DESK',
      '1 ZFERRY_CORE',
      '1 ZFERRY_DICTIONARY',
      '1 ZFERRY_REPORTING',
      '1 ZFERRY_SAILING'
    ]
  )
  assert.equal(tree[1]?.objects['CLAS'], 3)
  assert.equal(
    await bench.code('ERPSearch', { kind: 'package', package: 'znone' }),
    'ERP_NOT_FOUND'
  )
  const query = { query: 'ZFERRY_PORT*', types: ['DOMA', 'TABL'] }
  const hits = await rows<{ readonly type: string }>(query)
  assert.deepEqual(hits.map(({ type }) => type).sort(), ['DOMA', 'TABL'])
  assert.equal(
    await bench.code('ERPSearch', { query: 'Z*', type: 'CLAS', types: ['INTF'] }),
    'TOOL_BAD_ARGUMENTS'
  )
})

test('a pattern with kind package finds packages by name', async () => {
  const text = await bench.text('ERPSearch', { kind: 'package', query: 'Z*' })
  assert.match(text, /DEVC ZFERRY/)
})

test('compare: no draft, then one that differs', async () => {
  const source = (text: string) => `REPORT znv_compare.\nWRITE '${text}'.\n`
  await bench.text('ERPWrite', {
    action: 'create',
    type: 'PROG',
    name: 'znv_compare',
    package: '$TMP',
    description: 'x',
    source: source('one'),
    activate: true
  })
  assert.match(
    await bench.text('ERPDiagnose', { action: 'compare', name: 'znv_compare' }),
    /there is no draft/
  )
  await bench.text('ERPWrite', {
    action: 'update',
    type: 'PROG',
    name: 'znv_compare',
    source: source('two'),
    overwrite: true
  })
  assert.match(
    await bench.text('ERPDiagnose', { action: 'compare', name: 'znv_compare' }),
    /the draft differs: .*\n[^]*-WRITE 'one'\.\n\+WRITE 'two'\./
  )
})

test('unit_test of a package runs what is below it; coverage is measured by object and method', async () => {
  const result = await bench.data('ERPDiagnose', {
    action: 'unit_test',
    type: 'DEVC',
    name: '$FERRY_PRICING'
  })
  // The seed has one test that fails, for those who come to try things out.
  const { passed, failed } = result['totals'] as { passed: number; failed: number }
  assert.deepEqual([result['verdict'], failed, passed > 10], ['failed', 1, true])
  const covered = await bench.data('ERPDiagnose', {
    action: 'unit_test',
    name: 'ZCL_FERRY_MONEY',
    coverage: true
  })
  const [object] = covered['coverage'] as {
    name: string
    procedure: { total: number; executed: number }
    children: unknown[]
  }[]
  assert.deepEqual(
    [object?.name, object?.children.length],
    ['ZCL_FERRY_MONEY', object?.procedure.total]
  )
  assert.ok((object?.procedure.executed ?? 0) > 0)
})

test('atc and quick fixes, where the sandbox has rules of its own', async () => {
  const result = await bench.data('ERPDiagnose', { action: 'atc', name: 'ZCL_FERRY_MONEY' })
  assert.deepEqual([result['verdict'], result['complete']], ['findings', true])
  const found = (
    result['findings'] as {
      messages: { quickFix?: boolean; at: Record<string, number[]> }[]
    }[]
  )
    .flatMap(({ messages }) => messages)
    .find(({ quickFix, at }) => quickFix === true && (at['main'] ?? []).length > 0)
  assert.ok(found !== undefined)
  assert.ok(
    ((await bench.data('ERPDiagnose', { action: 'atc_variants' }))['variants'] as unknown[])
      .length > 0
  )
  assert.equal(
    (
      await bench.data('ERPDiagnose', {
        action: 'quick_fixes',
        name: 'ZCL_FERRY_MONEY',
        line: 10,
        column: 10
      })
    )['verdict'],
    'proposals'
  )
})

test('what the sandbox does not serve is told with what to do instead', async () => {
  for (const args of [
    { action: 'system_messages' },
    { action: 'gateway_errors' },
    { action: 'sql_trace' }
  ]) {
    assert.equal(await bench.code('ERPDiagnose', args), 'NOT_SUPPORTED_BY_RELEASE', args.action)
  }
})

test('lines of a test include are told with it, and an implementation in a local class with its object', async () => {
  assert.match(
    await bench.text('ERPNavigate', { action: 'outline', name: 'ZCL_FERRY_MONEY' }),
    /\n {2}LTCL_MONEY CLAS\/OCL testclasses 1 implemented testclasses 12\n/
  )
  assert.deepEqual(
    (
      await bench.text('ERPNavigate', {
        action: 'implementations',
        name: 'ZIF_FERRY_PRICING',
        method: 'PRICE'
      })
    )
      .split('\n')
      .slice(1),
    [
      'CLAS ZCL_FERRY_FARE_CALCULATOR 46:10',
      'CLAS ZCL_FERRY_BOOKING_DESK testclasses  local class LTD_SERVICES'
    ]
  )
  assert.match(
    await bench.text('ERPWrite', {
      action: 'rename',
      name: 'ZCL_FERRY_MONEY',
      symbol: 'percentage',
      newName: 'percent_of',
      dryRun: true
    }),
    /6 places in 2 objects[^]*\nIn no request: CLAS ZCL_FERRY_FARE_CALCULATOR, ZCL_FERRY_MONEY\n/
  )
})
