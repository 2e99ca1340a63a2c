import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createSandbox } from '../../server.ts'
import type { Sandbox } from '../../server.ts'
import { createClass, logOn, randomName, write } from '../http/fixture.ts'
import type { Client, Reply } from '../http/client.ts'

const base = '/sap/bc/adt/repository/informationsystem'
const classes = '/sap/bc/adt/oo/classes'
let sandbox: Sandbox
let client: Client

const list = (uri: string) =>
  client.post(`${base}/usageReferences?uri=${encodeURIComponent(uri)}`, '', {
    accept: 'application/*'
  })
const snippets = (...identifiers: readonly string[]) =>
  client.post(
    `${base}/usageSnippets`,
    `<u:r xmlns:u="u"><u:objectIdentifiers>${identifiers.map(each => `<u:objectIdentifier>${each}</u:objectIdentifier>`).join('')}</u:objectIdentifiers></u:r>`,
    { accept: 'application/*' }
  )
const activate = (uri: string) =>
  client.post(
    '/sap/bc/adt/activation?method=activate',
    `<a:l xmlns:a="a" xmlns:adtcore="http://www.sap.com/adt/core"><a:objectReference adtcore:uri="${uri}"/></a:l>`
  )
const identifiersOf = ({ text }: Reply) =>
  [...text.matchAll(/<objectIdentifier>([^<]+)</g)].map(match => match[1] ?? '')
const resultsOf = ({ text }: Reply) => Number(/ numberOfResults="(\d+)"/.exec(text)?.[1])
const linesOf = ({ text }: Reply) =>
  [...text.matchAll(/ uri="([^"#]+)#start=(\d+),\d+" matches="[^"]+"><content>([^<]*)</g)].map(
    match => match.slice(1)
  )

async function put(uri: string, body: string): Promise<void> {
  const name = uri.slice(uri.lastIndexOf('/') + 1)
  await write(
    client,
    uri,
    `CLASS ${name} DEFINITION PUBLIC CREATE PUBLIC.\n  PUBLIC SECTION.\n    METHODS run.\nENDCLASS.\nCLASS ${name} IMPLEMENTATION.\n  METHOD run.\n${body}\n  ENDMETHOD.\nENDCLASS.\n`
  )
}

async function activeClass(body: string): Promise<string> {
  const uri = await createClass(client, randomName('ZCL'))
  await put(uri, body)
  assert.doesNotMatch((await activate(uri)).text, /type="E"/)
  return uri
}

describe('where-used lists', () => {
  before(async () => {
    sandbox = await createSandbox({ user: 'ALICE', password: 'a' })
    client = await logOn(sandbox, { name: sandbox.user, password: sandbox.password })
  })
  after(() => sandbox.close())

  test('name the sources that extend a view', async () => {
    const sources = '/sap/bc/adt/ddic/ddl/sources'
    const make = async (name: string, source: string) => {
      const body = `<ddl:ddlSource xmlns:ddl="http://www.sap.com/adt/ddic/ddlsources" xmlns:adtcore="http://www.sap.com/adt/core" adtcore:name="${name}" adtcore:type="DDLS/DF" adtcore:description="x"><adtcore:packageRef adtcore:name="$TMP"/></ddl:ddlSource>`
      assert.equal(
        (await client.post(sources, body, { 'content-type': 'application/*' })).status,
        201
      )
      await write(client, `${sources}/${name.toLowerCase()}`, source)
      await activate(`${sources}/${name.toLowerCase()}`)
    }
    const [base, one, other] = [randomName('ZV'), randomName('ZX'), randomName('ZX')]
    await make(base, `define view entity ${base} as select from t000 { key mandt }\n`)
    assert.equal(resultsOf(await list(`${sources}/${base.toLowerCase()}`)), 0)
    await make(one, `extend view entity ${base} with { t000.mtext }\n`)
    await make(
      other,
      `@AbapCatalog.sqlViewAppendName: 'ZAPPEND'\nextend view ${base} with ${other} { t000.ort01 }\n`
    )
    const { text } = await list(`${sources}/${base.toLowerCase()}`)
    for (const name of [one, other]) {
      assert.match(text, new RegExp(`adtcore:name="${name.toUpperCase()}"`))
    }
    assert.match(text, / numberOfResults="2"/)
    assert.equal(resultsOf(await list(`${sources}/${one.toLowerCase()}`)), 0)
  })

  test('contain active versions only: no draft before its activation, and no deleted object', async () => {
    const target = await activeClass('')
    const name = target.slice(classes.length + 1)
    assert.equal(resultsOf(await list(target)), 0)
    const user = await activeClass(`    DATA one TYPE REF TO ${name}.`)
    const first = await list(target)
    assert.equal(resultsOf(first), 1)
    await put(user, `    DATA one TYPE REF TO ${name}.\n    DATA two TYPE REF TO ${name}.`)
    assert.equal((await list(target)).text, first.text)
    await activate(user)
    const second = await list(target)
    assert.equal(resultsOf(second), 2)
    const [identifier = ''] = identifiersOf(second)
    assert.deepEqual(linesOf(await snippets(identifier)), [
      [`${user}/source/main`, '7', `    DATA one TYPE REF TO ${name}.`],
      [`${user}/source/main`, '8', `    DATA two TYPE REF TO ${name}.`]
    ])
    sandbox.store.update(
      { type: 'CLAS', name: user.slice(classes.length + 1).toUpperCase() },
      { description: 'Another <text>', responsible: 'BOB' },
      'ALICE'
    )
    assert.match(
      (await list(target)).text,
      /adtcore:responsible="BOB"[^>]* adtcore:description="Another &lt;text&gt;"/
    )
    const handle = /<LOCK_HANDLE>([^<]+)</.exec(
      (
        await client.post(`${user}?_action=LOCK&accessMode=MODIFY`, '', {
          'x-sap-adt-sessiontype': 'stateful'
        })
      ).text
    )?.[1]
    assert.equal(
      (await client.del(`${user}?lockHandle=${handle}`, { 'x-sap-adt-sessiontype': 'stateful' }))
        .status,
      200
    )
    assert.equal(resultsOf(await list(target)), 0)
    const gone = await snippets(identifier)
    assert.equal(gone.status, 200)
    assert.match(gone.text, /<usageReferences:codeSnippets\/><\/usageReferences:codeSnippetObject>/)
  })

  test('contain as many lines as announced, for every kind of object', async () => {
    const targets = [
      '/sap/bc/adt/oo/classes/zcx_ferry',
      '/sap/bc/adt/oo/interfaces/zif_ferry_sailings',
      '/sap/bc/adt/oo/interfaces/zif_ferry_sailings/source/main#start=3,12',
      '/sap/bc/adt/ddic/tables/zferry_booking',
      '/sap/bc/adt/ddic/dataelements/zferry_booking_id',
      '/sap/bc/adt/ddic/domains/zferry_amount'
    ]
    const found = []
    for (const target of targets) {
      const answer = await list(target)
      const identifiers = identifiersOf(answer)
      const all = linesOf(await snippets(...identifiers))
      assert.equal(all.length, resultsOf(answer), target)
      assert.deepEqual(
        (await Promise.all(identifiers.map(async each => linesOf(await snippets(each))))).flat(),
        all,
        target
      )
      found.push(all.length)
    }
    assert.ok(found.filter(count => count > 2).length > 4, found.join(' '))
  })

  test('of a function module: its calls, and those of the group with it', async () => {
    const module = '/sap/bc/adt/functions/groups/zferry_api/fmodules/z_ferry_quote'
    const before = resultsOf(await list(module))
    const user = await activeClass("    CALL FUNCTION 'Z_FERRY_QUOTE'.")
    assert.equal(resultsOf(await list(module)), before + 1)
    assert.deepEqual(
      linesOf(
        await snippets(
          identifiersOf(await list('/sap/bc/adt/functions/groups/zferry_api')).at(-1) ?? ''
        )
      ).map(([uri]) => uri),
      [`${user}/source/main`]
    )
  })

  test('are separate when lines of several objects are requested at once, in the order of the request', async () => {
    const [one, two] = [await activeClass(''), await activeClass('')]
    const [first, second] = [one, two].map(uri => uri.slice(classes.length + 1))
    await activeClass(`    DATA a TYPE REF TO ${first}.\n    DATA b TYPE REF TO ${second}.`)
    await activeClass(`    DATA c TYPE REF TO ${second}.`)
    const [[a = ''], [b = '', c = '']] = [
      identifiersOf(await list(one)),
      identifiersOf(await list(two))
    ] as [string[], string[]]
    const lines = async (...asked: readonly string[]) =>
      linesOf(await snippets(...asked)).map(([, , line]) => line)
    const [ofA, ofB, ofC] = [await lines(a), await lines(b), await lines(c)]
    assert.deepEqual(
      [ofA, new Set([...ofB, ...ofC])],
      [
        [`    DATA a TYPE REF TO ${first}.`],
        new Set([`    DATA b TYPE REF TO ${second}.`, `    DATA c TYPE REF TO ${second}.`])
      ]
    )
    assert.deepEqual(await lines(c, a, b, a), [...ofC, ...ofA, ...ofB, ...ofA])
    assert.equal((await snippets(a, 'rubbish')).status, 400)
  })
})
