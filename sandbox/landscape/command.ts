/** `erp-bridge sandbox --landscape FILE`: starts the systems and shows how to reach them. */
import { resolve } from 'node:path'
import { UsageError } from '../command-io.ts'
import type { CommandIo } from '../command-io.ts'
import { LandscapeError, readLandscape } from './file.ts'
import type { Landscape } from './file.ts'
import { startLandscape } from './landscape.ts'
import type { RunningLandscape, RunningSystem } from './landscape.ts'
import { passwordVariable, systemsFileText, writeSystemsFile } from './systems-file.ts'

/** The arguments of `erp-bridge sandbox` that concern a landscape. */
export const landscapeFlags = {
  landscape: { type: 'string' },
  'write-systems-file': { type: 'string' }
} as const

type Values = Readonly<Record<string, unknown>> & {
  readonly landscape?: string | undefined
  readonly 'write-systems-file'?: string | undefined
}

/** The message to the parent process once every system answers. */
interface LandscapeReady {
  readonly kind: 'landscape-ready'
  readonly systems: readonly {
    readonly name: string
    readonly url: string
    readonly client: string
    readonly user: string
    readonly password: string
  }[]
}

/** The landscape of a file. Throws UsageError with every mistake. */
export function landscapeOf(file: string, env: CommandIo['env']): Landscape {
  try {
    return readLandscape(file, env)
  } catch (error) {
    if (!(error instanceof LandscapeError)) throw error
    const problems = error.problems.map(problem => `--landscape ${file}: ${problem}`)
    throw new UsageError(problems.join('\n'), problems)
  }
}

function checkAlone(values: Values): string {
  const { landscape: file } = values
  if (file === undefined) {
    throw new UsageError(
      '--write-systems-file belongs to --landscape; give the landscape file as well'
    )
  }
  const others = Object.keys(values).filter(name => !Object.hasOwn(landscapeFlags, name))
  if (others.length > 0) {
    throw new UsageError(
      `--landscape excludes ${others.map(name => `--${name}`).join(', ')}; give these facts for each system in the file`
    )
  }
  return file
}

function readyOf({ systems }: RunningLandscape): LandscapeReady {
  return {
    kind: 'landscape-ready',
    systems: systems.map(({ system: { name }, sandbox: { url, client, user, password } }) => ({
      name,
      url,
      client,
      user,
      password
    }))
  }
}

function systemLine({ system, sandbox }: RunningSystem, width: number): string {
  const { name, sid, role, password } = system
  const words = [
    `${name.padEnd(width)}  ${sandbox.url}  ${sid}/${sandbox.client}`,
    role,
    `user ${sandbox.user}`,
    password === undefined ? `password ${sandbox.password}` : 'password as given'
  ]
  return words.join(', ')
}

function printStart(
  { systems, routes }: { readonly systems: readonly RunningSystem[] } & Pick<Landscape, 'routes'>,
  io: CommandIo,
  files: { readonly landscape: string; readonly written: string | undefined }
): void {
  const width = Math.max(...systems.map(({ system }) => system.name.length))
  for (const each of systems) io.say(systemLine(each, width))
  for (const route of routes) io.say(`Route          ${route.from} → ${route.to} (${route.import})`)
  const manual = routes.find(route => route.import === 'manual')
  if (manual !== undefined) {
    const file =
      files.written === undefined
        ? `--landscape ${files.landscape}`
        : `--systems-file ${files.written}`
    io.say(`Import         erp-bridge sandbox import ${file} --system ${manual.to}`)
  }
  if (files.written === undefined) {
    const names = systems.map(({ system }) => passwordVariable(system.name)).join(', ')
    io.say(`For the bridge's --systems-file, with the passwords in ${names}:`)
    io.say(systemsFileText(systems).trimEnd())
  } else io.say(`Bridge         erp-bridge --systems-file ${files.written}`)
  io.say('Ctrl-C ends all systems.')
}

/** Runs a landscape until the command has to end. */
export async function runLandscape(values: Values, io: CommandIo): Promise<number> {
  const file = checkAlone(values)
  const landscape = landscapeOf(file, io.env)
  const running = await startLandscape(landscape, {
    log: { info: () => {}, warn: io.warn, error: io.warn }
  })
  try {
    const given = values['write-systems-file']
    const written = given === undefined ? undefined : resolve(given)
    if (written !== undefined) writeSystemsFile(written, running.systems)
    if (io.sendToParent !== undefined) io.sendToParent(readyOf(running))
    else {
      const shown = { systems: running.systems, routes: landscape.routes }
      printStart(shown, io, { landscape: file, written })
    }
    await io.untilStopped()
  } finally {
    await running.close()
  }
  return 0
}
