import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { lock, logOn, openRequest, randomName, startSandbox } from '../http/fixture.ts'

const adt = '/sap/bc/adt'
const stateful = { 'x-sap-adt-sessiontype': 'stateful' }
const stem = randomName('ZPF').toLowerCase().slice(0, 14)

function abapGit (type: string, values: string): string {
  return `\uFEFF<?xml version="1.0" encoding="utf-8"?>\n<abapGit version="v1.0.0" serializer="LCL_OBJECT_${type}" serializer_version="v1.0.0">\n <asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0">\n  <asx:values>\n${values}\n  </asx:values>\n </asx:abap>\n</abapGit>\n`
}

/** A clone as abapGit leaves it: settings, sources, and nothing of the sandbox. */
async function clone (t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'clone-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const upper = stem.toUpperCase()
  const files: Readonly<Record<string, string>> = {
    '.abapgit.xml': '\uFEFF<?xml version="1.0" encoding="utf-8"?>\n<asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0">\n <asx:values>\n  <DATA>\n   <MASTER_LANGUAGE>E</MASTER_LANGUAGE>\n   <STARTING_FOLDER>/src/</STARTING_FOLDER>\n   <FOLDER_LOGIC>PREFIX</FOLDER_LOGIC>\n  </DATA>\n </asx:values>\n</asx:abap>\n',
    'src/package.devc.xml': abapGit('DEVC', '   <DEVC>\n    <CTEXT>Cloned</CTEXT>\n    <DLVUNIT>HOME</DLVUNIT>\n    <KORRFLAG>X</KORRFLAG>\n   </DEVC>'),
    [`src/${stem}.doma.xml`]: abapGit('DOMA', `   <DD01V>\n    <DOMNAME>${upper}</DOMNAME>\n    <DDLANGUAGE>E</DDLANGUAGE>\n    <DATATYPE>CHAR</DATATYPE>\n    <LENG>000003</LENG>\n    <OUTPUTLEN>000003</OUTPUTLEN>\n    <DDTEXT>Cloned domain</DDTEXT>\n    <FOREIGN>kept</FOREIGN>\n   </DD01V>`),
    [`src/${stem}.msag.xml`]: abapGit('MSAG', `   <T100A>\n    <ARBGB>${upper}</ARBGB>\n    <MASTERLANG>E</MASTERLANG>\n    <STEXT>Cloned</STEXT>\n   </T100A>\n   <T100>\n    <T100>\n     <SPRSL>E</SPRSL>\n     <ARBGB>${upper}</ARBGB>\n     <MSGNR>001</MSGNR>\n     <TEXT>One</TEXT>\n    </T100>\n   </T100>`),
    [`src/${stem}.prog.abap`]: `REPORT ${stem}.\nWRITE text-001.\n`,
    [`src/${stem}.prog.xml`]: abapGit('PROG', `   <PROGDIR>\n    <NAME>${upper}</NAME>\n    <SUBC>1</SUBC>\n   </PROGDIR>\n   <TPOOL>\n    <item>\n     <ID>R</ID>\n     <ENTRY>Cloned</ENTRY>\n     <LENGTH>6</LENGTH>\n    </item>\n    <item>\n     <ID>I</ID>\n     <KEY>001</KEY>\n     <ENTRY>Hello</ENTRY>\n     <LENGTH>10</LENGTH>\n    </item>\n   </TPOOL>`)
  }
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  return folder
}

test('a plain abapGit folder works with transports, documents and texts, and only what changed is written', async t => {
  const dataDir = await clone(t)
  const sandbox = await startSandbox(t, { dataDir })
  const client = await logOn(sandbox)
  const domain = `${adt}/ddic/domains/${stem}`
  const read = await client.get(domain)
  assert.match(read.text, /adtcore:description="Cloned domain"/)
  const handle = await lock(client, domain)
  const body = read.text.replace('<doma:length>000003</doma:length><doma:decimals>', '<doma:length>000007</doma:length><doma:decimals>')
  const put = (corrNr: string) => client.put(`${domain}?lockHandle=${handle}${corrNr}`, body, { ...stateful, 'content-type': 'application/*' })
  assert.equal((await put('')).status, 403)
  const number = await openRequest(client)
  assert.equal((await put(`&corrNr=${number}`)).status, 200)
  await client.post(`${domain}?_action=UNLOCK&lockHandle=${handle}`, '', stateful)
  const before = readFileSync(join(dataDir, `src/${stem}.doma.xml`), 'utf8')
  const activation = await client.post(`${adt}/activation?method=activate`, `<adtcore:objectReferences xmlns:adtcore="http://www.sap.com/adt/core"><adtcore:objectReference adtcore:uri="${domain}" adtcore:name="${stem}"/></adtcore:objectReferences>`)
  assert.equal(activation.text, '')
  const after = readFileSync(join(dataDir, `src/${stem}.doma.xml`), 'utf8')
  assert.equal(after, before.replace('<LENG>000003', '<LENG>000007'))
  assert.equal((await client.get(`${adt}/textelements/programs/${stem}/source/symbols`)).text, '@MaxLength:10\n001=Hello\n')
  assert.match((await client.get(`${adt}/messageclass/${stem}`)).text, /mc:msgno="001" mc:msgtext="One"/)
  assert.ok(existsSync(join(dataDir, '.sandbox', '.gitignore')))
  assert.match((await client.get(`${adt}/cts/transportrequests/${number}`)).text, new RegExp(`tm:pgmid="R3TR" tm:type="DOMA" tm:name="${stem.toUpperCase()}"`))
})

test('types and basic properties', async t => {
  const dataDir = await clone(t)
  const client = await logOn(await startSandbox(t, { dataDir }))
  const types = await client.post(`${adt}/repository/typestructure`)
  assert.match(types.text, /<SEU_ADT_OBJECT_TYPE_DESCRIPTOR><OBJECT_TYPE>FUGR\/I<\/OBJECT_TYPE><OBJECT_TYPE_LABEL>Function Group Include<\/OBJECT_TYPE_LABEL><CATEGORY>source_library<\/CATEGORY><CATEGORY_LABEL>source library<\/CATEGORY_LABEL><URI_TEMPLATE>[^<]+<\/URI_TEMPLATE><PARENT_OBJECT_TYPE>FUGR\/F</)
  const basic = await client.get(`${adt}/vit/wb/object_type/domadd/object_name/${stem.toUpperCase()}`, { accept: 'application/vnd.sap.adt.basic.object.properties+xml' })
  assert.match(basic.text, new RegExp(`^<\\?xml[^>]*><adtcore:mainObject xmlns:adtcore="http://www.sap.com/adt/core" [^>]*adtcore:name="${stem.toUpperCase()}" adtcore:type="DOMA/DD"[^>]*><adtcore:packageRef `))
  assert.equal((await client.get(`${adt}/vit/wb/object_type/domadd/object_name/ZNONE`)).status, 404)
  assert.equal((await client.get(`${adt}/vit/wb/object_type/viewdv/object_name/ZNONE`)).status, 404)
})
