/** Commands with a systems file: each names its systems, or works on the one of --system. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { CommandModule } from '../../commands/command.ts'
import * as call from '../../commands/call.ts'
import * as clientConfig from '../../commands/client-config.ts'
import * as doctor from '../../commands/doctor.ts'
import * as keys from '../../commands/keys.ts'
import * as policy from '../../commands/policy.ts'
import * as tools from '../../commands/tools.ts'
import type { Sandbox } from '../../sandbox/server.ts'
import { createTestSandbox } from '../helpers/sandbox.ts'

const folder = mkdtempSync(join(tmpdir(), 'erp-bridge-commands-'))
const file = join(folder, 'systems.json')
let sandbox: Sandbox
before(async () => {
  sandbox = await createTestSandbox({ users: [{ name: 'DEV', password: 'secret-1' }] })
  const { url, client } = sandbox
  const entry = { url, client, user: 'DEV', password: { env: 'DEV_PASSWORD' } }
  writeFileSync(
    file,
    JSON.stringify({
      default: 'dev',
      systems: {
        dev: { ...entry, role: 'development', allowedPackages: ['$TMP'] },
        prd: { ...entry, role: 'production' },
        old: { ...entry, password: { env: 'OLD_PASSWORD' } }
      }
    })
  )
})
after(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true })
})

async function shell({ run }: CommandModule, ...argv: string[]) {
  const out: string[] = []
  const err: string[] = []
  const code = await run(argv, {
    env: {
      HOME: folder,
      ERP_SYSTEMS_FILE: file,
      DEV_PASSWORD: 'secret-1',
      ERP_LOG_LEVEL: 'silent'
    },
    say: line => out.push(line),
    warn: line => err.push(line),
    program: ['erp-bridge'],
    tellParent: undefined,
    untilStopped: () => new Promise(() => {})
  })
  return { code, out: out.join('\n'), err: err.join('\n') }
}

describe('with a systems file', () => {
  test('doctor has a heading for each system, and fails for a faulty one', async () => {
    const { code, out } = await shell(doctor)
    assert.equal(code, 1)
    const [, dev = '', prd = '', old = ''] = out.split(/^System /m)
    assert.match(dev, /^dev\n[^]*ok +ERP log-on/)
    assert.match(prd, /^prd\n[^]*ok +ERP log-on/)
    assert.match(old, /^old\nFAIL +settings +system old: password: .*OLD_PASSWORD is not set/)
    const one = await shell(doctor, '--system', 'prd')
    assert.equal(one.code, 0)
    assert.doesNotMatch(one.out, /System (dev|old)/)
    const { checks } = JSON.parse((await shell(doctor, '--json')).out) as {
      checks: { name: string; system?: string }[]
    }
    const chained = checks.filter(({ name }) => name === 'ERP log-on')
    assert.deepEqual(
      chained.map(({ system }) => system),
      ['dev', 'prd']
    )
  })

  test('explain decides for each system, and says where the rule stands', async () => {
    const facts = ['explain', '--tool', 'ERPWrite', '--action', 'edit', '--package', 'ZSALES']
    const { out } = await shell(policy, ...facts)
    assert.match(
      out,
      /^dev \(development\): update: BLOCKED_PACKAGE, decided by allowedPackages of system dev\./m
    )
    assert.match(
      out,
      /^prd \(production\): update: BLOCKED_READ_ONLY, decided by readOnly of system prd \(role production\)\./m
    )
    assert.match(out, /^old: not served: .*OLD_PASSWORD/m)
    const one = await shell(policy, ...facts, '--system', 'dev', '--read-only')
    assert.match(one.out, /decided by --read-only beside the systems file\./)
    assert.doesNotMatch(one.out, /prd/)
  })

  test('a table of decisions names systems', async () => {
    const table = join(folder, 'table')
    writeFileSync(
      table,
      'ERPWrite edit | package=$TMP | permitted\nERPWrite edit | system=prd package=$TMP | BLOCKED_READ_ONLY\n'
    )
    assert.equal((await shell(policy, 'check', table)).code, 0)
    writeFileSync(table, 'ERPWrite edit | system=prd package=$TMP | permitted\n')
    const wrong = await shell(policy, 'check', table)
    assert.equal(wrong.code, 1)
    assert.match(
      wrong.err,
      /ERPWrite edit at prd is BLOCKED_READ_ONLY \(decided by readOnly of system prd \(role production\)\)/
    )
    writeFileSync(table, 'ERPWrite edit | system=none package=$TMP | permitted\n')
    await assert.rejects(
      shell(policy, 'check', table),
      /:1: .*has no system none; it has dev, prd, old/
    )
  })

  test('tools and call work on the system of --system', async () => {
    const blocked = /^ERPWrite +edit +update .*blocked by readOnly of system prd/m
    assert.match((await shell(tools, '--system', 'prd')).out, blocked)
    assert.doesNotMatch((await shell(tools)).out, blocked)
    const refused = await shell(
      call,
      'ERPWrite',
      'action=delete',
      'type=CLAS',
      'name=ZCL_X',
      '--system',
      'prd'
    )
    assert.equal(refused.code, 2, refused.err)
    assert.match(refused.err, /readOnly of system prd \(role production\)/)
  })

  test('client-config has an entry for each system, or for the one of --system', async () => {
    const local = await shell(clientConfig, 'claude-code')
    const { mcpServers } = JSON.parse(local.out)
    assert.deepEqual(Object.keys(mcpServers), ['erp-dev', 'erp-prd', 'erp-old'])
    assert.deepEqual(mcpServers['erp-prd'].args, ['--system', 'prd'])
    assert.deepEqual(mcpServers['erp-prd'].env, {
      ERP_SYSTEMS_FILE: file,
      ERP_LOG_LEVEL: 'silent'
    })
    assert.match(
      local.err,
      /^erp-dev \(development\) permits changes \(readOnly forbids them\) and/m
    )
    assert.match(local.err, /^erp-prd \(production, read-only\) permits queries of every table/m)
    assert.match(local.err, /^erp-old permits changes/m)
    const strict = await shell(clientConfig, 'claude-code', '--block-free-sql', '--read-only')
    assert.match(strict.err, /^erp-prd \(production, read-only\) permits reading alone\.$/m)
    assert.match(strict.err, /^erp-dev \(development, read-only\) permits reading alone\.$/m)
    const chosen = await shell(clientConfig, 'claude-code', '--system', 'prd')
    assert.doesNotMatch(chosen.err, /erp-(dev|old)/)
    const remote = await shell(
      clientConfig,
      'cursor',
      '--at',
      'https://b.example.com/mcp',
      '--system',
      'prd',
      '--write'
    )
    assert.match(remote.out, /the entry erp-prd is in/)
    const all = await shell(clientConfig, 'cursor', '--at', 'https://b.example.com/mcp/')
    assert.equal(JSON.parse(all.out).mcpServers['erp-dev'].url, 'https://b.example.com/mcp/dev')
    await assert.rejects(
      shell(clientConfig, 'claude-code', '--system', 'qas'),
      /has no system qas; it has dev, prd, old/
    )
  })

  test('keys are limited to systems, and the list shows it', async () => {
    const path = join(folder, 'keys.json')
    await shell(keys, 'create', '--file', path, '--name', 'ci', '--systems', 'dev, qa*')
    assert.deepEqual(JSON.parse(readFileSync(path, 'utf8')).keys[0].systems, ['dev', 'qa*'])
    assert.match(
      (await shell(keys, 'list', '--file', path)).out,
      /all packages {2}systems dev,qa\*/
    )
    await assert.rejects(
      shell(keys, 'create', '--file', path, '--name', 'x', '--systems', 'DEV'),
      /has "systems" that are no names of systems/
    )
  })
})
