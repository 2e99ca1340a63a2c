/** Masks values of variables, dumps and traces, of which less is known than of columns. */
import type { ErpReader } from '../../erp-client/index.ts'
import type { CapturedValue } from '../diagnose/debug/values.ts'
import { blockedColumn, maskMark } from './rules.ts'
import type { ColumnRules } from './rules.ts'
import { erpTypes } from './table-columns.ts'
import type { TypeReader } from './table-columns.ts'

interface Access {
  readonly erp: ErpReader
  readonly columnRules: ColumnRules | undefined
  readonly signal: AbortSignal
}

/** Types of the language: they do not say where a value comes from. */
const builtIn =
  /^(?:|[A-Z]|[A-Z]\(.*\)|X?STRING|I|INT[1248]?|DECFLOAT(?:16|34)?|UTCLONG|CHAR\d*|NUMC\d*|CLIKE|CSEQUENCE|ANY|DATA|SIMPLE|NUMERIC)$/

/**
 * A value is shown where its type is known in the dictionary and is not masked, and its name is not
 * that of a masked column. All others are replaced.
 */
export async function maskValues(
  { erp, columnRules: rules, signal }: Access,
  values: readonly CapturedValue[]
): Promise<readonly CapturedValue[]> {
  if (rules === undefined) return values
  const types = erpTypes(erp, rules, signal)
  return await Promise.all(values.map(async value => await maskedValue(types, rules, value)))
}

async function maskedValue(
  types: TypeReader,
  rules: ColumnRules,
  value: CapturedValue
): Promise<CapturedValue> {
  const { name, type = '', value: text, parts, isCut, ...rest } = value
  const isHidden = text !== undefined && (await isMasked(types, rules, { name, type }))
  const kept = await Promise.all(
    (parts ?? []).map(async part => await maskedValue(types, rules, part))
  )
  return {
    ...rest,
    name,
    ...(type === '' ? {} : { type }),
    ...(text === undefined ? {} : { value: isHidden ? maskMark : text }),
    ...(isCut === true && !isHidden ? { isCut } : {}),
    ...(parts === undefined ? {} : { parts: kept })
  }
}

async function isMasked(
  types: TypeReader,
  rules: ColumnRules,
  { name, type }: { readonly name: string; readonly type: string }
): Promise<boolean> {
  const own = name
    .toUpperCase()
    .split(/[-~>:=[\].\s]+/)
    .findLast(word => word !== '' && !/^\d+$/.test(word))
  if (own !== undefined && rules.isColumnName(own)) return true
  const bare = type.toUpperCase().replace(/^\\TYPE=/, '')
  const [table = '', column] = bare.split('-', 2)
  if (column !== undefined) return rules.byType || rules.isColumn(table, column)
  return builtIn.test(bare) || (await types.isMasked(bare))
}

/** Literals in a statement of a trace, and values that the words of a dump quote. */
export function withoutLiterals({ columnRules: rules }: Pick<Access, 'columnRules'>, text: string) {
  return rules === undefined
    ? text
    : text.replace(
        /'(?:[^'\n]|'')*'|"[^"\n]*"|`[^`\n]*`|(?<![\w.])-?\d+(?:[.,]\d+)*(?![\w.])/g,
        maskMark
      )
}

/** A condition stops the program by values, which tells them. */
export function assertNoCondition(
  { columnRules: rules }: Pick<Access, 'columnRules'>,
  condition: string | undefined
): void {
  if (rules === undefined || condition === undefined) return
  throw blockedColumn(
    rules,
    'Some columns are masked here, and the condition of a breakpoint would tell the values that it compares.'
  )
}
