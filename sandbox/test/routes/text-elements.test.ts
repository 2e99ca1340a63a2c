import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ADTClient, session_types as sessionTypes } from 'abap-adt-api'
import type { CreatableTypeIds, TextElementCategory } from 'abap-adt-api'
import { lock, logOn, randomName, startSandbox, users } from '../http/fixture.ts'

const adt = '/sap/bc/adt'
const stateful = { 'x-sap-adt-sessiontype': 'stateful' }

test('the texts of programs, classes and function groups are drafts until they are activated', async t => {
  const sandbox = await startSandbox(t)
  const client = new ADTClient(sandbox.url, users[0].name, users[0].password)
  await client.login()
  client.stateful = sessionTypes.stateful
  const cases: readonly (readonly [CreatableTypeIds, string, string])[] = [
    ['PROG/P', 'programs', 'programs/programs'],
    ['CLAS/OC', 'classes', 'oo/classes'],
    ['FUGR/F', 'functiongroups', 'functions/groups']
  ]
  for (const [type, folder, path] of cases) {
    const name = randomName('ZT')
    await client.createObject(type, name, '$TMP', 'With texts', `${adt}/packages/%24tmp`)
    await client.activate(name, `${adt}/${path}/${name.toLowerCase()}`)
    const url = `${adt}/textelements/${folder}/${name.toLowerCase()}`
    const read = async (category: TextElementCategory) =>
      (await client.getTextElements(url, category)).textElements
    assert.deepEqual(await read('symbols'), [], type)
    const { LOCK_HANDLE } = await client.lock(url)
    const text = `Total = ${Math.random()} <&>`
    await client.setTextElements(
      url,
      'symbols',
      [
        { id: '001', text, maxLength: 40 },
        { id: 'A-1', text: 'Short' }
      ],
      LOCK_HANDLE
    )
    await client.setTextElements(
      url,
      'selections',
      [
        { id: 'P_FILE', text: 'File name' },
        { id: 'S_DATE', text: '', ddicReference: 'true' }
      ],
      LOCK_HANDLE
    )
    await client.setTextElements(
      url,
      'headings',
      [
        { id: 'LISTHEADER', text: 'A list' },
        { id: 'COLUMNHEADER_1', text: 'First   Second' }
      ],
      LOCK_HANDLE
    )
    await client.unLock(url, LOCK_HANDLE)
    assert.deepEqual(await read('symbols'), [
      { id: '001', text, maxLength: 40, ddicReference: undefined },
      { id: 'A-1', text: 'Short', maxLength: 5, ddicReference: undefined }
    ])
    assert.deepEqual(
      (await read('selections')).map(each => [each.id, each.text, each.ddicReference]),
      [
        ['P_FILE', 'File name', undefined],
        ['S_DATE', '', 'true']
      ]
    )
    assert.deepEqual(
      (await read('headings')).map(each => [each.id, each.text]),
      [
        ['LISTHEADER', 'A list'],
        ['COLUMNHEADER_1', 'First   Second']
      ]
    )
    assert.equal(
      sandbox.store.read(
        { object: { type: type.slice(0, 4) as 'PROG', name }, part: 'symbols' },
        'active'
      ),
      undefined
    )
    const drafts = await client.inactiveObjects()
    assert.ok(
      drafts.some(each => each.object?.['adtcore:uri'] === url),
      type
    )
    assert.equal((await client.activate(name, url)).success, true)
    assert.match(
      sandbox.store.read(
        { object: { type: type.slice(0, 4) as 'PROG', name }, part: 'symbols' },
        'active'
      )?.text ?? '',
      /^@MaxLength:40\n001=Total/
    )
    assert.equal(
      (await client.objectStructure(`${adt}/${path}/${name.toLowerCase()}`)).metaData[
        'adtcore:description'
      ],
      'With texts'
    )
    const raw = await logOn(sandbox)
    const feed = await raw.get(`${url}/source/symbols/versions`)
    const [, content = ''] = /src="([^"]+)"/.exec(feed.text) ?? []
    assert.match((await raw.get(content)).text, /001=Total/)
  }
})

test('the bytes, the media types and the refusals', async t => {
  const sandbox = await startSandbox(t)
  const raw = await logOn(sandbox)
  const name = randomName('ZT')
  await raw.post(
    `${adt}/programs/programs`,
    `<program:abapProgram xmlns:program="http://www.sap.com/adt/programs/programs" xmlns:adtcore="http://www.sap.com/adt/core" adtcore:name="${name}" adtcore:description="Title &amp; more"><adtcore:packageRef adtcore:name="$TMP"/></program:abapProgram>`
  )
  const url = `${adt}/textelements/programs/${name.toLowerCase()}`
  const type = 'application/vnd.sap.adt.textelements.symbols.v1'
  assert.equal((await raw.get(`${url}/source/symbols`, { accept: type })).status, 404)
  assert.equal(
    (await raw.put(`${url}/source/symbols`, '001=x', { 'content-type': `${type}; charset=UTF-8` }))
      .status,
    423
  )
  const handle = await lock(raw, url)
  const put = (category: string, text: string) =>
    raw.put(`${url}/source/${category}?lockHandle=${handle}`, text, {
      ...stateful,
      'content-type': `application/vnd.sap.adt.textelements.${category}.v1; charset=UTF-8`
    })
  assert.equal(
    (await put('symbols', '@MaxLength:20\r\n001=Demo text\r\n\r\n002=Another\r\n')).status,
    200
  )
  const read = await raw.get(`${url}/source/symbols`, { accept: type })
  assert.deepEqual(
    [read.status, read.headers['content-type'], read.text],
    [200, `${type}; charset=utf-8`, '@MaxLength:20\n001=Demo text\n\n@MaxLength:7\n002=Another\n']
  )
  for (const [category, wrong] of [
    ['symbols', '0001=four'],
    ['symbols', 'no equals sign'],
    ['symbols', '@MaxLength:3\n001=four'],
    ['symbols', '001=a\n001=b'],
    ['symbols', '@Unknown:1\n001=a'],
    ['selections', `P_X=${'x'.repeat(31)}`],
    ['headings', 'FOOTER=x'],
    ['headings', `LISTHEADER=${'x'.repeat(72)}`]
  ] as const) {
    const answer = await put(category, wrong)
    assert.deepEqual(
      [answer.status, /type id="([^"]+)/.exec(answer.text)?.[1]],
      [400, 'ExceptionResourceScanDuringSaveFailure'],
      wrong
    )
  }
  assert.equal((await put('symbols', '')).status, 200)
  assert.equal((await raw.get(`${url}/source/symbols`)).status, 404)
  assert.equal((await raw.get(`${adt}/textelements/programs/znone/source/symbols`)).status, 404)
  assert.equal((await raw.get(`${adt}/textelements/includes/${name}/source/symbols`)).status, 404)
})
