/** Compiles TypeScript to a folder, and checks that the result loads no TypeScript. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = new URL('..', import.meta.url)

/** @param project the tsconfig file, relative to the repository @param folder is emptied first */
export function compile(project: string, folder: URL): void {
  rmSync(folder, { recursive: true, force: true })
  execFileSync(
    process.execPath,
    ['node_modules/typescript/bin/tsc', '-p', project, '--outDir', fileURLToPath(folder)],
    { cwd: root, stdio: 'inherit' }
  )
  assertRewritten(folder)
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
