/**
 * Includes are checked, activated and navigated in their main program; against documented bytes.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toolBench } from '../tools/helpers/sandbox-bench.ts'
import { standIn } from './server.ts'
import type { Exchange } from './server.ts'

const adt = '/sap/bc/adt'
const include = `${adt}/programs/includes/zdemo_inc`
const inMain = `${include}?context=%2fsap%2fbc%2fadt%2fprograms%2fprograms%2fzmain`
const core = 'xmlns:adtcore="http://www.sap.com/adt/core"'

const mains: Exchange = {
  method: 'GET',
  path: `${include}/mainprograms`,
  accept: 'application/*',
  answer: `<adtcore:objectReferences ${core}><adtcore:objectReference adtcore:uri="${adt}/programs/programs/zmain" adtcore:type="PROG/P" adtcore:name="ZMAIN"/><adtcore:objectReference adtcore:uri="${adt}/programs/programs/zother" adtcore:type="PROG/P" adtcore:name="ZOTHER"/></adtcore:objectReferences>`
}
const noMains: Exchange = {
  method: 'GET',
  path: mains.path,
  status: 404,
  type: 'text/plain',
  answer: 'No suitable resource found'
}
const facts = (context: string): Exchange => ({
  method: 'GET',
  path: include,
  answer: `<include:abapInclude xmlns:include="http://www.sap.com/adt/programs/includes" ${core} adtcore:name="ZDEMO_INC" adtcore:type="PROG/I" adtcore:version="inactive">${context}<adtcore:packageRef adtcore:uri="${adt}/packages/%24tmp" adtcore:type="DEVC/K" adtcore:name="$TMP"/></include:abapInclude>`
})
const contextRef = `<include:contextRef adtcore:uri="${adt}/programs/programs/zmain" adtcore:type="PROG/P" adtcore:name="ZMAIN" adtcore:packageName="$TMP"/>`

const check = (uri: string): Exchange => ({
  method: 'POST',
  path: `${adt}/checkruns`,
  query: { reporters: 'abapCheckRun' },
  contentType: 'application/vnd.sap.adt.checkobjects+xml',
  body: new RegExp(
    `<chkrun:checkObject adtcore:uri="${uri.replace(/[?.]/g, '\\$&')}" chkrun:version="inactive">`
  ),
  answer: `<chkrun:checkRunReports xmlns:chkrun="http://www.sap.com/adt/checkrun"><chkrun:checkReport chkrun:reporter="abapCheckRun" chkrun:triggeringUri="${include}" chkrun:status="processed"><chkrun:checkMessageList><chkrun:checkMessage chkrun:uri="${inMain}#start=3,4" chkrun:type="E" chkrun:shortText="Field &quot;X&quot; is unknown."/></chkrun:checkMessageList></chkrun:checkReport></chkrun:checkRunReports>`
})

/** An object that is activated by name is looked at first: it may be empty. */
const includeSource: Exchange = {
  method: 'GET',
  path: `${include}/source/main`,
  type: 'text/plain',
  answer: 'x = 1.'
}

/** The stored source, which has no finding. */
const checkStored: Exchange = {
  ...check(inMain),
  body: /<chkrun:checkObject [^>]*chkrun:version="inactive"><\/chkrun:checkObject>/,
  answer:
    '<chkrun:checkRunReports xmlns:chkrun="http://www.sap.com/adt/checkrun">' +
    '<chkrun:checkReport chkrun:reporter="abapCheckRun" chkrun:status="processed"/></chkrun:checkRunReports>'
}

const activation: readonly Exchange[] = [
  {
    method: 'POST',
    path: `${adt}/activation`,
    query: { method: 'activate', preauditRequested: 'true' },
    body: `<?xml version="1.0" encoding="UTF-8"?><adtcore:objectReferences ${core}><adtcore:objectReference adtcore:uri="${inMain}" adtcore:name="ZDEMO_INC"/></adtcore:objectReferences>`
  },
  {
    method: 'GET',
    path: `${adt}/activation/inactiveobjects`,
    answer: '<ioc:inactiveObjects xmlns:ioc="http://www.sap.com/abapxml/inactiveCtsObjects"/>'
  }
]

test('an include is checked in the first of its main programs, and the finding leads back to it', async t => {
  const { erp } = await standIn(t, [mains, check(inMain)])
  const found = await toolBench(erp).data('ERPDiagnose', {
    action: 'syntax',
    type: 'INCL',
    name: 'ZDEMO_INC'
  })
  assert.deepEqual(
    [found['verdict'], found['findings']],
    [
      'errors',
      [
        {
          severity: 'error',
          text: 'Field "X" is unknown.',
          object: { type: 'INCL', name: 'ZDEMO_INC' },
          line: 3,
          column: 5
        }
      ]
    ]
  )
})

test('an include is activated in its main program', async t => {
  const { erp } = await standIn(t, [mains, facts(contextRef), includeSource, ...activation])
  assert.equal(
    (await toolBench(erp).data('ERPActivate', { type: 'INCL', name: 'ZDEMO_INC' }))['outcome'],
    'activated'
  )
})

test('where the main programs are not listed the description names one', async t => {
  const { erp } = await standIn(t, [noMains, facts(contextRef), includeSource, ...activation])
  assert.equal(
    (await toolBench(erp).data('ERPActivate', { type: 'INCL', name: 'ZDEMO_INC' }))['outcome'],
    'activated'
  )
})

test('an include of no program is checked by itself, and no other type is asked for its programs', async t => {
  const { erp } = await standIn(t, [
    noMains,
    facts(''),
    check(include),
    {
      ...check(`${adt}/programs/programs/zmain`),
      answer:
        '<chkrun:checkRunReports xmlns:chkrun="http://www.sap.com/adt/checkrun"><chkrun:checkReport chkrun:reporter="abapCheckRun" chkrun:status="processed"/></chkrun:checkRunReports>'
    }
  ])
  const { data } = toolBench(erp)
  assert.equal(
    (await data('ERPDiagnose', { action: 'syntax', type: 'INCL', name: 'ZDEMO_INC' }))['verdict'],
    'errors'
  )
  assert.equal(
    (await data('ERPDiagnose', { action: 'syntax', type: 'PROG', name: 'ZMAIN' }))['verdict'],
    'clean'
  )
})

test('a main program whose address is no address is not sent on', async t => {
  const hostile = {
    ...mains,
    answer: `<adtcore:objectReferences ${core}><adtcore:objectReference adtcore:uri="https://other.example/sap/bc/adt/x" adtcore:name="X"/><adtcore:objectReference adtcore:uri="${adt}/x?y=1#z" adtcore:name="X"/></adtcore:objectReferences>`
  }
  const { erp } = await standIn(t, [hostile, facts(''), check(include)])
  assert.equal(
    (
      await toolBench(erp).data('ERPDiagnose', {
        action: 'syntax',
        type: 'INCL',
        name: 'ZDEMO_INC'
      })
    )['verdict'],
    'errors'
  )
})

test('a definition is looked for in the main program', async t => {
  const source: Exchange = {
    method: 'GET',
    path: `${include}/source/main`,
    type: 'text/plain',
    answer: 'PERFORM work.\n'
  }
  const target: Exchange = {
    method: 'POST',
    path: `${adt}/navigation/target`,
    query: {
      uri: `${include}/source/main?context=%2fsap%2fbc%2fadt%2fprograms%2fprograms%2fzmain#start=1,8;end=1,12`,
      filter: 'definition'
    },
    body: 'PERFORM work.\n',
    answer: `<adtcore:objectReference ${core} adtcore:uri="${adt}/programs/programs/zmain/source/main#start=5,5" adtcore:type="PROG/PU" adtcore:name="WORK"/>`
  }
  const program = `${adt}/programs/programs/zmain`
  const main: Exchange = {
    method: 'GET',
    path: program,
    answer: `<program:abapProgram xmlns:program="http://www.sap.com/adt/programs/programs" ${core} adtcore:name="ZMAIN" adtcore:type="PROG/P" adtcore:version="active"/>`
  }
  const { erp } = await standIn(t, [
    mains,
    facts(contextRef),
    source,
    target,
    main,
    {
      ...source,
      path: `${program}/source/main`,
      answer: 'REPORT zmain.\n\n\n\nFORM work.\nENDFORM.\n'
    }
  ])
  const found = await toolBench(erp).call('ERPNavigate', {
    action: 'definition',
    type: 'INCL',
    name: 'ZDEMO_INC',
    line: 1,
    symbol: 'work'
  })
  assert.match(found.text, /ZMAIN/)
})

const source = `${include}/source/main`
const sourceInMain = `${source}?context=%2fsap%2fbc%2fadt%2fprograms%2fprograms%2fzmain`
const text = 'DATA lv_x TYPE i.\n'
const stored: Exchange = { method: 'GET', path: source, type: 'text/plain', answer: text }

test('a rename in an include is planned in its main program, and checked there', async t => {
  const relation = 'http://www.sap.com/adt/relations/refactoring/rename'
  const renaming = (now: string) =>
    `<rename:renameRefactoring xmlns:rename="http://www.sap.com/adt/refactoring/renamerefactoring" xmlns:generic="http://www.sap.com/adt/refactoring/genericrefactoring" ${core}><rename:oldName>lv_x</rename:oldName><rename:newName>${now}</rename:newName><generic:genericRefactoring><generic:title>Rename Variable</generic:title><generic:adtObjectUri>${sourceInMain}#start=1,5;end=1,9</generic:adtObjectUri><generic:affectedObjects><generic:affectedObject adtcore:uri="${sourceInMain}" adtcore:type="PROG/I" adtcore:name="ZDEMO_INC" adtcore:parentUri=""><generic:textReplaceDeltas><generic:textReplaceDelta><generic:rangeFragment>#start=1,5;end=1,9</generic:rangeFragment><generic:contentOld>lv_x</generic:contentOld><generic:contentNew>${now}</generic:contentNew></generic:textReplaceDelta></generic:textReplaceDeltas><generic:userContent/></generic:affectedObject></generic:affectedObjects><generic:transport/><generic:userContent/></generic:genericRefactoring><rename:userContent/></rename:renameRefactoring>`
  const { erp, asked } = await standIn(t, [
    mains,
    facts(contextRef),
    stored,
    check(inMain),
    checkStored,
    {
      method: 'POST',
      path: `${adt}/refactorings`,
      query: { step: 'evaluate', rel: relation, uri: `${sourceInMain}#start=1,5;end=1,9` },
      answer: renaming('lv_x')
    },
    {
      method: 'POST',
      path: `${adt}/refactorings`,
      query: { step: 'preview', rel: relation },
      body: renaming('lv_y'),
      answer: renaming('lv_y')
    }
  ])
  const planned = await toolBench(erp).text('ERPWrite', {
    action: 'rename',
    type: 'INCL',
    name: 'ZDEMO_INC',
    line: 1,
    symbol: 'lv_x',
    newName: 'lv_y',
    dryRun: true
  })
  assert.match(
    planned,
    /DRY RUN of renaming lv_x to lv_y · 1 place in 1 object.*\nsyntax check of the changed sources: 1 finding\n<erp>\nerror INCL ZDEMO_INC 3:5/
  )
  assert.equal(asked.filter(one => one.includes('/refactorings')).length, 2)
})

test('quick fixes of an include are asked for in its main program, which is looked up once', async t => {
  const fix = `${adt}/quickfixes/prog/remove_variable`
  const place = `${sourceInMain}#start=1,5`
  const { erp, asked } = await standIn(t, [
    mains,
    facts(contextRef),
    stored,
    { ...check(inMain), body: /chkrun:checkObject/ },
    {
      method: 'POST',
      path: `${adt}/quickfixes/evaluation`,
      query: { uri: place },
      body: text,
      answer: `<qf:evaluationResults xmlns:qf="http://www.sap.com/adt/quickfixes"><evaluationResult><adtcore:objectReference ${core} adtcore:uri="${fix}" adtcore:type="remove_variable" adtcore:name="Remove lv_x"/><userContent/></evaluationResult></qf:evaluationResults>`
    },
    {
      method: 'POST',
      path: fix,
      body: new RegExp(`adtcore:uri="${place.replace(/[?.]/g, '\\$&')}"`),
      answer: `<qf:proposalResult xmlns:qf="http://www.sap.com/adt/quickfixes"><deltas><unit><content></content><adtcore:objectReference ${core} adtcore:uri="${sourceInMain}#start=1,0;end=2,0" adtcore:name="ZDEMO_INC" adtcore:type="PROG/I"/></unit></deltas></qf:proposalResult>`
    }
  ])
  const { text: shown, data } = toolBench(erp)
  assert.equal(
    (
      await data('ERPDiagnose', {
        action: 'quick_fixes',
        type: 'INCL',
        name: 'ZDEMO_INC',
        line: 1,
        column: 6
      })
    )['verdict'],
    'proposals'
  )
  const lookups = () => asked.filter(one => one.includes('/mainprograms')).length
  const before = lookups()
  assert.match(
    await shown('ERPWrite', {
      action: 'apply_quick_fix',
      type: 'INCL',
      name: 'ZDEMO_INC',
      line: 1,
      column: 6,
      dryRun: true
    }),
    /Fixed: 1:6 Remove lv_x[^]*-DATA lv_x TYPE i\./
  )
  assert.equal(lookups() - before, 2, 'once for the fix, once for the check')
})
