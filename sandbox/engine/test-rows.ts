import { Statements } from '@abaplint/core'
import { isTestFile } from './files.ts'
import type { Repository } from './repository.ts'
import { nameIn } from './declarations.ts'
import { Expressions } from '@abaplint/core'

/** True for lines of test code: the test part of a class, or a class FOR TESTING wherever it stands. */
export function isTestRow (repository: Repository, file: string, row: number): boolean {
  if (isTestFile(file)) return true
  const abap = repository.abapFile(file)
  if (abap === undefined) return false
  const tests = new Set(abap.getInfo().listClassDefinitions().filter(info => info.isForTesting).map(info => info.name.toUpperCase()))
  if (tests.size === 0) return false
  let inside = false
  for (const node of abap.getStatements()) {
    const kind = node.get()
    if (kind instanceof Statements.ClassDefinition || kind instanceof Statements.ClassImplementation) inside = tests.has(nameIn(node, Expressions.ClassName))
    if (node.getLastToken().getRow() >= row) return inside && node.getFirstToken().getRow() <= row
    if (kind instanceof Statements.EndClass) inside = false
  }
  return false
}
