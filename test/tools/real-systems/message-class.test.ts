/** Message classes have no drafts: what is saved is active. Evidence: Freight-Art/abapsmith docs. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { createErp, readDocument } from '../../../erp-client/index.ts'
import { createTestSandbox } from '../../helpers/sandbox.ts'
import { toolBench } from '../helpers/sandbox-bench.ts'

const name = 'ZACTIVE'
const object = { type: 'MSAG', name }
const created = { action: 'create', ...object, package: '$TMP', description: 'One' }

const factsOf = ({ data }: { readonly data?: object }): Record<string, unknown> => ({ ...data })

async function bench(t: TestContext) {
  const sandbox = await createTestSandbox({
    users: [{ name: 'DEVELOPER', password: 'secret-1', fullName: 'One' }]
  })
  const asked: string[] = []
  const erp = createErp({
    baseUrl: sandbox.url,
    client: sandbox.client,
    language: 'EN',
    credential: { kind: 'basic', user: 'DEVELOPER', password: 'secret-1' },
    observe: ({ operation }) => asked.push(operation)
  })
  t.after(async () => {
    await erp.close()
    await sandbox.close()
  })
  const document = async () => await readDocument(erp.reader, { ref: object })
  return { sandbox, asked, document, ...toolBench(erp) }
}

test('a message class is active as soon as it is saved, and no activation is asked for', async t => {
  const { asked, document, call, text } = await bench(t)
  const fields = { messages: [{ number: '001', text: 'One' }] }
  const made = await call('ERPWrite', { ...created, fields })
  assert.ok(made.kind === 'data', made.text)
  assert.deepEqual(
    [factsOf(made)['version'], /a message class has no draft/.test(made.text)],
    ['active', true],
    made.text
  )
  assert.match(await document(), /adtcore:version="active"/)
  const texts = [{ key: '002', text: 'Two' }]
  const saved = await text('ERPWrite', { action: 'edit_texts', ...object, kind: 'messages', texts })
  assert.match(saved, /Saved.*\n.*active: a message class has no draft/)
  assert.match(await document(), /adtcore:version="active".*msgtext="Two"/)
  const update = { action: 'update', ...object, fields, activate: true }
  const again = await call('ERPWrite', {
    ...update,
    fields: { messages: [{ number: '003', text: 'Three' }] }
  })
  assert.ok(again.kind === 'data' && factsOf(again)['activation'] === 'activated', again.text)
  assert.ok(!/inactive draft/.test(made.text + saved + again.text))
  assert.doesNotMatch(await text('ERPManage', { action: 'drafts' }), /ZACTIVE/)
  assert.deepEqual(
    asked.filter(operation => operation === 'activate'),
    []
  )
})

test('a batch activates what has drafts, and names the message class as active', async t => {
  const { call } = await bench(t)
  const done = await call('ERPWrite', {
    action: 'batch',
    activate: true,
    items: [
      { ...created, fields: { messages: [{ number: '001', text: 'One' }] } },
      {
        ...created,
        type: 'INTF',
        name: 'ZIF_ACTIVE',
        source: 'INTERFACE zif_active PUBLIC.\nENDINTERFACE.'
      }
    ]
  })
  assert.ok(done.kind === 'data' && factsOf(done)['activation'] === 'activated', done.text)
})

test('a change of one message keeps long text, user, date and links of the others', async t => {
  const { sandbox, document, data } = await bench(t)
  const messages = ['001', '002'].map(number => ({ number, text: `Text ${number}` }))
  await data('ERPWrite', { ...created, fields: { messages } })
  const part = { object: { type: 'MSAG' as const, name }, part: 'main' }
  const file = sandbox.store.read(part, 'workingArea')?.text ?? assert.fail('no file')
  const documented = file.replace(
    /<\/T100>(?!.*<\/T100>)/s,
    `</T100><LONGTEXTS><item><DOKIL><ID>NA</ID><OBJECT>${name}002</OBJECT><LANGU>E</LANGU></DOKIL></item></LONGTEXTS>`
  )
  assert.notEqual(documented, file)
  sandbox.store.write(part, documented, 'DEVELOPER')
  sandbox.store.activate([part.object], 'DEVELOPER')
  const second = (text: string) => /<mc:messages[^>]*msgno="002".*?<\/mc:messages>/s.exec(text)?.[0]
  const before = second(await document()) ?? assert.fail('no message')
  for (const kept of ['mc:documented="true"', 'mc:lastchangedby="DEVELOPER"', 'rel="http']) {
    assert.ok(before.includes(kept), before)
  }
  await data('ERPWrite', {
    action: 'update',
    ...object,
    fields: { messages: [{ number: '001', text: 'New' }] }
  })
  assert.equal(second(await document()), before)
  assert.match(sandbox.store.read(part, 'active')?.text ?? '', /<LONGTEXTS>.*ZACTIVE002/s)
})
