/**
 * Renaming, moving and quick fixes against documented bytes; the expected values are written by
 * hand.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { toolBench } from '../tools/helpers/sandbox-bench.ts'
import { standIn } from './server.ts'
import type { Exchange } from './server.ts'

const adt = '/sap/bc/adt'
const core = 'xmlns:adtcore="http://www.sap.com/adt/core"'
const program = `${adt}/programs/programs/zdemo_report`
const path = `${adt}/refactorings`
const relation = (name: string) => `http://www.sap.com/adt/relations/refactoring/${name}`
const before = 'REPORT zdemo_report.\r\nDATA lv_x TYPE i.\r\nlv_x = 1.\r\n'

async function benchOn(t: TestContext, exchanges: readonly Exchange[]) {
  const server = await standIn(t, exchanges)
  return { ...server, ...toolBench(server.erp) }
}

const delta = (line: number, from: number, now: string) =>
  `<generic:textReplaceDelta><generic:rangeFragment>#start=${line},${from};end=${line},${from + 4}</generic:rangeFragment><generic:contentOld>lv_x</generic:contentOld><generic:contentNew>${now}</generic:contentNew></generic:textReplaceDelta>`
const generic = (now: string, namespaces = '') =>
  `<generic:genericRefactoring${namespaces}><generic:title>Rename Variable</generic:title><generic:adtObjectUri>${program}/source/main#start=2,5;end=2,9</generic:adtObjectUri><generic:affectedObjects><generic:affectedObject adtcore:uri="${program}/source/main" adtcore:type="PROG/P" adtcore:name="ZDEMO_REPORT" adtcore:parentUri="" adtcore:packageName="$TMP"><generic:textReplaceDeltas>${delta(2, 5, now)}${delta(3, 0, now)}</generic:textReplaceDeltas><generic:userContent/></generic:affectedObject></generic:affectedObjects><generic:transport/><generic:ignoreSyntaxErrorsAllowed>true</generic:ignoreSyntaxErrorsAllowed><generic:ignoreSyntaxErrors>false</generic:ignoreSyntaxErrors><generic:userContent/></generic:genericRefactoring>`
const renaming = (now: string) =>
  `<rename:renameRefactoring xmlns:rename="http://www.sap.com/adt/refactoring/renamerefactoring" xmlns:generic="http://www.sap.com/adt/refactoring/genericrefactoring" ${core}><rename:oldName>lv_x</rename:oldName><rename:newName>${now}</rename:newName>${generic(now)}<rename:userContent/></rename:renameRefactoring>`
const prefixes =
  ' xmlns:rename="http://www.sap.com/adt/refactoring/renamerefactoring" xmlns:generic="http://www.sap.com/adt/refactoring/genericrefactoring" xmlns:adtcore="http://www.sap.com/adt/core"'

const facts: Exchange = {
  method: 'GET',
  path: program,
  query: { version: /^(?:active|inactive)$/ },
  answer: `<program:abapProgram xmlns:program="http://www.sap.com/adt/programs/programs" ${core} adtcore:name="ZDEMO_REPORT" adtcore:type="PROG/P" adtcore:version="active"><adtcore:packageRef adtcore:name="$TMP"/></program:abapProgram>`
}

const renamedText = 'REPORT zdemo_report.\nDATA lv_total TYPE i.\nlv_total = 1.\n'
const renamedCheck = `<?xml version="1.0" encoding="UTF-8"?><chkrun:checkObjectList xmlns:chkrun="http://www.sap.com/adt/checkrun" ${core}><chkrun:checkObject adtcore:uri="${program}" chkrun:version="inactive"><chkrun:artifacts><chkrun:artifact chkrun:contentType="text/plain; charset=utf-8" chkrun:uri="${program}/source/main"><chkrun:content>${Buffer.from(renamedText).toString('base64')}</chkrun:content></chkrun:artifact></chkrun:artifacts></chkrun:checkObject></chkrun:checkObjectList>`
const taken = `<chkrun:checkRunReports xmlns:chkrun="http://www.sap.com/adt/checkrun"><chkrun:checkReport chkrun:reporter="abapCheckRun" chkrun:status="processed"><chkrun:checkMessageList><chkrun:checkMessage chkrun:uri="${program}/source/main#start=2,5" chkrun:type="E" chkrun:shortText="LV_TOTAL is declared already."/></chkrun:checkMessageList></chkrun:checkReport></chkrun:checkRunReports>`

test('a rename: shown in all its places, carried out whole, and looked at again', async t => {
  let renamed = false
  const at = await benchOn(t, [
    facts,
    { ...facts, query: {} },
    {
      method: 'GET',
      path: `${program}/source/main`,
      accept: 'text/plain',
      type: 'text/plain; charset=utf-8',
      reply: () => ({
        headers: { etag: renamed ? '2' : '1' },
        answer: renamed ? before.replaceAll('lv_x', 'lv_total') : before
      })
    },
    {
      method: 'POST',
      path,
      query: {
        step: 'evaluate',
        rel: relation('rename'),
        uri: `${program}/source/main#start=2,5;end=2,9`
      },
      answer: renaming('lv_x')
    },
    {
      method: 'POST',
      path,
      query: { step: 'preview', rel: relation('rename') },
      body: renaming('lv_total'),
      answer: renaming('lv_total')
    },
    {
      method: 'POST',
      path: `${adt}/checkruns`,
      query: { reporters: 'abapCheckRun' },
      contentType: 'application/vnd.sap.adt.checkobjects+xml',
      body: renamedCheck,
      answer: taken
    },
    // The stored source, before and after.
    {
      method: 'POST',
      path: `${adt}/checkruns`,
      query: { reporters: 'abapCheckRun' },
      contentType: 'application/vnd.sap.adt.checkobjects+xml',
      body: new RegExp(
        `<chkrun:checkObject adtcore:uri="${program}" chkrun:version="inactive"></chkrun:checkObject>`
      ),
      answer:
        '<chkrun:checkRunReports xmlns:chkrun="http://www.sap.com/adt/checkrun">' +
        '<chkrun:checkReport chkrun:reporter="abapCheckRun" chkrun:status="processed"/></chkrun:checkRunReports>'
    },
    {
      method: 'POST',
      path,
      query: { step: 'execute' },
      body: `<?xml version="1.0" encoding="UTF-8"?>${generic('lv_total', prefixes)}`,
      reply() {
        renamed = true
        return { answer: generic('lv_total', prefixes) }
      }
    }
  ])
  const args = {
    action: 'rename',
    type: 'PROG',
    name: 'ZDEMO_REPORT',
    line: 2,
    symbol: 'lv_x',
    newName: 'lv_total'
  }
  assert.match(
    await at.text('ERPWrite', { ...args, dryRun: true }),
    /DRY RUN of renaming lv_x to lv_total · 2 places in 1 object · by the ERP · nothing saved\nsyntax check of the changed sources: 1 finding\n<erp>\nerror PROG ZDEMO_REPORT 2:6: LV_TOTAL is declared already\.\n<\/erp>\n<erp>\nPROG ZDEMO_REPORT 2: DATA lv_x/
  )
  assert.equal(renamed, false)
  const done = await at.data('ERPWrite', args)
  assert.deepEqual(
    { ...done, system: '' },
    {
      system: '',
      outcome: 'done',
      from: 'lv_x',
      to: 'lv_total',
      by: 'the ERP',
      objects: [{ type: 'PROG', name: 'ZDEMO_REPORT' }],
      places: 2
    }
  )
})

const moving = (namespaces: string) =>
  `<generic:genericRefactoring${namespaces}><generic:title>Change Package</generic:title><generic:adtObjectUri>${program}</generic:adtObjectUri><generic:affectedObjects><generic:affectedObject adtcore:uri="${program}" adtcore:type="PROG/P" adtcore:name="ZDEMO_REPORT" adtcore:packageName="$TMP"><generic:userContent/><generic:changePackageDelta><generic:newPackage>$ZDEMO</generic:newPackage></generic:changePackageDelta></generic:affectedObject></generic:affectedObjects><generic:transport></generic:transport><generic:ignoreSyntaxErrorsAllowed>true</generic:ignoreSyntaxErrorsAllowed><generic:ignoreSyntaxErrors>false</generic:ignoreSyntaxErrors><generic:userContent/></generic:genericRefactoring>`
const movePrefixes =
  ' xmlns:changepackage="http://www.sap.com/adt/refactoring/changepackagerefactoring" xmlns:generic="http://www.sap.com/adt/refactoring/genericrefactoring" xmlns:adtcore="http://www.sap.com/adt/core"'
const move = `<?xml version="1.0" encoding="UTF-8"?><changepackage:changePackageRefactoring${movePrefixes}><changepackage:oldPackage>$TMP</changepackage:oldPackage><changepackage:newPackage>$ZDEMO</changepackage:newPackage>${moving('')}<changepackage:userContent/></changepackage:changePackageRefactoring>`

test('a move: asked for first, then made, then looked at', async t => {
  let home = '$TMP'
  const describe = (query: NonNullable<Exchange['query']>): Exchange => ({
    ...facts,
    query,
    reply: () => ({ answer: String(facts.answer).replace('$TMP', home) })
  })
  const at = await benchOn(t, [
    describe({}),
    describe({ version: /^(?:active|inactive)$/ }),
    {
      method: 'GET',
      path: `${adt}/packages/%24zdemo`,
      answer: `<pak:package xmlns:pak="http://www.sap.com/adt/packages" ${core} adtcore:name="$ZDEMO" adtcore:type="DEVC/K"><pak:attributes pak:packageType="development"/><pak:transport><pak:softwareComponent pak:name="LOCAL"/></pak:transport></pak:package>`
    },
    {
      method: 'POST',
      path,
      query: { step: 'preview', rel: relation('changepackage') },
      body: move,
      answer: move.replace(/^<\?xml[^>]*\?>/, '')
    },
    {
      method: 'POST',
      path,
      query: { step: 'execute' },
      body: `<?xml version="1.0" encoding="UTF-8"?>${moving(movePrefixes)}`,
      reply() {
        home = '$ZDEMO'
        return {}
      }
    }
  ])
  const args = { action: 'move', type: 'PROG', name: 'ZDEMO_REPORT', package: '$ZDEMO' }
  assert.match(await at.text('ERPWrite', { ...args, dryRun: true }), /DRY RUN/)
  assert.equal(home, '$TMP')
  const done = await at.data('ERPWrite', args)
  assert.deepEqual([done['outcome'], home], ['done', '$ZDEMO'])
})

const fixUri = `${adt}/quickfixes/prog/remove_variable`
const fixed = 'REPORT zdemo_report.\r\nlv_x = 1.\r\n'

test('a quick fix: the edits that the ERP proposes, saved under a lock', async t => {
  let source = before
  const text = before.replaceAll('\r\n', '\n')
  const place = `${program}/source/main#start=2,5`
  const at = await benchOn(t, [
    facts,
    { ...facts, query: {} },
    {
      method: 'GET',
      path: `${adt}/system/components`,
      accept: 'application/atom+xml;type=feed',
      type: 'application/atom+xml',
      answer:
        '<atom:feed xmlns:atom="http://www.w3.org/2005/Atom"><atom:entry><atom:id>SAP_BASIS</atom:id><atom:title>758;SAPK-75801INSAPBASIS;0001;Basis</atom:title></atom:entry></atom:feed>'
    },
    {
      method: 'GET',
      path: `${program}/source/main`,
      accept: 'text/plain',
      type: 'text/plain; charset=utf-8',
      reply: () => ({ headers: { etag: String(source.length) }, answer: source })
    },
    {
      method: 'POST',
      path: `${adt}/quickfixes/evaluation`,
      query: { uri: place },
      accept: 'application/vnd.sap.adt.quickfixes.evaluation+xml;version=1.0.0',
      body: text,
      answer: `<qf:evaluationResults xmlns:qf="http://www.sap.com/adt/quickfixes"><evaluationResult><adtcore:objectReference ${core} adtcore:uri="${fixUri}" adtcore:type="remove_variable" adtcore:name="Remove lv_x" adtcore:description="Removes it"/><userContent>opaque &amp; kept</userContent></evaluationResult></qf:evaluationResults>`
    },
    {
      method: 'POST',
      path: fixUri,
      body: `<?xml version="1.0" encoding="UTF-8"?><quickfixes:proposalRequest xmlns:quickfixes="http://www.sap.com/adt/quickfixes" ${core}><input><content>${text.replaceAll('\n', '&#10;')}</content><adtcore:objectReference adtcore:uri="${place}"/></input><userContent>opaque &amp; kept</userContent></quickfixes:proposalRequest>`,
      answer: `<qf:proposalResult xmlns:qf="http://www.sap.com/adt/quickfixes"><deltas><unit><content></content><adtcore:objectReference ${core} adtcore:uri="${program}/source/main#start=2,0;end=3,0" adtcore:name="ZDEMO_REPORT" adtcore:type="PROG/P"/></unit></deltas></qf:proposalResult>`
    },
    {
      method: 'POST',
      path: program,
      query: { _action: 'LOCK', accessMode: 'MODIFY' },
      answer:
        '<asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"><asx:values><DATA><LOCK_HANDLE>H1</LOCK_HANDLE><CORRNR/><CORRUSER/><CORRTEXT/><IS_LOCAL>X</IS_LOCAL><IS_LINK_UP/><MODIFICATION_SUPPORT>NoModification</MODIFICATION_SUPPORT></DATA></asx:values></asx:abap>'
    },
    {
      method: 'PUT',
      path: `${program}/source/main`,
      query: { lockHandle: 'H1' },
      contentType: 'text/plain; charset=utf-8',
      body: fixed,
      reply: ({ body }) => {
        source = body
        return { headers: { etag: '9' } }
      }
    },
    { method: 'POST', path: program, query: { _action: 'UNLOCK', lockHandle: 'H1' } },
    {
      method: 'POST',
      path: `${adt}/checkruns`,
      query: { reporters: 'abapCheckRun' },
      contentType: 'application/vnd.sap.adt.checkobjects+xml',
      body: new RegExp(`<chkrun:checkObject adtcore:uri="${program}" chkrun:version="\\w+">`),
      answer:
        '<chkrun:checkRunReports xmlns:chkrun="http://www.sap.com/adt/checkrun"><chkrun:checkReport chkrun:reporter="abapCheckRun" chkrun:status="processed"/></chkrun:checkRunReports>'
    }
  ])
  const args = { action: 'apply_quick_fix', type: 'PROG', name: 'ZDEMO_REPORT', line: 2, column: 6 }
  assert.match(await at.text('ERPWrite', { ...args, dryRun: true }), /-DATA lv_x TYPE i\./)
  assert.equal(source, before)
  const done = await at.data('ERPWrite', args)
  assert.deepEqual([done['outcome'], source], ['done', fixed])
  assert.equal(
    at.asked.filter(one => one.includes('_action=LOCK')).length,
    at.asked.filter(one => one.includes('_action=UNLOCK')).length
  )
})
