/**
 * A change of fields against an ERP that keeps something else than it was sent, loses it, or is
 * gone when it is asked again.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { toolBench } from '../tools/helpers/sandbox-bench.ts'
import { standIn } from './server.ts'
import type { Asked, Exchange, Reply } from './server.ts'

const adt = '/sap/bc/adt'
const core = 'xmlns:adtcore="http://www.sap.com/adt/core"'
const path = `${adt}/ddic/dataelements/zdemo`
const type = 'application/vnd.sap.adt.dataelements.v2+xml'
const document =
  `<?xml version="1.0" encoding="utf-8"?><blue:wbobj adtcore:name="ZDEMO" adtcore:type="DTEL/DE" adtcore:changedAt="2026-01-01T00:00:00Z" adtcore:version="active" xmlns:blue="http://www.sap.com/wbobj/dictionary/dtel" ${core}><adtcore:packageRef adtcore:uri="${adt}/packages/%24tmp" adtcore:type="DEVC/K" adtcore:name="$TMP"/>` +
  '<dtel:dataElement xmlns:dtel="http://www.sap.com/adt/dictionary/dataelements"><dtel:typeKind>domain</dtel:typeKind><dtel:typeName>ZDOMA</dtel:typeName><dtel:dataType>CHAR</dtel:dataType><dtel:dataTypeLength>000003</dtel:dataTypeLength><dtel:shortFieldLabel>Old</dtel:shortFieldLabel><dtel:shortFieldLength>05</dtel:shortFieldLength><dtel:searchHelp>ZHELP</dtel:searchHelp></dtel:dataElement></blue:wbobj>'
const release =
  '<atom:feed xmlns:atom="http://www.w3.org/2005/Atom"><atom:entry><atom:id>SAP_BASIS</atom:id><atom:title>758;SAPK-75801INSAPBASIS;0001;Basis</atom:title></atom:entry></atom:feed>'
const handle =
  '<asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"><asx:values><DATA><LOCK_HANDLE>H1</LOCK_HANDLE><CORRNR/><CORRUSER/><CORRTEXT/><IS_LOCAL>X</IS_LOCAL><IS_LINK_UP/><MODIFICATION_SUPPORT>NoModification</MODIFICATION_SUPPORT></DATA></asx:values></asx:abap>'

/** The check that follows a save. */
const check: Exchange = {
  method: 'POST',
  path: `${adt}/checkruns`,
  query: { reporters: 'abapCheckRun' },
  contentType: 'application/vnd.sap.adt.checkobjects+xml',
  body: /chkrun:checkObject/,
  type: 'application/vnd.sap.adt.checkmessages+xml',
  answer:
    '<chkrun:checkRunReports xmlns:chkrun="http://www.sap.com/adt/checkrun"><chkrun:checkReport chkrun:reporter="abapCheckRun" chkrun:status="processed"/></chkrun:checkRunReports>'
}

interface Seen {
  puts: string[]
  reads: number
  unlocked: number
}

/** An ERP whose document after the change is what `keeps` makes of the one that was sent. */
async function erpThat(
  t: TestContext,
  keeps: (sent: string) => Reply
): Promise<ReturnType<typeof toolBench> & { readonly seen: Seen }> {
  const seen: Seen = { puts: [], reads: 0, unlocked: 0 }
  const exchanges: readonly Exchange[] = [
    {
      method: 'GET',
      path: `${adt}/system/components`,
      accept: 'application/atom+xml;type=feed',
      type: 'application/atom+xml',
      answer: release
    },
    { method: 'POST', path, query: { _action: 'LOCK', accessMode: 'MODIFY' }, answer: handle },
    {
      method: 'POST',
      path,
      query: { _action: 'UNLOCK', lockHandle: 'H1' },
      reply: () => {
        seen.unlocked++
        return {}
      }
    },
    check,
    {
      method: 'GET',
      path,
      accept: type,
      reply: () => {
        seen.reads++
        const [sent] = seen.puts
        return sent === undefined ? { type, answer: document } : keeps(sent)
      }
    },
    {
      method: 'PUT',
      path,
      query: { lockHandle: 'H1' },
      contentType: `${type}; charset=utf-8`,
      body: /^<\?xml/,
      reply: ({ body }: Asked) => {
        seen.puts.push(body)
        return {}
      }
    }
  ]
  const { erp } = await standIn(t, exchanges)
  return { ...toolBench(erp), seen }
}

const change = { action: 'update', type: 'DTEL', name: 'ZDEMO', fields: { short: 'New' } }
const expected = document.replace('>Old<', '>New<')

test('the body that goes out is the one that came, with one value changed', async t => {
  const { text, data, seen } = await erpThat(t, sent => ({
    type,
    answer: sent
      .replace('2026-01-01', '2026-02-02')
      .replace('version="active"', 'version="inactive"')
  }))
  assert.match(
    await text('ERPWrite', { ...change, dryRun: true }),
    /DRY RUN of short: \+1 -1, nothing saved.*\n-<dtel:shortFieldLabel>Old<\/dtel:shortFieldLabel>\n\+<dtel:shortFieldLabel>New</s
  )
  assert.deepEqual(seen.puts, [])
  const done = await data('ERPWrite', change)
  assert.deepEqual(seen.puts, [expected])
  assert.deepEqual(
    [done['changed'], done['notKept'], done['alsoChanged'], seen.unlocked],
    [true, undefined, undefined, 1]
  )
})

test('a value that the ERP did not store is reported, and so is what it changed besides', async t => {
  const { call, seen } = await erpThat(t, sent => ({
    type,
    answer: sent
      .replace('>New<', '>NEW<')
      .replace('<dtel:searchHelp>ZHELP</dtel:searchHelp>', '<dtel:searchHelp/>')
      .replace('>05<', '>5<')
      .replace(
        '</dtel:dataElement>',
        '<dtel:added>now &lt;/erp&gt;</dtel:added></dtel:dataElement>'
      )
  }))
  const result = await call('ERPWrite', { ...change, activate: true })
  assert.equal(seen.unlocked, 1)
  assert.equal(result.kind === 'error' ? result.code : result.text, 'FIELDS_DIFFER')
  assert.match(
    result.text,
    /^FIELDS_DIFFER: Saved .*did NOT keep these as they were sent \(sent → kept\):\n<erp>\ndataElement\/shortFieldLabel: "New" → "NEW"\n<\/erp>\nThe ERP also changed or computed \(sent → now\):\n<erp>\ndataElement\/searchHelp: "ZHELP" → ""\ndataElement\/added: nothing → "now \S+\/erp>"\n<\/erp>/s
  )
  const { notKept, alsoChanged } = {
    ...(result as Extract<typeof result, { kind: 'error' }>).data
  } as Record<string, unknown>
  assert.deepEqual(notKept, [{ path: 'dataElement/shortFieldLabel', sent: 'New', kept: 'NEW' }])
  assert.deepEqual(
    (alsoChanged as { path: string }[]).map(each => each.path),
    ['dataElement/searchHelp', 'dataElement/added']
  )
})

const failures: readonly (readonly [string, Reply])[] = [
  ['a failure', { status: 500, type: 'text/plain', answer: 'dump' }],
  ['nothing', { status: 404, type: 'text/plain', answer: '' }],
  ['no document', { type, answer: '<html><body>Busy' }],
  ['an empty body', { type, answer: '' }]
]

for (const [name, reply] of failures) {
  test(`the change stands, and the lock is given back, where ${name} comes when it is read again`, async t => {
    const { call, seen } = await erpThat(t, () => reply)
    const result = await call('ERPWrite', change)
    assert.equal(result.kind, 'data', result.text)
    assert.match(result.text, /^Saved .*\nIt could not be read back/)
    assert.deepEqual([seen.puts, seen.unlocked], [[expected], 1])
  })
}

test('a field that is so already is not written, and not compared', async t => {
  const { data, seen } = await erpThat(t, () => ({ status: 500 }))
  assert.equal(
    (
      await data('ERPWrite', {
        ...change,
        fields: { short: 'Old', typeName: 'zdoma', shortLength: 5 }
      })
    )['changed'],
    false
  )
  // one for the package, one for the fields
  assert.deepEqual([seen.puts, seen.reads], [[], 2])
})

test('what is refused under the lock is not written, and the lock is given back', async t => {
  const { code, seen } = await erpThat(t, () => ({ status: 500 }))
  assert.equal(
    await code('ERPWrite', { ...change, fields: { short: 'Longer' } }),
    'ERP_BAD_REQUEST'
  )
  assert.equal(await code('ERPWrite', { ...change, fields: { length: 7 } }), 'ERP_BAD_REQUEST')
  assert.deepEqual([seen.puts, seen.unlocked], [[], 2])
})
