/** Describes the name at a position: its type, signature, parameters and documentation. */
import { Position } from '@abaplint/core'
import type { IMethodDefinition, TypedIdentifier } from '@abaplint/core'
import type { ElementInfo } from '../../types.ts'
import type { PlaceRequest } from './complete.ts'
import { scopeViewAt } from './scopes.ts'
import { declarationAt } from './declarations.ts'
import { placeOf } from './definition.ts'
import { enterProgram } from '../includes.ts'
import { allMembers, findDefinition, typeText } from './members.ts'
import { rangeOfNode } from '../ranges.ts'
import type { Repository } from '../repository.ts'
import { isSamePosition, declarationPositionOf } from './declaration-positions.ts'
import type { DeclarationPosition } from './declaration-positions.ts'
import { symbolAt } from './symbols.ts'

const EMPTY = {
  declaration: '',
  type: '',
  documentation: '',
  parameters: [],
  exceptions: []
} as const

/** What is known of the name at a place; undefined where it means nothing. */
export function elementInfo(
  repository: Repository,
  { file, row, column, overlay, main }: PlaceRequest
): ElementInfo | undefined {
  enterProgram(repository, { file, overlay, main })
  const meaning = symbolAt(repository, file, row, column)
  const definition = meaning === undefined ? undefined : placeOf(repository, meaning, false)
  if (meaning === undefined || definition === undefined) return undefined
  const { kind, name } = definition
  if (meaning.kind === 'object') {
    const documentation = commentAbove(repository.text(definition.file) ?? '', definition.startRow)
    return {
      ...EMPTY,
      name,
      kind,
      definition,
      declaration: repository.object(meaning.id)?.getDescription() ?? '',
      documentation
    }
  }
  const spot: DeclarationPosition =
    meaning.kind === 'declared'
      ? meaning.spot
      : { file: definition.file, row: definition.startRow, column: definition.startColumn, name }
  return { name, kind, definition, ...factsOf(repository, spot) }
}

function factsOf(
  repository: Repository,
  spot: DeclarationPosition
): Pick<ElementInfo, 'declaration' | 'type' | 'documentation' | 'parameters' | 'exceptions'> {
  const abap = repository.abapFile(spot.file)
  const declaration = abap === undefined ? undefined : declarationAt(abap, spot)
  if (abap === undefined || declaration === undefined) return EMPTY
  const text = repository.text(spot.file) ?? ''
  const { startRow, endRow } = rangeOfNode(spot.file, declaration.statement)
  const method =
    declaration.kind === 'method' ? methodOf(repository, spot, declaration.owner ?? '') : undefined
  const typed = method === undefined ? typedAt(repository, spot, declaration.owner) : undefined
  return {
    declaration: declaration.statement.concatTokens().replace(/[.,]$/, ''),
    type: typed === undefined ? '' : typeText(typed),
    documentation: commentAbove(text, Math.min(startRow, endRow, spot.row)),
    parameters: method === undefined ? [] : parametersOf(method),
    exceptions:
      method === undefined
        ? []
        : [...method.getRaising(), ...method.getExceptions()].map(name => name.toUpperCase())
  }
}

function methodOf(
  repository: Repository,
  spot: DeclarationPosition,
  owner: string
): IMethodDefinition | undefined {
  const { scope } = scopeViewAt(repository, spot.file, new Position(spot.row, spot.column + 1))
  const definition = findDefinition(repository, scope, owner)
  for (const method of definition?.getMethodDefinitions().getAll() ?? []) {
    if (isSamePosition(declarationPositionOf(method), spot)) return method
  }
  return undefined
}

function typedAt(
  repository: Repository,
  spot: DeclarationPosition,
  owner: string | undefined
): TypedIdentifier | undefined {
  const { scope } = scopeViewAt(repository, spot.file, new Position(spot.row, spot.column + 1))
  const definition = owner === undefined ? undefined : findDefinition(repository, scope, owner)
  const members = definition === undefined ? [] : allMembers(repository, scope, definition)
  const candidates = [
    ...members.map(member => member.typed),
    ...members.flatMap(member => member.method?.getParameters().getAll() ?? []),
    scope?.findVariable(spot.name),
    scope?.findType(spot.name)
  ]
  return candidates.find(
    typed => typed !== undefined && isSamePosition(declarationPositionOf(typed), spot)
  )
}

function parametersOf(method: IMethodDefinition): ElementInfo['parameters'] {
  const parameters = method.getParameters()
  const optional = new Set(parameters.getOptional().map(name => name.toUpperCase()))
  const list = (
    direction: ElementInfo['parameters'][number]['direction'],
    entries: readonly TypedIdentifier[]
  ) =>
    entries.map(entry => {
      const name = entry.getName().replace('!', '').toUpperCase()
      return { name, direction, type: typeText(entry), optional: optional.has(name) }
    })
  const returning = parameters.getReturning()
  return [
    ...list('importing', parameters.getImporting()),
    ...list('exporting', parameters.getExporting()),
    ...list('changing', parameters.getChanging()),
    ...list('returning', returning === undefined ? [] : [returning])
  ]
}

/** The ABAP Doc (or plain comment) lines directly above a row, without their marks. */
function commentAbove(text: string, row: number): string {
  const lines = text.split('\n')
  const found: string[] = []
  for (let at = row - 2; at >= 0; at--) {
    const comment = /^\s*"!?\s?(.*?)\s*$/.exec(lines[at] ?? '')
    if (comment?.[1] === undefined) break
    found.unshift(comment[1])
  }
  return found.join('\n')
}
