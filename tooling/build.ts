/**
 * `npm run build [FOLDER]`: TypeScript to `dist/`, then what is not TypeScript but is read at run
 * time. The compiler does not copy the sandbox's ABAP sources, and a package without them starts an
 * empty system. Last, the bin is bundled, and what stands in its bundles alone is left out.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { bundleBin } from './bundle.ts'
import { leaveOut } from './leave-out.ts'

const root = new URL('..', import.meta.url)
const dist =
  process.argv[2] === undefined
    ? new URL('dist/', root)
    : pathToFileURL(`${resolve(process.argv[2])}/`)

rmSync(dist, { recursive: true, force: true })
execFileSync(
  process.execPath,
  ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--outDir', fileURLToPath(dist)],
  { cwd: root, stdio: 'inherit' }
)
assertRewritten(dist)
for (const folder of ['sandbox/kernel/', 'sandbox/seed/']) {
  cpSync(new URL(folder, root), new URL(folder, dist), {
    recursive: true,
    filter: source => !source.endsWith('.ts')
  })
}
writeFileSync(new URL('build.json', dist), JSON.stringify(buildFacts()) + '\n')
const folder = fileURLToPath(dist).replace(/\/$/, '')
await bundleBin(folder)
await leaveOut(folder, fileURLToPath(root))
chmodSync(new URL('cli.js', dist), 0o755)

/** Build arguments of a release; a build without a version reports `dev`. */
function buildFacts(): Record<string, string> {
  const { VERSION = 'dev', COMMIT = '', BUILD_DATE = '' } = process.env
  return { version: VERSION || 'dev', commit: COMMIT, date: BUILD_DATE }
}

/**
 * The compiler leaves the ending of a dynamic import as it is inside `export default …`, and such a
 * file fails when it is loaded.
 */
function assertRewritten(folder: URL): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (
      name.endsWith('.js') &&
      /\bimport\(\s*['"]\.[^'"]*\.ts['"]\s*\)/.test(readFileSync(new URL(name, folder), 'utf8'))
    ) {
      throw new Error(
        `${name} imports a .ts file: move the import out of the default export, into a function of its own`
      )
    }
  }
}
