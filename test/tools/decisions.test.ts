/** Tool × action × rule: what a rule forbids sends no change to the ERP, and what none forbids is not refused. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { prepare, ToolError, tools } from '../../tools/index.ts'
import type { Caller, PolicyOptions, ToolResult } from '../../tools/index.ts'
import { changingBases } from './helpers/bases.ts'
import { benchOf, callerWith, freePolicy } from './helpers/erp.ts'
import { recordedSandbox } from './helpers/recorded-sandbox.ts'
import type { RecordedSandbox } from './helpers/recorded-sandbox.ts'

type Scope = 'read' | 'write' | 'admin'
interface Row { readonly tool: string, readonly action: string, readonly letters: string, readonly scopes: readonly Scope[], readonly kind: 'reads' | 'changes' | 'requests' | 'runs', readonly expert: string }

const rows: Row[] = readFileSync(new URL('decisions.txt', import.meta.url), 'utf8').split('\n').filter((line) => line !== '' && !line.startsWith('#')).map((line) => {
  const [call = '', letters = '', scopes = '', kind = '', expert = ''] = line.split('|').map((cell) => cell.trim())
  const [tool = '', action = ''] = call.split(' ')
  return { tool, action, letters, scopes: scopes.split(' ') as Scope[], kind: kind as Row['kind'], expert }
})

const experts = new Set(['execute', 'debug', 'amdp'] as const)
const everything: Partial<PolicyOptions> = { allowTransportableEdits: true, enableTransports: true, expert: experts }
const mine = rows.filter(({ tool }) => ['ERPWrite', 'ERPActivate', 'ERPManage', 'ERPTransport'].includes(tool))
const argsOf = ({ tool, action }: Row) => ({ ...(action === '' ? {} : { action }), ...changingBases[`${tool} ${action}`] })
const nameOf = ({ tool, action }: Row) => `${tool} ${action}`.trim()
const sortedLetters = (text: string) => [...text].sort().join('')

let field: RecordedSandbox

const source = 'CLASS zcl_mx DEFINITION PUBLIC FINAL CREATE PUBLIC.\n  PUBLIC SECTION.\n    METHODS run RETURNING VALUE(result) TYPE i.\nENDCLASS.\nCLASS zcl_mx IMPLEMENTATION.\n  METHOD run.\n    result = 1.\n  ENDMETHOD.\nENDCLASS.\n'

before(async () => {
  field = await recordedSandbox()
  const { call } = benchOf({ erp: field.erp, policy: everything })
  const make = async (args: object, tool = 'ERPWrite') => {
    const result = await call(tool, args)
    assert.equal(result.kind, 'data', result.text)
  }
  await make({ action: 'create', type: 'CLAS', name: 'ZCL_MX', package: '$TMP', source, activate: true })
  await make({ action: 'create', type: 'PROG', name: 'ZMX_PROGRAM', package: '$TMP', source: 'REPORT zmx_program.\n' })
  await make({ action: 'create', type: 'PROG', name: 'ZMX_GOES', package: '$TMP', source: 'REPORT zmx_goes.\n' })
  for (const name of ['$MX', '$MX_GOES', '$OTHER']) await make({ action: 'create_package', name }, 'ERPManage')
  await make({ action: 'create', description: 'For the matrix' }, 'ERPTransport')
})

after(async () => { await field?.close() })

test('every action has its row, every row its action, and they agree', () => {
  assert.deepEqual(tools.flatMap((tool) => [...tool.actions.keys()].map((action) => `${tool.name} ${action}`.trim())).filter((name) => !rows.some((row) => nameOf(row) === name)), [], 'actions without a row')
  const { session } = benchOf({ policy: everything })
  for (const row of mine) {
    const { effect, outcome } = prepare(session, row.tool, argsOf(row))
    assert.ok('call' in outcome, `${nameOf(row)}: ${'error' in outcome ? outcome.error.message : ''}`)
    assert.equal(sortedLetters(effect?.letters ?? ''), sortedLetters(row.letters), nameOf(row))
    assert.deepEqual([...(effect?.scopes ?? [])].sort(), [...row.scopes].sort(), nameOf(row))
    assert.equal(effect?.readOnlyAllowed, row.kind === 'reads', nameOf(row))
    assert.equal(effect?.expert.join() ?? '', row.expert, nameOf(row))
  }
})

interface Outcome { readonly code: string | undefined, readonly text: string }

async function attempt (row: Row, policy: Partial<PolicyOptions>, caller?: Caller): Promise<Outcome> {
  field.clear()
  const bench = benchOf({ erp: field.erp, policy: { ...everything, ...policy }, ...(caller === undefined ? {} : { caller }) })
  try {
    const result: ToolResult = await bench.call(row.tool, argsOf(row))
    return { code: result.kind === 'error' ? result.code : undefined, text: result.text }
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    return { code: error.code, text: error.message }
  }
}

/** A rule that forbids: refused with its code, naming its setting, and nothing that changes was sent. */
async function assertForbidden (row: Row, of: { policy: Partial<PolicyOptions>, code: string, caller?: Caller }): Promise<void> {
  const { code, text } = await attempt(row, of.policy, of.caller)
  const where = `${nameOf(row)} under ${JSON.stringify(of.policy)}`
  assert.equal(code, of.code, `${where}: ${text}`)
  assert.deepEqual(field.changes, [], where)
}

const isBlocked = ({ code }: Outcome) => code !== undefined && (code.startsWith('BLOCKED_') || code === 'INSUFFICIENT_SCOPE')

test('each letter removed, each letter alone', async () => {
  for (const row of mine) {
    for (const letter of 'RSQCDUA') {
      if (row.letters.includes(letter)) await assertForbidden(row, { policy: { disallowedOps: letter }, code: 'BLOCKED_OPERATION' })
      if (row.letters !== letter) await assertForbidden(row, { policy: { allowedOps: letter }, code: 'BLOCKED_OPERATION' })
    }
  }
})

test('read-only, expert modes, transports off or only viewed', async () => {
  for (const row of mine) {
    if (row.kind !== 'reads') await assertForbidden(row, { policy: { readOnly: true }, code: 'BLOCKED_READ_ONLY' })
    if (row.expert !== '') await assertForbidden(row, { policy: { expert: new Set() }, code: 'BLOCKED_EXPERT' })
    if (row.tool === 'ERPTransport') await assertForbidden(row, { policy: { enableTransports: false }, code: 'BLOCKED_FEATURE' })
    if (row.kind === 'requests') await assertForbidden(row, { policy: { transportReadOnly: true }, code: 'BLOCKED_TRANSPORT' })
    if (row.kind === 'requests') await assertForbidden(row.action === 'create' ? { ...row, action: 'release' } : row, { policy: { allowedTransports: ['ABCK9*'] }, code: 'BLOCKED_TRANSPORT' })
  }
})

test('every set of scopes', async () => {
  const all: readonly Scope[] = ['read', 'write', 'admin']
  for (let mask = 0; mask < 8; mask++) {
    const scopes = all.filter((_scope, bit) => (mask & (1 << bit)) !== 0)
    for (const row of mine) {
      if (row.scopes.every((scope) => scopes.includes(scope))) continue
      await assertForbidden(row, { policy: {}, code: 'INSUFFICIENT_SCOPE', caller: callerWith(...scopes) })
    }
  }
})

/** What the sandbox does not have cannot be asked which package it is in, and where there is nothing to fix nothing is decided. */
const absent = /^ERPManage (?:git_|ui5_)|^ERPWrite (?:scaffold|apply_quick_fix)|publish$/

test('packages: of the operator, of the caller’s key, and local ones alone', async () => {
  const bound: Caller = { ...callerWith('read', 'write', 'admin'), packages: ['ZNOTHING'] }
  for (const row of mine.filter((one) => (one.kind === 'changes' || one.expert !== '') && !absent.test(nameOf(one)))) {
    await assertForbidden(row, { policy: { allowedPackages: ['ZNOTHING', '$TMPX', '$'] }, code: 'BLOCKED_PACKAGE' })
    await assertForbidden(row, { policy: {}, code: 'BLOCKED_PACKAGE', caller: bound })
  }
  const foreign = mine.find((row) => nameOf(row) === 'ERPWrite create')
  assert.ok(foreign)
  const { call } = benchOf({ erp: field.erp, policy: { ...freePolicy } })
  field.clear()
  for (const args of [{ ...argsOf(foreign), package: 'ZFERRY_CORE' }, { action: 'move', type: 'CLAS', name: 'ZCL_MX', package: 'ZFERRY_CORE' }, { action: 'edit', type: 'PROG', name: 'ZFERRY_SEED', edits: [{ old: 'a', new: 'b' }] }, { action: 'delete', type: 'CLAS', name: 'ZCL_FERRY_FARE' }]) {
    const result = await call('ERPWrite', args)
    assert.ok(result.kind === 'error' && ['BLOCKED_NOT_TRANSPORTABLE', 'ERP_NOT_FOUND', 'TOOL_EDIT_NOT_FOUND', 'TOOL_EDIT_AMBIGUOUS'].includes(result.code), result.text)
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
    assert.ok(!isBlocked({ code: result.kind === 'error' ? result.code : undefined, text: '' }) || absent.test(nameOf(row)), `${nameOf(row)}: ${result.text}`)
    assert.deepEqual(field.changes, [], nameOf(row))
    assert.deepEqual(field.locks, [], nameOf(row))
  }
})

test('where no rule forbids, none refuses', async () => {
  for (const row of mine.filter((one) => !absent.test(nameOf(one)))) {
    const outcome = await attempt(row, {}, { ...callerWith(...row.scopes), packages: ['*'] })
    assert.ok(!isBlocked(outcome), `${nameOf(row)}: ${outcome.code} ${outcome.text}`)
    if (row.kind === 'reads') assert.deepEqual(field.changes, [], nameOf(row))
  }
})
