/** Determines the source that caused a thread to end. */
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

/** Every source that a request carries. */
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

/** The largest file that the worker was processing, with its text at that time. */
export function blame(state: State, current: Pending | undefined): Refusal | undefined {
  const drafts = current === undefined ? new Map<string, string>() : textsOf(current)
  let culprit: { file: string; text: string } | undefined
  for (const file of state.busy) {
    const text = drafts.get(file) ?? state.active.get(file)
    if (text !== undefined && (culprit === undefined || text.length > culprit.text.length)) {
      culprit = { file, text }
    }
  }
  return culprit === undefined
    ? undefined
    : { file: culprit.file, digest: digestOf(culprit.text), reason: TOO_LONG }
}
