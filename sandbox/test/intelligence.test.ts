import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import abapAdtApi from 'abap-adt-api'
import type { ADTClient as Client } from 'abap-adt-api'
import { createSandbox } from '../server.ts'
import type { Sandbox } from '../server.ts'

/**
 * Completion, element information, hierarchy, quick fixes, rename and ATC, asked for by an
 * independent client.
 */
const { ADTClient, isAdtError, session_types: session } = abapAdtApi

const stamp = Math.floor(Math.random() * 36 ** 5)
  .toString(36)
  .toUpperCase()
  .padStart(5, '0')
const base = `ZCL_BASE_${stamp}`
const sub = `ZCL_SUB_${stamp}`
const url = (name: string) => `/sap/bc/adt/oo/classes/${name.toLowerCase()}`
const source = (name: string) => `${url(name)}/source/main`
const method = `price_${stamp.toLowerCase()}`

const baseText = `CLASS ${base.toLowerCase()} DEFINITION PUBLIC.
  PUBLIC SECTION.
    "! Says what it costs
    METHODS ${method} IMPORTING amount TYPE i RETURNING VALUE(result) TYPE i.
ENDCLASS.
CLASS ${base.toLowerCase()} IMPLEMENTATION.
  METHOD ${method}.
    DATA helper TYPE i.
    helper = amount * 2.
    result = helper.
  ENDMETHOD.
ENDCLASS.
`
const subText = `CLASS ${sub.toLowerCase()} DEFINITION PUBLIC INHERITING FROM ${base.toLowerCase()}.
  PUBLIC SECTION.
    METHODS run.
ENDCLASS.
CLASS ${sub.toLowerCase()} IMPLEMENTATION.
  METHOD run.
    DATA total TYPE i.
    total = me->${method}( 4 ).
    MOVE total TO total.
  ENDMETHOD.
ENDCLASS.
`

let sandbox: Sandbox
let client: Client

async function make(name: string, text: string): Promise<void> {
  await client.createObject({
    objtype: 'CLAS/OC',
    name,
    parentName: '$TMP',
    description: name,
    parentPath: '/sap/bc/adt/packages/%24tmp',
    responsible: 'DEVELOPER'
  })
  client.stateful = session.stateful
  const { LOCK_HANDLE } = await client.lock(url(name))
  await client.setObjectSource(source(name), text, LOCK_HANDLE)
  await client.unLock(url(name), LOCK_HANDLE)
  const { success, messages } = await client.activate(name, url(name))
  assert.equal(success, true, JSON.stringify(messages))
}

/** Line and column of the `nth` place where the text stands. */
function at(text: string, what: string, nth = 1): [number, number] {
  let found = -1
  for (let count = 0; count < nth; count++) found = text.indexOf(what, found + 1)
  const before = text.slice(0, found).split('\n')
  return [before.length, before.at(-1)?.length ?? 0]
}

describe('code intelligence over HTTP', () => {
  before(async () => {
    sandbox = await createSandbox({ user: 'DEVELOPER', password: 'a-Secret-1' })
    client = new ADTClient(sandbox.url, 'DEVELOPER', 'a-Secret-1', '001', 'EN')
    await client.login()
    await make(base, baseText)
    await make(sub, subText)
  })
  after(() => sandbox.close())

  test('completion proposes the inherited method and its call', async () => {
    const typed = subText.replace(`me->${method}( 4 )`, 'me->pri')
    const [line, column] = at(typed, 'me->pri')
    const proposals = await client.codeCompletion(
      source(sub),
      typed,
      line,
      column + 'me->pri'.length
    )
    const found = proposals.find(each => each.IDENTIFIER.toLowerCase() === method)
    assert.ok(found, JSON.stringify(proposals.map(each => each.IDENTIFIER)))
    assert.equal(Number(found.PREFIXLENGTH), 3)
    const text = await client.codeCompletionFull(
      source(sub),
      typed,
      line,
      column + 'me->pri'.length,
      found.IDENTIFIER
    )
    assert.match(text, new RegExp(`^${method}\\(`))
  })

  test('element information contains declaration and documentation', async () => {
    const [line, column] = at(subText, method)
    const info = await client.codeCompletionElement(source(sub), subText, line, column + 2)
    assert.ok(typeof info !== 'string')
    assert.equal(info.name.toLowerCase(), method)
    assert.match(info.doc, /what it costs/)
  })

  test('the hierarchy is available in both directions', async () => {
    const [line, column] = at(subText, sub.toLowerCase())
    const above = await client.typeHierarchy(source(sub), subText, line, column, true)
    assert.deepEqual(
      above.map(each => each.name),
      [base]
    )
    const [baseLine, baseColumn] = at(baseText, base.toLowerCase())
    const below = await client.typeHierarchy(source(base), baseText, baseLine, baseColumn, false)
    assert.ok(below.some(each => each.name === sub))
  })

  test('a quick fix is proposed, gives its edits, and is refused where it does not fit any more', async () => {
    const [line, column] = at(subText, 'MOVE total')
    const proposals = await client.fixProposals(source(sub), subText, line, column)
    assert.ok(proposals.length > 0)
    const [first] = proposals
    assert.ok(first)
    const edits = await client.fixEdits(first, subText)
    assert.ok(edits.length > 0)
    assert.equal(edits[0]?.uri, source(sub))
    await assert.rejects(
      client.fixEdits(first, subText.replace('MOVE total TO total.', 'total = total.')),
      (error: unknown) => isAdtError(error) && error.type === 'ExceptionResourceNotFound'
    )
  })

  test('rename changes declaration, implementation and uses in other objects, or nothing', async () => {
    const [line, column] = at(baseText, method)
    const proposal = await client.renameEvaluate(source(base), line, column, column + method.length)
    assert.equal(proposal.oldName.toLowerCase(), method)
    const renamed = `cost_${stamp.toLowerCase()}`
    const preview = await client.renamePreview({ ...proposal, newName: renamed })
    assert.deepEqual(preview.affectedObjects.map(each => each.name).sort(), [base, sub])

    const other = new ADTClient(sandbox.url, 'DEVELOPER', 'a-Secret-1', '001', 'EN')
    other.stateful = session.stateful
    const { LOCK_HANDLE } = await other.lock(url(sub))
    await assert.rejects(client.renameExecute(preview))
    assert.match(await client.getObjectSource(source(base)), new RegExp(method))
    await other.unLock(url(sub), LOCK_HANDLE)

    await client.renameExecute(preview)
    for (const name of [base, sub]) {
      const text = await client.getObjectSource(source(name))
      assert.match(text, new RegExp(renamed))
      assert.doesNotMatch(text, new RegExp(method))
    }
    const { success, messages } = await client.activate(
      [base, sub].map(name => ({
        'adtcore:uri': url(name),
        'adtcore:name': name,
        'adtcore:type': 'CLAS/OC',
        'adtcore:parentUri': ''
      })),
      false
    )
    assert.equal(success, true, JSON.stringify(messages))
    await assert.rejects(client.renameExecute(preview))
  })

  test('checks run by variant, findings name the rule and their place', async () => {
    const customizing = await client.atcCustomizing()
    const variant = customizing.properties.find(each => each.name === 'systemCheckVariant')?.value
    assert.equal(variant, 'ABAPLINT')
    const id = await client.atcCheckVariant(String(variant))
    const run = await client.createAtcRun(id, url(sub), 50)
    assert.equal(run.id, id)
    const worklist = await client.atcWorklists(id)
    const findings = worklist.objects.flatMap(each => each.findings)
    assert.ok(findings.length > 0 && findings.length <= 50)
    const obsolete = findings.find(each => String(each.checkId) === 'obsolete_statement')
    assert.ok(obsolete, findings.map(each => each.checkId).join())
    assert.match(obsolete.checkTitle, /^abaplint: /)
    assert.match(obsolete.location.uri, new RegExp(`${sub.toLowerCase()}/source/main`))
    assert.match(await (await client.httpClient.request(obsolete.link.href)).body, /abaplint/)
    await assert.rejects(client.atcCheckVariant('NO_SUCH_VARIANT'))
  })
})
