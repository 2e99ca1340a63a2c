/**
 * The coverage gate: reads what V8 wrote during a test run. The code that decides who may do what
 * must be covered whole; with --overall everything together to 95 % of lines.
 */
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { matchesGlob } from 'node:path'
import { parseArgs } from 'node:util'

interface Summary {
  readonly lines: { readonly pct: number; readonly total: number; readonly covered: number }
}

const WHOLE = [
  'tools/policy/**',
  'tools/call/{prepare,run,perform}.ts',
  'plugins/auth/**',
  'erp-client/pki/principal.ts'
]
const OVERALL = 95
const MEASURED = [
  'app.ts',
  'config/**',
  'cli.ts',
  'main.ts',
  'server.ts',
  'server/**',
  'stdio.ts',
  'bridge-options.ts',
  'audit.ts',
  'audit/**',
  'commands/**',
  'plugins/**',
  'routes/**',
  'mcp/**',
  'cloud/**',
  'systems/**',
  'recording/**',
  'tools/**',
  'erp-client/**',
  'sandbox/**'
]
/**
 * What runs in threads that are ended from outside, or in the confined child with its empty
 * environment: V8 writes no coverage there. Their tests drive them through the code that is
 * measured.
 */
const UNMEASURED = [
  'sandbox/engine/!(index|thread|faults|errors).ts',
  'sandbox/engine/*/**',
  'sandbox/runtime/child/**',
  'sandbox/runtime/process/**',
  'sandbox/runtime/transpile/**',
  'sandbox/seed/**',
  'sandbox/{dist,test}/**',
  '**/*.abap'
]

const root = new URL('..', import.meta.url)
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { overall: { type: 'boolean', default: false } }
})
const [folder] = positionals
if (folder === undefined) {
  throw new Error('node tooling/coverage.ts FOLDER of NODE_V8_COVERAGE [--overall]')
}
const included = values.overall ? MEASURED : WHOLE
const run = spawnSync(
  process.execPath,
  [
    'node_modules/c8/bin/c8.js',
    'report',
    `--temp-directory=${folder}`,
    '--reporter=json-summary',
    '--reporter=text-summary',
    '--all',
    '--exclude-after-remap=false',
    ...included.flatMap(glob => ['--include', glob]),
    ...[...UNMEASURED, ...onlyTypes()].flatMap(glob => ['--exclude', glob])
  ],
  { cwd: root, stdio: 'inherit' }
)
if (run.status !== 0) process.exit(run.status ?? 1)

/** Files in which nothing runs: without their types they are empty. */
function onlyTypes(): readonly string[] {
  return globSync(included, { cwd: root, exclude: ['**/dist/**', 'sandbox/test/**'] })
    .filter(file => file.endsWith('.ts'))
    .filter(file => {
      const code = stripTypeScriptTypes(readFileSync(new URL(file, root), 'utf8'))
      return code.replaceAll(/\/\*[^]*?\*\/|\/\/.*|^import [^']*'[^']*'|[;\s]/gm, '') === ''
    })
}

const summary = JSON.parse(
  readFileSync(new URL('coverage/coverage-summary.json', root), 'utf8')
) as Record<string, Summary>
const paths = Object.keys(summary).map(path => path.slice(root.pathname.length))
const isWhole = (path: string) => WHOLE.some(glob => matchesGlob(path, glob))
const problems: string[] = WHOLE.filter(glob => !paths.some(path => matchesGlob(path, glob))).map(
  glob => `${glob}: there is no such file`
)
for (const [path, { lines }] of Object.entries(summary)) {
  const file = path === 'total' ? 'total' : path.slice(root.pathname.length)
  if (file === 'total' && values.overall && lines.pct < OVERALL) {
    problems.push(`all files together: ${lines.pct} % of lines, ${OVERALL} % needed`)
  }
  if (isWhole(file) && lines.pct < 100) {
    problems.push(`${file}: ${lines.pct} % of lines, 100 % needed`)
  }
}
for (const problem of problems) console.error(`coverage: ${problem}`)
process.exit(problems.length > 0 ? 1 : 0)
