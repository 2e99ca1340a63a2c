/** The roles for the Basis team: checked against the operations, and tried on a sandbox with roles. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { run } from '../../commands/basis.ts'
import { basisContent } from '../../commands/basis/content.ts'
import { asMarkdown, asText } from '../../commands/basis/write.ts'
import { run as runDoctor } from '../../commands/doctor.ts'
import { loadConfig, viewOf } from '../../config/config.ts'
import { createErp } from '../../erp-client/index.ts'
import { areaOfOperation } from '../../erp-client/permissions/operation-areas.ts'
import type { AreaName } from '../../erp-client/permissions/authorizations.ts'
import { addressesOf, areaNamed, resourceUris } from '../../erp-client/permissions/roles.ts'
import { readEvidence } from '../../tooling/evidence-page.ts'
import type { Authorizations } from '../../sandbox/http/logon/roles.ts'
import { createTestSandbox } from '../helpers/sandbox.ts'
import { benchOf, errorOf } from '../tools/helpers/erp.ts'

const named = ['--url', 'http://erp.example.com', '--user', 'U', '--password', 'p']
const everything = [
  ...named,
  '--enable-transports',
  '--expert',
  'true',
  '--allow-transportable-edits'
]
const contentOf = (...flags: string[]) => basisContent(viewOf(loadConfig(flags, {}).config))

test('each request of an operation is at an address of its area', () => {
  const wrong = readEvidence().flatMap(({ operations }) =>
    operations.flatMap(({ operation, request }) => {
      const area = areaNamed(areaOfOperation[operation as keyof typeof areaOfOperation])
      const addresses = [...addressesOf(area), ...(area.nodes ?? [])]
      const paths = request.match(/\/sap\/[^\s,?…{]+/g) ?? []
      return paths
        .map(path => path.replace(/\/$/, ''))
        .filter(path => path !== '/sap/bc/adt')
        .filter(path => !addresses.some(address => `${path}/`.startsWith(`${address}/`)))
        .map(path => `${operation}: ${path} is at no address of its area`)
    })
  )
  assert.deepEqual(wrong, [])
})

test('a role follows from the settings, and its addresses fit into the field', () => {
  const all = contentOf(...everything)
  const [reading, developer] = all.roles
  assert.ok(reading !== undefined && developer !== undefined)
  for (const uri of developer.uris) assert.ok(uri.length <= 40, uri)
  const activities = (role: typeof reading) =>
    role.authorizations
      .filter(({ object, fields }) => object === 'S_DEVELOP' && fields['OBJTYPE'] === undefined)
      .flatMap(({ fields }) => fields['ACTVT'] ?? [])
  assert.deepEqual(activities(reading).toSorted(), ['03', '16'])
  assert.deepEqual([...new Set(activities(developer))].toSorted(), [
    '01',
    '02',
    '03',
    '06',
    '07',
    '16'
  ])
  assert.ok(!reading.uris.includes('/sap/bc/adt/activation'))
  const readOnly = contentOf(...named, '--read-only', '--block-free-sql')
  assert.deepEqual(
    readOnly.roles.map(({ name }) => name),
    ['reading']
  )
  assert.doesNotMatch(asText(readOnly), /S_TABU_NAM|datapreview/)
  assert.match(
    asText(contentOf(...named, '--disallowed-ops', 'D')),
    /deletions of objects +without/
  )
  assert.match(asMarkdown(all), /^## Role "developer": S_ADT_RES, field URI$/m)
})

async function printed(...argv: string[]): Promise<string> {
  const out: string[] = []
  const io = {
    env: {},
    say: (line: string) => out.push(line),
    warn: (line: string) => out.push(line),
    tellParent: undefined,
    untilStopped: async () => {}
  }
  assert.equal(await run(argv, io), 0)
  return out.join('\n')
}

test('the command prints text, Markdown and JSON, with and without an ERP', async () => {
  const json = JSON.parse(await printed('--json')) as ReturnType<typeof contentOf>
  assert.equal(json.roles.length, 2)
  assert.equal(await printed('--read-only', ...named), asText(contentOf(...named, '--read-only')))
  assert.equal(await printed('--markdown'), asMarkdown(contentOf(...named)))
  await assert.rejects(printed('--json', '--markdown'), /do not go together/)
  await assert.rejects(printed('roles'), /"roles" is no setting/)
})

/** The developer role, as the sandbox understands it. */
function roleOf(): Authorizations {
  const { uris, authorizations } = contentOf(...everything).roles[1] ?? {
    uris: [],
    authorizations: []
  }
  const activities: Record<string, string[]> = {}
  for (const { object, fields } of authorizations) {
    activities[object] = [...(activities[object] ?? []), ...(fields['ACTVT'] ?? [])]
  }
  return { uris, activities }
}

const withoutAddress = (area: AreaName): Authorizations => {
  const gone = resourceUris([{ ...areaNamed(area), objects: undefined }])
  const { uris, activities } = roleOf()
  return { uris: uris.filter(uri => !gone.includes(uri)), activities }
}
const withoutActivity = (object: string, activity: string): Authorizations => {
  const { uris, activities } = roleOf()
  const left = (activities[object] ?? []).filter(each => each !== activity)
  return { uris, activities: { ...activities, [object]: left } }
}

const clas = { type: 'CLAS', name: 'ZCL_ROLE', package: '$TMP' }
const source =
  'CLASS zcl_role DEFINITION PUBLIC FINAL CREATE PUBLIC.\nENDCLASS.\nCLASS zcl_role IMPLEMENTATION.\nENDCLASS.\n'

/** What is missing, a call that needs it, and what its error names first. */
const cases: [string, Authorizations, [tool: string, args: object], RegExp][] = [
  [
    'search',
    withoutAddress('read'),
    ['ERPSearch', { query: 'ZCL*' }],
    /search, navigation.*: S_ADT_RES \(URI \/sap\/bc\/adt\/repository\//
  ],
  [
    'data',
    withoutAddress('data'),
    ['ERPQuery', { sql: 'SELECT * FROM t000' }],
    /rows of tables and views: S_ADT_RES \(URI \/sap\/bc\/adt\/datapreview/
  ],
  [
    'tables',
    withoutActivity('S_TABU_NAM', '03'),
    ['ERPQuery', { sql: 'SELECT * FROM t000' }],
    /rows of tables and views: S_TABU_NAM/
  ],
  [
    'ATC',
    withoutAddress('check'),
    ['ERPDiagnose', { action: 'atc_variants' }],
    /syntax checks and ATC: S_ADT_RES/
  ],
  [
    'tests',
    withoutAddress('test'),
    ['ERPDiagnose', { action: 'unit_test', type: 'CLAS', name: 'ZCL_ROLE' }],
    /unit tests.*: S_ADT_RES \(URI \/sap\/bc\/adt\/abapunit/
  ],
  [
    'create',
    withoutActivity('S_DEVELOP', '01'),
    ['ERPWrite', { action: 'create', ...clas, name: 'ZCL_ROLE2', source }],
    /new objects: S_DEVELOP \(ACTVT 01\)/
  ],
  [
    'change',
    withoutActivity('S_DEVELOP', '02'),
    ['ERPWrite', { action: 'update', type: 'CLAS', name: 'ZCL_ROLE', source, overwrite: true }],
    /changes of objects: S_DEVELOP \(ACTVT 02\)/
  ],
  [
    'delete',
    withoutActivity('S_DEVELOP', '06'),
    ['ERPWrite', { action: 'delete', type: 'CLAS', name: 'ZCL_ROLE' }],
    /deletions of objects: S_DEVELOP \(ACTVT 06\)/
  ],
  [
    'activate',
    withoutActivity('S_DEVELOP', '07'),
    ['ERPActivate', { type: 'CLAS', name: 'ZCL_ROLE' }],
    /activation: S_DEVELOP \(ACTVT 07\)/
  ],
  [
    'requests',
    withoutActivity('S_TRANSPRT', '03'),
    ['ERPTransport', { action: 'list' }],
    /transport requests, to look at: S_TRANSPRT/
  ],
  [
    'new request',
    withoutActivity('S_TRANSPRT', '01'),
    ['ERPTransport', { action: 'create', description: 'x' }],
    /changes and releases of transport requests: S_TRANSPRT/
  ],
  [
    'run',
    withoutAddress('execute'),
    ['ERPManage', { action: 'run_class', name: 'ZCL_ROLE' }],
    /running classes and programs: S_ADT_RES/
  ]
]

test('what a role lacks is named for each tool; the whole role lacks nothing', async t => {
  const password = 'secret'
  const users = cases.map(([, authorizations], at) => ({
    name: `LACKS${at}`,
    password,
    authorizations
  }))
  const sandbox = await createTestSandbox({
    users: [
      { name: 'WHOLE', password, authorizations: roleOf() },
      ...users,
      { name: 'READS', password, authorizations: withoutAddress('data') }
    ]
  })
  t.after(async () => await sandbox.close())
  const benchAs = (user: string) => {
    const erp = createErp({
      baseUrl: sandbox.url,
      client: '001',
      language: 'EN',
      credential: { kind: 'basic', user, password }
    })
    t.after(async () => await erp.close())
    const policy = {
      allowTransportableEdits: true,
      enableTransports: true,
      expert: new Set(['execute'] as const)
    }
    return benchOf({ erp, policy })
  }
  const whole = benchAs('WHOLE')
  for (const [tool, args] of [
    ['ERPWrite', { action: 'create', ...clas, source }],
    ['ERPSearch', { query: 'ZCL*' }],
    ['ERPRead', { type: 'CLAS', name: 'ZCL_ROLE' }],
    ['ERPTransport', { action: 'list' }]
  ] as const) {
    const result = await whole.call(tool, args)
    assert.notEqual(result.kind, 'error', `${tool}: ${result.text}`)
  }
  for (const [at, [words, , [tool, args], expected]] of cases.entries()) {
    const { code, text } = errorOf(await benchAs(`LACKS${at}`).call(tool, args))
    assert.equal(code, 'ERP_FORBIDDEN', `${words}: ${text}`)
    assert.match(text, expected, words)
  }
  const out: string[] = []
  await runDoctor(['--url', sandbox.url, '--user', 'READS', '--password', password], {
    env: {},
    say: line => out.push(line),
    warn: line => out.push(line),
    tellParent: undefined,
    untilStopped: async () => {}
  })
  assert.match(
    out.join('\n'),
    /WARN +ERP authorizations +this user may not reach rows of tables and views: ERPQuery/
  )
  assert.match(out.join('\n'), /S_TABU_NAM \(ACTVT 03.*S_ADT_RES \(URI \/sap\/bc\/adt\/datapreview/)
  assert.match(
    out.join('\n'),
    /not asked, because only the request itself shows it: changes of objects: S_DEVELOP/
  )
})
