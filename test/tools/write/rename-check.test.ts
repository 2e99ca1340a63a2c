/** The findings of a planned rename: those that it causes, with all changed sources in view. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { benchOf, recordingErp } from '../helpers/erp.ts'

const adt = '/sap/bc/adt'
/** ZCL_A declares a parameter, ZCL_B uses it. */
const stored: Readonly<Record<string, string>> = {
  zcl_a: 'METHODS run IMPORTING !wanted TYPE i.\nx = wanted.\n',
  zcl_b: 'run( wanted = 1 ).\nold = nonsense.\n'
}
const core = 'xmlns:adtcore="http://www.sap.com/adt/core"'
const uriOf = (name: string) => `${adt}/oo/classes/${name}`

interface Place {
  readonly name: string
  readonly line: number
  readonly column: number
}

function plan(places: readonly Place[], newName: string): string {
  const delta = ({ line, column }: Place) =>
    '<g:textReplaceDelta>' +
    `<g:rangeFragment>#start=${line},${column};end=${line},${column + 6}</g:rangeFragment>` +
    `<g:contentOld>wanted</g:contentOld><g:contentNew>${newName}</g:contentNew></g:textReplaceDelta>`
  const objects = [...Map.groupBy(places, ({ name }) => name)].map(
    ([name, own]) =>
      `<g:affectedObject adtcore:uri="${uriOf(name)}/source/main" adtcore:type="CLAS/OC" adtcore:name="${name.toUpperCase()}">` +
      `<g:textReplaceDeltas>${own.map(delta).join('')}</g:textReplaceDeltas></g:affectedObject>`
  )
  return (
    `<r:renameRefactoring xmlns:r="r" xmlns:g="g" ${core}><r:oldName>wanted</r:oldName><r:newName>${newName}</r:newName>` +
    `<g:genericRefactoring><g:title>x</g:title><g:affectedObjects>${objects.join('')}</g:affectedObjects>` +
    '<g:transport/></g:genericRefactoring></r:renameRefactoring>'
  )
}

/** A check of one object: what it declares and uses must fit, `nonsense` is wrong at any time. */
function findingsIn(name: string, sources: ReadonlyMap<string, string>): string[] {
  const own = (sources.get(name) ?? '').split('\n')
  const declared = /IMPORTING !(\w+)/.exec(sources.get('zcl_a') ?? '')?.[1]
  return own.flatMap((text, at) => {
    const used = /^x = (\w+)\.|^run\( (\w+) =/
      .exec(text)
      ?.slice(1)
      .find(word => word !== undefined)
    const missing = declared === undefined ? 'run' : used
    const wrong =
      used !== undefined && used !== declared
        ? `${missing} is unknown`
        : text.includes('nonsense')
          ? 'nonsense is unknown'
          : undefined
    return wrong === undefined
      ? []
      : [
          `<c:checkMessage c:uri="${uriOf(name)}/source/main#start=${at + 1},0" c:type="E" c:shortText="${wrong}"/>`
        ]
  })
}

/** @param sees whether the ERP looks at the unsaved sources of other objects */
async function benchWith(t: TestContext, places: readonly Place[], sees: boolean) {
  const { erp, asked } = await recordingErp(t, ({ path, query, body }) => {
    if (path.endsWith('/refactorings')) {
      return {
        status: 200,
        body: plan(places, query.get('step') === 'preview' ? 'requested' : 'wanted')
      }
    }
    const [, name = '', rest = ''] = /\/oo\/classes\/(\w+)(.*)$/.exec(path) ?? []
    if (name !== '') {
      return rest === '/source/main'
        ? { status: 200, body: stored[name] ?? '' }
        : {
            status: 200,
            body: `<class:abapClass xmlns:class="http://www.sap.com/adt/oo/classes" ${core} adtcore:name="${name.toUpperCase()}" adtcore:type="CLAS/OC"><adtcore:packageRef adtcore:name="$TMP"/></class:abapClass>`
          }
    }
    if (!path.endsWith('/checkruns')) return undefined
    const checked = /checkObject adtcore:uri="[^"]*\/(\w+)"/.exec(body)?.[1] ?? ''
    const sources = new Map(Object.entries(stored))
    for (const [, other = '', base64 = ''] of body.matchAll(
      /chkrun:uri="[^"]*\/classes\/(\w+)\/source\/main">\s*<chkrun:content>([^<]*)</g
    )) {
      if (sees || other === checked) sources.set(other, Buffer.from(base64, 'base64').toString())
    }
    return {
      status: 200,
      body: `<c:checkRunReports xmlns:c="http://www.sap.com/adt/checkrun"><c:checkReport c:status="processed"><c:checkMessageList>${findingsIn(checked, sources).join('')}</c:checkMessageList></c:checkReport></c:checkRunReports>`
    }
  })
  const args = {
    action: 'rename',
    type: 'CLAS',
    name: 'ZCL_A',
    line: 1,
    symbol: 'wanted',
    newName: 'requested',
    dryRun: true
  }
  const { text } = await benchOf({ erp }).call('ERPWrite', args)
  return { text, checks: asked.filter(({ path }) => path.endsWith('/checkruns')).length }
}

const declaration = { name: 'zcl_a', line: 1, column: 23 }
const uses: readonly Place[] = [
  { name: 'zcl_a', line: 2, column: 4 },
  { name: 'zcl_b', line: 1, column: 5 }
]
const mayBeGone = /a finding about what another object declares may be gone after the change/

test('a whole rename is clean, and what was wrong before is not said', async t => {
  const { text, checks } = await benchWith(t, [declaration, ...uses], true)
  assert.match(text, /changed sources: clean \(2 objects of 2\)\n<erp>\nCLAS ZCL_A 1: /)
  assert.equal(checks, 3)
})

test('a rename that leaves the declaration out is an error without any “may be”', async t => {
  const { text } = await benchWith(t, uses, true)
  assert.match(
    text,
    /changed sources: 2 findings \(2 objects of 2\)\n<erp>\nerror CLAS ZCL_A 2:1: requested is unknown\nerror CLAS ZCL_B 1:1: requested is unknown\n<\/erp>/
  )
  assert.doesNotMatch(text, mayBeGone)
})

test('an ERP that looks at each object alone is named', async t => {
  const { text } = await benchWith(t, [declaration, ...uses], false)
  assert.match(
    text,
    /changed sources: 1 finding \(2 objects of 2\)\n<erp>\nerror CLAS ZCL_B 1:1: requested is unknown\n<\/erp>/
  )
  assert.match(text, mayBeGone)
})
