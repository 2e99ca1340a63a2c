/** Leaves masked columns out of a comparison of rows: a column that one system masks counts for both. */
import type { TableResult } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { blockedColumn } from '../mask/index.ts'
import type { ColumnRules, RowMask } from '../mask/index.ts'
import type { CheckedSelect } from '../sql/select.ts'
import type { RowLayout } from './compare-rows.ts'

interface Sides<T> {
  readonly here: T
  readonly there: T
}

export interface ComparisonMasks extends Sides<RowMask | undefined> {
  readonly rules: ColumnRules | undefined
}

/** @throws ToolError BLOCKED_COLUMN where either system refuses the statement */
export async function masksOf(
  { here, there }: Sides<ToolContext>,
  select: CheckedSelect
): Promise<ComparisonMasks> {
  return {
    here: await here.maskOf(select),
    there: await there.maskOf(select),
    rules: here.columnRules ?? there.columnRules
  }
}

interface Compared extends Sides<TableResult> {
  readonly layout: RowLayout
}

/** @throws ToolError BLOCKED_COLUMN where the rows would be matched by a masked column */
export function maskedRead<T extends Compared>(
  read: T,
  masks: ComparisonMasks
): T & { readonly maskedColumns: readonly string[] } {
  const { rules } = masks
  const here = masks.here?.apply(read.here)
  const there = masks.there?.apply(read.there)
  const names = [...(here?.maskedColumns ?? []), ...(there?.maskedColumns ?? [])]
  const masked = new Set(names.map(name => name.toUpperCase()))
  const isMasked = ({ name }: { readonly name: string }) => masked.has(name.toUpperCase())
  const key = read.layout.keys.find(isMasked)
  if (key !== undefined && rules !== undefined) {
    throw blockedColumn(rules, `${key.name} is masked, and the rows would be matched by it.`)
  }
  return {
    ...read,
    here: here ?? read.here,
    there: there ?? read.there,
    layout: { ...read.layout, fields: read.layout.fields.filter(field => !isMasked(field)) },
    maskedColumns: [...masked]
  }
}
