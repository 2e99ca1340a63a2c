/**
 * `node tooling/build.ts [--packed] [FOLDER]`: compiles the bridge to `dist/`, states the release
 * in `build.json` and bundles the bin. `--packed` is for what is handed out: its version is that of
 * `package.json`. The sandbox is a package of its own (`build-sandbox.ts`).
 */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { bundleBin } from './bundle.ts'
import { compile } from './compile.ts'

const {
  values: { packed = false },
  positionals: [folder]
} = parseArgs({ options: { packed: { type: 'boolean' } }, allowPositionals: true })
const dist =
  folder === undefined ? new URL('../dist/', import.meta.url) : pathToFileURL(`${resolve(folder)}/`)

compile('tsconfig.build.json', dist)
writeFileSync(new URL('build.json', dist), JSON.stringify(buildFacts()) + '\n')
await bundleBin(fileURLToPath(dist).replace(/[\\/]$/, ''))
chmodSync(new URL('cli.js', dist), 0o755)

/** Build arguments of a release; without a version, a build that is not packed reports `dev`. */
function buildFacts(): Record<string, string> {
  const { VERSION = '', COMMIT = '', BUILD_DATE = '' } = process.env
  const version = VERSION || (packed ? packageVersion() : 'dev')
  return { version, commit: COMMIT, date: BUILD_DATE }
}

function packageVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
