/** Where-used lists for a name or a whole object. */
import { ABAPObject } from '@abaplint/core'
import type { FileRange, FileReference, FileUses, RepositoryFile } from '../../types.ts'
import { testRows } from '../outline/test-rows.ts'
import { objectId, parseFileName } from '../files.ts'
import { enterProgram } from '../includes.ts'
import type { Repository } from '../repository.ts'
import { membersOf, usesOfDeclared } from './uses-declared.ts'
import type { Use } from './uses.ts'
import { usesOfName } from './uses.ts'
import { functionSymbol, symbolAt } from './symbols.ts'
import type { SymbolTarget } from './symbols.ts'

export interface ReferencesRequest {
  readonly file: string
  readonly row?: number
  readonly column?: number
  readonly overlay: readonly RepositoryFile[]
  readonly main?: string | undefined
}

/**
 * Where something is used: what stands at the place, or the whole object (function module) when
 * there is no place.
 */
export function references(
  repository: Repository,
  { within, ...request }: ReferencesRequest & { readonly within?: readonly string[] }
): FileReference[] {
  const wanted = within === undefined ? undefined : new Set(within)
  return placesOf(repository, request).flatMap(({ file, ranges }) =>
    wanted?.has(file) === false ? [] : withLines(repository, file, ranges)
  )
}

/**
 * The number of uses per file, for lists of many objects; `references` gives the lines of one
 * object.
 */
export function uses(repository: Repository, request: ReferencesRequest): FileUses[] {
  return placesOf(repository, request).map(({ file, ranges }) => {
    const isTest = testRows(repository, file)
    return { file, count: ranges.length, test: ranges.every(range => isTest(range.startRow)) }
  })
}

/** The uses of what a name means, unsorted and with doubles. */
export function usesOf(repository: Repository, meaning: SymbolTarget): Use[] {
  if (meaning.kind === 'function') {
    return usesOfName(repository, {
      name: meaning.name,
      id: objectId(meaning.file),
      type: 'FUNC'
    })
  }
  if (meaning.kind === 'declared') return usesOfDeclared(repository, [meaning.spot])
  return usesOfObject(repository, meaning.id)
}

function wholeOf(repository: Repository, file: string): SymbolTarget | undefined {
  const name = parseFileName(file)
  if (name === undefined || repository.object(objectId(file)) === undefined) return undefined
  const module =
    name.type === 'FUGR' && name.part !== ''
      ? functionSymbol(repository, name.part.replaceAll('#', '/'))
      : undefined
  return module ?? { kind: 'object', id: objectId(file) }
}

/**
 * Mentions of the name, calls of its function modules, and uses of its components from outside that
 * need no mention.
 */
function usesOfObject(repository: Repository, id: string): Use[] {
  const uses: Use[] = []
  const type = id.slice(0, id.indexOf(' '))
  for (const name of repository.dependencies.namesOf(id)) {
    uses.push(...usesOfName(repository, { name, id, type: type === 'FUGR' ? 'FUNC' : type }))
  }
  const object = repository.object(id)
  if (!(object instanceof ABAPObject) || (type !== 'CLAS' && type !== 'INTF')) return uses
  const outside = usesOfDeclared(repository, membersOf(object), { declaringObject: id })
  return [...uses, ...outside]
}

interface Places {
  readonly file: string
  readonly ranges: readonly FileRange[]
}

/** In the order of files and lines, every place once, never in the kernel library. */
function placesOf(
  repository: Repository,
  { file, row, column, overlay, main }: ReferencesRequest
): Places[] {
  enterProgram(repository, { file, overlay, main })
  repository.refresh([objectId(file)])
  const meaning =
    row === undefined ? wholeOf(repository, file) : symbolAt(repository, file, row, column ?? 0)
  if (meaning === undefined) return []
  return [...Map.groupBy(usesOf(repository, meaning), use => use.range.file)]
    .filter(
      ([used]) => repository.text(used) !== undefined && !repository.isLibrary(objectId(used))
    )
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([used, found]) => ({ file: used, ranges: inOrder(found) }))
}

function inOrder(found: readonly Use[]): FileRange[] {
  const places = new Map<string, FileRange>()
  for (const { range } of found) places.set(`${range.startRow}:${range.startColumn}`, range)
  return [...places.values()].sort(
    (a, b) => a.startRow - b.startRow || a.startColumn - b.startColumn
  )
}

function withLines(
  repository: Repository,
  file: string,
  ranges: readonly FileRange[]
): FileReference[] {
  const lines = (repository.text(file) ?? '').split('\n')
  const isTest = testRows(repository, file)
  return ranges.map(range => ({
    ...range,
    line: (lines[range.startRow - 1] ?? '').replace(/\r$/, ''),
    test: isTest(range.startRow)
  }))
}
