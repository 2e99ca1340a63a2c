/**
 * The facts of this build: the build writes `build.json` beside the compiled files; a checkout has
 * none.
 */
import { readFileSync } from 'node:fs'

interface BuildFacts {
  readonly version: string
  readonly commit: string
  readonly date: string
  /** The target of the Containerfile, where it leaves out an optional package. */
  readonly image?: string
}

const buildFile = new URL('./build.json', import.meta.url)

/** `1.2.3 (abc123, 2026-01-31)`; without a stated version, and in a checkout, `dev`. */
export function versionOf(build = buildFile): string {
  const facts = read(build)
  if (facts === undefined) return 'dev'
  const details = [facts.commit, facts.date].filter(text => text !== '')
  return details.length === 0 ? facts.version : `${facts.version} (${details.join(', ')})`
}

/** The target of the container image that this build is in; undefined elsewhere. */
export function imageOf(build = buildFile): string | undefined {
  return read(build)?.image
}

/** `erp-bridge/1.2.3`: what requests to the ERP name as their program. */
export function userAgentOf(build = buildFile): string {
  return `erp-bridge/${read(build)?.version.replace(/[^\w.+-]/g, '') ?? 'dev'}`
}

function read(build: URL): BuildFacts | undefined {
  try {
    return JSON.parse(readFileSync(build, 'utf8')) as BuildFacts
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
