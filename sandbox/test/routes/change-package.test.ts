import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  createClass,
  lock,
  logOn,
  openRequest,
  randomName,
  startSandbox,
  users
} from '../http/fixture.ts'
import type { Client } from '../http/client.ts'

const adt = '/sap/bc/adt'
const generic =
  'xmlns:g="http://www.sap.com/adt/refactoring/genericrefactoring" xmlns:c="http://www.sap.com/adt/core"'

function inner(uri: string, to: string, transport = ''): string {
  return `<g:genericRefactoring ${generic}><g:adtObjectUri>${uri}</g:adtObjectUri><g:affectedObjects><g:affectedObject c:uri="${uri}"><g:changePackageDelta><g:newPackage>${to}</g:newPackage></g:changePackageDelta></g:affectedObject></g:affectedObjects><g:transport>${transport}</g:transport></g:genericRefactoring>`
}

const preview = (client: Client, uri: string, to: string) =>
  client.post(
    `${adt}/refactorings?step=preview`,
    `<p:changePackageRefactoring xmlns:p="urn:p">${inner(uri, to)}</p:changePackageRefactoring>`,
    { 'content-type': 'application/*' }
  )
const execute = (client: Client, uri: string, to: string, transport = '') =>
  client.post(`${adt}/refactorings?step=execute`, inner(uri, to, transport), {
    'content-type': 'application/*'
  })

test('an object moves with its files and is recorded, and is not moved when it cannot be recorded', async t => {
  const dataDir = await mkdtemp(join(tmpdir(), 'move-'))
  t.after(() => rm(dataDir, { recursive: true, force: true }))
  const sandbox = await startSandbox(t, { dataDir })
  const client = await logOn(sandbox)
  const name = randomName('ZCL_M')
  const uri = await createClass(client, name)
  const shown = await preview(client, uri, 'zbox')
  assert.equal(shown.status, 200)
  assert.match(
    shown.text,
    new RegExp(
      `<changepackage:oldPackage>\\$TMP</changepackage:oldPackage><changepackage:newPackage>ZBOX</changepackage:newPackage>.*adtcore:name="${name}" adtcore:packageName="\\$TMP"`
    )
  )
  assert.equal(sandbox.store.get({ type: 'CLAS', name })?.package, '$TMP')
  const unrecorded = await execute(client, uri, 'ZBOX', 'SBXK999999')
  assert.deepEqual(
    [
      unrecorded.status,
      /SBXK999999 does not exist/.test(unrecorded.text),
      sandbox.store.get({ type: 'CLAS', name })?.package
    ],
    [403, true, '$TMP']
  )
  const number = await openRequest(client)
  const done = await execute(client, uri, 'ZBOX', number)
  assert.deepEqual(
    [done.status, done.reason, sandbox.store.get({ type: 'CLAS', name })?.package],
    [200, 'OK', 'ZBOX']
  )
  assert.match(
    (await client.get(`${adt}/cts/transportrequests/${number}`)).text,
    new RegExp(`tm:name="${name}"`)
  )
  assert.match((await client.get(uri)).text, /adtcore:packageRef [^>]*adtcore:name="ZBOX"/)
  assert.equal(
    (
      await client.post(
        `${adt}/activation?method=activate&preauditRequested=false`,
        `<a:objectReferences xmlns:a="http://www.sap.com/adt/core"><a:objectReference a:uri="${uri}" a:name="${name}"/></a:objectReferences>`
      )
    ).status,
    200
  )
  assert.ok(existsSync(join(dataDir, 'src', 'zbox', `${name.toLowerCase()}.clas.abap`)))
})

test('a move is refused to a package that is none, of what is edited, of parts and of packages', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const uri = await createClass(client, randomName('ZCL_M'))
  const group = randomName('ZFG')
  sandbox.store.create(
    {
      key: { type: 'FUGR', name: group },
      package: '$TMP',
      description: '',
      responsible: 'ALICE',
      language: 'EN',
      createdBy: 'ALICE',
      changedBy: 'ALICE',
      attributes: {}
    },
    [],
    'ALICE'
  )
  sandbox.store.addPart(
    { object: { type: 'FUGR', name: group }, part: 'function:Z_MOVED' },
    'FUNCTION z_moved.\nENDFUNCTION.',
    'ALICE'
  )
  const refusals = [
    [uri, 'ZNOWHERE', /Package ZNOWHERE does not exist/],
    [
      `${adt}/functions/groups/${group.toLowerCase()}/fmodules/z_moved`,
      'ZBOX',
      /is part of .* and moves with it/
    ],
    [`${adt}/packages/zbox`, '$TMP', /cannot be moved to another super package/]
  ] as const
  for (const [object, to, words] of refusals) {
    for (const ask of [preview, execute]) {
      const reply = await ask(client, object, to)
      assert.equal(reply.status, 400, reply.text)
      assert.match(reply.text, words)
      assert.match(reply.text, /ExceptionRefactoringNotPossible/)
    }
  }
  assert.equal((await preview(client, `${adt}/oo/classes/znone`, 'ZBOX')).status, 404)
  assert.equal((await execute(client, uri, '')).status, 400)
  const bob = await logOn(sandbox, users[1])
  await lock(bob, uri)
  const edited = await execute(client, uri, 'ZBOX', await openRequest(client))
  assert.deepEqual([edited.status, /User BOB is currently editing/.test(edited.text)], [403, true])
})
