/** The package of the sandbox: what it declares, and what the bridge says where it is missing. */
import assert from 'node:assert/strict'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { findSandbox } from '../../sandbox-package.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

interface Description {
  readonly name: string
  readonly version: string
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
  readonly bundleDependencies: readonly string[]
}
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as Description
const bridge = read('package.json')
const sandbox = read('sandbox/package.json')

/** The packages that the TypeScript files of a folder import. */
function imported(pattern: string, exclude: readonly string[]): Set<string> {
  const texts = globSync(pattern, { cwd: root, exclude }).map(path =>
    readFileSync(join(root, path), 'utf8')
  )
  const specifiers = texts.flatMap(text =>
    [...text.matchAll(/^(?:import|\} from|export .* from).*'([^'.][^']*)'$/gm)].map(
      ([, specifier = '']) => specifier
    )
  )
  return new Set(
    specifiers
      .filter(specifier => !isBuiltin(specifier))
      .map(specifier => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier)
  )
}

test('the bridge depends on exactly the version of the sandbox in this repository, and packs it', () => {
  assert.deepEqual(bridge.optionalDependencies, { [sandbox.name]: sandbox.version })
  assert.deepEqual(bridge.bundleDependencies, [sandbox.name])
  assert.equal(sandbox.version, bridge.version)
})

test('the sandbox declares the packages that it imports, and no other', () => {
  const declared = { ...sandbox.dependencies, ...sandbox.devDependencies }
  // The transpiled code imports the runtime, and no file of the sandbox does.
  const used = imported('sandbox/**/*.ts', ['sandbox/{dist,seed,test}/**'])
  used.add('@abaplint/runtime')
  assert.deepEqual([...used].toSorted(), Object.keys(declared).toSorted())
  for (const [name, version] of Object.entries(declared)) assert.match(version, /^\d/, name)
})

test('packages that only the sandbox imports are no dependencies of the bridge', () => {
  const used = imported('{*.ts,{config,commands,plugins,routes,mcp,tools,erp-client}/**/*.ts}', [])
  for (const name of Object.keys(sandbox.dependencies)) {
    assert.equal(name in bridge.dependencies, used.has(name), name)
  }
})

test('a checkout runs the sources of the sandbox', () => {
  const entry = findSandbox()
  assert.match(entry.href, /\/command\.ts$/)
  assert.equal(readFileSync(entry, 'utf8'), readFileSync(join(root, 'sandbox/command.ts'), 'utf8'))
})

/** An installed bridge without the sandbox. */
function installed(t: TestContext): { readonly module: string; readonly folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'no-sandbox-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const description = {
    name: 'erp-bridge',
    exports: { './package.json': './package.json' },
    optionalDependencies: { [sandbox.name]: '1.2.3' }
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(description))
  return { module: pathToFileURL(join(folder, 'dist/sandbox-package.js')).href, folder }
}

test('where the package is missing, the error names the command that installs it', t => {
  const { module } = installed(t)
  assert.throws(() => findSandbox({ module, image: undefined }), {
    message: /not installed.*`npm install @erp-bridge\/sandbox@1\.2\.3`.*`npm ci`/
  })
})

test('in an image without the sandbox, the error names the target that has it', t => {
  const { module } = installed(t)
  assert.throws(() => findSandbox({ module, image: 'bridge' }), {
    message: /target bridge.*does not contain the sandbox.*target sandbox/
  })
})

test('where the package is not built, the error names the command that builds it', t => {
  const { module, folder } = installed(t)
  const place = join(folder, 'node_modules', sandbox.name)
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, 'package.json'), JSON.stringify({ name: sandbox.name }))
  assert.throws(() => findSandbox({ module, image: undefined }), {
    message: /not built.*`npm run build`/
  })
})
