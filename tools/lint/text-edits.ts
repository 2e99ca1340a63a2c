/** Applies the edits of lint rules to texts. */
import { lineStarts } from '../abap/units.ts'
import type { LintFile } from './job.ts'

/** A position as the linter counts: row and column from 1. */
interface Spot {
  getRow(): number
  getCol(): number
}
interface TextEdit {
  readonly range: { readonly start: Spot; readonly end: Spot }
  readonly newText: string
}
export interface RuleEdit {
  readonly rule: string
  readonly edit: Readonly<Record<string, readonly TextEdit[]>>
}

interface Change {
  readonly from: number
  readonly to: number
  readonly text: string
}

/**
 * Applies the edits that do not overlap an earlier one, each as a whole; returns the rules whose
 * edits were applied.
 */
export function applyRuleEdits(
  files: readonly LintFile[],
  edits: readonly RuleEdit[]
): { files: LintFile[]; rules: string[] } {
  const starts = new Map(files.map(({ name, text }) => [name, lineStarts(text)]))
  const taken = new Map<string, Change[]>(files.map(({ name }) => [name, []]))
  const rules: string[] = []
  for (const { rule, edit } of edits) {
    const changes = Object.entries(edit).flatMap(([name, list]) =>
      list.map(one => ({ name, change: changeOf(starts.get(name) ?? [], one) }))
    )
    if (
      changes.some(
        ({ name, change }) => taken.get(name)?.some(other => overlap(change, other)) !== false
      )
    ) {
      continue
    }
    for (const { name, change } of changes) taken.get(name)?.push(change)
    rules.push(rule)
  }
  return {
    rules,
    files: files.map(file => ({
      name: file.name,
      text: rewrite(file.text, taken.get(file.name) ?? [])
    }))
  }
}

function changeOf(starts: readonly number[], { range, newText }: TextEdit): Change {
  const offset = (spot: Spot) => (starts[spot.getRow() - 1] ?? 0) + spot.getCol() - 1
  return { from: offset(range.start), to: offset(range.end), text: newText }
}

function overlap(a: Change, b: Change): boolean {
  return a.from <= b.to && b.from <= a.to
}

function rewrite(text: string, changes: readonly Change[]): string {
  let result = text
  for (const { from, to, text: inserted } of changes.toSorted((a, b) => b.from - a.from)) {
    result = result.slice(0, from) + inserted + result.slice(to)
  }
  return result
}
