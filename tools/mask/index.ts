/** Masked columns of one call: what a statement shows of them, and what it is refused for. */
import type { ErpReader } from '../../erp-client/index.ts'
import { erpDefinitions } from '../sql/definitions.ts'
import type { CheckedSelect } from '../sql/select.ts'
import { maskSelect } from './masked-select.ts'
import type { RowMask } from './masked-select.ts'
import type { ColumnRules } from './rules.ts'
import { erpTypes } from './table-columns.ts'
import { ColumnLineage } from './view-columns.ts'

export type { MaskedResult } from './masked-rows.ts'
export type { RowMask } from './masked-select.ts'
export { blockedColumn, columnRules, maskMark, maskNote, maskSetting } from './rules.ts'
export type { ColumnRules } from './rules.ts'

/**
 * @throws ToolError BLOCKED_COLUMN where a masked column decides about rows or cannot be traced;
 * ErpError where the ERP does not answer
 */
export async function rowMask(
  erp: ErpReader,
  select: CheckedSelect,
  { rules, signal }: { readonly rules: ColumnRules; readonly signal: AbortSignal }
): Promise<RowMask | undefined> {
  const lineage = new ColumnLineage(
    erpDefinitions(erp, signal),
    erpTypes(erp, rules, signal),
    rules
  )
  await lineage.load(select.tables, new Set(select.associations))
  return maskSelect(select, lineage, rules)
}
