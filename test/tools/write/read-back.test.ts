/** What the ERP stores otherwise than it was sent is an error that names it, for every type. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { codesWith, createErp } from '../../../erp-client/index.ts'
import type { Erp } from '../../../erp-client/index.ts'
import type { Sandbox } from '../../../sandbox/server.ts'
import { createTestSandbox } from '../../helpers/sandbox.ts'
import { errorOf } from '../helpers/erp.ts'
import { startFaultProxy } from '../helpers/fault-proxy.ts'
import type { FaultProxy } from '../helpers/fault-proxy.ts'
import { toolBench } from '../helpers/sandbox-bench.ts'

let sandbox: Sandbox
let erp: Erp
let proxy: FaultProxy
let bench: ReturnType<typeof toolBench>

before(async () => {
  sandbox = await createTestSandbox({
    users: [{ name: 'DEVELOPER', password: 'secret-1', fullName: 'One' }]
  })
  proxy = await startFaultProxy(sandbox.url)
  erp = createErp({
    baseUrl: proxy.url,
    client: sandbox.client,
    language: 'EN',
    credential: { kind: 'basic', user: 'DEVELOPER', password: 'secret-1' }
  })
  bench = toolBench(erp)
  await bench.data('ERPWrite', { action: 'create', type: 'FUGR', name: 'ZRBK', package: '$TMP' })
})
after(async () => {
  await erp?.close()
  await proxy?.close()
  await sandbox?.close()
})
beforeEach(() => {
  proxy.clear()
})

/** The ERP gets another text in the bodies of one method. */
function stores(method: string, old: string, text: string): void {
  proxy.rewrite = (verb, _url, body) => (verb === method ? body.replace(old, text) : body)
}

interface Difference {
  readonly path: string
  readonly sent?: string
  readonly kept?: string
}
async function notKept(tool: string, args: object): Promise<readonly Difference[]> {
  const result = await bench.call(tool, args)
  const { code, text } = errorOf(result)
  assert.equal(code, 'FIELDS_DIFFER', text)
  const { notKept: found = [] } = (result as { data: { notKept?: Difference[] } }).data
  for (const { path } of found) assert.ok(text.includes(path), text)
  return found
}

const facts: Readonly<Record<string, object>> = {
  ENQU: { fields: { table: 'ZFERRY_PORT' } },
  SRVB: { fields: { serviceDefinition: 'ZRBK_SRVD', odataVersion: 'V4' } },
  FUNC: { group: 'ZRBK' },
  FINC: { group: 'ZRBK' },
  XSLT: { fields: { transformationType: 'XSLTProgram' } }
}
const names: Readonly<Record<string, string>> = {
  FUNC: 'Z_RBK_FM',
  FINC: 'LZRBKF01',
  TYPE: 'ZRBKT',
  ENQU: 'EZ_RBK_PORT'
}
/** Types that this system cannot create. */
const absent: string[] = []

for (const [at, type] of codesWith('create')
  .filter(code => code !== 'DEVC')
  .entries()) {
  test(`the description of a new ${type}`, async () => {
    const name = names[type] ?? `ZRBK${type}${at}`
    const args = { action: 'create', type, name, description: 'As it was sent', ...facts[type] }
    const inPackage = type === 'FUNC' || type === 'FINC' ? {} : { package: '$TMP' }
    stores('POST', 'As it was sent', 'Something else')
    const result = await bench.call('ERPWrite', { ...args, ...inPackage })
    if (result.kind === 'error' && result.code === 'NOT_SUPPORTED_BY_RELEASE') {
      absent.push(type)
      return
    }
    assert.equal(errorOf(result).code, 'FIELDS_DIFFER', `${type}: ${result.text}`)
    // The sandbox has no place for the description of an include of a function group.
    const kept = type === 'FINC' ? '' : 'Something else'
    assert.ok(result.text.includes(`description: "As it was sent" → "${kept}"`), result.text)
    const { object } = (result as { data: { object?: object } }).data
    assert.equal(JSON.stringify(object).includes(name), true)
  })
}

test('types that are not compared here', () => {
  assert.deepEqual(absent, [
    ...['DDLA', 'AUTH', 'SUSO', 'DSFD'],
    // Services of release 8.16.
    ...['DESD', 'DTSC', 'COTA', 'CSNM', 'EVTO']
  ])
})

test('facts that count at a creation alone', async () => {
  const create = { action: 'create', package: '$TMP' }
  stores('POST', 'ZCL_FERRY_MONEY', 'ZCL_FERRY_REQUEST_CHECK')
  assert.deepEqual(
    await notKept('ERPWrite', {
      ...create,
      type: 'CLAS',
      name: 'ZCL_RBK_SUPER',
      fields: { superclass: 'ZCL_FERRY_MONEY' }
    }),
    [{ path: 'superclass', sent: 'ZCL_FERRY_MONEY', kept: 'ZCL_FERRY_REQUEST_CHECK' }]
  )
  stores('POST', 'subroutinePool', 'modulePool')
  assert.deepEqual(
    (
      await notKept('ERPWrite', {
        ...create,
        type: 'PROG',
        name: 'ZRBK_POOL',
        fields: { programType: 'subroutinePool' }
      })
    ).map(({ path }) => path),
    ['programType']
  )
})

test('the package of a new object', async () => {
  stores('POST', 'adtcore:name="$TMP"', 'adtcore:name="$FERRY_DEMO"')
  const [found] = await notKept('ERPWrite', {
    action: 'create',
    type: 'INTF',
    name: 'ZIF_RBK_PACKAGE',
    package: '$TMP'
  })
  assert.deepEqual(found, { path: 'package', sent: '$TMP', kept: '$FERRY_DEMO' })
})

test('packages, when they are created and when they are changed', async () => {
  stores('POST', 'As sent', 'Otherwise')
  const create = { action: 'create_package', name: '$ZRBK', description: 'As sent' }
  assert.deepEqual(await notKept('ERPManage', create), [
    { path: 'description', sent: 'As sent', kept: 'Otherwise' }
  ])
  stores('PUT', 'Changed', 'Not changed')
  const change = { action: 'change_package', name: '$ZRBK', description: 'Changed' }
  assert.deepEqual(
    (await notKept('ERPManage', change)).map(({ sent, kept }) => [sent, kept]),
    [['Changed', 'Not changed']]
  )
})

test('text symbols, selection texts and list headings', async () => {
  const create = { action: 'create', type: 'PROG', name: 'ZRBK_TEXTS', package: '$TMP' }
  await bench.data('ERPWrite', {
    ...create,
    source: 'REPORT zrbk_texts.\nPARAMETERS p_file TYPE c.\n'
  })
  const kinds = { symbols: '001', selections: 'P_FILE', headings: 'LISTHEADER' }
  for (const [kind, key] of Object.entries(kinds)) {
    stores('PUT', 'As sent', 'Changed')
    const texts = [{ key, text: 'As sent' }]
    const edit = { action: 'edit_texts', type: 'PROG', name: 'ZRBK_TEXTS', kind, texts }
    assert.deepEqual(
      await notKept('ERPWrite', edit),
      [{ path: key, sent: 'As sent', kept: 'Changed' }],
      kind
    )
    proxy.clear()
    const again = await bench.data('ERPWrite', edit)
    assert.deepEqual(
      [again['changed'], again['notKept'], again['compared']],
      [true, undefined, undefined]
    )
  }
})

test('an object that the ERP says it created, and that is not there', async () => {
  proxy.fateOf = (method, url) =>
    method === 'POST' && url.startsWith('/sap/bc/adt/oo/interfaces?') ? 'claimed' : undefined
  const create = { action: 'create', type: 'INTF', name: 'ZIF_RBK_GONE', package: '$TMP' }
  const { code, text } = errorOf(await bench.call('ERPWrite', create))
  assert.equal(code, 'OUTCOME_UNKNOWN', text)
  assert.match(text, /answered that INTF ZIF_RBK_GONE was created, and does not find it/)
})

test('a creation that cannot be read back says so, and stands', async () => {
  proxy.fateOf = (method, url) =>
    method === 'GET' && url.startsWith('/sap/bc/adt/oo/interfaces/zif_rbk_blind?')
      ? 'error'
      : undefined
  const create = { action: 'create', type: 'INTF', name: 'ZIF_RBK_BLIND', package: '$TMP' }
  const done = await bench.data('ERPWrite', create)
  assert.equal(
    proxy.seen.some(one => one.startsWith('GET') && one.includes('zif_rbk_blind')),
    true
  )
  assert.equal(done['compared'], false)
})
