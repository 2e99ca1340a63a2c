/** Makes coverage of procedures and statements from the counts of the child processes. */
import { existsSync, readFileSync } from 'node:fs'
import type { CoveredProcedure, CoveredStatement } from '../types.ts'
import type { BuiltProgram } from './programs.ts'
import type { ProbedStatement, Span } from './transpile/program.ts'

/** Counts by number of the counter. */
export type Counts = Map<number, number>

/**
 * Adds what a child has noted: one line for every method that came to its end, `[[counter, count],
 * …]`.
 */
export function addCounts(counts: Counts, file: string): void {
  if (!existsSync(file)) return
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    for (const [id, count] of pairsOf(line)) counts.set(id, (counts.get(id) ?? 0) + count)
  }
}

/** A child that was stopped may leave half a line. */
function pairsOf(line: string): [number, number][] {
  try {
    const pairs: unknown = JSON.parse(line)
    return Array.isArray(pairs)
      ? pairs.filter(
          (pair): pair is [number, number] =>
            Array.isArray(pair) && pair.length === 2 && pair.every(Number.isSafeInteger)
        )
      : []
  } catch {
    return []
  }
}

/**
 * What ran of the program: every procedure outside of test classes, in the order of the sources.
 */
export function coverageOf(program: BuiltProgram, counts: Counts): CoveredProcedure[] {
  const count = (id: number): number => counts.get(id) ?? 0
  return program.probes
    .map(({ file, kind, visibility, owner, name, span, id, statements }) => ({
      file,
      kind,
      visibility,
      owner,
      name,
      ...rangeOf(span),
      executed: count(id),
      statements: distinct(statements.map(statement => statementOf(statement, count)))
    }))
    .toSorted((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.startRow - b.startRow))
}

function statementOf(
  { span, id, without = [], whenTrue }: ProbedStatement,
  count: (id: number) => number
): CoveredStatement {
  const executed = Math.max(
    0,
    without.reduce((rest, other) => rest - count(other), count(id))
  )
  if (whenTrue === undefined) return { ...rangeOf(span), executed }
  const executedTrue = count(whenTrue)
  return {
    ...rangeOf(span),
    executed,
    branch: { executedTrue, executedFalse: Math.max(0, executed - executedTrue) }
  }
}

function rangeOf([startRow, startColumn, endRow, endColumn]: Span): {
  startRow: number
  startColumn: number
  endRow: number
  endColumn: number
} {
  return { startRow, startColumn, endRow, endColumn }
}

/** What a macro became is located at the call of the macro: one statement of the source. */
function distinct(statements: readonly CoveredStatement[]): CoveredStatement[] {
  const places = new Map<string, CoveredStatement>()
  for (const statement of statements) {
    const place = `${statement.startRow}:${statement.startColumn}`
    const known = places.get(place)
    if (known === undefined || known.executed < statement.executed) places.set(place, statement)
  }
  return [...places.values()].toSorted(
    (a, b) => a.startRow - b.startRow || a.startColumn - b.startColumn
  )
}
