/** Folders and a system: pull, push, drift, interruption. The ERP is the sandbox. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { createErp } from '../../../erp-client/index.ts'
import type { Erp } from '../../../erp-client/index.ts'
import type { Sandbox } from '../../../sandbox/server.ts'
import { prepare, run } from '../../../tools/index.ts'
import type { ToolResult } from '../../../tools/index.ts'
import { createTestSandbox } from '../../helpers/sandbox.ts'
import { benchOf, errorOf } from '../helpers/erp.ts'

let sandbox: Sandbox
let erp: Erp
let root: string

before(async () => {
  root = await mkdtemp(join(tmpdir(), 'erp-files-'))
  sandbox = await createTestSandbox()
  erp = createErp({
    baseUrl: sandbox.url,
    client: sandbox.client,
    language: 'EN',
    credential: { kind: 'basic', user: sandbox.user, password: sandbox.password }
  })
})

after(async () => {
  await erp?.close()
  await sandbox?.close()
  await rm(root, { recursive: true, force: true })
})

async function call(
  folder: string,
  tool: string,
  args: object,
  signal = AbortSignal.timeout(120_000)
): Promise<ToolResult> {
  const workspace = join(root, folder)
  await mkdir(workspace, { recursive: true })
  const session = { ...benchOf({ erp, limits: { bytes: 1 << 22, rows: 1000 } }).session, workspace }
  return await run(prepare(session, tool, args), session, { signal })
}

interface Answer {
  readonly verdict?: string
  readonly outcome?: string
  readonly notPushed?: readonly string[]
  readonly entries?: readonly { type: string; name: string; kind: string; why?: string }[]
}

function dataOf(result: ToolResult): Answer {
  assert.equal(result.kind, 'data', result.text)
  return result.kind === 'data' ? result.data : {}
}

const pull = async (folder: string, more: object = {}) =>
  dataOf(await call(folder, 'ERPManage', { action: 'export', ...more }))
const push = async (folder: string, more: object = {}) =>
  await call(folder, 'ERPWrite', { action: 'batch', files: '.', activate: true, ...more })
const kindsOf = ({ entries = [] }: Answer) =>
  Object.fromEntries(entries.map(({ type, name, kind }) => [`${type} ${name}`, kind]))

/** Text by path of all files of the repository, without the state. */
async function filesOf(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  const top = join(root, folder)
  for (const entry of await readdir(top, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(top.length + 1)
    if (entry.isFile() && !path.startsWith('.erp-bridge')) {
      found[path] = await readFile(join(top, path), 'utf8')
    }
  }
  return found
}

async function put(folder: string, path: string, change: (text: string) => string): Promise<void> {
  const file = join(root, folder, path)
  await mkdir(dirname(file), { recursive: true })
  const text = await readFile(file, 'utf8').catch(() => '')
  await writeFile(file, change(text))
}

async function changeInSystem(): Promise<void> {
  const written = await benchOf({ erp }).call('ERPWrite', {
    action: 'edit',
    type: 'INTF',
    name: 'ZIF_FERRY_DISCOUNT',
    edits: [{ old: 'ENDINTERFACE.', new: 'ENDINTERFACE.\n* of the system' }],
    activate: true
  })
  assert.equal(written.kind, 'data', written.text)
}

const discount = 'src/zif_ferry_discount.intf.abap'

test('pull, push into a system without the objects, pull: the same bytes', async () => {
  const first = await pull('first', { package: '$FERRY_PRICING' })
  assert.equal(first.verdict, 'same')
  const files = await filesOf('first')
  assert.equal(Object.keys(files).length > 20, true)
  // The same objects under other names are new to the system.
  const own =
    /\b(?:zcl_ferr(?=y_(?:fare_calculator|fares|group_discount|money|pricing|season)\b)|zif_ferr(?=y_(?:discount|fares)\b))y/gi
  const renamed = (text: string) =>
    text.replace(own, word => `${word.slice(0, -1)}${word.endsWith('Y') ? 'X' : 'x'}`)
  for (const [path, text] of Object.entries(files)) {
    await put('second', renamed(path), () => renamed(text))
  }
  const dry = await push('second', { package: '$FERRX', create: true, dryRun: true })
  assert.match(dry.text, /Packages to make: \$FERRX/)
  const pushed = dataOf(await push('second', { package: '$FERRX', create: true }))
  assert.deepEqual([pushed.outcome, pushed.notPushed], ['done', []])
  await pull('third', { package: '$FERRX' })
  assert.deepEqual(await filesOf('third'), await filesOf('second'))
  assert.equal((await pull('second', { dryRun: true })).verdict, 'same')
})

test('a change in the folder arrives, a change in the system comes over, neither over the other', async () => {
  await pull('drift', { package: '$FERRY_PRICING' })
  await put('drift', discount, text => text.replace('INTERFACE', '* of the folder\nINTERFACE'))
  assert.deepEqual(kindsOf(await pull('drift', { dryRun: true })), {
    'INTF ZIF_FERRY_DISCOUNT': 'changed here'
  })
  await changeInSystem()
  const conflict = errorOf(await push('drift'))
  assert.equal(conflict.code, 'FILES_CONFLICT')
  assert.match(
    conflict.text,
    /changed in the folder\)[^]*\+\* of the folder[^]*changed in the system\)[^]*\+\* of the system/
  )
  const pulled = await pull('drift')
  assert.deepEqual(
    [pulled.verdict, kindsOf(pulled)],
    ['differs', { 'INTF ZIF_FERRY_DISCOUNT': 'conflict' }]
  )
  assert.match((await filesOf('drift'))[discount] ?? '', /\* of the folder/)
  await put('drift', discount, text => `${text}* of the system\n`)
  await pull('drift', { resolved: ['ZIF_FERRY_DISCOUNT'] })
  assert.equal(dataOf(await push('drift')).outcome, 'done')
  assert.equal((await pull('drift', { dryRun: true, full: true })).verdict, 'same')
  await put('drift', discount, () => 'broken')
  await pull('drift', { discard: ['ZIF_FERRY_DISCOUNT'] })
  assert.match((await filesOf('drift'))[discount] ?? '', /\* of the folder[^]*of the system\n$/)
})

test('new, deleted and foreign files: only what was asked for is made or deleted', async () => {
  await pull('more', { package: '$FERRX' })
  await put('more', 'src/zfx_new.prog.abap', () => 'REPORT zfx_new.\n')
  await put(
    'more',
    'src/zfx_new.prog.xml',
    () =>
      '<abapGit serializer="LCL_OBJECT_PROG"><asx:abap xmlns:asx="x"><asx:values><PROGDIR><NAME>ZFX_NEW</NAME></PROGDIR></asx:values></asx:abap></abapGit>'
  )
  await put('more', 'src/zfx.enho.xml', () => '<x/>')
  await put('more', 'README.md', () => 'text')
  await rm(join(root, 'more/src/zcl_ferrx_money.clas.testclasses.abap'))
  const left = dataOf(await push('more'))
  for (const name of ['CLAS ZCL_FERRX_MONEY', 'PROG ZFX_NEW']) {
    assert.ok(
      left.notPushed?.some(line => line.startsWith(name)),
      name
    )
  }
  const made = dataOf(await push('more', { create: true }))
  assert.equal(made.outcome, 'done')
  await rm(join(root, 'more/src/zfx_new.prog.abap'))
  await rm(join(root, 'more/src/zfx_new.prog.xml'))
  assert.equal(kindsOf(await pull('more', { dryRun: true }))['PROG ZFX_NEW'], 'deleted here')
  assert.equal(dataOf(await push('more', { delete: true })).outcome, 'done')
  assert.equal(kindsOf(await pull('more', { dryRun: true }))['PROG ZFX_NEW'], undefined)
  assert.equal((await filesOf('more'))['README.md'], 'text')
})

test('a pull that is stopped goes on, and a damaged state is named', async () => {
  const stop = new AbortController()
  setTimeout(() => {
    stop.abort()
  }, 60)
  const stopped = await call(
    'stopped',
    'ERPManage',
    { action: 'export', package: '$FERRY_PRICING' },
    stop.signal
  )
  assert.equal(stopped.kind === 'error' || stopped.kind === 'data', true)
  assert.equal((await pull('stopped', { package: '$FERRY_PRICING' })).verdict, 'same')
  const again = await pull('stopped', { dryRun: true })
  assert.equal(again.verdict, 'same')
  const [state = ''] = (await readdir(join(root, 'stopped/.erp-bridge'))).filter(name =>
    name.endsWith('.json')
  )
  await put('stopped', `.erp-bridge/${state}`, text => text.slice(0, 100))
  const refused = await call('stopped', 'ERPManage', { action: 'export' })
  assert.equal(errorOf(refused).code, 'STATE_NOT_READABLE')
  await rm(join(root, 'stopped/.erp-bridge'), { recursive: true })
  assert.equal((await pull('stopped', { package: '$FERRY_PRICING' })).verdict, 'same')
})

test('what cannot be is refused by name', async () => {
  const cases: readonly [string, object, string][] = [
    ['empty', {}, 'TOOL_BAD_ARGUMENTS'],
    ['empty', { package: '$NOT_THERE' }, 'TOOL_BAD_ARGUMENTS'],
    ['empty', { package: '$FERRY_PRICING', folder: '../first' }, 'TOOL_BAD_ARGUMENTS'],
    ['first', { package: '$FERRX' }, 'TOOL_BAD_ARGUMENTS'],
    ['first', { discard: ['NO_SUCH'] }, 'TOOL_BAD_ARGUMENTS']
  ]
  for (const [folder, args, code] of cases) {
    const result = await call(folder, 'ERPManage', { action: 'export', ...args })
    assert.equal(errorOf(result).code, code, result.text)
  }
  assert.deepEqual(await filesOf('empty'), {})
  const without = await benchOf({ erp }).call('ERPManage', { action: 'export', package: '$FERRX' })
  assert.match(errorOf(without).text, /--workspace-dir/)
})
