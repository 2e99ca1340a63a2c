/**
 * `npm run build [FOLDER]`: TypeScript to `dist/`, then what is not TypeScript but is read at run time. The compiler does not
 * copy the sandbox's ABAP sources, and a package without them starts an empty system.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = new URL('..', import.meta.url)
const dist = process.argv[2] === undefined ? new URL('dist/', root) : pathToFileURL(`${resolve(process.argv[2])}/`)

rmSync(dist, { recursive: true, force: true })
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--outDir', fileURLToPath(dist)], { cwd: root, stdio: 'inherit' })
for (const folder of ['sandbox/kernel/', 'sandbox/seed/']) {
  cpSync(new URL(folder, root), new URL(folder, dist), { recursive: true, filter: source => !source.endsWith('.ts') })
}
writeFileSync(new URL('build.json', dist), JSON.stringify(buildFacts()) + '\n')
chmodSync(new URL('cli.js', dist), 0o755)

/** Build arguments of a release; a build without a version reports `dev`. */
function buildFacts (): Record<string, string> {
  const { VERSION = 'dev', COMMIT = '', BUILD_DATE = '' } = process.env
  return { version: VERSION || 'dev', commit: COMMIT, date: BUILD_DATE }
}
