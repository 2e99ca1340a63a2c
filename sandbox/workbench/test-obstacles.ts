/** Tells why an object whose source has tests cannot be run: no active version, or syntax errors. */
import type { EngineMessage, ObjectKey, RepositoryFile } from '../types.ts'
import type { System } from '../system.ts'
import { check } from './checks.ts'

/** Why nothing of an object was run. */
export interface TestObstacle {
  readonly title: string
  readonly errors: readonly EngineMessage[]
}

/** Comments and literals, which may speak of tests. */
const NO_CODE = /^\*.*$|"[^\n]*|'(?:[^'\n]|'')*'|`(?:[^`\n]|``)*`/gm
const FOR_TESTING = /\bFOR\s+TESTING\b/i

/**
 * Whether a source declares tests. Read from the text: the structure of a source with syntax errors
 * may have no classes.
 */
const declaresTests = (files: readonly RepositoryFile[]) =>
  files.some(
    ({ name, text }) => /\.abap$/.test(name) && FOR_TESTING.test(text.replace(NO_CODE, ' '))
  )

async function errorsOf(system: System, object: ObjectKey, drafts: boolean) {
  const messages = await check(system, { objects: [object], sources: [], drafts })
  return messages.filter(({ severity }) => severity === 'E')
}

export const withSyntaxErrors = (
  { name }: ObjectKey,
  errors: readonly EngineMessage[]
): TestObstacle => ({ title: `Program ${name} has syntax errors and was not run`, errors })

/** What stands against a run of an object in which no test class is found. */
export async function obstacleOf(
  system: System,
  object: ObjectKey
): Promise<TestObstacle | undefined> {
  const active = system.store.files('active', [object])
  if (active.length > 0) {
    if (!declaresTests(active)) return undefined
    const errors = await errorsOf(system, object, false)
    return errors.length > 0 ? withSyntaxErrors(object, errors) : undefined
  }
  if (!declaresTests(system.store.files('inactive', [object]))) return undefined
  const errors = await errorsOf(system, object, true)
  if (errors.length > 0) return withSyntaxErrors(object, errors)
  return { title: `Program ${object.name} has no active version and was not run`, errors }
}
