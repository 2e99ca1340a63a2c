/**
 * `node tooling/build.ts [FOLDER]`: compiles the bridge to `dist/`, states the release in
 * `build.json` and bundles the bin. The sandbox is a package of its own (`build-sandbox.ts`).
 */
import { chmodSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { bundleBin } from './bundle.ts'
import { compile } from './compile.ts'

const dist =
  process.argv[2] === undefined
    ? new URL('../dist/', import.meta.url)
    : pathToFileURL(`${resolve(process.argv[2])}/`)

compile('tsconfig.build.json', dist)
writeFileSync(new URL('build.json', dist), JSON.stringify(buildFacts()) + '\n')
await bundleBin(fileURLToPath(dist).replace(/[\\/]$/, ''))
chmodSync(new URL('cli.js', dist), 0o755)

/** Build arguments of a release; a build without a version reports `dev`. */
function buildFacts(): Record<string, string> {
  const { VERSION = 'dev', COMMIT = '', BUILD_DATE = '' } = process.env
  return { version: VERSION || 'dev', commit: COMMIT, date: BUILD_DATE }
}
