/** ABAP Unit and ATC runs that go on after their start, as sapcli and Piper ask for them. */
import assert from 'node:assert/strict'
import { before, after, test } from 'node:test'
import { createSandbox } from '../../server.ts'
import type { Sandbox } from '../../server.ts'
import { createClient } from './client.ts'
import type { Client } from './client.ts'
import { createClass, logOn, randomName, users, write } from './fixture.ts'

const adt = '/sap/bc/adt'
let sandbox: Sandbox
let alice: Client

before(async () => {
  sandbox = await createSandbox({ users })
  alice = await logOn(sandbox)
})
after(async () => {
  await sandbox?.close()
})

const osl =
  'xmlns:osl="http://www.sap.com/api/osl" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
const unitRun = (set: string) =>
  `<aunit:run title="Run" context="Test" xmlns:aunit="http://www.sap.com/adt/api/aunit"><aunit:options><aunit:measurements type="none"/><aunit:scope ownTests="true" foreignTests="true"/><aunit:riskLevel harmless="true" dangerous="true" critical="true"/><aunit:duration short="true" medium="true" long="true"/></aunit:options>${set}</aunit:run>`

/** Every form of a set that a client sends. */
const sets = {
  sapcli: `<osl:objectSet ${osl} xsi:type="osl:flatObjectSet"><osl:object name="ZCL_FERRY_DURATION" type="CLAS"/></osl:objectSet>`,
  'sapcli package': `<osl:objectSet ${osl} xsi:type="osl:multiPropertySet"><osl:property key="package" value="ZFERRY_CORE"/></osl:objectSet>`,
  piper: `<osl:objectSet xsi:type="multiPropertySet" ${osl}><osl:package name="ZFERRY_CORE" includeSubpackages="true"/></osl:objectSet>`,
  union: `<osl:objectSet xsi:type="unionSet" ${osl}><osl:set xsi:type="osl:packageSet"><osl:package includeSubpackages="true" name="ZFERRY_CORE"/></osl:set><osl:set xsi:type="osl:flatObjectSet"><osl:object name="ZCL_FERRY_DURATION" type="CLAS"/></osl:set></osl:objectSet>`
}

for (const base of ['/abapunit', '/api/abapunit']) {
  for (const [name, set] of Object.entries(sets)) {
    test(`tests run behind ${base} for ${name}`, async () => {
      const type = `application/vnd.sap.adt.api.abapunit.run.${base === '/abapunit' ? 'v2' : 'v1'}+xml`
      const started = await alice.post(`${adt}${base}/runs`, unitRun(set), { 'content-type': type })
      assert.equal(started.status, 201, started.text)
      assert.equal(started.text, '')
      const at = String(started.headers.location)
      assert.match(at, new RegExp(`^${adt}${base}/runs/[0-9A-F]{32}$`))
      const poll = async () =>
        await alice.get(`${at}?withLongPolling=true`, {
          accept: 'application/vnd.sap.adt.api.abapunit.run-status.v1+xml'
        })
      let status = await poll()
      // On a busy machine the run may last longer than one wait.
      for (let left = 5; left > 0 && status.text.includes('"RUNNING"'); left--) {
        status = await poll()
      }
      assert.match(status.text, /<aunit:progress status="FINISHED" percentage="100"\/>/)
      const href = /<atom:link [^>]*href="([^"]+)"[^>]*junit/.exec(status.text)?.[1] ?? ''
      const result = async (accept: string) => await alice.get(href, { accept })
      const junit = await result('application/vnd.sap.adt.api.junit.run-result.v1+xml')
      assert.match(
        junit.text,
        /<testsuites title="Run" system="SBX" client="001" executedBy="ALICE"/
      )
      assert.match(
        junit.text,
        /<testcase classname="zferry_core\.clas:zcl_ferry_duration---ltc[^"]*" name="[a-z0-9_]+"/
      )
      const own = await result('application/vnd.sap.adt.api.abapunit.run-result.v1+xml')
      assert.match(own.text, /<aunit:runResult [^>]*>.*<testMethod /)
    })
  }
}

test('a run belongs to its user, and names what does not exist', async () => {
  const start = async (set: string) => await alice.post(`${adt}/abapunit/runs`, unitRun(set))
  const { location } = (await start(sets.sapcli)).headers
  const bob = await logOn(sandbox, users[1])
  assert.equal((await bob.get(String(location))).status, 404)
  const missing = sets.sapcli.replace('ZCL_FERRY_DURATION', 'ZCL_NOT_THERE')
  assert.equal((await start(missing)).status, 404)
  assert.equal((await start(sets.sapcli.replace('osl:object ', 'osl:owner '))).status, 400)
})

for (const api of ['abapunit', 'atc']) {
  test(`the run of zeros of ${api} gives a token to a client that asks for it`, async () => {
    const client = createClient(sandbox.url, users[0])
    const answer = await client.get(`${adt}/api/${api}/runs/${'0'.repeat(32)}`, {
      'x-csrf-token': 'fetch'
    })
    assert.equal(answer.status, 200)
    assert.match(String(answer.headers['x-csrf-token']), /\w{8,}/)
  })
}

async function until(get: () => Promise<string>, wanted: RegExp): Promise<string> {
  for (let left = 200; left > 0; left--) {
    const text = await get()
    if (wanted.test(text)) return text
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  throw new Error('the run did not end')
}

test('a worklist is filled by a run that the client does not wait for', async () => {
  const id = (await alice.post(`${adt}/atc/worklists`)).text
  const started = await alice.post(
    `${adt}/atc/runs?worklistId=${id}&clientWait=false`,
    `<atc:run xmlns:atc="http://www.sap.com/adt/atc" maximumVerdicts="100"><objectSets xmlns:adtcore="http://www.sap.com/adt/core"><objectSet kind="inclusive"><adtcore:objectReferences><adtcore:objectReference adtcore:uri="${adt}/oo/classes/zcl_ferry_duration"/></adtcore:objectReferences></objectSet></objectSets></atc:run>`
  )
  assert.deepEqual([started.status, started.text], [201, ''])
  const accept = 'application/vnd.sap.adt.backgroundrun.v1+xml'
  const text = await until(
    async () => (await alice.get(String(started.headers.location), { accept })).text,
    /runs:status="finished"/
  )
  assert.match(text, new RegExp(`<runs:result>.*${adt}/atc/worklists/${id}`))
  assert.match((await alice.get(`${adt}/atc/worklists/${id}`)).text, /usedObjectSet="9{32}"/)
})

test('findings are read as checkstyle by the users of a pipeline', async () => {
  const started = await alice.post(
    `${adt}/api/atc/runs?clientWait=false`,
    `<atc:runparameters xmlns:atc="http://www.sap.com/adt/atc" xmlns:obj="http://www.sap.com/adt/objectset" checkVariant="ABAPLINT"><obj:objectSet><obj:packages><obj:package value="ZFERRY_CORE" includeSubpackages="false"/></obj:packages></obj:objectSet></atc:runparameters>`,
    { 'content-type': 'application/vnd.sap.atc.run.parameters.v1+xml; charset=utf-8;' }
  )
  assert.equal(started.status, 201, started.text)
  const text = await until(
    async () => (await alice.get(String(started.headers.location))).text,
    /<atc:run [^>]*status="Completed"/
  )
  const href = /href="([^"]+)"/.exec(text)?.[1] ?? ''
  const checkstyle = await alice.get(href, { accept: 'application/vnd.sap.atc.checkstyle.v1+xml' })
  assert.equal(checkstyle.status, 200)
  assert.match(checkstyle.text, /<checkstyle version="1.0"[/>]/)
  if (checkstyle.text.includes('<error ')) {
    assert.match(checkstyle.text, /severity="(error|warning|info)"/)
  }
})

const tests =
  'CLASS ltc DEFINITION FOR TESTING RISK LEVEL HARMLESS.\n  PRIVATE SECTION.\n    METHODS one FOR TESTING.\nENDCLASS.\n' +
  'CLASS ltc IMPLEMENTATION.\n  METHOD one.\n    cl_abap_unit_assert=>fail( ).\n  ENDMETHOD.\nENDCLASS.\n'

async function program(name: string, text: string): Promise<string> {
  await alice.post(
    `${adt}/programs/programs`,
    `<p:abapProgram xmlns:p="http://www.sap.com/adt/programs/programs" xmlns:adtcore="http://www.sap.com/adt/core" adtcore:name="${name}" adtcore:description="P" adtcore:type="PROG/P"><adtcore:packageRef adtcore:name="$TMP"/></p:abapProgram>`
  )
  const uri = `${adt}/programs/programs/${name.toLowerCase()}`
  await write(alice, uri, text)
  return uri
}

async function activate(uri: string): Promise<string> {
  const list = `<a:l xmlns:a="a" xmlns:adtcore="http://www.sap.com/adt/core"><a:objectReference adtcore:uri="${uri}"/></a:l>`
  return (await alice.post(`${adt}/activation?method=activate`, list)).text
}

async function runOf(uri: string): Promise<string> {
  const configuration = `<aunit:runConfiguration xmlns:aunit="http://www.sap.com/adt/aunit"><options/><adtcore:objectSets xmlns:adtcore="http://www.sap.com/adt/core"><objectSet kind="inclusive"><adtcore:objectReferences><adtcore:objectReference adtcore:uri="${uri}"/></adtcore:objectReferences></objectSet></adtcore:objectSets></aunit:runConfiguration>`
  return (await alice.post(`${adt}/abapunit/testruns`, configuration)).text
}

/** The result of a background run of one object, as a pipeline reads it. */
async function junitOf(type: string, name: string): Promise<string> {
  const set = `<osl:objectSet ${osl} xsi:type="osl:flatObjectSet"><osl:object name="${name}" type="${type}"/></osl:objectSet>`
  const at = String((await alice.post(`${adt}/abapunit/runs`, unitRun(set))).headers.location)
  await until(async () => (await alice.get(`${at}?withLongPolling=true`)).text, /"FINISHED"/)
  const accept = 'application/vnd.sap.adt.api.junit.run-result.v1+xml'
  return (await alice.get(at.replace('/runs/', '/results/'), { accept })).text
}

const unfit: Readonly<Record<string, { text: string; reason: RegExp }>> = {
  'a statement that does not exist': {
    text: `FOO BAR.\n${tests}`,
    reason: /The statement "FOO/
  },
  'a test class without its end': {
    text: tests.replace('    METHODS one FOR TESTING.\nENDCLASS.', '    METHODS one FOR TESTING.'),
    reason: /the structure introduced by "CLASS" in line 2 must be concluded by "ENDCLASS"/
  },
  'an addition of a test class that does not exist': {
    text: tests.replace('RISK LEVEL HARMLESS', 'RISK FREE'),
    reason: /The statement "CLASS/
  },
  'a class of the standard that is absent': {
    text: tests.replace('cl_abap_unit_assert=>fail( )', 'cl_gui_nowhere=>go( )'),
    reason: /cl_gui_nowhere/i
  }
}

for (const [words, { text, reason }] of Object.entries(unfit)) {
  test(`tests of a program that was never active tell its errors: ${words}`, async () => {
    const name = randomName('ZP')
    const uri = await program(name, `REPORT ${name.toLowerCase()}.\n${text}`)
    assert.match(await activate(uri), /type="E"/)
    const result = await runOf(uri)
    assert.match(result, /<alert aunit:hasSyntaxErrors="true" kind="warning" severity="critical">/)
    assert.match(result, new RegExp(`<title>Program ${name} has syntax errors and was not run<`))
    assert.match(result.replaceAll('&quot;', '"'), reason)
    assert.doesNotMatch(result, /noTestClasses|<testMethod/)
    const junit = await junitOf('PROG', name)
    assert.match(junit, /<testsuites [^>]*tests="1" failures="0" errors="1"/)
    assert.match(junit.replaceAll('&quot;', '"'), reason)
  })
}

test('tests that were never activated are no missing tests', async () => {
  const name = randomName('ZP')
  const uri = await program(name, `REPORT ${name.toLowerCase()}.\n${tests}`)
  const message = `Program ${name} has no active version and was not run`
  assert.match(await runOf(uri), new RegExp(`<title>${message}<`))
  assert.match(await junitOf('PROG', name), new RegExp(`errors="1".*message="${message}"`, 's'))
  await activate(uri)
  assert.match(await runOf(uri), /<testMethod .*kind="failedAssertion"/)
})

test('a draft without tests is no obstacle, nor are words in comments and literals', async () => {
  const uri = await createClass(alice, randomName('ZCL'))
  assert.match(await runOf(uri), /kind="noTestClasses"/)
  const name = randomName('ZP')
  const text = "* FOR TESTING\nWRITE `FOR TESTING`. \"FOR TESTING\nWRITE 'FOR TESTING'.\n"
  assert.match(
    await runOf(await program(name, `REPORT ${name.toLowerCase()}.\n${text}`)),
    /kind="noTestClasses"/
  )
})
