/**
 * When the objects of a package were changed last, from few requests: ADT has no list with dates, but
 * a query on the tables of the repository has them, where the caller may run one.
 */
import { isErpError } from '../../erp-client/index.ts'
import type { ObjectRef } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { ToolError } from '../failure/errors.ts'
import { isRefused } from '../insight/refused.ts'
import { checkedRows } from '../query/checked-rows.ts'
import { keyOfObject } from './state.ts'

export interface ListedStamps {
  /** Stamp by object; an object that is missing has none. */
  readonly stamps: ReadonlyMap<string, string>
  /** Why there are none, or not of all types; undefined where all is known. */
  readonly gap?: string | undefined
}

interface Source {
  readonly types: readonly string[]
  readonly table: string
  readonly name: string
  readonly columns: readonly [string, string]
  readonly active: string
  /** Whether one object has rows of several names, which begin with its own. */
  readonly many?: boolean
  /** How the names of the rows of an object begin; what follows may be that of another one too. */
  readonly begins?: (name: string) => readonly string[]
}

/** Programs hold the sources of classes, interfaces and programs; the rest has a table each. */
const sources: readonly Source[] = [
  {
    types: ['CLAS', 'INTF', 'PROG', 'INCL'],
    table: 'REPOSRC',
    name: 'PROGNAME',
    columns: ['UDAT', 'UTIME'],
    active: "R3STATE = 'A'",
    many: true
  },
  {
    types: ['FUGR'],
    table: 'REPOSRC',
    name: 'PROGNAME',
    columns: ['UDAT', 'UTIME'],
    active: "R3STATE = 'A'",
    begins: name => {
      const at = name.lastIndexOf('/') + 1
      return ['L', 'SAPL'].map(start => `${name.slice(0, at)}${start}${name.slice(at)}`)
    }
  },
  ...(
    [
      [['DOMA'], 'DD01L', 'DOMNAME'],
      [['DTEL'], 'DD04L', 'ROLLNAME'],
      [['TABL', 'STRU'], 'DD02L', 'TABNAME'],
      [['TTYP'], 'DD40L', 'TYPENAME'],
      [['DDLS'], 'DDDDLSRC', 'DDLNAME']
    ] as const
  ).map(([types, table, name]): Source => ({
    types,
    table,
    name,
    columns: ['AS4DATE', 'AS4TIME'],
    active: "AS4LOCAL = 'A'"
  }))
]

/** Objects of one query, whose text must stay short, and rows of its answer. */
const most = { objects: 100, rows: 20_000 } as const
/** Fewer objects are asked one by one. */
const fewest = 20

export async function listedStamps(
  context: ToolContext,
  refs: readonly ObjectRef[]
): Promise<ListedStamps> {
  const stamps = new Map<string, string>()
  if (refs.length < fewest) return { stamps }
  if (!context.may('query')) return { stamps, gap: 'queries are not permitted here' }
  try {
    await context.assertTables(sources.map(({ table }) => table))
    for (const source of sources) {
      const own = refs.filter(({ type }) => source.types.includes(type))
      for (let at = 0; at < own.length; at += most.objects) {
        await readStamps(context, { source, refs: own.slice(at, at + most.objects) }, stamps)
      }
    }
    const isUndated = (ref: ObjectRef) => ref.type !== 'DEVC' && !stamps.has(keyOfObject(ref))
    const types = new Set(refs.filter(isUndated).map(({ type }) => type))
    return types.size === 0
      ? { stamps }
      : { stamps, gap: `the tables have no date of ${[...types].join(', ')}` }
  } catch (error) {
    context.signal.throwIfAborted()
    if (error instanceof ToolError) {
      return { stamps: new Map(), gap: error.message.replace(/\.$/, '') }
    }
    if (!isErpError(error) || !isRefused(error)) throw error
    return { stamps: new Map(), gap: `the query was refused: ${error.message.replace(/\.$/, '')}` }
  }
}

interface Asked {
  readonly source: Source
  readonly refs: readonly ObjectRef[]
}

async function readStamps(
  context: ToolContext,
  { source, refs }: Asked,
  stamps: Map<string, string>
): Promise<void> {
  const { table, name, columns, active } = source
  const where = refs.map(ref => conditionOf(source, ref)).join(' OR ')
  const sql = `SELECT ${[name, ...columns].join(', ')} FROM ${table} WHERE ${active} AND ( ${where} )`
  const { rows, more, masked } = await checkedRows(context, { sql, maxRows: most.rows })
  // A cut answer would hide changes, and so would dates that are all the same mark.
  if (more || masked.length > 0) return
  const byObject = Map.groupBy(rows, row => objectName(row[name] ?? '', source.many === true))
  for (const ref of refs) {
    const begins = source.begins?.(ref.name)
    const own =
      begins === undefined
        ? (byObject.get(ref.name) ?? [])
        : rows.filter(row => begins.some(begin => row[name]?.startsWith(begin) === true))
    const times = own.map(row => columns.map(column => row[column] ?? '').join(''))
    const newest = times.toSorted().at(-1)
    if (newest !== undefined && newest.trim() !== '') {
      stamps.set(keyOfObject(ref), `${newest}/${times.length}`)
    }
  }
}

/** Names of objects have no quotation mark: the client checks their grammar. */
function conditionOf({ name, many, begins }: Source, ref: ObjectRef): string {
  const quoted = ref.name.replaceAll("'", "''")
  if (begins !== undefined) {
    return begins(quoted)
      .map(begin => `${name} LIKE '${begin}%'`)
      .join(' OR ')
  }
  const isPool = many === true && (ref.type === 'CLAS' || ref.type === 'INTF')
  return isPool ? `${name} LIKE '${quoted.padEnd(30, '=')}%'` : `${name} = '${quoted}'`
}

/** Includes of a class pool: its name, filled up to 30 characters, then what they are. */
function objectName(name: string, many: boolean): string {
  return many && name.length > 30 ? name.slice(0, 30).replace(/=+$/, '') : name.trimEnd()
}
