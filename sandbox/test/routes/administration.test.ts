import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createClass,
  logOn,
  openRequest,
  randomName,
  startSandbox,
  users,
  write
} from '../http/fixture.ts'
import type { Client } from '../http/client.ts'

const adt = '/sap/bc/adt'

/** Rows of a query: values by column. */
async function rows(client: Client, sql: string): Promise<Record<string, string>[]> {
  const reply = await client.post(`${adt}/datapreview/freestyle?rowNumber=1000`, sql, {
    'content-type': 'text/plain'
  })
  assert.equal(reply.status, 200, reply.text)
  const columns = [
    ...reply.text.matchAll(
      /dataPreview:name="([^"]+)".*?<dataPreview:dataSet(?:\/>|>(.*?)<\/dataPreview:dataSet>)/g
    )
  ].map(([, name = '', data = '']) => ({
    name,
    values: [...data.matchAll(/<dataPreview:data(?:\/>|>([^<]*)<\/dataPreview:data>)/g)].map(
      each => each[1] ?? ''
    )
  }))
  return (columns[0]?.values ?? []).map((_, index) =>
    Object.fromEntries(columns.map(({ name, values }) => [name, values[index] ?? '']))
  )
}

test('change requests can be read as the tables of the ERP, as they are at that moment', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  assert.deepEqual(await rows(client, 'SELECT trkorr FROM e070'), [])
  const text = randomName('Text')
  const number = await openRequest(client, text)
  const name = randomName('ZCL_A')
  await createClass(client, name, 'ZBOX', number)
  const requests = await rows(
    client,
    'SELECT trkorr, trfunction, trstatus, tarsystem, as4user, strkorr FROM e070 ORDER BY trkorr'
  )
  const task = requests[1]?.['TRKORR'] ?? ''
  assert.deepEqual(requests, [
    {
      TRKORR: number,
      TRFUNCTION: 'K',
      TRSTATUS: 'D',
      TARSYSTEM: '',
      AS4USER: 'ALICE',
      STRKORR: ''
    },
    {
      TRKORR: task,
      TRFUNCTION: 'S',
      TRSTATUS: 'D',
      TARSYSTEM: '',
      AS4USER: 'ALICE',
      STRKORR: number
    }
  ])
  assert.deepEqual(
    await rows(client, `SELECT as4text FROM e07t WHERE trkorr = '${number}' AND langu = 'E'`),
    [{ AS4TEXT: text }]
  )
  const entries = () =>
    rows(
      client,
      `SELECT r~trkorr, o~pgmid, o~object, o~obj_name, o~lockflag FROM e071 AS o INNER JOIN e070 AS r ON r~trkorr = o~trkorr WHERE r~strkorr = '${number}'`
    )
  assert.deepEqual(await entries(), [
    { TRKORR: task, PGMID: 'R3TR', OBJECT: 'CLAS', OBJ_NAME: name, LOCKFLAG: 'X' }
  ])
  await client.post(
    `${adt}/cts/transportrequests/${number}/tasks`,
    '<tm:root xmlns:tm="http://www.sap.com/cts/adt/tm" tm:number="x" tm:targetuser="BOB" tm:useraction="newtask"/>',
    { 'content-type': 'text/plain' }
  )
  assert.deepEqual(
    new Set((await rows(client, 'SELECT as4user FROM e070')).map(each => each['AS4USER'])),
    new Set(['ALICE', 'BOB'])
  )
  const preview = await client.post(`${adt}/datapreview/ddic?ddicEntityName=E070&rowNumber=1`)
  assert.match(
    preview.text,
    /<dataPreview:name>E070<\/dataPreview:name>.*dataPreview:name="TRKORR"[^>]*dataPreview:keyAttribute="true"/
  )
})

test('the directory of objects follows what is created, moved in time and deleted', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox, users[1])
  const name = randomName('ZCL_A')
  const found = () =>
    rows(
      client,
      `SELECT pgmid, object, obj_name, devclass, author, masterlang FROM tadir WHERE obj_name LIKE '${name}%'`
    )
  assert.deepEqual(await found(), [])
  const uri = await createClass(client, name)
  assert.deepEqual(await found(), [
    {
      PGMID: 'R3TR',
      OBJECT: 'CLAS',
      OBJ_NAME: name,
      DEVCLASS: '$TMP',
      AUTHOR: 'BOB',
      MASTERLANG: 'E'
    }
  ])
  sandbox.store.remove({ type: 'CLAS', name })
  assert.deepEqual(await found(), [])
  assert.equal((await client.get(uri)).status, 404)
})

test('a program reads them as well', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const name = randomName('ZCL_A')
  const uri = await createClass(client, name)
  await write(
    client,
    uri,
    `CLASS ${name} DEFINITION PUBLIC.\n  PUBLIC SECTION.\n    INTERFACES if_oo_adt_classrun.\nENDCLASS.\nCLASS ${name} IMPLEMENTATION.\n  METHOD if_oo_adt_classrun~main.\n    DATA lv_package TYPE devclass.\n    SELECT SINGLE devclass FROM tadir INTO lv_package WHERE pgmid = 'R3TR' AND object = 'CLAS' AND obj_name = '${name}'.\n    out->write( lv_package ).\n  ENDMETHOD.\nENDCLASS.\n`
  )
  const activated = await client.post(
    `${adt}/activation?method=activate`,
    `<a:objectReferences xmlns:a="http://www.sap.com/adt/core"><a:objectReference a:uri="${uri}" a:name="${name}"/></a:objectReferences>`
  )
  assert.doesNotMatch(activated.text, /type="E"/)
  const run = await client.post(`${adt}/oo/classrun/${name}`)
  assert.deepEqual([run.status, run.text.trim()], [200, '$TMP'])
})

test('an object without a knowledge transfer document is 404, and one of no object is refused', async t => {
  const client = await logOn(await startSandbox(t))
  assert.equal((await client.get(`${adt}/documentation/ktd/documents/zcl_any`)).status, 404)
  const body = `<s:docu xmlns:s="http://www.sap.com/wbobj/texts/sktd" xmlns:a="http://www.sap.com/adt/core" a:name="ZNONE"><a:packageRef a:name="$TMP"/><s:refObject a:type="DDLS/DF" a:name="ZNONE"/></s:docu>`
  const documents = `${adt}/documentation/ktd/documents`
  for (const text of [body, body.replace('DDLS/DF', 'CLAS/OC')]) {
    const headers = { 'content-type': 'application/vnd.sap.adt.sktdv2+xml' }
    assert.equal((await client.post(documents, text, headers)).status, 400)
  }
  assert.equal((await client.get(`${documents}/znone`)).status, 404)
  assert.equal((await client.get(`${adt}/documentation/other`)).status, 404)
})

test('a function module has the processing type of its document', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  sandbox.store.create(
    {
      key: { type: 'FUGR', name: 'ZFG_CALL' },
      package: '$TMP',
      description: '',
      responsible: 'ALICE',
      language: 'EN',
      createdBy: 'ALICE',
      changedBy: 'ALICE',
      attributes: {}
    },
    [],
    'ALICE'
  )
  sandbox.store.addPart(
    { object: { type: 'FUGR', name: 'ZFG_CALL' }, part: 'function:Z_CALLED' },
    'FUNCTION z_called.\nENDFUNCTION.',
    'ALICE'
  )
  const uri = `${adt}/functions/groups/zfg_call/fmodules/z_called`
  const read = await client.get(uri)
  assert.match(
    read.text,
    /fmodule:processingType="normal".*<adtcore:containerRef [^>]*adtcore:type="FUGR\/F" adtcore:name="ZFG_CALL" adtcore:packageName="\$TMP"\/>/
  )
  const { text } = await client.post(`${uri}?_action=LOCK&accessMode=MODIFY`, '', {
    'x-sap-adt-sessiontype': 'stateful'
  })
  const handle = /<LOCK_HANDLE>([^<]+)/.exec(text)?.[1] ?? ''
  const put = (type: string) =>
    client.put(`${uri}?lockHandle=${handle}`, read.text.replace('"normal"', `"${type}"`), {
      'content-type': 'application/vnd.sap.adt.functions.fmodules.v3+xml',
      'x-sap-adt-sessiontype': 'stateful'
    })
  for (const type of ['rfc', 'update', 'normal']) {
    assert.equal((await put(type)).status, 200)
    assert.ok((await client.get(uri)).text.includes(`fmodule:processingType="${type}"`), type)
  }
  assert.equal((await put('sometimes')).status, 400)
})

test('a program finds the subclasses of a class, makes an object of one by its name, and calls a function module by its name', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const group = { type: 'FUGR' as const, name: 'ZFG_NAMED' }
  const made = { package: '$TMP', description: '', language: 'EN', attributes: {} }
  const by = { responsible: 'ALICE', createdBy: 'ALICE', changedBy: 'ALICE' }
  sandbox.store.create({ key: group, ...made, ...by }, [], 'ALICE')
  sandbox.store.addPart(
    { object: group, part: 'function:Z_NAMED' },
    'FUNCTION z_named.\n  sy-tabix = 42.\nENDFUNCTION.',
    'ALICE'
  )
  const activate = async (uri: string, name: string) => {
    const activated = await client.post(
      `${adt}/activation?method=activate`,
      `<a:objectReferences xmlns:a="http://www.sap.com/adt/core"><a:objectReference a:uri="${uri}" a:name="${name}"/></a:objectReferences>`
    )
    assert.doesNotMatch(activated.text, /type="E"/)
  }
  await activate(`${adt}/functions/groups/zfg_named`, group.name)
  const [above, below, main] = [randomName('ZCL_A'), randomName('ZCL_B'), randomName('ZCL_C')]
  const create = async (name: string, source: string) => {
    const uri = await createClass(client, name)
    await write(client, uri, source)
    await activate(uri, name)
  }
  const own = `  PUBLIC SECTION.\n    METHODS name RETURNING VALUE(r) TYPE string.\nENDCLASS.\n`
  await create(
    above,
    `CLASS ${above} DEFINITION PUBLIC.\n${own}CLASS ${above} IMPLEMENTATION.\n  METHOD name.\n    r = 'above'.\n  ENDMETHOD.\nENDCLASS.\n`
  )
  await create(
    below,
    `CLASS ${below} DEFINITION PUBLIC\n  INHERITING FROM ${above}. " and not FROM zcl_other\n${own.replace(' RETURNING VALUE(r) TYPE string', ' REDEFINITION')}CLASS ${below} IMPLEMENTATION.\n  METHOD name.\n    r = 'below'.\n  ENDMETHOD.\nENDCLASS.\n`
  )
  await create(
    main,
    `CLASS ${main} DEFINITION PUBLIC.\n  PUBLIC SECTION.\n    INTERFACES if_oo_adt_classrun.\nENDCLASS.\nCLASS ${main} IMPLEMENTATION.\n  METHOD if_oo_adt_classrun~main.\n    DATA found TYPE seoclsname.\n    DATA one TYPE REF TO ${above}.\n    SELECT SINGLE clsname FROM seometarel INTO found WHERE refclsname = '${above}' AND reltype = '2'.\n    CREATE OBJECT one TYPE (found).\n    out->write( one->name( ) ).\n    TRY.\n        CREATE OBJECT one TYPE ('ZCL_ABSENT').\n      CATCH cx_sy_create_object_error.\n        out->write( 'absent' ).\n    ENDTRY.\n    cl_oo_classname_service=>get_all_method_includes( EXPORTING clsname = 'ZCL_ABSENT' EXCEPTIONS class_not_existing = 4 ).\n    out->write( |{ sy-subrc }| ).\n    CONCATENATE 'Z' 'NAMED' INTO DATA(module) SEPARATED BY '_'.\n    CALL FUNCTION 'FUNCTION_EXISTS' EXPORTING funcname = CONV rs38l_fnam( module ) EXCEPTIONS function_not_exist = 1.\n    CALL FUNCTION module.\n    out->write( |{ sy-subrc } { sy-tabix }| ).\n    DATA(sources) = cl_oo_factory=>create_instance( ).\n    sources->create_clif_source( '${above}' )->get_source( IMPORTING source = DATA(rows) ).\n    out->write( |{ lines( rows ) } { rows[ 2 ] }| ).\n    TRY.\n        sources->create_clif_source( clif_name = 'ZCL_ABSENT' version = 'A' ).\n      CATCH cx_oo_clif_not_exists.\n        out->write( 'none' ).\n    ENDTRY.\n  ENDMETHOD.\nENDCLASS.\n`
  )
  const run = await client.post(`${adt}/oo/classrun/${main}`)
  assert.equal(run.text.replace(/\s+/g, ' ').trim(), 'below absent 4 0 42 9 PUBLIC SECTION. none')
})

const READING = `
    DATA unit TYPE msehi.
    DATA head TYPE dd02v.
    DATA fields TYPE STANDARD TABLE OF dd03p.
    DATA element TYPE dd04v.
    DATA object TYPE trobj_name.
    DATA type TYPE trobjtype.
    CALL FUNCTION 'CONVERSION_EXIT_CUNIT_INPUT' EXPORTING input = 'pc' IMPORTING output = unit.
    out->write( unit ).
    CALL FUNCTION 'CONVERSION_EXIT_CUNIT_OUTPUT' EXPORTING input = unit IMPORTING output = unit.
    out->write( unit ).
    CALL FUNCTION 'CONVERSION_EXIT_CUNIT_INPUT' EXPORTING input = '??' IMPORTING output = unit EXCEPTIONS unit_not_found = 3.
    out->write( sy-subrc ).
    CALL FUNCTION 'DDIF_TABL_GET' EXPORTING name = 'ZDD_ROWS' langu = 'E' IMPORTING dd02v_wa = head TABLES dd03p_tab = fields.
    LOOP AT fields INTO DATA(field).
      out->write( |{ field-fieldname }{ field-adminfield }{ field-datatype }{ CONV i( field-leng ) }{ field-inttype }| ).
    ENDLOOP.
    out->write( |{ head-tabclass } { head-ddtext }| ).
    CALL FUNCTION 'DDIF_TABL_GET' EXPORTING name = 'ABSENT' IMPORTING dd02v_wa = head TABLES dd03p_tab = fields.
    out->write( |{ sy-subrc }{ lines( fields ) }{ head-tabname }| ).
    CALL FUNCTION 'DDIF_DTEL_GET' EXPORTING name = 'MANDT' langu = 'E' IMPORTING dd04v_wa = element.
    out->write( |{ element-datatype } { element-scrtext_m }| ).
    CALL FUNCTION 'DDIF_DTEL_GET' EXPORTING name = 'MANDT' IMPORTING dd04v_wa = element.
    out->write( |[{ element-scrtext_m }]| ).
    CALL FUNCTION 'GET_R3TR_OBJECT_FROM_LIMU_OBJ' EXPORTING p_limu_objtype = 'FUNC' p_limu_objname = 'DDIF_TABL_GET' IMPORTING p_r3tr_objtype = type p_r3tr_objname = object.
    out->write( |{ type } { object }| ).
    DATA language TYPE langu.
    DATA iso TYPE c LENGTH 2.
    CALL FUNCTION 'CONVERSION_EXIT_ISOLA_INPUT' EXPORTING input = 'de' IMPORTING output = language.
    CALL FUNCTION 'CONVERSION_EXIT_ISOLA_OUTPUT' EXPORTING input = 'S' IMPORTING output = iso.
    out->write( |{ language }{ iso }| ).
    SELECT SINGLE text FROM t100 INTO @DATA(message) WHERE sprsl = 'E' AND arbgb = '00' AND msgnr = '398'.
    SELECT SINGLE stext FROM t100a INTO @DATA(class) WHERE arbgb = '00'.
    out->write( |{ message }/{ class }| ).
    DATA state TYPE ddgotstate.
    CALL FUNCTION 'DDIF_STATE_GET' EXPORTING type = 'TABL' name = 'ZDD_ROWS' state = 'M' IMPORTING gotstate = state.
    out->write( state ).
    CALL FUNCTION 'DDIF_STATE_GET' EXPORTING type = 'DTEL' name = 'ZDD_DRAFT' state = 'M' IMPORTING gotstate = state.
    out->write( state ).
    DATA lines TYPE string_table.
    DATA stream TYPE STANDARD TABLE OF char255.
    DATA(text) = VALUE tline_tab( ( tdformat = '/:' tdline = 'INCLUDE X' ) ( tdformat = '*' tdline = 'A <H>b</> c' ) ( tdformat = '=' tdline = 'd' ) ( tdline = 'e' ) ( tdformat = '/' tdline = 'f' ) ).
    CALL FUNCTION 'CONVERT_ITF_TO_STREAM_TEXT' IMPORTING stream_lines = lines TABLES itf_text = text text_stream = stream.
    out->write( |{ lines[ 1 ] }/{ lines( stream ) }| ).
    DATA edit TYPE c LENGTH 1.
    CALL FUNCTION 'TR_SYS_PARAMS' IMPORTING systemedit = edit.
    DATA runtime TYPE x030l.
    CALL FUNCTION 'DD_GET_NAMETAB_HEADER' EXPORTING tabname = 'MANDT' IMPORTING x030l_wa = runtime.
    DATA index TYPE ddobjectid.
    DATA dd TYPE ddobjname.
    CALL FUNCTION 'DD_E071_TO_DD' EXPORTING object = 'XINX' obj_name = 'T005      Z00' IMPORTING name = dd id = index.
    out->write( |{ edit }{ runtime-tabtype }{ dd }{ index }| ).`

test('function modules read the dictionary, its units and the function groups as they are', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const facts = { package: '$TMP', description: 'Rows', language: 'EN', attributes: {} }
  const by = { responsible: 'ALICE', createdBy: 'ALICE', changedBy: 'ALICE' }
  const table = { type: 'TABL' as const, name: 'ZDD_ROWS' }
  const source =
    "@EndUserText.label : 'Rows'\n@AbapCatalog.tableCategory : #TRANSPARENT\n@AbapCatalog.deliveryClass : #A\n" +
    'define table zdd_rows {\n  key client : mandt not null;\n  key id : abap.char(4) not null;\n  day : datum;\n}\n'
  sandbox.store.create({ key: table, ...facts, ...by }, [{ part: 'main', text: source }], 'ALICE')
  const draft = { type: 'DTEL' as const, name: 'ZDD_DRAFT' }
  sandbox.store.create({ key: draft, ...facts, ...by }, [], 'ALICE')
  const name = randomName('ZCL_R')
  const uri = await createClass(client, name)
  await write(
    client,
    uri,
    `CLASS ${name} DEFINITION PUBLIC.\n  PUBLIC SECTION.\n    INTERFACES if_oo_adt_classrun.\nENDCLASS.\nCLASS ${name} IMPLEMENTATION.\n  METHOD if_oo_adt_classrun~main.${READING}\n  ENDMETHOD.\nENDCLASS.\n`
  )
  const activated = await client.post(
    `${adt}/activation?method=activate`,
    `<a:objectReferences xmlns:a="http://www.sap.com/adt/core"><a:objectReference a:uri="${adt}/ddic/tables/zdd_rows" a:name="ZDD_ROWS"/><a:objectReference a:uri="${uri}" a:name="${name}"/></a:objectReferences>`
  )
  assert.doesNotMatch(activated.text, /type="E"/)
  const run = await client.post(`${adt}/oo/classrun/${name}`)
  assert.deepEqual(
    run.text
      .trim()
      .split(/\r?\n/)
      .map(line => line.trim()),
    [
      'ST',
      'PC',
      '3',
      'CLIENT0CLNT3C',
      'ID0CHAR4C',
      'DAY0DATS8D',
      'TRANSP Rows',
      '00',
      'CLNT Client',
      '[]',
      'FUGR KERNEL_DICTIONARY',
      'DES',
      '&1 &2 &3 &4/General messages',
      'A',
      'N',
      'A b cd e/2',
      'YET005Z00'
    ]
  )
  const [found] = await rows(client, "SELECT tabclass FROM dd02l WHERE tabname = 'ZDD_ROWS'")
  assert.equal(found?.['TABCLASS'], 'TRANSP')
})
