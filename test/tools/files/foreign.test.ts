/**
 * Folders in the layout of abapGit that are pushed into an empty system and pulled again: the same
 * bytes. The gate takes objects of the seed; FOREIGN_FOLDERS names repositories with a folder `src`,
 * separated by colons, whose types of objects are counted.
 */
import assert from 'node:assert/strict'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { createErp } from '../../../erp-client/index.ts'
import { startSandbox, users } from '../../../sandbox/test/http/fixture.ts'
import { namedFile } from '../../../tools/files/layout/index.ts'
import { prepare, run } from '../../../tools/index.ts'
import type { ToolResult } from '../../../tools/index.ts'
import { benchOf } from '../helpers/erp.ts'

const seed = join(import.meta.dirname, '../../../sandbox/seed/src/zferry')
const foreign = (process.env['FOREIGN_FOLDERS'] ?? '').split(':').filter(path => path !== '')

/** One object of each type that the layout carries, with what it names. */
const sample = [
  'zferry_dictionary/zferry_amount.doma',
  'zferry_dictionary/zferry_currency.doma',
  'zferry_dictionary/zferry_booking_status.doma',
  'zferry_dictionary/zferry_price.dtel',
  'zferry_dictionary/zferry_currency_id.dtel',
  'zferry_dictionary/zferry_status_booking.dtel',
  'zferry_dictionary/zferry_percent.doma',
  'zferry_dictionary/zferry_discount_percent.dtel',
  'zferry_dictionary/zferry_s_price.tabl'
]

/** Its fields name types of the folder alone. */
const table = `<?xml version="1.0" encoding="utf-8"?>
<abapGit version="v1.0.0" serializer="LCL_OBJECT_TABL" serializer_version="v1.0.0">
 <asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0">
  <asx:values>
   <DD02V>
    <TABNAME>ZFERRY_RATE</TABNAME>
    <DDLANGUAGE>E</DDLANGUAGE>
    <TABCLASS>TRANSP</TABCLASS>
    <CLIDEP>X</CLIDEP>
    <DDTEXT>Rates &apos;of the day&apos;</DDTEXT>
    <MASTERLANG>E</MASTERLANG>
    <CONTFLAG>A</CONTFLAG>
    <EXCLASS>1</EXCLASS>
   </DD02V>
   <DD09L>
    <TABNAME>ZFERRY_RATE</TABNAME>
    <AS4LOCAL>A</AS4LOCAL>
    <TABKAT>2</TABKAT>
    <TABART>APPL1</TABART>
    <BUFALLOW>N</BUFALLOW>
   </DD09L>
   <DD03P_TABLE>
    <DD03P>
     <FIELDNAME>CLIENT</FIELDNAME>
     <KEYFLAG>X</KEYFLAG>
     <ADMINFIELD>0</ADMINFIELD>
     <INTTYPE>C</INTTYPE>
     <INTLEN>000006</INTLEN>
     <NOTNULL>X</NOTNULL>
     <DATATYPE>CLNT</DATATYPE>
     <LENG>000003</LENG>
     <MASK>  CLNT</MASK>
    </DD03P>
    <DD03P>
     <FIELDNAME>KEY</FIELDNAME>
     <KEYFLAG>X</KEYFLAG>
     <ADMINFIELD>0</ADMINFIELD>
     <INTTYPE>C</INTTYPE>
     <INTLEN>000020</INTLEN>
     <NOTNULL>X</NOTNULL>
     <DATATYPE>CHAR</DATATYPE>
     <LENG>000010</LENG>
     <MASK>  CHAR</MASK>
     <DDTEXT>Key</DDTEXT>
    </DD03P>
    <DD03P>
     <FIELDNAME>STATUS</FIELDNAME>
     <ROLLNAME>ZFERRY_STATUS_BOOKING</ROLLNAME>
     <ADMINFIELD>0</ADMINFIELD>
     <VALEXI>X</VALEXI>
     <SHLPORIGIN>F</SHLPORIGIN>
     <COMPTYPE>E</COMPTYPE>
    </DD03P>
    <DD03P>
     <FIELDNAME>PRICE</FIELDNAME>
     <ROLLNAME>ZFERRY_S_PRICE</ROLLNAME>
     <ADMINFIELD>0</ADMINFIELD>
     <DATATYPE>STRU</DATATYPE>
     <MASK>  STRUS</MASK>
     <COMPTYPE>S</COMPTYPE>
    </DD03P>
   </DD03P_TABLE>
  </asx:values>
 </asx:abap>
</abapGit>
`
const tableType = `<?xml version="1.0" encoding="utf-8"?>
<abapGit version="v1.0.0" serializer="LCL_OBJECT_TTYP" serializer_version="v1.0.0">
 <asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0">
  <asx:values>
   <DD40V>
    <TYPENAME>ZFERRY_T_PRICES</TYPENAME>
    <DDLANGUAGE>E</DDLANGUAGE>
    <ROWTYPE>ZFERRY_S_PRICE</ROWTYPE>
    <ROWKIND>S</ROWKIND>
    <DATATYPE>STRU</DATATYPE>
    <ACCESSMODE>S</ACCESSMODE>
    <KEYDEF>K</KEYDEF>
    <KEYKIND>U</KEYKIND>
    <KEYFDCOUNT>0002</KEYFDCOUNT>
    <DDTEXT>Prices</DDTEXT>
   </DD40V>
   <DD42V>
    <DD42V>
     <TYPENAME>ZFERRY_T_PRICES</TYPENAME>
     <KEYFDPOS>0001</KEYFDPOS>
     <ROWTYPEPOS>0006</ROWTYPEPOS>
     <KEYFIELD>CURRENCY</KEYFIELD>
    </DD42V>
    <DD42V>
     <TYPENAME>ZFERRY_T_PRICES</TYPENAME>
     <KEYFDPOS>0002</KEYFDPOS>
     <ROWTYPEPOS>0001</ROWTYPEPOS>
     <KEYFIELD>PASSENGERS</KEYFIELD>
    </DD42V>
   </DD42V>
  </asx:values>
 </asx:abap>
</abapGit>
`
/** What a system says of itself, which a file made by hand does not. */
const generated = new Map([
  ['src/zferry_rate.tabl.xml', table],
  ['src/zferry_t_prices.ttyp.xml', tableType]
])

const program = (name: string, isMain = false) => `<?xml version="1.0" encoding="utf-8"?>
<abapGit version="v1.0.0">
 <asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0">
  <asx:values>
   <PROGDIR>
    <NAME>${name}</NAME>
    <DBAPL>S</DBAPL>
    <DBNA>D$</DBNA>
    <SUBC>${isMain ? 'F' : 'I'}</SUBC>
    <APPL>S</APPL>
${isMain ? '    <RLOAD>E</RLOAD>\n' : ''}    <FIXPT>X</FIXPT>
    <LDBNAME>D$S</LDBNAME>
    <UCCHECK>X</UCCHECK>
   </PROGDIR>
  </asx:values>
 </asx:abap>
</abapGit>
`
const group = 'src/zferry_tool.fugr'
const groupXml = (
  names: readonly string[],
  modules: string
) => `<?xml version="1.0" encoding="utf-8"?>
<abapGit version="v1.0.0" serializer="LCL_OBJECT_FUGR" serializer_version="v1.0.0">
 <asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0">
  <asx:values>
   <AREAT>Tools</AREAT>
   <INCLUDES>
${names.map(name => `    <SOBJ_NAME>${name}</SOBJ_NAME>\n`).join('')}   </INCLUDES>
   <FUNCTIONS>
${modules}   </FUNCTIONS>
  </asx:values>
 </asx:abap>
</abapGit>
`
const module = (name: string, parameter: string) => `    <item>
     <FUNCNAME>${name}</FUNCNAME>
     <SHORT_TEXT>Module</SHORT_TEXT>
     <IMPORT>
      <RSIMP>
       <PARAMETER>${parameter}</PARAMETER>
       <TYP>ZFERRY_S_PRICE</TYP>
      </RSIMP>
     </IMPORT>
     <DOCUMENTATION>
      <RSFDO>
       <PARAMETER>${parameter}</PARAMETER>
       <KIND>P</KIND>
      </RSFDO>
     </DOCUMENTATION>
    </item>
`
const moduleText = (name: string, parameter: string, body: string) => `FUNCTION ${name}.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(${parameter}) TYPE  ZFERRY_S_PRICE
*"----------------------------------------------------------------------
${body}
ENDFUNCTION.
`
const groupFiles: readonly (readonly [string, string])[] = [
  [
    `${group}.xml`,
    groupXml(
      ['LZFERRY_TOOLF01', 'LZFERRY_TOOLTOP', 'SAPLZFERRY_TOOL'],
      module('Z_FERRY_TOOL', 'IS_PRICE')
    )
  ],
  [`${group}.lzferry_tooltop.xml`, program('LZFERRY_TOOLTOP')],
  [`${group}.lzferry_toolf01.xml`, program('LZFERRY_TOOLF01')],
  [`${group}.saplzferry_tool.xml`, program('SAPLZFERRY_TOOL', true)]
]
const groupSources: readonly (readonly [string, string])[] = [
  [`${group}.lzferry_tooltop.abap`, 'FUNCTION-POOL zferry_tool.\n'],
  [`${group}.lzferry_toolf01.abap`, 'FORM count.\nENDFORM.\n'],
  [
    `${group}.saplzferry_tool.abap`,
    'INCLUDE lzferry_tooltop.\nINCLUDE lzferry_tooluxx.\nINCLUDE lzferry_toolf01.\n'
  ],
  [`${group}.z_ferry_tool.abap`, moduleText('z_ferry_tool', 'IS_PRICE', '  PERFORM count.')]
]

type Files = Readonly<Record<string, string>>

interface Round {
  readonly root: string
  call(folder: string, tool: string, args: object): Promise<ToolResult>
}

async function openRound(t: TestContext): Promise<Round> {
  const root = await mkdtemp(join(tmpdir(), 'erp-foreign-'))
  t.after(async () => {
    await rm(root, { recursive: true, force: true })
  })
  const sandbox = await startSandbox(t)
  const { name, password } = users[0]
  const erp = createErp({
    baseUrl: sandbox.url,
    client: sandbox.client,
    language: 'EN',
    credential: { kind: 'basic', user: name, password }
  })
  t.after(async () => {
    await erp.close()
  })
  return {
    root,
    async call(folder, tool, args) {
      const workspace = join(root, folder)
      await mkdir(workspace, { recursive: true })
      const bench = benchOf({ erp, limits: { bytes: 1 << 26, rows: 1000 } })
      const session = { ...bench.session, workspace }
      const signal = AbortSignal.timeout(3_000_000)
      return await run(prepare(session, tool, args), session, { signal })
    }
  }
}

async function filesIn(folder: string): Promise<Files> {
  const found: Record<string, string> = {}
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(folder.length + 1)
    if (entry.isFile() && path.startsWith('src/')) {
      found[path] = await readFile(join(folder, path), 'utf8')
    }
  }
  return found
}

/** Paths of files whose bytes differ. */
function changed(before: Files, after: Files): string[] {
  const paths = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...paths].filter(path => before[path] !== after[path])
}

const push = { action: 'batch', files: '.', activate: true, create: true }

async function copySample(root: string): Promise<void> {
  const folder = join(root, 'first/src')
  await mkdir(folder, { recursive: true })
  for (const path of sample) {
    const name = `${path}.xml`
    await cp(join(seed, name), join(folder, basename(name)))
  }
  for (const [path, text] of [...generated, ...groupFiles]) {
    await writeFile(join(root, 'first', path), `\uFEFF${text}`)
  }
  for (const [path, text] of groupSources) await writeFile(join(root, 'first', path), text)
}

/** Another parameter and another module; the include is gone. */
async function changeGroup(folder: string): Promise<void> {
  const modules = module('Z_FERRY_TOOL', 'IS_OTHER') + module('Z_FERRY_TWO', 'IS_PRICE')
  const xml = groupXml(['LZFERRY_TOOLTOP', 'SAPLZFERRY_TOOL'], modules)
  const texts = {
    [`${group}.xml`]: `\uFEFF${xml}`,
    [`${group}.saplzferry_tool.abap`]: 'INCLUDE lzferry_tooltop.\nINCLUDE lzferry_tooluxx.\n',
    [`${group}.z_ferry_tool.abap`]: moduleText('z_ferry_tool', 'IS_OTHER', '* without a form'),
    [`${group}.z_ferry_two.abap`]: moduleText('z_ferry_two', 'IS_PRICE', '* two')
  }
  for (const [path, text] of Object.entries(texts)) await writeFile(join(folder, path), text)
  await rm(join(folder, `${group}.lzferry_toolf01.abap`))
  await rm(join(folder, `${group}.lzferry_toolf01.xml`))
}

test('objects of the dictionary and a function group, pushed, changed and pulled', async t => {
  const round = await openRound(t)
  await copySample(round.root)
  const before = await filesIn(join(round.root, 'first'))
  const pushed = await round.call('first', 'ERPWrite', { ...push, package: '$ROUND' })
  const data: { outcome?: string; notPushed?: readonly string[] } =
    pushed.kind === 'data' ? pushed.data : {}
  assert.deepEqual([data.outcome, data.notPushed], ['done', []], pushed.text)
  await round.call('first', 'ERPManage', { action: 'export' })
  const after = await filesIn(join(round.root, 'first'))
  assert.deepEqual(
    changed(before, after).filter(path => path !== 'src/package.devc.xml'),
    []
  )
  // Another folder has what the system says alone.
  const fresh = await round.call('second', 'ERPManage', { action: 'export', package: '$ROUND' })
  assert.equal(fresh.kind, 'data', fresh.text)
  const pulled = await filesIn(join(round.root, 'second'))
  const own = [...generated, ...groupFiles, ...groupSources].map(([path]) => path)
  for (const path of own) assert.equal(pulled[path], before[path], path)
  assert.deepEqual(Object.keys(pulled).toSorted(), Object.keys(after).toSorted())

  const first = join(round.root, 'first')
  await changeGroup(first)
  await writeFile(
    join(first, 'src/zferry_rate.tabl.xml'),
    `\uFEFF${table.replace('of the day', 'of today').replace('<TABKAT>2<', '<TABKAT>3<')}`
  )
  const wanted = await filesIn(first)
  const kept = await round.call('first', 'ERPWrite', { ...push, dryRun: true })
  assert.match(kept.text, /LZFERRY_TOOLF01 is gone in the folder/)
  const again = await round.call('first', 'ERPWrite', { ...push, delete: true })
  assert.match(again.text, /^Batch done/, again.text)
  await round.call('first', 'ERPManage', { action: 'export', full: true })
  assert.deepEqual(changed(wanted, await filesIn(first)), [])
  const status = await round.call('second', 'ERPManage', { action: 'export' })
  const other = changed(wanted, await filesIn(join(round.root, 'second')))
  // Files of the seed were made by hand.
  const seeded = new Set(sample.map(path => `src/${basename(path)}.xml`))
  assert.deepEqual(
    other.filter(path => !seeded.has(path)),
    [],
    status.text
  )
  await forgetTypes(join(round.root, 'second'), ['FUGR', 'STRU', 'TABL', 'TTYP'])
  const nothing = await round.call('second', 'ERPWrite', { ...push, delete: true })
  assert.match(nothing.text, /nothing to push[^]*\+ new there +FUGR ZFERRY_TOOL/)
  await round.call('second', 'ERPManage', { action: 'export' })
  const back = changed(wanted, await filesIn(join(round.root, 'second')))
  assert.deepEqual(
    back.filter(path => !seeded.has(path)),
    []
  )
})

/** A folder and its state as a version has left them that does not carry these types. */
async function forgetTypes(folder: string, types: readonly string[]): Promise<void> {
  const states = join(folder, '.erp-bridge')
  for (const name of await readdir(states)) {
    if (!name.endsWith('.json')) continue
    const path = join(states, name)
    const state = JSON.parse(await readFile(path, 'utf8')) as { objects: { type: string }[] }
    const objects = state.objects.filter(({ type }) => !types.includes(type))
    await writeFile(path, JSON.stringify({ ...state, objects }))
  }
  for (const path of Object.keys(await filesIn(folder))) {
    if (/\.(?:fugr|tabl|ttyp)\./.test(path)) await rm(join(folder, path))
  }
}

test('repositories of others', { skip: foreign.length === 0, timeout: 3_600_000 }, async t => {
  for (const repository of foreign) {
    const round = await openRound(t)
    const first = join(round.root, 'first')
    await mkdir(first, { recursive: true })
    const settings = join(repository, '.abapgit.xml')
    if (existsSync(settings)) await cp(settings, join(first, '.abapgit.xml'))
    await cp(join(repository, 'src'), join(first, 'src'), { recursive: true })
    const before = await filesIn(first)
    const pushed = await round.call('first', 'ERPWrite', { ...push, package: '$ROUND' })
    const pulled = await round.call('first', 'ERPManage', { action: 'export' })
    const different = changed(before, await filesIn(first))
    const types = Map.groupBy(Object.keys(before), path => namedFile(basename(path))?.type ?? '-')
    t.diagnostic(
      [
        `${basename(dirname(repository))}/${basename(repository)}`,
        ...[...types].map(([type, paths]) => `${type} ${paths.length}`),
        `files that differ: ${different.join(', ') || 'none'}`,
        pushed.text.split('\n').slice(-60).join('\n'),
        pulled.text
      ].join('\n')
    )
    assert.deepEqual(
      different.filter(path => before[path] !== undefined),
      []
    )
  }
})
