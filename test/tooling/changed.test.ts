/** `npm run test:changed`: every test that can read a changed file is selected. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createSelector } from '../../tooling/test/changed.ts'
import { createTree, referencesOf } from '../../tooling/test/references.ts'

const tree: Readonly<Record<string, string>> = {
  'cli.ts': "import './server.ts'",
  'server.ts': "const { start } = await import('./mcp/start.ts')",
  'mcp/start.ts': "import { read } from './read.ts'; import type { Row } from './row.ts'",
  'mcp/read.ts': "new Worker(new URL('worker.ts', import.meta.url))",
  'mcp/worker.ts': "export { table } from './table.ts'",
  'mcp/table.ts': '',
  'mcp/row.ts': '',
  'mcp/seed/a.abap': 'REPORT a.',
  'mcp/seeds.ts': "new URL('./seed', import.meta.url)",
  'docs/tools.md': '# Tools',
  'assets/unread.bin': '',
  'test/read.test.ts': "import '../mcp/read.ts'",
  'test/cli.test.ts': "spawn(process.execPath, ['cli.ts', '--help'])",
  'test/seed.test.ts': "import '../mcp/seeds.ts'",
  'test/corpus.test.ts': ['readFileSync(new URL(`corpus/$', '{name}.txt`, import.meta.url))'].join(
    ''
  ),
  'test/corpus/one.txt': '1',
  'test/shape.test.ts': 't.assert.snapshot(1)',
  'test/shape.test.ts.snapshot': '',
  'test/tree.test.ts': "globSync('mcp/**/*.ts', { cwd: root })",
  'test/folder.test.ts': "readdirSync(join(root, 'docs'))",
  'test/gone.test.ts': "import '../mcp/gone.ts'"
}
const tests = Object.keys(tree).filter(path => path.endsWith('.test.ts'))

const select = createSelector({ tests, files: Object.keys(tree), read: path => tree[path] ?? '' })

function affected(...changed: string[]): readonly string[] | 'all' {
  const found = select(changed)
  return found === 'all' ? found : [...found].map(path => path.slice(5, -8)).sort()
}

describe('a change affects', () => {
  test('the test that imports the file, and the one that starts the program', () => {
    assert.deepEqual(affected('mcp/read.ts'), ['cli', 'read', 'tree'])
  })
  test('tests that reach the file through a thread and a re-export', () => {
    assert.deepEqual(affected('mcp/table.ts'), ['cli', 'read', 'tree'])
  })
  test('nothing at run time through an import of types', () => {
    assert.deepEqual(affected('mcp/row.ts'), ['tree'])
  })
  test('tests that read a folder of data through a module', () => {
    assert.deepEqual(affected('mcp/seed/a.abap'), ['seed', 'tree'])
  })
  test('a test that reads a file by a template', () => {
    assert.deepEqual(affected('test/corpus/one.txt'), ['corpus'])
  })
  test('the test of a snapshot', () => {
    assert.deepEqual(affected('test/shape.test.ts.snapshot'), ['shape'])
  })
  test('a test that reads the documentation', () => {
    assert.deepEqual(affected('docs/tools.md'), ['folder'])
  })
  test('the test of a module that was removed', () => {
    assert.deepEqual(affected('mcp/gone.ts'), ['gone'])
  })
  test('the changed test', () => {
    assert.deepEqual(affected('test/seed.test.ts'), ['seed'])
  })
  test('every test where the dependencies, the compiler options or the runner change', () => {
    for (const path of ['package-lock.json', 'tsconfig.json', 'tooling/test/steps.ts']) {
      assert.equal(affected(path), 'all', path)
    }
  })
  test('every test where the readers of a file are not known', () => {
    assert.equal(affected('assets/unread.bin'), 'all')
  })
})

test('of this checkout, tests that start the bin or the sandbox depend on what these import', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter(path => path !== '')
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const select = createSelector({
    tests: files.filter(path => path.endsWith('.test.ts')),
    files,
    read
  })
  for (const path of ['erp-client/http/pipeline.ts', 'sandbox/engine/worker.ts', 'mcp/http.ts']) {
    const found = select([path])
    assert.ok(found !== 'all' && found.has('test/cli.test.ts'), path)
    assert.ok(found.has('test/mcp/end-to-end.test.ts'), path)
  }
  const pipeline = select(['erp-client/http/pipeline.ts'])
  assert.ok(pipeline !== 'all' && !pipeline.has('test/audit/log.test.ts'))
})

test('a comment and a word in a sentence refer to nothing', () => {
  const files = createTree(['mcp/read.ts', 'mcp/start.ts'])
  const text = "/** Like mcp/start.ts. */\nconst message = 'mcp'"
  assert.deepEqual([...referencesOf('mcp/read.ts', text, files)], ['mcp/read.ts.snapshot'])
})
