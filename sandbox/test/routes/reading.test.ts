import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { logOn, startSandbox } from '../http/fixture.ts'

const adt = '/sap/bc/adt'
const abapGit = (type: string, values: string) =>
  `<?xml version="1.0" encoding="utf-8"?>\n<abapGit version="v1.0.0" serializer="LCL_OBJECT_${type}" serializer_version="v1.0.0">\n <asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0">\n  <asx:values>${values}</asx:values>\n </asx:abap>\n</abapGit>\n`

const files: Readonly<Record<string, string>> = {
  'zlong.msag.xml': abapGit(
    'MSAG',
    '<T100A><ARBGB>ZLONG</ARBGB><MASTERLANG>E</MASTERLANG><STEXT>Messages</STEXT></T100A><T100>' +
      ['001', '002']
        .map(
          number =>
            `<T100><SPRSL>E</SPRSL><ARBGB>ZLONG</ARBGB><MSGNR>${number}</MSGNR><TEXT>Text</TEXT></T100>`
        )
        .join('') +
      '</T100><LONGTEXTS><item><DOKIL><ID>NA</ID><OBJECT>ZLONG002</OBJECT><LANGU>E</LANGU></DOKIL></item></LONGTEXTS>'
  ),
  'zgrp.fugr.xml': abapGit(
    'FUGR',
    '<AREAT>Group</AREAT><INCLUDES><SOBJ_NAME>LZGRPTOP</SOBJ_NAME><SOBJ_NAME>LZGRPF01</SOBJ_NAME></INCLUDES><FUNCTIONS><item><FUNCNAME>ZGRP_ONE</FUNCNAME><SHORT_TEXT>One</SHORT_TEXT></item></FUNCTIONS>'
  ),
  'zgrp.fugr.lzgrptop.abap': 'FUNCTION-POOL zgrp.\n',
  'zgrp.fugr.lzgrpf01.abap': 'FORM f.\nENDFORM.\n',
  'zgrp.fugr.zgrp_one.abap': 'FUNCTION zgrp_one.\nENDFUNCTION.\n'
}

test('a message has a flag for its long text, and the long text itself is reported as not supported', async t => {
  const dataDir = await mkdtemp(join(tmpdir(), 'long-'))
  t.after(() => rm(dataDir, { recursive: true, force: true }))
  await mkdir(join(dataDir, 'src', 'zpack'), { recursive: true })
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(dataDir, 'src', 'zpack', name), text)
  }
  const client = await logOn(await startSandbox(t, { dataDir }))
  const { text } = await client.get(`${adt}/messageclass/zlong`)
  assert.deepEqual(
    [...text.matchAll(/mc:msgno="(\d+)"[^>]*mc:documented="(\w+)"/g)].map(each => each.slice(1)),
    [
      ['001', 'false'],
      ['002', 'true']
    ]
  )
  for (const path of [
    `${adt}/messageclass/zlong/messages/002/longtext?language=EN`,
    `${adt}/vit/docu/object_type/NA/object_name/ZLONG002`
  ]) {
    const reply = await client.get(path)
    assert.equal(reply.status, 404, path)
    assert.match(reply.text, /ExceptionResourceNotFound.*long texts/)
  }
  await t.test(
    'an include of a function group is read like any other include, and written only in its group',
    async () => {
      for (const name of ['lzgrptop', 'lzgrpf01']) {
        const reply = await client.get(`${adt}/programs/includes/${name}/source/main`)
        assert.deepEqual([reply.status, reply.text], [200, files[`zgrp.fugr.${name}.abap`]])
      }
      assert.equal((await client.get(`${adt}/programs/includes/lzgrpf02/source/main`)).status, 404)
      for (const path of ['programs', 'functions/groups/zgrp']) {
        const modules = await client.get(`${adt}/${path}/includes/lzgrpuxx/source/main`)
        assert.equal(modules.status, 200, path)
        assert.match(modules.text, /^INCLUDE LZGRPU01\.\n {2}" Z\w+$/m)
      }
      assert.equal((await client.get(`${adt}/programs/includes/lznoneuxx/source/main`)).status, 404)
      assert.equal(
        (
          await client.put(`${adt}/programs/includes/lzgrpf01/source/main`, 'x', {
            'content-type': 'text/plain'
          })
        ).status,
        404
      )
    }
  )
})
