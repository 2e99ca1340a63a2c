/** Determines the source that caused the exit of the worker thread. */
import type { RepositoryFile } from '../types.ts'
import { digestOf, TOO_LONG } from './bounds.ts'
import type { Refusal } from './bounds.ts'
import type { Pending, State } from './thread.ts'

function isFile(value: unknown): value is RepositoryFile {
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    typeof value.name === 'string' &&
    'text' in value &&
    typeof value.text === 'string'
  )
}

/** The sources in the parameters of a request, by file name. */
function textsOf({ parameters }: Pending): Map<string, string> {
  const texts = new Map<string, string>()
  const [first] = parameters
  const lists = Array.isArray(first)
    ? [first]
    : first !== null && typeof first === 'object'
      ? Object.values(first)
      : []
  for (const list of lists) {
    if (!Array.isArray(list)) continue
    for (const entry of list as unknown[]) if (isFile(entry)) texts.set(entry.name, entry.text)
  }
  return texts
}

/** Refuses the largest file that the worker was processing when it exited. */
export function refusalAfterExit(state: State, current: Pending | undefined): Refusal | undefined {
  const drafts = current === undefined ? new Map<string, string>() : textsOf(current)
  let largest: { file: string; text: string } | undefined
  for (const file of state.filesInProgress) {
    const text = drafts.get(file) ?? state.active.get(file)
    if (text !== undefined && (largest === undefined || text.length > largest.text.length)) {
      largest = { file, text }
    }
  }
  return largest === undefined
    ? undefined
    : { file: largest.file, digest: digestOf(largest.text), reason: TOO_LONG }
}
