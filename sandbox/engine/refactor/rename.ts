/** Renames a declared name: checks the new name and collects the edits of all sources. */
import { Position } from '@abaplint/core'
import type { FileEdit, FileRange, FileRename } from '../../types.ts'
import type { PlaceRequest } from '../navigate/complete.ts'
import { scopesAt } from '../navigate/scopes.ts'
import { adtKind, declarationAt } from '../navigate/declarations.ts'
import type { Declaration } from '../navigate/declarations.ts'
import { objectId } from '../files.ts'
import { enterProgram } from '../includes.ts'
import { allMembers, findDefinition } from '../navigate/members.ts'
import { EngineError } from '../protocol.ts'
import type { Repository } from '../repository.ts'
import { rangeOfDeclaration } from '../navigate/declaration-positions.ts'
import type { DeclarationPosition } from '../navigate/declaration-positions.ts'
import { symbolAt } from '../navigate/symbols.ts'
import { owningObjects } from '../navigate/owners.ts'
import { usesOfDeclared } from '../navigate/uses-declared.ts'
import { eventParameter } from './event-parameters.ts'
import { repeatedNames } from './repeated-names.ts'

const NAME = /^(?:[a-z_]\w*|<[a-z_]\w*>)$/i
const MAX_NAME = 30

/**
 * The edits of all sources that give another name to what stands at a place. Rejects what would not
 * work with INVALID.
 */
export function rename(
  repository: Repository,
  { file, row, column, overlay, main, newName }: PlaceRequest & { readonly newName: string }
): FileRename {
  enterProgram(repository, { file, overlay, main })
  const meaning = symbolAt(repository, file, row, column)
  if (meaning === undefined) {
    throw new EngineError('NOT_FOUND', 'There is nothing at this place that could be renamed.')
  }
  if (meaning.kind !== 'declared') {
    throw new EngineError(
      'INVALID',
      'A repository object cannot be renamed in a source; create it under the new name.'
    )
  }
  const { spot } = meaning
  const abap = repository.abapFile(spot.file)
  const declaration = abap === undefined ? undefined : declarationAt(abap, spot)
  if (declaration === undefined || repository.isLibrary(objectId(spot.file))) {
    throw new EngineError('INVALID', `"${spot.name}" cannot be renamed.`)
  }
  refuseName(repository, spot, declaration, newName)
  const ofEvent = eventParameter(repository, spot, declaration)
  const declared = ofEvent?.declarations ?? [spot]
  const ranges = [
    ...declared.map(rangeOfDeclaration),
    ...usesOfDeclared(repository, declared).map(use => use.range),
    ...(ofEvent?.passed ?? []),
    ...repeatedNames(repository, spot, declaration)
  ]
  return {
    oldName: spot.name,
    newName,
    kind: adtKind(declaration, spot.file),
    edits: editsOf(repository, ranges, { spot, newName })
  }
}

function refuseName(
  repository: Repository,
  spot: DeclarationPosition,
  { kind, owner }: Declaration,
  newName: string
): void {
  if (!NAME.test(newName) || newName.length > MAX_NAME) {
    throw new EngineError('INVALID', `"${newName}" is not a valid name.`)
  }
  if (spot.name.startsWith('<') !== newName.startsWith('<')) {
    throw new EngineError(
      'INVALID',
      'Names of field symbols, and only those, stand in angle brackets.'
    )
  }
  if (newName.toUpperCase() === spot.name) {
    throw new EngineError('INVALID', 'The new name is the old one.')
  }
  const place = { file: spot.file, position: new Position(spot.row, spot.column + 1) }
  const taken = scopesAt(repository, owningObjects(repository, spot.file), place).some(scope => {
    const definition = owner === undefined ? undefined : findDefinition(repository, scope, owner)
    const isMember =
      definition !== undefined && kind !== 'parameter' && kind !== 'class' && kind !== 'interface'
    return isMember
      ? allMembers(repository, scope, definition).some(
          member => member.name === newName.toUpperCase()
        )
      : (scope.findVariable(newName) ??
          scope.findType(newName) ??
          scope.findFormDefinition(newName)) !== undefined
  })
  if (taken) throw new EngineError('INVALID', `The name "${newName}" is taken already.`)
}

/** One edit for each place whose text is the old name; an alias has a name of its own. */
function editsOf(
  repository: Repository,
  ranges: readonly FileRange[],
  { spot, newName }: { spot: DeclarationPosition; newName: string }
): FileEdit[] {
  const edits = new Map<string, FileEdit>()
  for (const range of ranges) {
    const line = (repository.text(range.file) ?? '').split('\n')[range.startRow - 1] ?? ''
    const end = range.startColumn + spot.name.length
    const oldText = line.slice(range.startColumn, end)
    if (oldText.toUpperCase() !== spot.name || repository.isLibrary(objectId(range.file))) continue
    edits.set(`${range.file}:${range.startRow}:${range.startColumn}`, {
      ...range,
      endColumn: end,
      oldText,
      newText: newName
    })
  }
  return [...edits.values()].toSorted(
    (a, b) =>
      a.file.localeCompare(b.file) || a.startRow - b.startRow || a.startColumn - b.startColumn
  )
}
