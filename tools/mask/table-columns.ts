/** Which columns of a table are masked, by their names and by the types in its definition. */
import { describeObject, isErpError, readSource, searchObjects } from '../../erp-client/index.ts'
import type { ErpReader, ObjectRef } from '../../erp-client/index.ts'
import { stopsCall } from '../sql/cds-users.ts'
import { columnsOf } from '../objects/table-columns.ts'
import type { ColumnRules } from './rules.ts'

/** `unknown` where a column may exist whose type cannot be read; it counts as masked. */
export type ColumnState = 'masked' | 'clear' | 'unknown'

export interface Columns {
  state(column: string): ColumnState
  /** Whether any column is masked, or may be. */
  readonly hasMasked: boolean
  /** Names of those that are masked, with `*` where entries have one. */
  readonly masked: readonly string[]
}

export interface TypeReader {
  /** Whether a data element is masked by its name or by its domain. */
  isMasked(element: string): Promise<boolean>
  /** The definition of a table or structure in its source form; undefined where there is none. */
  definitionOf(name: string): Promise<string | undefined>
}

const deepestInclude = 10

/** Names alone decide where no entry is by type: then the definition is not read. */
export async function tableColumns(
  types: TypeReader,
  rules: ColumnRules,
  table: string
): Promise<Columns> {
  const byName = (column: string) => rules.isColumn(table, column)
  if (!rules.byType) {
    return {
      state: column => (byName(column) ? 'masked' : 'clear'),
      hasMasked: rules.namesTable(table),
      masked: rules.columnsOf(table)
    }
  }
  const found: Found = { masked: new Set(), known: new Set(), complete: true }
  await readFields(types, found, { name: table, depth: 0 })
  return {
    state(column) {
      if (byName(column) || found.masked.has(column)) return 'masked'
      return found.known.has(column) || found.complete ? 'clear' : 'unknown'
    },
    hasMasked: rules.namesTable(table) || found.masked.size > 0 || !found.complete,
    masked: [...new Set([...rules.columnsOf(table), ...found.masked])]
  }
}

interface Found {
  readonly masked: Set<string>
  readonly known: Set<string>
  complete: boolean
}

async function readFields(
  types: TypeReader,
  found: Found,
  { name, depth }: { readonly name: string; readonly depth: number }
): Promise<void> {
  const source = depth > deepestInclude ? undefined : await types.definitionOf(name)
  // Appended fields stand in sources of their own, and a suffix renames the fields of an include.
  const isWhole = source !== undefined && /#NOT_EXTENSIBLE\b/i.test(source)
  if (!isWhole || /\bwith\s+suffix\b/i.test(source)) found.complete = false
  if (source === undefined) return
  for (const [column, { type }] of columnsOf(source)) {
    if (column.startsWith('INCLUDE ')) {
      await readFields(types, found, { name: column.slice(8), depth: depth + 1 })
      continue
    }
    found.known.add(column)
    if (await types.isMasked(type.toUpperCase())) found.masked.add(column)
  }
}

/**
 * Reads definitions and data elements of one call, each once. A type that cannot be read counts as
 * masked where domains decide.
 *
 * @throws ErpError where the ERP does not answer
 */
export function erpTypes(erp: ErpReader, rules: ColumnRules, signal: AbortSignal): TypeReader {
  const known = new Map<string, Promise<boolean>>()
  const orUndefined = async <T>(read: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await read()
    } catch (error) {
      signal.throwIfAborted()
      if (!isErpError(error) || isErpError(error, ...stopsCall)) throw error
      return undefined
    }
  }
  const refOf = async (name: string, kinds: readonly string[]): Promise<ObjectRef | undefined> => {
    const hits = await orUndefined(
      async () => await searchObjects(erp, { query: name, maxResults: 20 }, signal)
    )
    return hits?.find(hit => hit.name === name && kinds.includes(hit.ref.type))?.ref
  }
  const byDomain = async (element: string): Promise<boolean> => {
    const ref = { type: 'DTEL', name: element }
    const read = await orUndefined(async () => await describeObject(erp, { ref }, signal))
    if (read === undefined) return true
    const { typeKind, typeName } = read.facts
    return typeKind === 'domain' && typeof typeName === 'string' && rules.isDomain(typeName)
  }
  return {
    async isMasked(element) {
      if (rules.isElement(element)) return true
      // Built-in types and the types of other fields have no domain of their own.
      if (!rules.byDomain || /^ABAP\./.test(element)) return false
      if (!/^[A-Z0-9_/]+$/.test(element)) return true
      const before = known.get(element) ?? byDomain(element)
      known.set(element, before)
      return await before
    },
    async definitionOf(name) {
      const ref = await refOf(name, ['TABL', 'STRU'])
      if (ref === undefined) return undefined
      const read = await orUndefined(
        async () => await readSource(erp, { ref, version: 'active' }, signal)
      )
      return read?.text
    }
  }
}
