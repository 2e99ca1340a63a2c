/**
 * Tool × action × rule: what a rule forbids sends no change to the ERP, and what none forbids is
 * not refused.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { prepare, ToolError, tools } from '../../../tools/index.ts'
import type { Caller, PolicyOptions, Tool, ToolResult } from '../../../tools/index.ts'
import { operations } from '../../../tools/operations.ts'
import type { Operation, OperationName } from '../../../tools/operations.ts'
import { changingBases, readingBases } from '../helpers/bases.ts'
import { benchOf, callerWith, freePolicy } from '../helpers/erp.ts'
import { recordedSandbox } from '../helpers/recorded-sandbox.ts'
import type { RecordedSandbox } from '../helpers/recorded-sandbox.ts'

type Scope = 'read' | 'write' | 'admin'
interface Row {
  readonly tool: string
  readonly action: string
  readonly letters: string
  readonly scopes: readonly Scope[]
  readonly kind: 'reads' | 'changes' | 'requests' | 'runs'
  readonly expert: string
}

const rows: Row[] = readFileSync(new URL('decisions.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter(line => line !== '' && !line.startsWith('#'))
  .map(line => {
    const [call = '', letters = '', scopes = '', kind = '', expert = ''] = line
      .split('|')
      .map(cell => cell.trim())
    const [tool = '', action = ''] = call.split(' ')
    return {
      tool,
      action,
      letters,
      scopes: scopes.split(' ') as Scope[],
      kind: kind as Row['kind'],
      expert
    }
  })

const experts = new Set(['execute', 'debug', 'amdp'] as const)
const everything: Partial<PolicyOptions> = {
  allowTransportableEdits: true,
  enableTransports: true,
  expert: experts
}
const built = rows.filter(({ tool, action }) =>
  tools.some(({ name, actions }) => name === tool && actions.has(action))
)
const mine = built.filter(({ tool }) =>
  ['ERPWrite', 'ERPActivate', 'ERPManage', 'ERPTransport'].includes(tool)
)
/** What the bases name is not in the sandbox; the class of this file is. */
const argsOf = ({ tool, action }: Row) =>
  JSON.parse(
    JSON.stringify({
      ...(action === '' ? {} : { action }),
      ...readingBases[`${tool} ${action}`],
      ...changingBases[`${tool} ${action}`]
    }).replaceAll('"ZCL_X"', '"ZCL_MX"')
  ) as Record<string, unknown>
const nameOf = ({ tool, action }: Row) => `${tool} ${action}`.trim()
const sortedLetters = (text: string) => [...text].sort().join('')

let field: RecordedSandbox

const source =
  'CLASS zcl_mx DEFINITION PUBLIC FINAL CREATE PUBLIC.\n  PUBLIC SECTION.\n    METHODS run RETURNING VALUE(result) TYPE i.\nENDCLASS.\nCLASS zcl_mx IMPLEMENTATION.\n  METHOD run.\n    result = 1.\n  ENDMETHOD.\nENDCLASS.\n'

before(async () => {
  field = await recordedSandbox()
  const { call } = benchOf({ erp: field.erp, policy: everything })
  const make = async (args: object, tool = 'ERPWrite') => {
    const result = await call(tool, args)
    assert.equal(result.kind, 'data', result.text)
  }
  await make({
    action: 'create',
    type: 'CLAS',
    name: 'ZCL_MX',
    package: '$TMP',
    source,
    activate: true
  })
  await make({
    action: 'create',
    type: 'CLAS',
    name: 'ZCL_MX_TO',
    package: '$TMP',
    source: source.replaceAll('zcl_mx', 'zcl_mx_to').replaceAll('run', 'other'),
    activate: true
  })
  await make({
    action: 'create',
    type: 'PROG',
    name: 'ZMX_PROGRAM',
    package: '$TMP',
    source: 'REPORT zmx_program.\n'
  })
  await make({
    action: 'create',
    type: 'PROG',
    name: 'ZMX_GOES',
    package: '$TMP',
    source: 'REPORT zmx_goes.\n'
  })
  for (const name of ['$MX', '$MX_GOES', '$OTHER']) {
    await make({ action: 'create_package', name }, 'ERPManage')
  }
  await make({ action: 'create', description: 'For the matrix' }, 'ERPTransport')
})

after(async () => {
  await field?.close()
})

const does = {
  reads: ['none'],
  changes: ['recorded', 'touched'],
  requests: ['request'],
  runs: ['none']
} as const

/** What the tools make of a row's call, in the words of the file; undefined where they agree. */
function differenceOf(row: Row, list: readonly Tool[] = tools): string | undefined {
  const { effect, outcome } = prepare(
    benchOf({ policy: everything, tools: list }).session,
    row.tool,
    argsOf(row)
  )
  if (!('call' in outcome) || effect === undefined) {
    return `${nameOf(row)}: ${'error' in outcome ? outcome.error.message : 'no call'}`
  }
  const { letters, scopes, readOnlyAllowed, repository, expert } = effect
  const found = [
    sortedLetters(letters),
    [...scopes].sort().join(' '),
    readOnlyAllowed,
    does[row.kind].some(one => one === repository),
    expert.join()
  ]
  const wanted = [
    sortedLetters(row.letters),
    [...row.scopes].sort().join(' '),
    row.kind === 'reads',
    true,
    row.expert
  ]
  return JSON.stringify(found) === JSON.stringify(wanted)
    ? undefined
    : `${nameOf(row)}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`
}

test('every action has its row, and they agree', () => {
  assert.deepEqual(
    tools
      .flatMap(tool => [...tool.actions.keys()].map(action => `${tool.name} ${action}`.trim()))
      .filter(name => !rows.some(row => nameOf(row) === name)),
    [],
    'actions without a row'
  )
  assert.deepEqual(
    built.flatMap(row => differenceOf(row) ?? []),
    []
  )
})

const tableOfOperations = () =>
  Object.entries(operations)
    .map(([name, operation]: [string, Operation]) => {
      const { letters, scope = '', readOnlyAllowed, repository, expert = '', hints } = operation
      const yes = (is: boolean) => (is ? 'yes' : 'no')
      return [
        name,
        letters,
        scope,
        yes(readOnlyAllowed),
        repository,
        expert,
        [hints.readOnly, hints.destructive, hints.idempotent].map(yes).join(' ')
      ]
        .join(' | ')
        .replace(/ {2,}/g, ' ')
    })
    .join('\n')
const operationsByHand = readFileSync(new URL('operations.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter(line => line !== '' && !line.startsWith('#'))
  .join('\n')
  .replace(/ {2,}/g, ' ')

test('the operations are those written by hand', () => {
  assert.equal(tableOfOperations(), operationsByHand)
})

test('each cell of the operations that is changed is found', () => {
  const cells: readonly ((row: Record<string, unknown>) => void)[] = [
    row => {
      row['letters'] = row['letters'] === 'R' ? 'U' : 'R'
    },
    row => {
      row['scope'] = row['scope'] === 'write' ? 'admin' : 'write'
    },
    row => {
      row['readOnlyAllowed'] = row['readOnlyAllowed'] !== true
    },
    row => {
      row['repository'] = row['repository'] === 'none' ? 'recorded' : 'none'
    },
    row => {
      row['expert'] = row['expert'] === undefined ? 'execute' : undefined
    },
    row => {
      row['hints'] = {
        readOnly: row['readOnlyAllowed'] !== true,
        destructive: true,
        idempotent: false
      }
    }
  ]
  for (const [name, row] of Object.entries(operations) as unknown as [
    string,
    Record<string, unknown>
  ][]) {
    for (const change of cells) {
      const before = { ...row }
      change(row)
      const seen = tableOfOperations() !== operationsByHand
      for (const key of Object.keys(row)) delete row[key]
      Object.assign(row, before)
      assert.ok(seen, `${name}: ${String(change)}`)
    }
  }
  assert.equal(tableOfOperations(), operationsByHand)
})

/** The tools with another operation behind one action. */
function relabelled(row: Row, other: OperationName): Tool[] {
  return tools.map(tool => {
    const action = tool.actions.get(row.action)
    if (tool.name !== row.tool || action === undefined) return tool
    const bind: typeof action.bind = args => {
      const bound = action.bind(args)
      return 'call' in bound ? { call: { ...bound.call, operations: [other] } } : bound
    }
    return { ...tool, actions: new Map(tool.actions).set(row.action, { ...action, bind }) }
  })
}

test('each action that is given another operation is found, unless that one demands the same', () => {
  const demands = (name: OperationName) => {
    const { hints: _hints, ...rest }: Operation = operations[name]
    return JSON.stringify(rest)
  }
  // An object that changes state and one that is recorded are both changes in the file; their
  // letters differ.
  for (const row of built) {
    const found = tools
      .find(({ name }) => name === row.tool)
      ?.actions.get(row.action)
      ?.bind(argsOf(row))
    const own = found !== undefined && 'call' in found ? found.call.operations : []
    for (const other of Object.keys(operations) as OperationName[]) {
      if (own.length === 1 && own[0] !== undefined && demands(own[0]) === demands(other)) continue
      if (differenceOf(row, relabelled(row, other)) === undefined) {
        assert.fail(`${nameOf(row)} as ${other} is not found`)
      }
    }
  }
})

interface Outcome {
  readonly code: string | undefined
  readonly text: string
}

async function attempt(
  row: Row,
  policy: Partial<PolicyOptions>,
  caller?: Caller
): Promise<Outcome> {
  field.clear()
  const bench = benchOf({
    erp: field.erp,
    policy: { ...everything, ...policy },
    ...(caller === undefined ? {} : { caller })
  })
  try {
    const result: ToolResult = await bench.call(row.tool, argsOf(row))
    return { code: result.kind === 'error' ? result.code : undefined, text: result.text }
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    return { code: error.code, text: error.message }
  }
}

/**
 * A rule that forbids: refused with its code, naming its setting, and nothing that changes was
 * sent.
 */
async function assertForbidden(
  row: Row,
  of: { policy: Partial<PolicyOptions>; code: string; caller?: Caller }
): Promise<void> {
  const { code, text } = await attempt(row, of.policy, of.caller)
  const where = `${nameOf(row)} under ${JSON.stringify(of.policy)}`
  assert.equal(code, of.code, `${where}: ${text}`)
  assert.deepEqual(field.changes, [], where)
}

const isBlocked = ({ code }: Outcome) =>
  code !== undefined && (code.startsWith('BLOCKED_') || code === 'INSUFFICIENT_SCOPE')

test('each letter removed, each letter alone', async () => {
  for (const row of built) {
    for (const letter of 'RSQCDUA') {
      if (row.letters.includes(letter)) {
        await assertForbidden(row, { policy: { disallowedOps: letter }, code: 'BLOCKED_OPERATION' })
      }
      if (row.letters !== letter) {
        await assertForbidden(row, { policy: { allowedOps: letter }, code: 'BLOCKED_OPERATION' })
      }
    }
  }
})

test('read-only, expert modes, transports off or only viewed', async () => {
  for (const row of built) {
    if (row.kind !== 'reads') {
      await assertForbidden(row, { policy: { readOnly: true }, code: 'BLOCKED_READ_ONLY' })
    }
    if (row.expert !== '') {
      await assertForbidden(row, { policy: { expert: new Set() }, code: 'BLOCKED_EXPERT' })
    }
    if (row.tool === 'ERPTransport') {
      await assertForbidden(row, { policy: { enableTransports: false }, code: 'BLOCKED_FEATURE' })
    }
    if (row.kind === 'requests') {
      await assertForbidden(row, { policy: { transportReadOnly: true }, code: 'BLOCKED_TRANSPORT' })
    }
    if (row.kind === 'requests') {
      await assertForbidden(row.action === 'create' ? { ...row, action: 'release' } : row, {
        policy: { allowedTransports: ['ABCK9*'] },
        code: 'BLOCKED_TRANSPORT'
      })
    }
  }
})

test('every set of scopes', async () => {
  const all: readonly Scope[] = ['read', 'write', 'admin']
  for (let mask = 0; mask < 8; mask++) {
    const scopes = all.filter((_scope, bit) => (mask & (1 << bit)) !== 0)
    for (const row of built) {
      if (row.scopes.every(scope => scopes.includes(scope))) continue
      await assertForbidden(row, {
        policy: {},
        code: 'INSUFFICIENT_SCOPE',
        caller: callerWith(...scopes)
      })
    }
  }
})

/**
 * What the sandbox does not have cannot be asked which package it is in, and where there is nothing
 * to fix nothing is decided.
 */
const absent = /^ERPManage (?:git_|ui5_)|^ERPWrite (?:scaffold|apply_quick_fix)|publish$/

test('packages: of the operator, of the caller’s key, and local ones alone', async () => {
  const bound: Caller = { ...callerWith('read', 'write', 'admin'), packages: ['ZNOTHING'] }
  for (const row of built.filter(
    one => (one.kind === 'changes' || one.expert !== '') && !absent.test(nameOf(one))
  )) {
    await assertForbidden(row, {
      policy: { allowedPackages: ['ZNOTHING', '$TMPX', '$'] },
      code: 'BLOCKED_PACKAGE'
    })
    await assertForbidden(row, { policy: {}, code: 'BLOCKED_PACKAGE', caller: bound })
  }
  const foreign = mine.find(row => nameOf(row) === 'ERPWrite create')
  assert.ok(foreign)
  const { call } = benchOf({ erp: field.erp, policy: { ...freePolicy } })
  field.clear()
  for (const args of [
    { ...argsOf(foreign), package: 'ZFERRY_CORE' },
    { action: 'move', type: 'CLAS', name: 'ZCL_MX', package: 'ZFERRY_CORE' },
    { action: 'edit', type: 'PROG', name: 'ZFERRY_SEED', edits: [{ old: 'a', new: 'b' }] },
    { action: 'delete', type: 'CLAS', name: 'ZCL_FERRY_FARE' }
  ]) {
    const result = await call('ERPWrite', args)
    assert.ok(
      result.kind === 'error' &&
        [
          'BLOCKED_NOT_TRANSPORTABLE',
          'ERP_NOT_FOUND',
          'TOOL_EDIT_NOT_FOUND',
          'TOOL_EDIT_AMBIGUOUS'
        ].includes(result.code),
      result.text
    )
  }
  assert.deepEqual(field.changes, [])
})

test('a dry run changes nothing anywhere and is not refused by read-only', async () => {
  for (const row of mine) {
    const action = tools.find(({ name }) => name === row.tool)?.actions.get(row.action)
    if (action?.properties['dryRun'] === undefined) continue
    field.clear()
    const bench = benchOf({ erp: field.erp, policy: { ...everything, readOnly: true } })
    const result = await bench.call(row.tool, { ...argsOf(row), dryRun: true })
    assert.ok(
      !isBlocked({ code: result.kind === 'error' ? result.code : undefined, text: '' }) ||
        absent.test(nameOf(row)),
      `${nameOf(row)}: ${result.text}`
    )
    assert.deepEqual(field.changes, [], nameOf(row))
    assert.deepEqual(field.locks, [], nameOf(row))
  }
})

/**
 * Started at the ERP without changing any data of a user: harmless tests, checks, the lookup of a
 * keyword.
 */
const harmless = /^POST \/sap\/bc\/adt\/(?:atc\/(?:worklists|runs)|abapunit\/testruns|docu\/)/

test('where no rule forbids, none refuses', async () => {
  for (const row of built.filter(one => !absent.test(nameOf(one)))) {
    const outcome = await attempt(row, {}, { ...callerWith(...row.scopes), packages: ['*'] })
    assert.ok(!isBlocked(outcome), `${nameOf(row)}: ${outcome.code} ${outcome.text}`)
    if (row.kind === 'reads') {
      assert.deepEqual(
        field.changes.filter(one => !harmless.test(one)),
        [],
        nameOf(row)
      )
    }
  }
})
