import { ABAPObject } from '@abaplint/core'
import type { FileReference, RepositoryFile } from '../types.ts'
import { testRows } from './test-rows.ts'
import { objectId, parseFileName } from './files.ts'
import { enterProgram } from './includes.ts'
import type { Repository } from './repository.ts'
import { membersOf, usesOfDeclared } from './uses-declared.ts'
import type { Use } from './uses.ts'
import { usesOfName } from './uses.ts'
import { functionSymbol, symbolAt } from './symbols.ts'
import type { Meaning } from './symbols.ts'

export interface ReferencesRequest { readonly file: string, readonly row?: number, readonly column?: number, readonly overlay: readonly RepositoryFile[], readonly main?: string | undefined }

/** Where something is used: what stands at the place, or the whole object (function module) when there is no place. */
export function references (repository: Repository, { file, row, column, overlay, main }: ReferencesRequest): FileReference[] {
  enterProgram(repository, { file, overlay, main })
  repository.refresh([objectId(file)])
  const meaning = row === undefined ? wholeOf(repository, file) : symbolAt(repository, file, row, column ?? 0)
  return meaning === undefined ? [] : present(repository, usesOf(repository, meaning))
}

/** The uses of what a name means, unsorted and with doubles. */
export function usesOf (repository: Repository, meaning: Meaning): Use[] {
  if (meaning.kind === 'function') return usesOfName(repository, { name: meaning.name, id: objectId(meaning.file), isFunction: true })
  if (meaning.kind === 'declared') return usesOfDeclared(repository, [meaning.spot])
  return usesOfObject(repository, meaning.id)
}

function wholeOf (repository: Repository, file: string): Meaning | undefined {
  const name = parseFileName(file)
  if (name === undefined || repository.object(objectId(file)) === undefined) return undefined
  const module = name.type === 'FUGR' && name.part !== '' ? functionSymbol(repository, name.part.replaceAll('#', '/')) : undefined
  return module ?? { kind: 'object', id: objectId(file) }
}

/** Mentions of the name, calls of its function modules, and uses of its components from outside that need no mention. */
function usesOfObject (repository: Repository, id: string): Use[] {
  const uses: Use[] = []
  const type = id.slice(0, id.indexOf(' '))
  for (const name of repository.freshness.namesOf(id)) uses.push(...usesOfName(repository, { name, id, isFunction: type === 'FUGR' }))
  const object = repository.object(id)
  if (!(object instanceof ABAPObject) || (type !== 'CLAS' && type !== 'INTF')) return uses
  const outside = usesOfDeclared(repository, membersOf(object), { home: id })
  return [...uses, ...outside]
}

/** In the order of files and lines, every place once, never in the kernel library. */
function present (repository: Repository, uses: readonly Use[]): FileReference[] {
  const places = new Map<string, Use['range']>()
  for (const { range } of uses) places.set(`${range.file}:${range.startRow}:${range.startColumn}`, range)
  const found: FileReference[] = []
  for (const [file, ranges] of Map.groupBy(places.values(), range => range.file)) {
    const text = repository.text(file)
    if (text === undefined || repository.isLibrary(objectId(file))) continue
    const lines = text.split('\n')
    const isTest = testRows(repository, file)
    for (const range of ranges) found.push({ ...range, line: (lines[range.startRow - 1] ?? '').replace(/\r$/, ''), test: isTest(range.startRow) })
  }
  return found.sort((a, b) => compare(a.file, b.file) || a.startRow - b.startRow || a.startColumn - b.startColumn)
}

function compare (a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
