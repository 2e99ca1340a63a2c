/** Entries of `--masked-columns`: columns of tables, data elements and domains, with `*`. */
import { ToolError } from '../failure/errors.ts'
import { globList } from '../policy/glob.ts'

export const maskSetting = '--masked-columns'

/** Stands for each masked value, whatever the value is. */
export const maskMark = '***'

export interface ColumnRules {
  /** How refusals name the setting. */
  readonly setting: string
  isColumn(table: string, column: string): boolean
  /** Whether an entry names a column of this table. */
  namesTable(table: string): boolean
  /** The columns of the entries that name this table, as they are written. */
  columnsOf(table: string): readonly string[]
  /** Whether a variable of this name may hold a masked column. */
  isColumnName(column: string): boolean
  /** Entries by type are in force, so that the types of columns decide as well. */
  readonly byType: boolean
  readonly byDomain: boolean
  isElement(name: string): boolean
  isDomain(name: string): boolean
}

/** The rules of a list; undefined where there is none. */
export function columnRules(
  entries: readonly string[] | undefined,
  title: (flag: string) => string = flag => flag
): ColumnRules | undefined {
  if (entries === undefined) return undefined
  const all = entries.map(entry => entry.trim().toUpperCase())
  const behind = (word: string) =>
    all.filter(entry => entry.startsWith(word)).map(entry => entry.slice(word.length))
  const elements = behind('ELEMENT:')
  const domains = behind('DOMAIN:')
  const columns = all.flatMap(entry => {
    const [table = '', column = ''] = entry.includes(':') ? [] : entry.split('.', 2)
    return table === ''
      ? []
      : [{ column, isTable: globList([table]), isColumn: globList([column]) }]
  })
  return {
    setting: title(maskSetting),
    isColumn: (table, column) => columns.some(one => one.isTable(table) && one.isColumn(column)),
    namesTable: table => columns.some(one => one.isTable(table)),
    columnsOf: table => columns.flatMap(one => (one.isTable(table) ? [one.column] : [])),
    isColumnName: column => columns.some(one => one.isColumn(column)),
    byType: elements.length + domains.length > 0,
    byDomain: domains.length > 0,
    isElement: globList(elements),
    isDomain: globList(domains)
  }
}

/** Says which columns of an answer are masked. */
export function maskNote(
  rules: ColumnRules | undefined,
  columns: readonly string[] = []
): readonly string[] {
  return rules === undefined || columns.length === 0
    ? []
    : [`Masked by ${rules.setting}: ${columns.join(', ')}.`]
}

/** The refusal of what a masked column would decide, or of what may show one. */
export function blockedColumn({ setting }: ColumnRules, message: string): ToolError {
  return new ToolError('BLOCKED_COLUMN', message, {
    remedy:
      'Name masked columns only as items of the list of columns: their values come as a mark there.',
    setting,
    data: { rule: setting }
  })
}
