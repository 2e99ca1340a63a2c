/**
 * Enhancements of sources. Shapes as recorded: Freight-Art/abapsmith (test/fixtures/enhancement/badi/
 * 122 and 215, 446, 354) and as read by marcellourbani/abap-adt-api (src/api/enhancements.ts) and
 * fr0ster/mcp-abap-adt-clients (src/core/shared/enhancements.ts).
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toolBench } from '../tools/helpers/sandbox-bench.ts'
import { locked, release } from './change-exchanges.ts'
import { standIn } from './server.ts'
import type { Exchange } from './server.ts'

const adt = '/sap/bc/adt'
const program = `${adt}/programs/programs/zdemo`
const include = `${adt}/programs/includes/zdemo_top`
const absent: Pick<Exchange, 'status' | 'answer'> = {
  status: 404,
  answer:
    '<exc:exception xmlns:exc="http://www.sap.com/abapxml/types/communicationframework"><namespace id="com.sap.adt"/><type id="ExceptionResourceNotFound"/><message lang="EN">Resource does not exist.</message></exc:exception>'
}
const types = [3, 2]
  .map(version => `application/vnd.sap.adt.enhancements.v${version}+xml`)
  .concat('application/vnd.sap.adt.enhancements+xml')
  .join(',')

const plugin = (id: string, code: string, more = '') =>
  `<enh:elements><enh:sourceCodePlugin enh:uri="/x" enh:id="${id} " ${more} enh:mode="static" enh:replacing="${id === '2'}"><enh:source>${Buffer.from(
    code
  )
    .toString('base64')
    .replace(
      /(.{20})/g,
      '$1\n'
    )}</enh:source><enh:option><enh:sourceCodePluginOption><enh:position xmlns:adtcore="http://www.sap.com/adt/core" adtcore:uri="${program}/source/main#start=${id}7,0"/></enh:sourceCodePluginOption></enh:option></enh:sourceCodePlugin></enh:elements>`
const enhanced = `<enh:enhancements xmlns:enh="http://www.sap.com/adt/enhancements" xmlns:adtcore="http://www.sap.com/adt/core"><enh:enhancementImplementations adtcore:name="ZENH" adtcore:type="ENHO/XHH" adtcore:version="active">${plugin('1', 'ENHANCEMENT 1 ZENH.\r\n  WRITE 1. " <ignore>\r\nENDENHANCEMENT.', 'enh:full_name="\\PR:ZDEMO\\FO:RUN\\SE:BEGIN\\EI"')}${plugin('2', 'ENHANCEMENT 2 ZENH.\nENDENHANCEMENT.', 'enh:fullname="\\PR:ZDEMO\\SE:END\\EI"')}</enh:enhancementImplementations></enh:enhancements>`
const options = `<enho:enhancementOption xmlns:enho="http://www.sap.com/adt/enhancementOptions/enho"><enho:option xmlns:enhocore="http://www.sap.com/abapsource/enhancementscore" enhocore:full_name="\\PR:ZDEMO\\FO:RUN\\SE:BEGIN\\EI" enho:fullDescription="Form RUN, Start" enho:mode="any"><atom:link xmlns:atom="http://www.w3.org/2005/Atom" href="${program}/source/main#start=9,55" rel="http://www.sap.com/adt/relations/source" type="text/plain"/></enho:option></enho:enhancementOption>`
const places = (uri: string, answer: Partial<Exchange>): Exchange => ({
  method: 'GET',
  path: `${uri}/enhancements/options`,
  accept: 'application/vnd.sap.adt.enhancementoptions.v2+xml',
  ...answer
})

test('what enhances a program, with its code, and where it may be enhanced', async t => {
  const { erp } = await standIn(t, [
    { method: 'GET', path: `${program}/source/main/enhancements`, accept: types, answer: enhanced },
    places(program, { answer: options })
  ])
  const text = await toolBench(erp).text('ERPRead', {
    type: 'PROG',
    name: 'ZDEMO',
    view: 'enhancements'
  })
  assert.deepEqual(text.split('\n').slice(1), [
    '<erp>',
    'HOOK ZENH (active)',
    '  1: \\PR:ZDEMO\\FO:RUN\\SE:BEGIN\\EI · static · line 17',
    '    ENHANCEMENT 1 ZENH.',
    '      WRITE 1. " <ignore>',
    '    ENDENHANCEMENT.',
    '  2: \\PR:ZDEMO\\SE:END\\EI · static · line 27 · in place of the original code',
    '    ENHANCEMENT 2 ZENH.',
    '    ENDENHANCEMENT.',
    'Places for enhancements (1):',
    '  \\PR:ZDEMO\\FO:RUN\\SE:BEGIN\\EI · Form RUN, Start · any · line 9',
    '</erp>'
  ])
  assert.match(text, / · PROG ZDEMO · 1 enhancement implementation\n/)
})

test('newer releases have another path; an object without enhancements is no error', async t => {
  const { erp } = await standIn(t, [
    { method: 'GET', path: `${program}/source/main/enhancements`, ...absent },
    { method: 'GET', path: `${program}/source/main/enhancements/elements`, accept: types },
    places(program, absent)
  ])
  const text = await toolBench(erp).text('ERPRead', {
    type: 'PROG',
    name: 'ZDEMO',
    view: 'enhancements'
  })
  assert.match(
    text,
    /PROG ZDEMO · 0 enhancement implementations\nThis release does not name the places/
  )
})

test('an include is enhanced within its main program, which is named to the ERP', async t => {
  const { erp } = await standIn(t, [
    {
      method: 'GET',
      path: `${include}/mainprograms`,
      answer: `<adtcore:objectReferences xmlns:adtcore="http://www.sap.com/adt/core"><adtcore:objectReference adtcore:uri="${program}" adtcore:type="PROG/P" adtcore:name="ZDEMO"/></adtcore:objectReferences>`
    },
    {
      method: 'GET',
      path: `${include}/source/main/enhancements`,
      query: { context: program },
      answer: enhanced
    },
    places(include, { answer: options })
  ])
  assert.match(
    await toolBench(erp).text('ERPRead', {
      type: 'INCL',
      name: 'ZDEMO_TOP',
      view: 'enhancements'
    }),
    /INCL ZDEMO_TOP · in PROG ZDEMO · 1 enhancement implementation\n/
  )
})

test('types without an enhanced source are refused before anything is sent', async t => {
  const { erp, asked } = await standIn(t, [])
  const bench = toolBench(erp)
  const refused = async (type: string) => {
    const { text } = await bench.call('ERPRead', { type, name: 'ZDEMO', view: 'enhancements' })
    return text
  }
  assert.match(await refused('TABL'), /has no source that is enhanced\.\nIt may be PROG, INCL/)
  assert.match(await refused('ENHS'), /ERPNavigate references finds the implementations/)
  assert.deepEqual(asked, [])
})

const hook = `${adt}/enhancements/enhoxhh/zenh`

/** A plug-in that keeps what was written last. */
function plugIn(): { exchanges: readonly Exchange[]; stored: () => string } {
  let now = 'ENHANCEMENT 1  .\n  WRITE 1.\nENDENHANCEMENT.\n'
  const exchanges: readonly Exchange[] = [
    release,
    ...locked(hook),
    {
      method: 'GET',
      path: hook,
      accept: 'application/vnd.sap.adt.enh.enhoxhh.v3+xml',
      answer:
        '<enho:objectData xmlns:enho="http://www.sap.com/adt/enhancements/enho" xmlns:adtcore="http://www.sap.com/adt/core" adtcore:name="ZENH" adtcore:type="ENHO/XHH" adtcore:version="active" adtcore:description="Demo"><adtcore:packageRef adtcore:uri="/sap/bc/adt/packages/%24tmp" adtcore:name="$TMP"/></enho:objectData>'
    },
    {
      method: 'POST',
      path: `${adt}/checkruns`,
      query: { reporters: 'abapCheckRun' },
      body: /enhoxhh/,
      answer:
        '<chkrun:checkRunReports xmlns:chkrun="http://www.sap.com/adt/checkrun"><chkrun:checkReport chkrun:reporter="abapCheckRun" chkrun:status="processed"><chkrun:checkMessageList/></chkrun:checkReport></chkrun:checkRunReports>'
    },
    {
      method: 'GET',
      path: `${hook}/source/main`,
      type: 'text/plain',
      reply: () => ({ answer: now })
    },
    {
      method: 'PUT',
      path: `${hook}/source/main`,
      query: { lockHandle: 'H1' },
      contentType: 'text/plain; charset=utf-8',
      body: /./,
      reply({ body }) {
        now = body
        return {}
      }
    }
  ]
  return { exchanges, stored: () => now }
}

test('the code of a plug-in is edited between the lines that the ERP has numbered', async t => {
  const { exchanges, stored } = plugIn()
  const { erp } = await standIn(t, exchanges)
  const bench = toolBench(erp)
  const edit = { action: 'edit', type: 'HOOK', name: 'ZENH' }
  const done = await bench.data('ERPWrite', {
    ...edit,
    edits: [{ old: 'WRITE 1.', new: 'WRITE 2.' }]
  })
  assert.deepEqual(
    [done['outcome'], stored()],
    ['done', 'ENHANCEMENT 1  .\n  WRITE 2.\nENDENHANCEMENT.\n']
  )
})

test('a plug-in without its numbered blocks is not written', async t => {
  for (const source of [
    'WRITE 2.\n',
    'ENHANCEMENT 1 ZENH.\nENDENHANCEMENT.\n',
    'ENHANCEMENT 1 .\nWRITE 2.\n'
  ]) {
    const { exchanges, stored } = plugIn()
    const before = stored()
    const { erp, asked } = await standIn(t, exchanges)
    const { text } = await toolBench(erp).call('ERPWrite', {
      action: 'update',
      type: 'HOOK',
      name: 'ZENH',
      source,
      overwrite: true
    })
    assert.match(text, /no sequence of blocks ENHANCEMENT 1\. to ENDENHANCEMENT\./, source)
    assert.equal(stored(), before)
    assert.ok(!asked.some(one => one.startsWith('PUT')))
  }
})
