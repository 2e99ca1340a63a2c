import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { logOn, startSandbox, write } from './fixture.ts'

const adt = '/sap/bc/adt'
const adtcore = 'xmlns:adtcore="http://www.sap.com/adt/core"'
const COUNT = 200
const TESTED = 12

/** One class of the code base: it multiplies, and adds what an earlier one makes of the amount. */
interface Generated {
  readonly name: string
  readonly factor: number
  readonly calls: Generated | undefined
  readonly broken: boolean
  readonly fails: boolean
}

const integer = (low: number, high: number): number =>
  low + Math.floor(Math.random() * (high - low + 1))

function generate(): Generated[] {
  const stem = `z${Math.random()
    .toString(36)
    .replace(/[^a-z]/g, '')
    .slice(0, 5)}x`
  const all: Generated[] = []
  for (let index = 0; index < COUNT; index++) {
    const earlier = all[integer(Math.max(0, index - 12), index - 1)]
    all.push({
      name: `${stem}_c${index}`,
      factor: integer(2, 9),
      calls: earlier?.broken === true ? undefined : earlier,
      broken: index > COUNT - 4,
      fails: index % 5 === 0
    })
  }
  return all
}

/** In the range of integers: chains are long. */
const MODULUS = 9973

function result({ factor, calls }: Generated, amount: number): number {
  return (amount * factor + (calls === undefined ? 0 : result(calls, amount))) % MODULUS
}

function sourceOf({ name, factor, calls, broken }: Generated): string {
  const other = calls === undefined ? '' : ` + NEW ${calls.name}( )->calc( amount )`
  return `CLASS ${name} DEFINITION PUBLIC CREATE PUBLIC.\n  PUBLIC SECTION.\n    METHODS calc IMPORTING amount TYPE i RETURNING VALUE(result) TYPE i.\nENDCLASS.\n\nCLASS ${name} IMPLEMENTATION.\n  METHOD calc.\n    result = ( amount * ${factor}${other} ) MOD ${MODULUS}.\n${broken ? '    nowhere = result.\n' : ''}  ENDMETHOD.\nENDCLASS.\n`
}

function testsOf(one: Generated): string {
  const amount = integer(1, 999)
  return `CLASS ltc DEFINITION FOR TESTING RISK LEVEL HARMLESS DURATION SHORT.\n  PRIVATE SECTION.\n    METHODS calc FOR TESTING.\nENDCLASS.\nCLASS ltc IMPLEMENTATION.\n  METHOD calc.\n    cl_abap_unit_assert=>assert_equals( act = NEW ${one.name}( )->calc( ${amount} ) exp = ${result(one, amount) + (one.fails ? 1 : 0)} ).\n  ENDMETHOD.\nENDCLASS.\n`
}

async function folderOf(t: TestContext, all: readonly Generated[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'generated-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'src'))
  for (const one of all) {
    await writeFile(join(folder, 'src', `${one.name}.clas.abap`), sourceOf(one))
    await writeFile(join(folder, 'src', `${one.name}.clas.testclasses.abap`), testsOf(one))
    await writeFile(
      join(folder, 'src', `${one.name}.clas.xml`),
      `<?xml version="1.0" encoding="utf-8"?>\n<abapGit version="v1.0.0" serializer="LCL_OBJECT_CLAS" serializer_version="v1.0.0">\n <asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0">\n  <asx:values>\n   <VSEOCLASS>\n    <CLSNAME>${one.name.toUpperCase()}</CLSNAME>\n    <LANGU>E</LANGU>\n    <DESCRIPT>Generated</DESCRIPT>\n    <STATE>1</STATE>\n    <WITH_UNIT_TESTS>X</WITH_UNIT_TESTS>\n   </VSEOCLASS>\n  </asx:values>\n </asx:abap>\n</abapGit>\n`
    )
  }
  await writeFile(
    join(folder, 'src', 'package.devc.xml'),
    '<?xml version="1.0" encoding="utf-8"?>\n<abapGit version="v1.0.0" serializer="LCL_OBJECT_DEVC" serializer_version="v1.0.0">\n <asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0">\n  <asx:values>\n   <DEVC>\n    <CTEXT>Generated</CTEXT>\n    <DLVUNIT>LOCAL</DLVUNIT>\n   </DEVC>\n  </asx:values>\n </asx:abap>\n</abapGit>\n'
  )
  return folder
}

const uriOf = ({ name }: Generated): string => `${adt}/oo/classes/${name}`
const named = (all: readonly Generated[]): string[] =>
  all.map(({ name }) => name.toUpperCase()).toSorted()

test('a generated code base is read, checked, searched, run and activated', async t => {
  const all = generate()
  const sandbox = await startSandbox(t, { dataDir: await folderOf(t, all) })
  const client = await logOn(sandbox)

  for (const one of all) {
    assert.equal((await client.get(`${uriOf(one)}/source/main`)).text, sourceOf(one))
  }

  const checks = await client.post(
    `${adt}/checkruns?reporters=abapCheckRun`,
    `<chkrun:checkObjectList xmlns:chkrun="http://www.sap.com/adt/checkrun" ${adtcore}>${all.map(one => `<chkrun:checkObject adtcore:uri="${uriOf(one)}" chkrun:version="active"/>`).join('')}</chkrun:checkObjectList>`,
    { 'content-type': 'application/vnd.sap.adt.checkobjects+xml' }
  )
  const wrong = [
    ...checks.text.matchAll(
      /chkrun:uri="[^"]*\/classes\/(\w+)\/source\/main#start=(\d+),\d+" chkrun:type="E"/g
    )
  ].map(([, name = '', row]) => `${name.toUpperCase()} ${row}`)
  assert.deepEqual(
    wrong.toSorted(),
    named(all.filter(({ broken }) => broken)).map(name => `${name} 9`)
  )

  for (const one of all.slice(0, 20)) {
    const users = all.filter(({ calls }) => calls === one)
    const found = await client.post(
      `${adt}/repository/informationsystem/usageReferences?uri=${encodeURIComponent(uriOf(one))}`,
      '<u:usageReferenceRequest xmlns:u="http://www.sap.com/adt/ris/usageReferences"/>',
      { 'content-type': 'application/*', accept: 'application/*' }
    )
    const names = new Set(
      [...found.text.matchAll(/\/oo\/classes\/(\w+)\/source\/main/g)].map(([, name = '']) =>
        name.toUpperCase()
      )
    )
    for (const name of named(users)) assert.ok(names.has(name), `${name} uses ${one.name}`)
    const strangers = named(all.filter(other => other !== one && other.calls !== one))
    assert.deepEqual(
      strangers.filter(name => names.has(name)),
      []
    )
  }

  const tested = all.filter(({ broken }) => !broken).slice(-TESTED)
  const run = await client.post(
    `${adt}/abapunit/testruns`,
    `<aunit:runConfiguration xmlns:aunit="http://www.sap.com/adt/aunit"><options/><adtcore:objectSets ${adtcore}><objectSet kind="inclusive"><adtcore:objectReferences>${tested.map(one => `<adtcore:objectReference adtcore:uri="${uriOf(one)}"/>`).join('')}</adtcore:objectReferences></objectSet></adtcore:objectSets></aunit:runConfiguration>`,
    { 'content-type': 'application/vnd.sap.adt.abapunit.testruns.config.v4+xml' }
  )
  const programs = run.text.split('<program ').slice(1)
  assert.deepEqual(
    programs.map(text => /adtcore:name="(\w+)"/.exec(text)?.[1]).toSorted(),
    named(tested)
  )
  assert.deepEqual(
    programs
      .filter(text => text.includes('kind="failedAssertion"'))
      .map(text => /adtcore:name="(\w+)"/.exec(text)?.[1])
      .toSorted(),
    named(tested.filter(({ fails }) => fails))
  )

  for (const one of all.slice(-6)) {
    await write(client, uriOf(one), sourceOf(one).replace('METHOD calc.', 'METHOD calc. " changed'))
    const activation = await client.post(
      `${adt}/activation?method=activate`,
      `<adtcore:objectReferences ${adtcore}><adtcore:objectReference adtcore:uri="${uriOf(one)}"/></adtcore:objectReferences>`
    )
    assert.equal(/type="E"/.test(activation.text), one.broken, activation.text)
  }
  assert.equal(sandbox.counters.openLocks, 0)
})
