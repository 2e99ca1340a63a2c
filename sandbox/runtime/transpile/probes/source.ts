/** What probes ask of the source: names, places, visibility, and what belongs to tests. */
import { ABAPObject, Nodes, Visibility, type ABAPFile, type IObject } from '@abaplint/core'
import type { Chunk } from '@abaplint/transpiler'
import type { CoverageProbes, Span } from '../program.ts'

export interface Traversal {
  getFile(): ABAPFile
  getFilename(): string
  getCurrentObject(): IObject
  traverseStructure(node: Nodes.StructureNode): Chunk
  traverseStatement(node: Nodes.StatementNode): Chunk
}

/** Methods of interfaces are declared elsewhere, and public. */
export function visibilityOf(
  traversal: Traversal,
  owner: string,
  name: string
): CoverageProbes['visibility'] {
  const object = traversal.getCurrentObject()
  const files = object instanceof ABAPObject ? object.getABAPFiles() : []
  const method = files
    .flatMap(file => file.getInfo().getClassDefinitionByName(owner)?.methods ?? [])
    .find(each => each.name.toUpperCase() === name)
  return method?.visibility === Visibility.Private
    ? 'private'
    : method?.visibility === Visibility.Protected
      ? 'protected'
      : 'public'
}

export function isTest(traversal: Traversal, owner: string): boolean {
  if (traversal.getFilename().includes('.testclasses.')) return true
  const object = traversal.getCurrentObject()
  if (owner === '' || !(object instanceof ABAPObject)) return false
  return object
    .getABAPFiles()
    .some(file => file.getInfo().getClassDefinitionByName(owner)?.isForTesting === true)
}

export function nameAfter(statement: Nodes.StatementNode | undefined): string {
  return statement === undefined
    ? ''
    : statement
        .concatTokens()
        .replace(/^\S+\s+/, '')
        .replace(/[\s.].*$/s, '')
        .toUpperCase()
}

interface TokenLike {
  getRow(): number
  getCol(): number
  getEnd(): { getRow(): number; getCol(): number }
}

export function spanOf(first: TokenLike, last: TokenLike): Span {
  return [first.getRow(), first.getCol() - 1, last.getEnd().getRow(), last.getEnd().getCol() - 1]
}
