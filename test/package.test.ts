import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Packs the checkout and installs the tarball in an empty folder, as a user would. */
function install (): { folder: string, bin: string } {
  const folder = mkdtempSync(join(tmpdir(), 'erp-bridge-package-'))
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  const [tarball] = readdirSync(folder).filter(name => name.endsWith('.tgz'))
  assert.ok(tarball)
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  execFileSync('npm', ['install', '--silent', '--no-audit', '--no-fund', '--prefer-offline', join(folder, tarball)], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  return { folder, bin: join(folder, 'node_modules/.bin/erp-bridge') }
}

test('the packed and installed bin serves the sandbox: worker and child run from dist', async t => {
  const { folder, bin } = install()
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  assert.match(execFileSync(process.execPath, [bin, '--version'], { cwd: folder, encoding: 'utf8' }), /dev|\d+\.\d+\.\d+/)

  const shown = 'const { default: bridge, discovery, redactPaths, callerOf, ConfigError } = await import("erp-bridge"); const { createErp } = await import("erp-bridge/erp-client"); const { defineTool } = await import("erp-bridge/tools"); console.log([bridge, discovery, callerOf, ConfigError, createErp, defineTool].map(one => typeof one).join(), Array.isArray(redactPaths))'
  assert.match(execFileSync(process.execPath, ['--input-type=module', '-e', shown], { cwd: folder, encoding: 'utf8' }), /^(function,){5}function true/)

  const client = new Client({ name: 'package-test', version: '1.0.0' })
  const transport = new StdioClientTransport({ command: process.execPath, args: [bin, '--sandbox'], cwd: folder, stderr: 'pipe' })
  t.after(() => client.close())
  await client.connect(transport)
  const created = await client.callTool({
    name: 'ERPWrite',
    arguments: {
      action: 'create',
      type: 'CLAS',
      name: 'ZCL_PACKED_PROBE',
      package: '$TMP',
      description: 'Made by the package test',
      source: 'CLASS zcl_packed_probe DEFINITION PUBLIC FOR TESTING RISK LEVEL HARMLESS DURATION SHORT.\n  PRIVATE SECTION.\n    METHODS adds FOR TESTING.\nENDCLASS.\nCLASS zcl_packed_probe IMPLEMENTATION.\n  METHOD adds.\n    cl_abap_unit_assert=>assert_equals( act = 20 + 22 exp = 42 ).\n  ENDMETHOD.\nENDCLASS.\n',
      activate: true
    }
  })
  assert.notEqual(created.isError, true, JSON.stringify(created))
  const run = await client.callTool({ name: 'ERPDiagnose', arguments: { action: 'unit_test', type: 'CLAS', name: 'ZCL_PACKED_PROBE' } })
  assert.notEqual(run.isError, true, JSON.stringify(run))
  assert.match(JSON.stringify(run), /passed/)
})
