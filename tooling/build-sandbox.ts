/**
 * `node tooling/build-sandbox.ts`: builds the package of the sandbox to `sandbox/dist/`. The
 * compiler does not copy the ABAP sources, and a package without them starts an empty system. The
 * command is bundled, and files that only its bundle contains are removed.
 */
import { cpSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { bundleSandbox } from './bundle.ts'
import { compile } from './compile.ts'
import { leaveOut } from './leave-out.ts'

const root = new URL('..', import.meta.url)
const sources = new URL('sandbox/', root)
const dist = new URL('dist/', sources)

compile('sandbox/tsconfig.build.json', dist)
for (const folder of ['kernel/', 'seed/']) {
  cpSync(new URL(folder, sources), new URL(folder, dist), {
    recursive: true,
    filter: source => !source.endsWith('.ts')
  })
}
cpSync(new URL('LICENSE', root), new URL('LICENSE', dist))
const folder = fileURLToPath(dist).replace(/[\\/]$/, '')
await bundleSandbox(folder)
await leaveOut(folder, fileURLToPath(sources))
