import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { run } from '../../commands/pp.ts'
import type { CommandIo } from '../../commands/command.ts'
import { encryptKey } from '../../sandbox/test/helpers/authority.ts'

async function bench(t: TestContext): Promise<{
  dir: string
  lines: string[]
  pp: (argv: readonly string[], env?: CommandIo['env']) => Promise<number>
}> {
  const dir = await mkdtemp(join(tmpdir(), 'erp-pp-'))
  t.after(() => rm(dir, { recursive: true }))
  const lines: string[] = []
  const say = (line: string) => {
    lines.push(line)
  }
  return {
    dir,
    lines,
    pp: (argv, env = {}) =>
      run(argv, { env, say, warn: say, tellParent: undefined, untilStopped: async () => {} })
  }
}

for (const kind of ['rsa', 'ec']) {
  test(`a ${kind} authority is made, issues certificates and describes its rule`, async t => {
    const { dir, lines, pp } = await bench(t)
    assert.equal(
      await pp(['init-ca', '--dir', join(dir, 'new'), '--kind', kind, '--name', 'Trial CA']),
      0
    )
    const env = {
      ERP_PP_CA_KEY: join(dir, 'new', 'pp-ca.key'),
      ERP_PP_CA_CERT: join(dir, 'new', 'pp-ca.pem')
    }
    assert.equal((await stat(env.ERP_PP_CA_KEY)).mode & 0o077, 0)
    const ca = new X509Certificate(await readFile(env.ERP_PP_CA_CERT))
    assert.deepEqual([ca.subject, ca.ca], ['CN=Trial CA', true])

    lines.length = 0
    await pp(['issue', '--user', 'ADA', '--pp-cert-ttl', '90s'], env)
    const leaf = new X509Certificate(lines.join('\n'))
    assert.equal(leaf.subject, 'CN=ADA')
    assert.ok(leaf.verify(ca.publicKey))
    assert.ok(leaf.validToDate.getTime() <= Date.now() + 90_000)
    assert.doesNotMatch(lines.join('\n'), /PRIVATE/)

    lines.length = 0
    await pp(['rule', '--pp-ca-cert', env.ERP_PP_CA_CERT])
    assert.match(
      lines.join('\n'),
      /STRUST[^]*icm\/HTTPS\/verify_client = 1[^]*CERTRULE[^]*CN=Trial CA[^]*\/sap\/bc\/adt/
    )
    assert.ok(lines.join('\n').includes(ca.fingerprint256))
  })
}

test('an authority is never overwritten', async t => {
  const { dir, pp } = await bench(t)
  await pp(['init-ca', '--dir', dir])
  const before = await readFile(join(dir, 'pp-ca.key'), 'utf8')
  await assert.rejects(pp(['init-ca', '--dir', dir]), /not overwritten/)
  assert.equal(await readFile(join(dir, 'pp-ca.key'), 'utf8'), before)
})

test('mistakes are named with their remedy', async t => {
  const { dir, lines, pp } = await bench(t)
  await pp(['init-ca', '--dir', dir, '--kind', 'ec'])
  const env = { ERP_PP_CA_KEY: join(dir, 'pp-ca.key'), ERP_PP_CA_CERT: join(dir, 'pp-ca.pem') }
  const [leaf, broken, locked] = [
    join(dir, 'leaf.pem'),
    join(dir, 'broken.pem'),
    join(dir, 'locked.key')
  ]
  lines.length = 0
  await pp(['issue', '--user', 'ADA'], env)
  await writeFile(leaf, lines.join('\n'))
  await writeFile(broken, '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n')
  await writeFile(locked, encryptKey(await readFile(env.ERP_PP_CA_KEY, 'utf8'), 'x'))
  const cases: [readonly string[], RegExp][] = [
    [['make'], /unknown action make; give one of init-ca, issue, rule/],
    [['issue'], /--user is missing/],
    [['issue', '--user', 'x,CN=ADMIN'], /cannot be propagated/],
    [['issue', '--user', 'A', '--pp-cert-ttl', '9s'], /from 10s to 24h/],
    [['issue', '--user', 'A', '--pp-ca-key', env.ERP_PP_CA_CERT], /the CA key cannot be read/],
    [
      ['issue', '--user', 'A', '--pp-ca-key', join(dir, 'none')],
      /--pp-ca-key \(ERP_PP_CA_KEY\): cannot read .*ENOENT/
    ],
    [['init-ca', '--kind', 'dsa'], /give rsa or ec/],
    [['init-ca', '--days', '0'], /from 1 to 9999/],
    [['init-ca', '--name', 'a,CN=b'], /--name/],
    [['rule', '--pp-ca-cert', env.ERP_PP_CA_KEY], /holds no certificate/],
    [
      ['rule', '--pp-ca-cert', leaf],
      /CN=ADA is no certificate authority; give the certificate of the CA/
    ],
    [['rule', '--pp-ca-cert', broken], /the certificate cannot be read/],
    [
      ['issue', '--user', 'A', '--pp-ca-key', locked],
      /the CA key is encrypted.*--pp-ca-passphrase \(ERP_PP_CA_PASSPHRASE/
    ],
    [
      ['issue', '--user', 'A', '--pp-ca-key', locked, '--pp-ca-passphrase', 'y'],
      /the passphrase does not open the CA key/
    ],
    [['issue', '--user', ''], /cannot be propagated/],
    [['init-ca', '--dir', join(env.ERP_PP_CA_CERT, 'below')], /cannot write .*ENOTDIR.*--dir/],
    [['rule', '--bogus'], /bogus.*see erp-bridge pp --help/]
  ]
  for (const [argv, message] of cases) await assert.rejects(pp(argv, env), message, argv.join(' '))
  const [opener, shut] = [join(dir, 'passphrase'), { ...env, ERP_PP_CA_KEY: locked }]
  await writeFile(opener, 'x\n')
  for (const more of [{ ERP_PP_CA_PASSPHRASE: 'x' }, { ERP_PP_CA_PASSPHRASE_FILE: opener }]) {
    assert.equal(await pp(['issue', '--user', 'ADA'], { ...shut, ...more }), 0)
  }
  assert.equal(await pp(['issue', '--user', 'ADA', '--pp-ca-passphrase', 'x'], shut), 0)
  await assert.rejects(
    pp(['issue', '--user', 'ADA'], { ...shut, ERP_PP_CA_PASSPHRASE_FILE: join(dir, 'none') }),
    /ERP_PP_CA_PASSPHRASE_FILE: cannot read .*ENOENT/
  )
  await assert.rejects(pp(['rule']), /--pp-ca-cert \(ERP_PP_CA_CERT\) is missing/)
  lines.length = 0
  assert.equal(await pp([]), 0)
  assert.match(lines.join('\n'), /Usage: erp-bridge pp init-ca/)
})
