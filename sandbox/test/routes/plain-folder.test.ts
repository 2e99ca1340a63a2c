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

function abapGit(type: string, values: string): string {
  return `\uFEFF<?xml version="1.0" encoding="utf-8"?>\n<abapGit version="v1.0.0" serializer="LCL_OBJECT_${type}" serializer_version="v1.0.0">\n <asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0">\n  <asx:values>\n${values}\n  </asx:values>\n </asx:abap>\n</abapGit>\n`
}

/** A clone as abapGit leaves it: settings, sources, and nothing of the sandbox. */
async function clone(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'clone-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const upper = stem.toUpperCase()
  const files: Readonly<Record<string, string>> = {
    '.abapgit.xml':
      '\uFEFF<?xml version="1.0" encoding="utf-8"?>\n<asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0">\n <asx:values>\n  <DATA>\n   <MASTER_LANGUAGE>E</MASTER_LANGUAGE>\n   <STARTING_FOLDER>/src/</STARTING_FOLDER>\n   <FOLDER_LOGIC>PREFIX</FOLDER_LOGIC>\n  </DATA>\n </asx:values>\n</asx:abap>\n',
    'src/package.devc.xml': abapGit(
      'DEVC',
      '   <DEVC>\n    <CTEXT>Cloned</CTEXT>\n    <DLVUNIT>HOME</DLVUNIT>\n    <KORRFLAG>X</KORRFLAG>\n   </DEVC>'
    ),
    [`src/${stem}.doma.xml`]: abapGit(
      'DOMA',
      `   <DD01V>\n    <DOMNAME>${upper}</DOMNAME>\n    <DDLANGUAGE>E</DDLANGUAGE>\n    <DATATYPE>CHAR</DATATYPE>\n    <LENG>000003</LENG>\n    <OUTPUTLEN>000003</OUTPUTLEN>\n    <DDTEXT>Cloned domain</DDTEXT>\n    <FOREIGN>kept</FOREIGN>\n   </DD01V>`
    ),
    [`src/${stem}.msag.xml`]: abapGit(
      'MSAG',
      `   <T100A>\n    <ARBGB>${upper}</ARBGB>\n    <MASTERLANG>E</MASTERLANG>\n    <STEXT>Cloned</STEXT>\n   </T100A>\n   <T100>\n    <T100>\n     <SPRSL>E</SPRSL>\n     <ARBGB>${upper}</ARBGB>\n     <MSGNR>001</MSGNR>\n     <TEXT>One</TEXT>\n    </T100>\n   </T100>`
    ),
    [`src/${stem}.prog.abap`]: `REPORT ${stem}.\nWRITE text-001.\n`,
    [`src/${stem}.prog.xml`]: abapGit(
      'PROG',
      `   <PROGDIR>\n    <NAME>${upper}</NAME>\n    <SUBC>1</SUBC>\n   </PROGDIR>\n   <TPOOL>\n    <item>\n     <ID>R</ID>\n     <ENTRY>Cloned</ENTRY>\n     <LENGTH>6</LENGTH>\n    </item>\n    <item>\n     <ID>I</ID>\n     <KEY>001</KEY>\n     <ENTRY>Hello</ENTRY>\n     <LENGTH>10</LENGTH>\n    </item>\n   </TPOOL>`
    )
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
  const body = read.text.replace(
    '<doma:length>000003</doma:length><doma:decimals>',
    '<doma:length>000007</doma:length><doma:decimals>'
  )
  const put = (corrNr: string) =>
    client.put(`${domain}?lockHandle=${handle}${corrNr}`, body, {
      ...stateful,
      'content-type': 'application/*'
    })
  assert.equal((await put('&corrNr=SBXK999999')).status, 403)
  const number = await openRequest(client)
  assert.equal((await put(`&corrNr=${number}`)).status, 200)
  await client.post(`${domain}?_action=UNLOCK&lockHandle=${handle}`, '', stateful)
  const before = readFileSync(join(dataDir, `src/${stem}.doma.xml`), 'utf8')
  const activation = await client.post(
    `${adt}/activation?method=activate`,
    `<adtcore:objectReferences xmlns:adtcore="http://www.sap.com/adt/core"><adtcore:objectReference adtcore:uri="${domain}" adtcore:name="${stem}"/></adtcore:objectReferences>`
  )
  assert.match(activation.text, /activationExecuted="true"/)
  const after = readFileSync(join(dataDir, `src/${stem}.doma.xml`), 'utf8')
  assert.equal(after, before.replace('<LENG>000003', '<LENG>000007'))
  assert.equal(
    (await client.get(`${adt}/textelements/programs/${stem}/source/symbols`)).text,
    '@MaxLength:10\n001=Hello\n'
  )
  assert.match(
    (await client.get(`${adt}/messageclass/${stem}`)).text,
    /mc:msgno="001" mc:msgtext="One"/
  )
  assert.ok(existsSync(join(dataDir, '.sandbox', '.gitignore')))
  assert.match(
    (await client.get(`${adt}/cts/transportrequests/${number}`)).text,
    new RegExp(`tm:pgmid="R3TR" tm:type="DOMA" tm:name="${stem.toUpperCase()}"`)
  )
})

test('types and basic properties', async t => {
  const dataDir = await clone(t)
  const client = await logOn(await startSandbox(t, { dataDir }))
  const types = await client.post(`${adt}/repository/typestructure`)
  assert.match(
    types.text,
    /<SEU_ADT_OBJECT_TYPE_DESCRIPTOR><OBJECT_TYPE>FUGR\/I<\/OBJECT_TYPE><OBJECT_TYPE_LABEL>Function Group Include<\/OBJECT_TYPE_LABEL><CATEGORY>source_library<\/CATEGORY><CATEGORY_LABEL>source library<\/CATEGORY_LABEL><URI_TEMPLATE>[^<]+<\/URI_TEMPLATE><PARENT_OBJECT_TYPE>FUGR\/F</
  )
  const basic = await client.get(
    `${adt}/vit/wb/object_type/domadd/object_name/${stem.toUpperCase()}`,
    { accept: 'application/vnd.sap.adt.basic.object.properties+xml' }
  )
  assert.match(
    basic.text,
    new RegExp(
      `^<\\?xml[^>]*><adtcore:mainObject xmlns:adtcore="http://www.sap.com/adt/core" [^>]*adtcore:name="${stem.toUpperCase()}" adtcore:type="DOMA/DD"[^>]*><adtcore:packageRef `
    )
  )
  assert.equal((await client.get(`${adt}/vit/wb/object_type/domadd/object_name/ZNONE`)).status, 404)
  assert.equal((await client.get(`${adt}/vit/wb/object_type/viewdv/object_name/ZNONE`)).status, 404)
})

const everyType: Readonly<Record<string, string>> = {
  'zcl_ev.clas.abap':
    'CLASS zcl_ev DEFINITION PUBLIC.\n  PUBLIC SECTION.\n    INTERFACES zif_ev.\nENDCLASS.\nCLASS zcl_ev IMPLEMENTATION.\n  METHOD zif_ev~go.\n  ENDMETHOD.\nENDCLASS.\n',
  'zcl_ev.clas.locals_def.abap': 'INTERFACE lif_ev.\nENDINTERFACE.\n',
  'zcl_ev.clas.testclasses.abap':
    'CLASS ltc_ev DEFINITION FOR TESTING RISK LEVEL HARMLESS DURATION SHORT.\nENDCLASS.\nCLASS ltc_ev IMPLEMENTATION.\nENDCLASS.\n',
  'zcl_ev.clas.xml': abapGit(
    'CLAS',
    '   <VSEOCLASS>\n    <CLSNAME>ZCL_EV</CLSNAME>\n    <LANGU>E</LANGU>\n    <DESCRIPT>Class</DESCRIPT>\n    <STATE>1</STATE>\n    <WITH_UNIT_TESTS>X</WITH_UNIT_TESTS>\n   </VSEOCLASS>'
  ),
  'zif_ev.intf.abap': 'INTERFACE zif_ev PUBLIC.\n  METHODS go.\nENDINTERFACE.\n',
  'zif_ev.intf.xml': abapGit(
    'INTF',
    '   <VSEOINTERF>\n    <CLSNAME>ZIF_EV</CLSNAME>\n    <LANGU>E</LANGU>\n    <DESCRIPT>Interface</DESCRIPT>\n    <STATE>1</STATE>\n   </VSEOINTERF>'
  ),
  'zev_inc.prog.abap': 'DATA gv TYPE i.\n',
  'zev_inc.prog.xml': abapGit(
    'PROG',
    '   <PROGDIR>\n    <NAME>ZEV_INC</NAME>\n    <SUBC>I</SUBC>\n   </PROGDIR>'
  ),
  'zev.ddls.asddls': 'define view entity zev as select from t000 { key mandt }\n',
  'zev.ddls.xml': abapGit(
    'DDLS',
    '   <DDLS>\n    <DDLNAME>ZEV</DDLNAME>\n    <DDLANGUAGE>E</DDLANGUAGE>\n    <DDTEXT>View</DDTEXT>\n   </DDLS>'
  ),
  'zev.dcls.asdcls': 'define role zev { grant select on zev; }\n',
  'zev.dcls.xml': abapGit(
    'DCLS',
    '   <DCLS>\n    <DCLNAME>ZEV</DCLNAME>\n    <DCLLANGUAGE>E</DCLLANGUAGE>\n    <DDTEXT>Role</DDTEXT>\n   </DCLS>'
  ),
  'zev.ddlx.asddlxs': 'annotate view zev with { mandt; }\n',
  'zev.ddlx.xml': abapGit(
    'DDLX',
    '   <DDLX>\n    <METADATA>\n     <NAME>ZEV</NAME>\n    </METADATA>\n   </DDLX>'
  ),
  'zev_t.tabl.xml': abapGit(
    'TABL',
    '   <DD02V>\n    <TABNAME>ZEV_T</TABNAME>\n    <DDLANGUAGE>E</DDLANGUAGE>\n    <TABCLASS>TRANSP</TABCLASS>\n    <DDTEXT>Table</DDTEXT>\n    <CONTFLAG>A</CONTFLAG>\n   </DD02V>\n   <DD03P_TABLE>\n    <DD03P>\n     <FIELDNAME>ID</FIELDNAME>\n     <KEYFLAG>X</KEYFLAG>\n     <INTTYPE>C</INTTYPE>\n     <NOTNULL>X</NOTNULL>\n     <DATATYPE>CHAR</DATATYPE>\n     <LENG>000004</LENG>\n     <MASK>  CHAR</MASK>\n    </DD03P>\n   </DD03P_TABLE>'
  ),
  'zev_s.tabl.xml': abapGit(
    'TABL',
    '   <DD02V>\n    <TABNAME>ZEV_S</TABNAME>\n    <DDLANGUAGE>E</DDLANGUAGE>\n    <TABCLASS>INTTAB</TABCLASS>\n    <DDTEXT>Structure</DDTEXT>\n   </DD02V>\n   <DD03P_TABLE>\n    <DD03P>\n     <FIELDNAME>ID</FIELDNAME>\n     <INTTYPE>C</INTTYPE>\n     <DATATYPE>CHAR</DATATYPE>\n     <LENG>000004</LENG>\n     <MASK>  CHAR</MASK>\n    </DD03P>\n   </DD03P_TABLE>'
  ),
  'zev_e.dtel.xml': abapGit(
    'DTEL',
    '   <DD04V>\n    <ROLLNAME>ZEV_E</ROLLNAME>\n    <DDLANGUAGE>E</DDLANGUAGE>\n    <DDTEXT>Element</DDTEXT>\n    <DATATYPE>CHAR</DATATYPE>\n    <LENG>000004</LENG>\n   </DD04V>'
  ),
  'zev_tt.ttyp.xml': abapGit(
    'TTYP',
    '   <DD40V>\n    <TYPENAME>ZEV_TT</TYPENAME>\n    <DDLANGUAGE>E</DDLANGUAGE>\n    <ROWTYPE>ZEV_S</ROWTYPE>\n    <ROWKIND>S</ROWKIND>\n    <DDTEXT>Table type</DDTEXT>\n   </DD40V>'
  ),
  'zev.bdef.asbdef': 'managed;\ndefine behavior for zev { }\n',
  'zev.bdef.xml': abapGit(
    'BDEF',
    '   <BDEF>\n    <METADATA>\n     <NAME>ZEV</NAME>\n    </METADATA>\n   </BDEF>'
  ),
  'zev.srvd.srvdsrv': 'define service zev { expose zev; }\n',
  'zev.srvd.xml': abapGit(
    'SRVD',
    '   <SRVD>\n    <METADATA>\n     <NAME>ZEV</NAME>\n    </METADATA>\n   </SRVD>'
  ),
  'zev.srvb.xml': abapGit(
    'SRVB',
    '   <SRVB>\n    <METADATA>\n     <NAME>ZEV</NAME>\n    </METADATA>\n   </SRVB>'
  ),
  'zev.fugr.xml': abapGit(
    'FUGR',
    '   <AREAT>Group</AREAT>\n   <INCLUDES>\n    <SOBJ_NAME>LZEVTOP</SOBJ_NAME>\n   </INCLUDES>\n   <FUNCTIONS>\n    <item>\n     <FUNCNAME>Z_EV</FUNCNAME>\n     <SHORT_TEXT>Module</SHORT_TEXT>\n    </item>\n   </FUNCTIONS>'
  ),
  'zev.fugr.lzevtop.abap': 'FUNCTION-POOL zev.\n',
  'zev.fugr.saplzev.abap': '  INCLUDE lzevtop.\n  INCLUDE lzevuxx.\n',
  'zev.fugr.z_ev.abap': 'FUNCTION z_ev.\nENDFUNCTION.\n',
  'zev.type.abap': 'TYPE-POOL zev.\nTYPES zev_c TYPE c.\n',
  'zev.type.xml': abapGit('TYPE', '   <DDTEXT>Group</DDTEXT>')
}
const unknownTypes: Readonly<Record<string, string>> = {
  'zev_logo.w3mi.data.png': 'no image',
  'zev_logo.w3mi.xml': abapGit('W3MI', '   <NAME>ZEV_LOGO</NAME>'),
  'zev_tx.tran.xml': abapGit('TRAN', '   <TSTC>\n    <TCODE>ZEV_TX</TCODE>\n   </TSTC>'),
  'zev_en.enho.xml': abapGit('ENHO', '   <TOOL>BADI_IMPL</TOOL>'),
  'zev_en.enho.1.abap': '* enhancement\n',
  'zev_au.auth.json': '{}\n',
  '#ev#tx.shlp.xml': abapGit('SHLP', '   <DD30V/>')
}
const others: Readonly<Record<string, string>> = {
  'README.md': '# Read\r\nme\r\n',
  '.github/workflows/check.yml': 'on: push\n',
  'docs/zfake.clas.md': 'No object.\n'
}

test('a folder with every type and unknown ones: known types are served, unknown ones are named and stay unchanged', async t => {
  const dataDir = await clone(t)
  const put = async (files: Readonly<Record<string, string>>, folder: string) => {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(join(dataDir, folder, name, '..'), { recursive: true })
      await writeFile(join(dataDir, folder, name), text)
    }
  }
  await put(everyType, 'src/sub')
  await put(unknownTypes, 'src/sub')
  await put(others, '')
  await put(
    {
      'zcl_ev_broken.clas.xml': '<?xml version="1.0"?><abapGit><asx:abap',
      'zcl_ev_broken.clas.abap': 'CLASS zcl_ev_broken DEFINITION',
      'zev_other.dtel.xml': '<a/>'
    },
    'src/sub'
  )
  const warnings: string[] = []
  const sandbox = await startSandbox(t, {
    dataDir,
    log: {
      info() {},
      warn: message => {
        warnings.push(message)
      },
      error() {}
    }
  })
  const client = await logOn(sandbox)
  const uris = [
    'oo/classes/zcl_ev',
    'oo/interfaces/zif_ev',
    'programs/includes/zev_inc',
    'ddic/ddl/sources/zev',
    'acm/dcl/sources/zev',
    'ddic/ddlx/sources/zev',
    'ddic/tables/zev_t',
    'ddic/structures/zev_s',
    'ddic/dataelements/zev_e',
    'ddic/tabletypes/zev_tt',
    'bo/behaviordefinitions/zev',
    'ddic/srvd/sources/zev',
    'businessservices/bindings/zev',
    'functions/groups/zev',
    'functions/groups/zev/fmodules/z_ev',
    'functions/groups/zev/includes/lzevtop',
    'ddic/typegroups/zev',
    `programs/programs/${stem}`,
    `ddic/domains/${stem}`,
    `messageclass/${stem}`
  ]
  for (const uri of uris) {
    const reply = await client.get(`${adt}/${uri}`)
    assert.equal(reply.status, 200, `${uri}: ${reply.text}`)
    assert.match(reply.text, /adtcore:version="active"/, uri)
  }
  const named = warnings.find(each => each.includes('does not keep')) ?? ''
  assert.match(
    named,
    /does not keep 5 of the objects in .*: AUTH ZEV_AU, ENHO ZEV_EN, SHLP \/EV\/TX, TRAN ZEV_TX, W3MI ZEV_LOGO$/
  )
  assert.match(
    warnings.find(each => each.includes('cannot read')) ?? '',
    /cannot read 2 of the files in .*: src\/sub\/zcl_ev_broken\.clas\.xml \(.+\), src\/sub\/zev_other\.dtel\.xml \(.*not in abapGit format\)$/
  )
  assert.deepEqual(sandbox.store.foreign(), [
    'AUTH ZEV_AU',
    'ENHO ZEV_EN',
    'SHLP /EV/TX',
    'TRAN ZEV_TX',
    'W3MI ZEV_LOGO'
  ])
  const handle = await lock(client, `${adt}/oo/interfaces/zif_ev`)
  await client.put(
    `${adt}/oo/interfaces/zif_ev/source/main?lockHandle=${handle}&corrNr=${await openRequest(client)}`,
    'INTERFACE zif_ev PUBLIC.\n  METHODS go.\n  CONSTANTS c TYPE i VALUE 1.\nENDINTERFACE.\n',
    { ...stateful, 'content-type': 'text/plain' }
  )
  const activated = await client.post(
    `${adt}/activation?method=activate`,
    `<a:objectReferences xmlns:a="http://www.sap.com/adt/core"><a:objectReference a:uri="${adt}/oo/interfaces/zif_ev" a:name="ZIF_EV"/></a:objectReferences>`
  )
  assert.doesNotMatch(activated.text, /type="E"/)
  await sandbox.close()
  const changed = [...Object.entries(everyType), ...Object.entries(unknownTypes)]
    .filter(([name, text]) => readFileSync(join(dataDir, 'src/sub', name), 'utf8') !== text)
    .map(([name]) => name)
  assert.deepEqual(changed, ['zif_ev.intf.abap'])
  for (const [name, text] of Object.entries(others)) {
    assert.equal(readFileSync(join(dataDir, name), 'utf8'), text)
  }
})
