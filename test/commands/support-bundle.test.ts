/** `erp-bridge support-bundle`: what is in the archive, and that no secret and no name of a customer is. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { ConfigError } from '../../config/config.ts'
import { run } from '../../commands/support/bundle.ts'
import { createStubErp } from '../helpers/stub-erp.ts'
import type { StubErp } from '../helpers/stub-erp.ts'

let folder: string
let logFile: string
let verifyFile: string

/** What must not stand in any archive, in any case. */
const canaries = [
  'hunter2-hunter2',
  'Bearer-token-0123456789',
  'acme-corp',
  'erp1',
  'ghopper',
  'hopper',
  'Grace',
  'ACME_PAYROLL',
  'PAYROLL_RUN',
  'ZHR_PAY',
  'ACDK900123',
  'ZACME',
  'ACME/CL_SALARY',
  'Wage Accounting',
  'acmedev',
  'acmeworks',
  '10.20.30.40'
]

const line = (facts: object, msg: string) =>
  JSON.stringify({ level: 40, time: 1764000000000, hostname: 'erp1', ...facts, msg })

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'erp-bridge-support-'))
  logFile = join(folder, 'bridge.log')
  verifyFile = join(folder, 'verify.json')
  writeFileSync(
    logFile,
    [
      // A name that a later line teaches.
      line({ error: 'ACME_PAYROLL is locked by GHOPPER at erp1.acme-corp.example' }, 'x'),
      line(
        {
          call: {
            ...{
              system: 'acmedev',
              tool: 'ERPWrite',
              action: 'edit',
              outcome: 'error',
              code: 'ERP_LOCKED'
            },
            ...{ user: 'Grace Hopper', erpUser: 'GHOPPER', client: 'ghopper-laptop' },
            identity: 'oidc:https://login.acme-corp.example/t:ghopper',
            object: 'CLAS ACME_PAYROLL, PROG ZPAYROLL_RUN, CLAS /ACME/CL_SALARY',
            ...{ package: 'ZHR_PAY', transport: 'ACDK900123', tables: ['ZACME', 'ACME_PAYROLL'] },
            ...{ erpCallId: 'ab'.repeat(12), ms: 1.5 },
            erpRequests: {
              'PUT /sap/bc/adt/programs/includes/{name}/source/main': 2,
              'GET /ZACME': 1
            }
          }
        },
        'tool call'
      ),
      line({ path: '/sap/bc/adt/oo/classes/acme_payroll/source/main', status: 500 }, 'erp request'),
      line(
        {
          err: {
            stack: 'Error: hunter2-hunter2\n at /home/ghopper/x.ts',
            message: '/ACME/CL_SALARY, /etc/acmeworks/key.pem'
          }
        },
        'y'
      ),
      line({ address: '10.20.30.40', authorization: 'Bearer Bearer-token-0123456789' }, 'request'),
      line({ ZACME_KEY: 1, title: 'Wage Accounting' }, 'z'),
      line(
        { call: { tool: 'ZACME GHOPPER', requestId: 'ghopper-1', code: 'x@acme-corp.example' } },
        'w'
      ),
      'no JSON: ghopper wrote ZPAYROLL_RUN on erp1.acme-corp.example (ACDK900123)'
    ].join('\n')
  )
  writeFileSync(
    verifyFile,
    JSON.stringify({
      ok: false,
      system: { id: 'ACD', release: '758', url: 'https://erp1.acme-corp.example:44300' },
      results: [
        { operation: 'source.read', outcome: 'differs', detail: 'GHOPPER and ZPAYROLL_RUN' }
      ]
    })
  )
})

after(() => rmSync(folder, { recursive: true, force: true }))

const settings = [
  ...['--url', 'https://erp1.acme-corp.example:44300', '--user', 'GHOPPER'],
  ...['--allowed-packages', 'ZHR_PAY*,$TMP', '--contact', 'Grace Hopper', '--policy', 'development']
]

async function bundle(argv: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const [out, err]: [string[], string[]] = [[], []]
  const code = await run(argv, {
    env: { ERP_PASSWORD: 'hunter2-hunter2', SVC_API_KEY: 'Bearer-token-0123456789', ...env },
    folder,
    say: text => out.push(text),
    warn: text => err.push(text),
    tellParent: undefined,
    untilStopped: () => new Promise(() => {})
  })
  return { code, out: out.join('\n'), err: err.join('\n') }
}

/** The names and texts of an archive, as tar unpacks it. */
function unpacked(file: string): Map<string, string> {
  const names = execFileSync('tar', ['-tzf', file], { encoding: 'utf8' }).trim().split('\n')
  return new Map(
    names.map(name => [
      name.replace('erp-bridge-support/', ''),
      execFileSync('tar', ['-xzOf', file, name], { encoding: 'utf8' })
    ])
  )
}

function assertClean(text: string): void {
  for (const canary of canaries) {
    assert.ok(!text.toLowerCase().includes(canary.toLowerCase()), `${canary} in:\n${text}`)
  }
}

test('an archive without secrets and names, which keeps what a fault needs', async () => {
  const file = join(folder, 'one.tar.gz')
  const sources = ['--log-file', logFile, '--verify-file', verifyFile]
  const { code, out } = await bundle(['--offline', '--out', file, ...sources, ...settings])
  assert.equal(code, 0)
  assert.match(
    out,
    /one\.tar\.gz: about\.json, settings\.json, features\.json, verify\.json, log-1\.jsonl$/
  )
  assert.equal(statSync(file).mode & 0o777, 0o600)
  const parts = unpacked(file)
  assertClean([...parts.values()].join('\n'))
  const lines = (parts.get('log-1.jsonl') ?? '').trim().split('\n')
  assert.equal(lines.length, 8)
  const { call } = JSON.parse(lines[1] ?? '') as { call: Readonly<Record<string, string>> }
  assert.deepEqual(
    [call['tool'], call['action'], call['code'], call['erpCallId'], call['system']],
    ['ERPWrite', 'edit', 'ERP_LOCKED', 'ab'.repeat(12), 'system-2']
  )
  assert.match(call['object'] ?? '', /^CLAS \w{4}_\w{7}, PROG \w{8}_\w{3}, CLAS \/\w{4}\//)
  assert.deepEqual(call['erpRequests'], {
    'PUT /sap/bc/adt/programs/includes/{name}/source/main': 2,
    'GET /{name}': 1
  })
  const [, name = ''] = /^CLAS (\w+)/.exec(call['object'] ?? '') ?? []
  assert.ok(
    lines[0]?.includes(`${name} is locked by ${call['erpUser']} at`),
    'the same names everywhere'
  )
  assert.match(
    lines[2] ?? '',
    /"path":"\/sap\/bc\/adt\/oo\/classes\/\{name\}\/source\/main","status":500/
  )
  assert.match(lines[3] ?? '', /\[path\]\/x\.ts/)
  const { server } = JSON.parse(parts.get('settings.json') ?? '') as {
    server: readonly { name: string; origin: string; value: unknown }[]
  }
  const found = new Map(
    server.map(({ name: setting, origin, value }) => [setting, { origin, value }])
  )
  assert.deepEqual(found.get('url'), { origin: 'flag', value: 'https://[host]:44300' })
  assert.deepEqual(found.get('password'), { origin: 'variable', value: '[secret]' })
  assert.deepEqual(found.get('policy'), { origin: 'flag', value: 'development' })
  assert.deepEqual(found.get('blockFreeSql'), { origin: 'preset', value: true })
  assert.deepEqual(found.get('allowedPackages'), { origin: 'flag', value: ['XXX_XXX*', '$XXX'] })
  assert.match(parts.get('features.json') ?? '', /"transport": "present"/)
  assert.match(parts.get('verify.json') ?? '', /"release": "758"/)

  await assert.rejects(bundle(['--offline', '--out', file, ...settings]), /is there already/)
})

test('asks doctor, the system and the bridge that runs, and cleans what they say', async t => {
  const erp: StubErp = await createStubErp(t, 'acmedev')
  const metrics = createServer((_request, response) =>
    response.end(
      'erp_bridge_erp_requests_total{bridge="ghopper",system="acmedev",status="200"} 7\n'
    )
  )
  await new Promise<void>(resolve => {
    metrics.listen(0, '127.0.0.1', resolve)
  })
  t.after(() => metrics.close())
  const { port } = metrics.address() as AddressInfo
  const systems = join(folder, 'systems.json')
  writeFileSync(
    systems,
    JSON.stringify({
      default: 'acmedev',
      systems: {
        acmedev: {
          ...{ title: 'Wage Accounting', url: erp.url, user: erp.user, client: '001' },
          ...{ password: { env: 'ACME_PASSWORD' }, allowedPackages: ['ZHR_PAY*'] }
        },
        broken: { url: 'ftp://erp1.acme-corp.example' }
      }
    })
  )
  const argv = ['--print', '--systems-file', systems, '--transport', 'http-streamable']
  const { code, out } = await bundle([...argv, '--admin-addr', `127.0.0.1:${port}`], {
    ERP_PASSWORD: '',
    ACME_PASSWORD: erp.password
  })
  assert.equal(code, 0)
  assertClean(out)
  for (const words of [erp.password, 'TECH_ACMEDEV']) assert.ok(!out.includes(words), words)
  assert.match(out, /^== erp-bridge-support\/doctor\.json$/m)
  assert.match(
    out,
    /erp_bridge_erp_requests_total\{bridge="\[name\]",system="system-\d",status="200"\} 7/
  )
  assert.match(out, /"origin": "systems file"/)
})

test('settings that are wrong are reported, and no reason for no bundle', async () => {
  const { code, out } = await bundle([
    '--print',
    '--offline',
    '--url',
    'nonsense',
    '--user',
    'GHOPPER'
  ])
  assert.equal(code, 0)
  const about = /== erp-bridge-support\/about\.json\n(\{[^]*?\n\})/.exec(out)?.[1] ?? ''
  assert.ok((JSON.parse(about) as { problems: string[] }).problems.length > 0)
  assertClean(out)

  const systems = join(folder, 'wrong.json')
  writeFileSync(systems, '{ "systems": { "acmedev": { "title": "Wage Accounting" } } }')
  const wrong = await bundle(['--print', '--offline', '--systems-file', systems])
  assert.match(wrong.out, /give system \w+: url/)
  assertClean(wrong.out)
})

test('refuses files that are not there and arguments without a value, and leaves nothing behind', async () => {
  for (const [argv, words] of [
    [['--log-file', join(folder, 'none')], /none cannot be read \(ENOENT\)/],
    [['--verify-file', logFile], /is no JSON/],
    [['--out'], /--out needs a file/],
    [['--out', join(folder, 'no', 'where')], /cannot be written \(ENOENT\)/]
  ] as const) {
    await assert.rejects(
      bundle(['--offline', ...settings, ...argv]),
      (error: unknown) => error instanceof ConfigError && words.test(error.problems.join())
    )
  }
  assert.ok(!existsSync(join(folder, 'no')))
  assert.ok(readFileSync(logFile, 'utf8').includes('ghopper'), 'the log itself stays')
})
