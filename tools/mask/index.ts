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

interface Masking {
  readonly rules: ColumnRules
  readonly signal: AbortSignal
}

function lineageFor(erp: ErpReader, { rules, signal }: Masking): ColumnLineage {
  return new ColumnLineage(erpDefinitions(erp, signal), erpTypes(erp, rules, signal), rules)
}

/** Which columns of a table or view are masked, or why it cannot be queried, in words. */
export async function maskWords(
  erp: ErpReader,
  name: string,
  masking: Masking
): Promise<string | undefined> {
  const lineage = lineageFor(erp, masking)
  await lineage.load([name], new Set())
  const { setting } = masking.rules
  const fault = lineage.faultOf(name)
  if (fault !== undefined) {
    const way = fault.name === name ? '' : `${fault.name}: `
    return `${name}: BLOCKED_COLUMN, decided by ${setting}: ${way}${fault.why}.`
  }
  const columns = lineage.maskedOf(name)
  return columns.length === 0
    ? undefined
    : `${name}: ${columns.join(', ')} masked by ${setting}; a query in which they decide about rows is refused (BLOCKED_COLUMN).`
}

/**
 * @throws ToolError BLOCKED_COLUMN where a masked column decides about rows or cannot be traced;
 * ErpError where the ERP does not answer
 */
export async function rowMask(
  erp: ErpReader,
  select: CheckedSelect,
  masking: Masking
): Promise<RowMask | undefined> {
  const lineage = lineageFor(erp, masking)
  await lineage.load(select.tables, new Set(select.associations))
  return maskSelect(select, lineage, masking.rules)
}
