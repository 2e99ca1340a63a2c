/** What is pasted from the developer tools: accepted forms, refused ones, and no word of it quoted. */
import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { readPasted } from '../../logon/pasted.ts'
import { readSecret } from '../../server/read-secret.ts'

const session = 'SAP_SESSIONID_TST_001=canary-session%3d'
const ticket = `AjEx${'MDAgcG9ydGFs'.repeat(8)}`
const kept = [['SAP_SESSIONID_TST_001', 'canary-session%3d']]

const accepted: readonly [string, string, unknown][] = [
  ['a header', `Cookie: ${session}; sap-usercontext=sap-client=001`, undefined],
  ['its value', ` ${session} `, kept],
  ['in quotes, with a line end', `"cookie:${session};"\r\n`, kept],
  [
    'with a stateful session and a ticket',
    `${session}; sap-contextid=x; MYSAPSSO2=${ticket}`,
    kept
  ],
  ['the first of equal names', `${session}; SAP_SESSIONID_TST_001=canary-other`, kept]
]
for (const [what, text, cookies] of accepted) {
  test(`accepted: ${what}`, () => {
    const found = readPasted(text)
    assert.equal(found.ticket, undefined)
    if (cookies !== undefined) assert.deepEqual(found.cookies, cookies)
    else assert.deepEqual(found.cookies[1], ['sap-usercontext', 'sap-client=001'])
  })
}

test('a ticket alone, as a cookie and percent-encoded', () => {
  for (const text of [
    ticket,
    `${ticket}==`,
    `MYSAPSSO2=${ticket}`,
    `Cookie: a=b; MYSAPSSO2=${ticket}`
  ]) {
    assert.match(readPasted(text).ticket ?? '', new RegExp(`^${ticket}={0,2}$`))
  }
  assert.equal(readPasted(`${ticket}%3d%2b`).ticket, `${ticket}=+`)
  assert.equal(readPasted(`${ticket}%zz`).ticket, `${ticket}%zz`)
})

const refused: readonly [string, string, RegExp][] = [
  ['nothing', ' \r\n ', /Nothing was pasted/],
  ['more than one line', `${session}\rcanary command\r`, /More than one line/],
  ['other cookies', 'JSESSIONID=canary-1; sap-usercontext=canary-2', /no cookie SAP_SESSIONID/],
  ['a word', 'canary', /no cookie SAP_SESSIONID/],
  ['an address', `https://canary.example/?${'a'.repeat(80)}`, /no cookie SAP_SESSIONID/],
  ['another header', `Set-Cookie: ${session}`, /another header/],
  ['a token', `Bearer canary${'a'.repeat(80)}`, /another header/],
  ['a value that was cut off', 'SAP_SESSIONID_TST_001=can', /not pasted whole/],
  ['letters of no header', `${session}; x=canary\u{1F36A}`, /characters that no header has/],
  ['control characters', `${session}; x=canary\u0000`, /characters that no header has/],
  ['the shortened form of a browser', 'SAP_SESSIONID_TST_001=canary\u2026', /characters that no/],
  ['a name of no cookie', `${session}; canary name=x`, /whose name no browser/],
  ['too much', `${session}; x=${'canary'.repeat(4000)}`, /More than 16 KB/],
  ['too many', `${session}${'; canary'.padEnd(9, 'x')}=1`.repeat(1) + manyCookies(), /More than 60/]
]
function manyCookies(): string {
  return Array.from({ length: 80 }, (_one, at) => `; c${at}=1`).join('')
}
for (const [what, text, message] of refused) {
  test(`refused: ${what}`, () => {
    assert.throws(
      () => readPasted(text),
      (error: Error & { remedy: string }) => {
        assert.match(error.message, message)
        assert.doesNotMatch(`${error.message} ${error.remedy}`, /canary/)
        return true
      }
    )
  })
}

function terminal() {
  const modes: (boolean | string)[] = []
  const input = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (isRaw: boolean) => modes.push(isRaw)
  })
  return { modes, input, answer: readSecret('Paste: ', input, text => modes.push(text)) }
}

test('a terminal: without an echo, whole though it has lines, and put back as it was', async () => {
  const { input, modes, answer } = terminal()
  input.write('\u001B[200~can')
  input.write('xx\u007F\u0008ary\r')
  input.write('second line\u001B[201~\r')
  assert.equal(await answer, 'canary\rsecond line\r')
  // What arrives at once after the question is not shown either.
  assert.deepEqual([modes, input.readableLength], [[true, 'Paste: ', false, '\n'], 0])
})

test('given up with Ctrl-C, Ctrl-D or the end of the terminal', async () => {
  for (const act of [
    (input: PassThrough) => input.write('canary\u0003'),
    (input: PassThrough) => input.write('\u0004'),
    (input: PassThrough) => input.end()
  ]) {
    const { input, modes, answer } = terminal()
    act(input)
    assert.equal(await answer, undefined)
    assert.deepEqual(modes, [true, 'Paste: ', false, '\n'])
  }
})

test('a pipe has all of it, and no question is asked', async () => {
  const input = new PassThrough()
  input.end('Cookie: a=b\n')
  assert.equal(await readSecret('?', input, () => assert.fail('asked')), 'Cookie: a=b\n')
})
