/** Secrets and customer names, in every place and writing, and none of them in a recording. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { exchangeOf, recorderFor, wholeText } from './exchanges.ts'
import type { Given } from './exchanges.ts'

interface Canary {
  readonly title: string
  /** What must not be found, in any case. */
  readonly hidden: readonly string[]
  readonly given: Given
  /** Before it, because a value is known by another exchange. */
  readonly before?: Given
}

const base64 = (text: string) => Buffer.from(text).toString('base64')
const xml = (inner: string) => `<?xml version="1.0"?><a xmlns:adtcore="urn:x">${inner}</a>`
const json = (value: unknown): Given => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value)
})
const plain = (body: string): Given => ({
  path: '/sap/bc/adt/programs/programs/x/source/main',
  headers: { 'content-type': 'text/plain' },
  body
})
const logon = (user: string, password: string) => ({
  authorization: `Basic ${base64(`${user}:${password}`)}`
})

const canaries: readonly Canary[] = [
  {
    title: 'the password of the log-on, in its header and in an error page',
    hidden: ['Wr0ng&Pa$$', base64('KILROY:Wr0ng&Pa$$')],
    given: {
      request: logon('KILROY', 'Wr0ng&Pa$$'),
      body: '<html>Log-on of KILROY with Wr0ng&amp;Pa$$ failed: Wr0ng%26Pa%24%24</html>'
    }
  },
  {
    title: 'the user of the log-on, in any case',
    hidden: ['HUMPERDINCK'],
    given: {
      request: logon('HUMPERDINCK', 'secret-77'),
      path: '/sap/bc/adt/x?user=humperdinck',
      body: xml('<m>Humperdinck is locked; HUMPERDINCK</m>')
    }
  },
  {
    title: 'a bearer token, also quoted',
    hidden: ['tOkEn-1234567890-abc'],
    given: {
      request: { authorization: 'Bearer tOkEn-1234567890-abc' },
      body: xml('<m>tOkEn-1234567890-abc</m>')
    }
  },
  {
    title: 'a JSON web token in a body',
    hidden: ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm5hIn0'],
    given: json({ note: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm5hIn0.c2lnbmF0dXJl' })
  },
  {
    title: 'session cookies, sent and set',
    hidden: ['cookievalue1234567', 'othercookie7654321'],
    given: {
      request: { cookie: 'SAP_SESSIONID_QQP_100=cookievalue1234567' },
      headers: { 'set-cookie': ['MYSAPSSO2=othercookie7654321; path=/; secure'] },
      body: xml('<m>cookievalue1234567 othercookie7654321</m>')
    }
  },
  {
    title: 'the system id of a cookie name',
    hidden: ['QQP'],
    given: {
      headers: { 'set-cookie': ['SAP_SESSIONID_QQP_100=aaaaaaaaaaaa; path=/'] },
      body: xml('<m>system QQP, server host_QQP_00</m>')
    }
  },
  {
    title: 'the CSRF token',
    hidden: ['csrfTokenValue=='],
    given: {
      request: { 'x-csrf-token': 'csrfTokenValue==' },
      headers: { 'x-csrf-token': 'csrfTokenValue==' },
      body: xml('<m t="csrfTokenValue=="/>')
    }
  },
  {
    title: 'headers that the recording does not know',
    hidden: ['hunter2-hunter2', 'X-Ray-Name'],
    given: {
      request: { 'x-git-password': 'hunter2-hunter2', 'x-other': 'X-Ray-Name' },
      headers: { server: 'X-Ray-Name' },
      body: xml('<m>hunter2-hunter2</m>')
    }
  },
  {
    title: 'passwords in members of JSON',
    hidden: ['gitPass#1', 'tok_55555'],
    given: json({ password: 'gitPass#1', nested: { accessToken: 'tok_55555' } })
  },
  {
    title: 'a password in a query and in an address',
    hidden: ['urlpass99', 'loginpw88'],
    given: {
      path: '/sap/bc/adt/x?sap-password=urlpass99&url=https%3A%2F%2Fme%3Aloginpw88%40git.acmecorp.com%2Fr',
      body: xml('<m>https://me:loginpw88@git.acmecorp.com/r</m>')
    }
  },
  {
    title: 'a private key',
    hidden: ['MIIEvQIBADANBg'],
    given: plain(
      '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBg\nkqhkiG9w0\n-----END PRIVATE KEY-----\n'
    )
  },
  {
    title: 'a certificate',
    hidden: ['MIIDdzCCAl+gAw'],
    given: json({ pem: '-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAw\n-----END CERTIFICATE-----' })
  },
  {
    title: 'the host of the system and its label',
    hidden: ['vhacmehost', 'acme-internal'],
    given: {
      origin: 'https://vhacmehost.acme-internal.com:44300',
      headers: { location: 'https://vhacmehost.acme-internal.com:44300/sap/bc/adt/y' },
      body: xml('<m server="vhacmehost_QQP_00">VHACMEHOST.ACME-INTERNAL.COM</m>')
    }
  },
  {
    title: 'another host in an address',
    hidden: ['gitlab.acmecorp.net'],
    given: json({
      url: 'https://gitlab.acmecorp.net:8443/group/repo.git',
      text: 'gitlab.acmecorp.net'
    })
  },
  {
    title: 'an address of the network',
    hidden: ['10.44.55.66'],
    given: { body: xml('<m>from 10.44.55.66:3200</m>') }
  },
  {
    title: 'mail addresses in three writings',
    hidden: ['jane.doe', 'acmemail'],
    given: {
      path: '/sap/bc/adt/x?to=jane.doe%40acmemail.com',
      body: xml('<m to="jane.doe&#64;acmemail.com">jane.doe@acmemail.com</m>')
    }
  },
  {
    title: 'users in attributes and elements, then in a message',
    hidden: ['GRISWOLD', 'PENNYWORTH'],
    given: {
      body: xml(
        '<o adtcore:responsible="GRISWOLD"/><CORRUSER>PENNYWORTH</CORRUSER><m>User GRISWOLD is editing; pennyworth too</m>'
      )
    }
  },
  {
    title: 'a full name of a person',
    hidden: ['Waldemar', 'Quackenbush'],
    given: json({ userFullName: 'Waldemar Quackenbush', owner: 'Waldemar Quackenbush' })
  },
  {
    title: 'the user of another identity, in an earlier body',
    hidden: ['MOTHRA'],
    before: { user: 'MOTHRA' },
    given: { user: 'GAMERA', body: xml('<m>ZCL_X is locked by Mothra</m>') }
  },
  {
    title: 'a class in a path, in upper, lower and mixed case',
    hidden: ['zcl_squirrel'],
    given: {
      path: '/sap/bc/adt/oo/classes/zcl_squirrel/source/main?q=ZCL_SQUIRREL',
      body: xml('<o name="Zcl_Squirrel">zCl_SQUIRREL===========CP</o>')
    }
  },
  {
    title: 'a name with Y',
    hidden: ['ybadger'],
    given: { body: xml('<o name="YBADGER_REPORT"/>') }
  },
  {
    title: 'a name space, raw, in percent and in double percent',
    hidden: ['walrus'],
    given: {
      path: '/sap/bc/adt/oo/classes/%2fwalrus%2fcl_ice?uri=%2fsap%2fbc%2fadt%2fx%2f%252fwalrus%252fcl_ice',
      body: xml('<o name="/WALRUS/CL_ICE" package="/WALRUS/MAIN">/walrus/cl_ice</o>')
    }
  },
  {
    title: 'a name in base64',
    hidden: ['zotter', base64('REPORT zotter_main. " the main report')],
    given: { body: xml(`<content>${base64('REPORT zotter_main. " the main report')}</content>`) }
  },
  {
    title: 'a name in base64 in lines',
    hidden: ['zlemming'],
    given: {
      body: xml(
        `<data>${base64('REPORT zlemming. '.repeat(20)).replace(/(.{76})/g, '$1\n')}</data>`
      )
    }
  },
  {
    title: 'a name with entities',
    hidden: ['zferret'],
    given: { body: xml('<m>&#90;FERRET &#x5a;ferret Z&#70;ERRET</m>') }
  },
  {
    title: 'a name in JSON escapes, and in JSON within JSON',
    hidden: ['zpelican'],
    given: {
      headers: { 'content-type': 'application/json' },
      body: String.raw`{"a":"\u005aPELICAN","b":"{\"c\":\"line\\nZPELICAN_X\"}","ZPELICAN_KEY":1}`
    }
  },
  {
    title: 'a name in markup that is escaped in markup',
    hidden: ['zheron'],
    given: { body: xml('<m>&lt;o name=&quot;ZHERON&quot;&gt;&amp;#90;HERON&lt;/o&gt;</m>') }
  },
  {
    title: 'names in a source, also in literals, comments and variables',
    hidden: ['zmarmot'],
    given: plain(
      "REPORT zmarmot.\n* about ZMARMOT_TABLE\nDATA lt_zmarmot TYPE TABLE OF zmarmot_tab.\nx = 'ZMARMOT'. y = |{ zmarmot }\\nzmarmot|."
    )
  },
  {
    title: 'names that the ERP makes of a name',
    hidden: ['zstork'],
    given: plain(
      'SAPLZSTORK LZSTORKTOP LZSTORKU01 LZSTORKF01 ENQUEUE_EZSTORK_LOCK EZSTORK_LOCK SAPMZSTORK MZSTORKTOP'
    )
  },
  {
    title: 'transport requests and their system',
    hidden: ['QXQK917331', 'QXQ'],
    given: {
      body: xml(
        '<tm:request tm:number="QXQK917331"><m>QXQK917331 of QXQ</m><o masterSystem="QXQ"/></tm:request>'
      )
    }
  },
  {
    title: 'a local package with a name',
    hidden: ['$OSPREY', 'osprey'],
    given: { path: '/sap/bc/adt/packages/%24osprey_lab', body: xml('<p name="$OSPREY_LAB"/>') }
  },
  {
    title: 'an error of the ERP with its variables',
    hidden: ['zgecko'],
    given: {
      status: 500,
      body: '<exc:exception xmlns:exc="x"><message>Class ZCL_GECKO, ZGECKO</message><properties><entry key="T100KEY-V1">ZGECKO</entry></properties></exc:exception>'
    }
  },
  {
    title: 'rows of a table',
    hidden: ['Moneypenny', '4711.99'],
    given: {
      method: 'POST',
      path: '/sap/bc/adt/datapreview/freestyle?rowNumber=10',
      request: { 'content-type': 'text/plain' },
      sent: "SELECT * FROM kna1 WHERE name1 = 'Moneypenny' AND amount = 4711.99",
      body: xml(
        '<dataPreview:data>Moneypenny</dataPreview:data><dataPreview:data>4711.99</dataPreview:data>'
      )
    }
  },
  {
    title: 'values of the debugger',
    hidden: ['Goldfinger'],
    given: {
      method: 'POST',
      path: '/sap/bc/adt/debugger?method=getVariables',
      body: xml(
        '<STPDA_ADT_VARIABLE><NAME>LV_X</NAME><VALUE>Goldfinger</VALUE></STPDA_ADT_VARIABLE>'
      )
    }
  },
  {
    title: 'the text of a dump and its summary',
    hidden: ['Blofeld'],
    given: {
      path: '/sap/bc/adt/runtime/dump/20261125/formatted',
      headers: { 'content-type': 'text/plain' },
      body: 'Short text\n  LV_NAME = Blofeld\n'
    }
  },
  {
    title: 'the summary of a feed of dumps',
    hidden: ['Oddjob'],
    given: {
      path: '/sap/bc/adt/runtime/dumps',
      body: '<feed><entry><summary type="html">&lt;p&gt;Oddjob&lt;/p&gt;</summary></entry></feed>'
    }
  },
  {
    title: 'the output of a program',
    hidden: ['Scaramanga'],
    given: {
      method: 'POST',
      path: '/sap/bc/adt/oo/classrun/zcl_x',
      headers: { 'content-type': 'text/plain' },
      body: 'Account of Scaramanga\n'
    }
  },
  {
    title: 'rows of a published service',
    hidden: ['Drax', '99887766'],
    given: {
      path: '/sap/opu/odata4/sap/zui_x/Customers',
      ...json({ value: [{ Name: 'Drax', Number: 99887766 }] })
    }
  },
  {
    title: 'values in elements that do not end, or end twice',
    hidden: ['Whiplash'],
    given: {
      path: '/sap/bc/adt/datapreview/ddic',
      body: '<t><data>Whiplash</x></y>Whiplash<z><data>Whiplash</data></t>'
    }
  },
  {
    title: 'the host and the user in the id of a dump',
    hidden: ['vhdumphost', 'CATWEAZLE'],
    given: {
      path: '/sap/bc/adt/runtime/dump/20261125134501vhdumphost_QQP_00%20%20%20CATWEAZLE%20%20%20100%20%20%201',
      body: xml('<m id="20261125134501vhdumphost_QQP_00   CATWEAZLE   100   1"/>')
    }
  },
  {
    title: 'a system in a link of the development tools',
    hidden: ['adt://QPQ', 'host_QPQ'],
    given: { body: xml('<m href="adt://QPQ/x"/><m>host_QPQ_00</m>') }
  },
  {
    title: 'users and terminals in a query',
    hidden: ['MACAVITY', 'AABBCCDDEEFF00112233'],
    given: {
      path: '/sap/bc/adt/debugger/breakpoints?requestUser=MACAVITY&terminalId=AABBCCDDEEFF00112233',
      body: xml('<m terminalId="AABBCCDDEEFF00112233">macavity</m>')
    }
  },
  {
    title: 'a lock handle',
    hidden: ['AB12CD34EF56AB12'],
    given: {
      path: '/sap/bc/adt/x?lockHandle=AB12CD34EF56AB12',
      body: xml('<LOCK_HANDLE>AB12CD34EF56AB12</LOCK_HANDLE>')
    }
  },
  {
    title: 'names in a compressed body',
    hidden: ['zalbatross'],
    given: {
      headers: { 'content-encoding': 'gzip' },
      body: gzipSync(xml('<o name="ZALBATROSS"/>'))
    }
  },
  {
    title: 'names in broken markup and broken JSON',
    hidden: ['zmuskrat', 'zvole'],
    given: {
      body: '<a><b name="ZMUSKRAT <c>ZMUSKRAT</d><![CDATA[ZVOLE <e x=ZVOLE',
      method: 'POST',
      request: { 'content-type': 'application/json' },
      sent: '{"a":"ZVOLE", "b: ZVOLE'
    }
  },
  {
    title: 'names of elements, comments and instructions',
    hidden: ['zcondor'],
    given: { body: '<?x ZCONDOR?><!-- ZCONDOR --><d:ZCONDOR_FIELD zcondor="1">1</d:ZCONDOR_FIELD>' }
  }
]

/** The text in every writing that the test can undo, until nothing is left to undo. */
function writings(text: string): string {
  const undo = (one: string) =>
    one
      .replace(/(?:%[0-9a-f]{2})+/gi, all => Buffer.from(all.replaceAll('%', ''), 'hex').toString())
      .replace(/&#x([0-9a-f]+);/gi, (_all, hex: string) => String.fromCodePoint(parseInt(hex, 16)))
      .replace(/&#(\d+);/g, (_all, code: string) => String.fromCodePoint(Number(code)))
      .replace(/&lt;|&gt;|&quot;/g, ' ')
      .replaceAll('&amp;', '&')
      .replace(/\\+u([0-9a-f]{4})/gi, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16)))
      .replace(/\\+[nrt]/g, ' ')
  const packed = [...text.matchAll(/[A-Za-z0-9+/_-]{8,}/g)].map(([one]) =>
    Buffer.from(one, 'base64').toString('latin1')
  )
  const first = undo(text)
  const second = undo(first)
  const joined = text.replace(/",\s*"/g, '')
  const lines = [...joined.matchAll(/[A-Za-z0-9+/]{60,}/g)].map(([one]) =>
    Buffer.from(one, 'base64').toString('latin1')
  )
  return [text, first, second, undo(second), ...packed, ...lines].join('\n').toUpperCase()
}

test('there are at least thirty canaries', () =>
  assert.ok(canaries.length >= 30, `${canaries.length}`))

for (const { title, hidden, given, before } of canaries) {
  test(`no recording has ${title}`, async t => {
    const recorder = recorderFor(t)
    if (before !== undefined) recorder.exchange(exchangeOf(before))
    recorder.exchange(exchangeOf(given))
    await recorder.close()
    assert.deepEqual(recorder.reasons, [])
    const text = wholeText(recorder.path)
    assert.match(text, /"number": 1/)
    const all = writings(text)
    for (const one of hidden) assert.ok(!all.includes(one.toUpperCase()), `${one} in ${text}`)
  })
}

test('all canaries in one recording, in both orders', async t => {
  for (const list of [canaries, canaries.toReversed()]) {
    const recorder = recorderFor(t, { sources: false })
    for (const { given, before } of list) {
      if (before !== undefined) recorder.exchange(exchangeOf(before))
      recorder.exchange(exchangeOf(given))
    }
    await recorder.close()
    assert.deepEqual(recorder.reasons, [])
    const all = writings(wholeText(recorder.path))
    const found = canaries
      .flatMap(({ hidden }) => hidden)
      // Three letters are found by chance.
      .filter(one => one.length > 3)
      .filter(one => all.includes(one.toUpperCase()))
    assert.deepEqual(found, [])
  }
})
