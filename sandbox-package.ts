/** Finds the package of the embedded sandbox, which an installation may leave out. */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { imageOf } from './version.ts'

const packageName = '@erp-bridge/sandbox'

/** What a checkout or a build of the bridge knows of itself. */
export interface Place {
  /** URL of a module of the bridge: `.ts` in a checkout, `.js` in a build. */
  readonly module: string
  /** The target of the container image; undefined elsewhere. */
  readonly image: string | undefined
}

/** What the bridge starts of the sandbox: its command, and the process of one check of the twin. */
export type SandboxEntry = 'command' | 'twin/main'

/**
 * The URL of an entry of the sandbox: TypeScript where the bridge runs from source, its build
 * otherwise. Throws an error with the remedy where the package is missing or not built.
 */
export function findSandbox(
  place: Place = { module: import.meta.url, image: imageOf() },
  name: SandboxEntry = 'command'
): URL {
  const description = descriptionOf(place)
  const entry = place.module.endsWith('.ts') ? `./${name}.ts` : `./dist/${name}.js`
  const command = new URL(entry, pathToFileURL(description))
  if (!existsSync(command)) {
    throw new Error(
      `the package ${packageName} is not built; run \`npm run build\` in the checkout`
    )
  }
  return command
}

function descriptionOf({ module, image }: Place): string {
  const { resolve } = createRequire(module)
  try {
    return resolve(`${packageName}/package.json`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error
    throw new Error(image === undefined ? notInstalled(module) : notInImage(image), {
      cause: error
    })
  }
}

function notInstalled(module: string): string {
  return (
    `the sandbox is not installed: the optional package ${packageName} is missing. ` +
    `Install it beside erp-bridge with \`npm install ${packageName}${versionOf(module)}\`; ` +
    'in a checkout, with `npm ci`'
  )
}

function notInImage(image: string): string {
  return (
    `this image (target ${image} of the Containerfile) does not contain the sandbox. ` +
    'Use an image of the target sandbox, or give the URL of an ERP'
  )
}

/** `@1.2.3`: the bridge works with exactly one version of the sandbox. */
function versionOf(module: string): string {
  const description: unknown = createRequire(module)('erp-bridge/package.json')
  const { optionalDependencies } = description as {
    optionalDependencies?: Readonly<Record<string, string>>
  }
  const version = optionalDependencies?.[packageName]
  return version === undefined ? '' : `@${version}`
}
