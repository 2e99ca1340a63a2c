/** The changing tools against documented bytes; the expected values are written by hand. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { writeAppFile } from '../../erp-client/index.ts'
import { prepare, run } from '../../tools/index.ts'
import { benchOf } from '../tools/helpers/erp.ts'
import { toolBench } from '../tools/helpers/sandbox-bench.ts'
import { apps, binding, domain, files, git, messageClass, texts } from './change-exchanges.ts'
import { standIn } from './server.ts'
import type { Exchange } from './server.ts'

async function benchOn(t: TestContext, exchanges: readonly Exchange[]) {
  const { erp } = await standIn(t, exchanges)
  return toolBench(erp)
}

test('a domain is changed by fields, everything else of it stays', async t => {
  const { data, text } = await benchOn(t, domain)
  const args = {
    action: 'update',
    type: 'DOMA',
    name: 'ZDEMO_STATUS',
    fields: {
      values: [
        { low: 'A', text: 'Active & used' },
        { low: 'I', text: 'Inactive' }
      ]
    }
  }
  assert.match(
    await text('ERPWrite', { ...args, dryRun: true }),
    /DRY RUN of values.*\+<doma:low>I<\/doma:low>/s
  )
  const done = await data('ERPWrite', args)
  assert.deepEqual([done['outcome'], done['changed'], done['fields']], ['done', true, ['values']])
})

test('messages are added, changed and deleted by their numbers', async t => {
  const { data } = await benchOn(t, messageClass)
  const done = await data('ERPWrite', {
    action: 'edit_texts',
    type: 'MSAG',
    name: 'ZDEMO',
    kind: 'messages',
    texts: [
      { key: '2', text: 'New' },
      { key: '003', text: '' }
    ]
  })
  assert.deepEqual([done['outcome'], done['keys']], ['done', ['2', '003']])
})

test('texts keep their directives and their line ends', async t => {
  const { data, text, code } = await benchOn(t, texts)
  const args = {
    action: 'edit_texts',
    type: 'PROG',
    name: 'ZDEMO_REPORT',
    kind: 'symbols',
    texts: [
      { key: '001', text: 'Another text' },
      { key: '002', text: '' },
      { key: '003', text: 'New' }
    ]
  }
  assert.match(
    await text('ERPWrite', { ...args, dryRun: true }),
    /-001=Demo text.*\+001=Another text/s
  )
  assert.equal((await data('ERPWrite', args))['changed'], true)
  assert.equal(
    await code('ERPWrite', { ...args, texts: [{ key: 'TOO_LONG', text: 'x' }] }),
    'TOOL_BAD_ARGUMENTS'
  )
})

test('texts are changed in the original language of their object alone', async t => {
  const other = texts.map(exchange => ({
    ...exchange,
    ...(typeof exchange.answer === 'string'
      ? {
          answer: exchange.answer.replace(
            'adtcore:name="ZDEMO_REPORT"',
            'adtcore:name="ZDEMO_REPORT" adtcore:language="EN" adtcore:masterLanguage="DE"'
          )
        }
      : {})
  }))
  const { erp, asked } = await standIn(t, other)
  const { call } = benchOf({ erp })
  const args = { action: 'edit_texts', type: 'PROG', name: 'ZDEMO_REPORT', kind: 'symbols' }
  const { text: words } = await call('ERPWrite', {
    ...args,
    texts: [{ key: '001', text: 'Another' }]
  })
  assert.match(words, /log-on language is EN and the original language of the object is DE/)
  assert.deepEqual(
    asked.filter(request => request.startsWith('PUT')),
    []
  )
})

test('a binding is published, verified, and a refusal that came with 200 is one', async t => {
  const { data } = await benchOn(t, binding('OK'))
  assert.deepEqual(await data('ERPActivate', { action: 'publish', name: 'ZDEMO_UI_O2' }), {
    system: (await data('ERPActivate', { action: 'publish', name: 'ZDEMO_UI_O2', dryRun: true }))[
      'system'
    ],
    outcome: 'done',
    objects: [{ type: 'SRVB', name: 'ZDEMO_UI_O2' }],
    findings: [],
    published: true
  })
  const refusing = await benchOn(t, binding('ERROR'))
  assert.equal(
    await refusing.code('ERPActivate', { action: 'publish', name: 'ZDEMO_UI_O2' }),
    'ERP_BAD_REQUEST'
  )
})

test('a pull takes its credentials from the operator, and answers without them', async t => {
  const { erp } = await standIn(t, git)
  const { session } = benchOf({ erp })
  const withFile = {
    ...session,
    gitCredentials: (url: string) =>
      url.startsWith('https://git.example/') ? { user: 'robot', password: 'canary<1>' } : undefined
  }
  const call = async (args: object) =>
    await run(prepare(withFile, 'ERPManage', args), withFile, {
      signal: new AbortController().signal
    })
  const repos = await call({ action: 'git_repos' })
  assert.match(
    repos.text,
    /000000000001 \$ZDEMO_GIT https:\/\/git\.example\/demo\.git refs\/heads\/main · Pulled Successfully/
  )
  const pulled = await call({ action: 'git_pull', repository: '$ZDEMO_GIT' })
  assert.equal(pulled.kind, 'data', pulled.text)
  assert.doesNotMatch(JSON.stringify([repos, pulled]), /canary/)
})

test('an app is listed, and a file of it is written and read back', async t => {
  const { data, code } = await benchOn(t, apps)
  assert.deepEqual((await data('ERPManage', { action: 'ui5_apps' }))['apps'], [
    { name: 'ZAPP', description: 'Demo app' }
  ])
  const done = await data('ERPManage', {
    action: 'ui5_upload',
    name: 'ZAPP',
    path: 'view/Main.xml',
    source: '<View/>\n'
  })
  assert.deepEqual([done['outcome'], done['package']], ['done', '$ZAPPS'])
  assert.equal(
    await code('ERPManage', { action: 'ui5_upload', name: 'ZAPP', path: '../../x', source: '' }),
    'TOOL_BAD_ARGUMENTS'
  )
  assert.equal(
    await code('ERPManage', {
      action: 'ui5_upload',
      name: 'ZAPP',
      path: '..%2f..%2fx',
      source: 'x'
    }),
    'ERP_BAD_NAME'
  )
})

test('a UI5 repository that is only read says what writes an app', async t => {
  // oisee/vibing-steampunk reports/2026-01-04-003-abap-agent-implementation-guide.md reports 405 for
  // all writes; the files go through ABAP_REPOSITORY_SRV, which takes a whole app (SAP/open-ux-tools
  // packages/axios-extension/src/abap/ui5-abap-repository-service.ts).
  const readOnly = apps.map(one => (one.method === 'PUT' ? { ...one, status: 405 } : one))
  const { call } = await benchOn(t, readOnly)
  const refused = await call('ERPManage', {
    action: 'ui5_upload',
    name: 'ZAPP',
    path: 'view/Main.xml',
    source: '<View/>\n'
  })
  assert.match(
    refused.text,
    /^ERP_UNSUPPORTED: The UI5 repository of this system takes no single files/
  )
  assert.match(refused.text, /ABAP_REPOSITORY_SRV/)
  assert.doesNotMatch(refused.text, /O2PAGDIR/)
})

test('a new file of an app is created with its folders, an empty one as a blank', async t => {
  const root = '/sap/bc/adt/filestore/ui5-bsp/objects'
  const made: string[] = []
  const created = (folder: string, type: string, name: string) =>
    ({
      method: 'POST',
      path: `${root}/${folder}/content`,
      query: {
        type,
        isBinary: 'false',
        name,
        devclass: '$ZAPPS',
        ...(type === 'file' ? { charset: 'UTF-8' } : {})
      },
      contentType: 'application/octet-stream',
      ...(type === 'file' ? { body: ' ' } : {}),
      status: 201,
      reply() {
        made.push(`${folder} ${name}`)
        return {}
      }
    }) as const
  const feed = 'application/atom+xml;type=feed'
  const { erp } = await standIn(t, [
    ...apps,
    created('ZAPP%2fview', 'folder', 'parts'),
    created('ZAPP%2fview%2fparts', 'file', 'New.xml'),
    {
      method: 'GET',
      path: `${root}/ZAPP%2fview%2fparts/content`,
      accept: feed,
      answer: files()
    }
  ])
  const written = await writeAppFile(erp.writer, {
    app: 'ZAPP',
    path: 'view/parts/New.xml',
    content: '',
    package: '$ZAPPS'
  })
  assert.equal(written, ' ')
  assert.deepEqual(made, ['ZAPP%2fview parts', 'ZAPP%2fview%2fparts New.xml'])
})
