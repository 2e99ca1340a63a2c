/** The file with which the bridge serves the systems of a landscape. */
import { rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { RunningSystem } from './landscape.ts'

/** How the file refers to the password of a system; a password never stands in it. */
type PasswordReference =
  { readonly password: { readonly env: string } } | { readonly passwordFile: string }

/** The variable that holds the password of a system: `DEV_PASSWORD` for `dev`. */
export function passwordVariable(name: string): string {
  return `${name.toUpperCase().replaceAll('-', '_')}_PASSWORD`
}

/** The text of the file. The first system is the default. */
export function systemsFileText(
  systems: readonly RunningSystem[],
  reference: (name: string) => PasswordReference = name => ({
    password: { env: passwordVariable(name) }
  })
): string {
  const entries = systems.map(
    ({ system: { name, title, role }, sandbox: { url, user, client } }) => [
      name,
      { title, role, url, client, user, ...reference(name) }
    ]
  )
  const content = { default: systems[0]?.system.name ?? '', systems: Object.fromEntries(entries) }
  return `${JSON.stringify(content, null, 2)}\n`
}

function passwordFileOf(file: string, name: string): string {
  return `${basename(file).replace(/\.json$/, '')}.${name}.password`
}

/** Writes the file, and the passwords beside it, which only their owner can read. */
export function writeSystemsFile(file: string, systems: readonly RunningSystem[]): void {
  for (const { system, sandbox } of systems) {
    const path = join(dirname(file), passwordFileOf(file, system.name))
    // a file that is there keeps its mode: a new one is made
    rmSync(path, { force: true })
    writeFileSync(path, `${sandbox.password}\n`, { mode: 0o600, flag: 'wx' })
  }
  const text = systemsFileText(systems, name => ({ passwordFile: passwordFileOf(file, name) }))
  writeFileSync(file, text)
}
