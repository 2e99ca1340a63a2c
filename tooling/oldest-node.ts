/**
 * `npm run test:oldest-node` runs the tests of the HTTP side, and those of each optimisation with
 * its neighbours, on the oldest Node.js that package.json permits.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const tests = [
  'test/mcp/*.test.ts',
  'test/routes/*.test.ts',
  // Fast path, list and quoted answers are in the first folder.
  'test/heap.test.ts',
  'test/config/secrets.test.ts',
  'test/erp-client/cache/*.test.ts',
  'test/erp-client/http/{adaptive-limit,connection-limiter,callers}.test.ts',
  'test/erp-client/kind.test.ts',
  'test/plugins/{sent-answers,request-log}.test.ts',
  'test/plugins/auth/token-cache.test.ts',
  'test/server/request-lines.test.ts',
  'test/tools/catalog/catalog.test.ts'
]

const root = fileURLToPath(new URL('..', import.meta.url))
const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  engines: { node: string }
}
const [, major = '', minor = ''] = /^>=(\d+)\.(\d+)/.exec(engines.node) ?? []
if (major === '') {
  throw new Error(`engines.node is ${engines.node}: a version with major and minor is expected`)
}
const version = `${major}.${minor}.0`

// A folder of its own: as a workspace or dependency it would take the place of the other Node.js.
const folder = mkdtempSync(join(tmpdir(), 'oldest-node-'))
try {
  const name = `node-${process.platform}-${process.arch}`
  const install = [
    'install',
    '--prefix',
    folder,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-progress',
    `${name}@${version}`
  ]
  execFileSync('npm', install, { stdio: ['ignore', 'ignore', 'inherit'] })
  const bin = join(folder, 'node_modules', name, 'bin')
  console.log(`HTTP tests on Node.js ${version}`)
  const environment = { ...process.env, PATH: `${bin}:${process.env['PATH'] ?? ''}` }
  const { status } = spawnSync(join(bin, 'node'), ['--test', ...tests], {
    cwd: root,
    stdio: 'inherit',
    env: environment
  })
  process.exitCode = status ?? 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
