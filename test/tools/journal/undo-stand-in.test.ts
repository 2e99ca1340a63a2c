/** Undo of what no sandbox has: release contracts and published services, at a stand-in. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer, Asked } from '../helpers/erp.ts'
import { confirmed, idOf, undoStandIn } from './undo-bench.ts'

const adt = '/sap/bc/adt'
const core = 'xmlns:adtcore="http://www.sap.com/adt/core"'

/** A class with a contract C1 and a binding, whose states the requests set. */
function systemWith(state: { contract: string; published: boolean }) {
  const release = () =>
    `<ars:apiRelease xmlns:ars="http://www.sap.com/adt/ars" ${core}><ars:c1Release ars:contract="C1"><ars:status ars:state="${state.contract}"/></ars:c1Release></ars:apiRelease>`
  const binding = () =>
    `<srvb:serviceBinding xmlns:srvb="http://www.sap.com/adt/ddic/ServiceBindings" ${core} adtcore:name="ZDEMO_UI" adtcore:type="SRVB/SVB" adtcore:version="active" srvb:published="${String(state.published)}"><adtcore:packageRef adtcore:name="$TMP"/><srvb:services srvb:name="ZDEMO_UI"><srvb:content srvb:version="0001"><srvb:serviceDefinition adtcore:name="ZDEMO_SRV"/></srvb:content></srvb:services><srvb:binding srvb:type="ODATA" srvb:version="V4" srvb:category="0"/></srvb:serviceBinding>`
  const answers: Readonly<Record<string, (asked: Asked) => string>> = {
    [`GET ${adt}/oo/classes/zcl_demo`]: () =>
      `<class:abapClass xmlns:class="http://www.sap.com/adt/oo/classes" ${core} adtcore:name="ZCL_DEMO" adtcore:type="CLAS/OC"><adtcore:packageRef adtcore:name="$TMP"/></class:abapClass>`,
    [`GET ${adt}/apireleases/`]: release,
    [`PUT ${adt}/apireleases/`]: ({ body }) => {
      state.contract = /ars:state="(\w+)"/.exec(body)?.[1] ?? ''
      return release()
    },
    [`GET ${adt}/businessservices/bindings/zdemo_ui`]: binding,
    [`POST ${adt}/businessservices/odatav4/publishjobs`]: () => publication(true),
    [`POST ${adt}/businessservices/odatav4/unpublishjobs`]: () => publication(false)
  }
  const publication = (to: boolean) => {
    state.published = to
    return '<asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"><asx:values><DATA><SEVERITY>OK</SEVERITY><SHORT_TEXT>Done</SHORT_TEXT><LONG_TEXT/></DATA></asx:values></asx:abap>'
  }
  return (asked: Asked): Answer | undefined => {
    const called = `${asked.method} ${asked.path}`
    const [, answer] = Object.entries(answers).find(([start]) => called.startsWith(start)) ?? []
    return answer === undefined ? undefined : { status: 200, body: answer(asked) }
  }
}

const executing = { policy: { expert: new Set(['execute'] as const) } }
const first = { contract: 'NOT_RELEASED', published: false }
const release = { action: 'set_release_state', type: 'CLAS', name: 'ZCL_DEMO', contract: 'C1' }
const service = { type: 'SRVB', name: 'ZDEMO_UI' }
const rows = [
  { tool: 'ERPManage', args: { ...release, state: 'RELEASED' }, after: { contract: 'RELEASED' } },
  { tool: 'ERPActivate', args: { ...service, action: 'publish' }, after: { published: true } },
  {
    tool: 'ERPActivate',
    args: { ...service, action: 'unpublish' },
    before: { published: true },
    after: { published: false }
  }
] as const

for (const { tool, args, after, ...row } of rows) {
  test(`undo of ${args.action}, and undo of the undo`, async t => {
    const earlier = { ...first, ...('before' in row ? row.before : {}) }
    const state = { ...earlier }
    const bench = await undoStandIn(t, systemWith(state), executing)
    const undo = async (change: string) =>
      idOf(await confirmed(bench, 'ERPWrite', { action: 'undo', change }))
    const change = idOf(await confirmed(bench, tool, args))
    const later = { ...earlier, ...after }
    assert.deepEqual(state, later)
    const undone = await undo(change)
    assert.deepEqual(state, earlier)
    await undo(undone)
    assert.deepEqual(state, later)
  })
}

test('a contract that others have changed since is drift', async t => {
  const state = { ...first }
  const bench = await undoStandIn(t, systemWith(state), executing)
  const change = idOf(await confirmed(bench, 'ERPManage', { ...release, state: 'RELEASED' }))
  state.contract = 'DEPRECATED'
  const refused = await bench.call('ERPWrite', { action: 'undo', change })
  assert.match(refused.text, /^TOOL_UNDO_DRIFT/)
  assert.equal(state.contract, 'DEPRECATED')
})
