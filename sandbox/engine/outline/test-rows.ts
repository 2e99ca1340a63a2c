/** Finds the rows of a file that are test code. */
import { Expressions, Statements } from '@abaplint/core'
import { nameIn } from '../navigate/declarations.ts'
import { isTestFile } from '../files.ts'
import type { Repository } from '../repository.ts'

/**
 * Whether a row is test code: the test part of a class, or a class FOR TESTING wherever it stands.
 */
export function testRows(repository: Repository, file: string): (row: number) => boolean {
  if (isTestFile(file)) return () => true
  const spans = testSpans(repository, file)
  return row => spans.some(({ from, to }) => from <= row && row <= to)
}

function testSpans(repository: Repository, file: string): { from: number; to: number }[] {
  const abap = repository.abapFile(file)
  const tests = new Set(
    abap
      ?.getInfo()
      .listClassDefinitions()
      .filter(info => info.isForTesting)
      .map(info => info.name.toUpperCase())
  )
  const spans: { from: number; to: number }[] = []
  if (abap === undefined || tests.size === 0) return spans
  let from: number | undefined
  for (const node of abap.getStatements()) {
    const kind = node.get()
    if (
      kind instanceof Statements.ClassDefinition ||
      kind instanceof Statements.ClassImplementation
    ) {
      from = tests.has(nameIn(node, Expressions.ClassName))
        ? node.getFirstToken().getRow()
        : undefined
    }
    if (!(kind instanceof Statements.EndClass) || from === undefined) continue
    spans.push({ from, to: node.getLastToken().getRow() })
    from = undefined
  }
  return spans
}
