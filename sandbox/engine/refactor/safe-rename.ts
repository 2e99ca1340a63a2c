/** Checks the result of a rename and refuses one that adds an error to a source. */
import type { FileEdit, FileMessage, FileRename, RepositoryFile } from '../../types.ts'
import { check } from '../check/check.ts'
import type { SyntaxRule } from '../check/rules.ts'
import type { PlaceRequest } from '../navigate/complete.ts'
import { objectId } from '../files.ts'
import { EngineError } from '../protocol.ts'
import { rename } from './rename.ts'
import type { Repository } from '../repository.ts'

/**
 * The edits of a rename. @throws EngineError INVALID where the sources had an error more with them
 */
export function safeRename(
  repository: Repository,
  rules: readonly SyntaxRule[],
  request: PlaceRequest & { readonly newName: string }
): FileRename {
  const { overlay, main } = request
  const planned = rename(repository, request)
  // An include that is read in one program is renamed for that program alone.
  const files =
    main === undefined
      ? filesAround(repository, planned)
      : [...new Set(planned.edits.map(edit => edit.file))]
  const renamed = withEdits(repository, overlay, planned.edits)
  const before = errorsOf(check(repository, rules, { files, overlay, main }))
  const after = errorsOf(check(repository, rules, { files, overlay: renamed, main }))
  const broken = newError(before, after)
  if (broken === undefined) return planned
  throw new EngineError(
    'INVALID',
    `"${planned.oldName}" cannot be renamed without breaking a source: ` +
      `${broken.file} line ${broken.startRow} would have the error: ${broken.text} Change the places by edits.`
  )
}

/** The sources that change, and those that contain the old name and can see what it means. */
function filesAround(repository: Repository, { oldName, edits }: FileRename): string[] {
  const changed = new Set(edits.map(edit => edit.file))
  const mentioning = repository.dependencies.mentioning([oldName])
  for (const declaringObject of new Set([...changed].map(objectId))) {
    const dependants = repository.dependencies.dependants(declaringObject)
    for (const id of mentioning) {
      if (!dependants.has(id) || repository.isLibrary(id)) continue
      for (const file of repository.filesOf(id)) changed.add(file)
    }
  }
  return [...changed]
}

function withEdits(
  repository: Repository,
  overlay: readonly RepositoryFile[],
  edits: readonly FileEdit[]
): RepositoryFile[] {
  const files = new Map(overlay.map(({ name, text }) => [name, text]))
  for (const [file, list] of Map.groupBy(edits, edit => edit.file)) {
    const lines = (repository.text(file) ?? '').split('\n')
    for (const { startRow, startColumn, endColumn, newText } of list.toReversed()) {
      const line = lines[startRow - 1] ?? ''
      lines[startRow - 1] = line.slice(0, startColumn) + newText + line.slice(endColumn)
    }
    files.set(file, lines.join('\n'))
  }
  return [...files].map(([name, text]) => ({ name, text }))
}

function errorsOf(messages: readonly FileMessage[]): FileMessage[] {
  return messages.filter(({ severity }) => severity === 'E')
}

/** A rename moves no line, so that an error is known by its line and its rule. */
function newError(
  before: readonly FileMessage[],
  after: readonly FileMessage[]
): FileMessage | undefined {
  const keyOf = ({ file, startRow, rule }: FileMessage) => `${file}:${startRow}:${rule}`
  const known = Map.groupBy(before, keyOf)
  return [...Map.groupBy(after, keyOf)]
    .find(([key, messages]) => messages.length > (known.get(key)?.length ?? 0))?.[1]
    .at(-1)
}
