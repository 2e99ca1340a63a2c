/** Reads the values of variables at a stop of the debugger. */
import { readComponents, readValues } from '../../../erp-client/index.ts'
import type { Sender, Variable } from '../../../erp-client/index.ts'
import { omitUndefined } from '../../schema/output.ts'

/** A captured variable: a value, or the components or first rows of one that has parts. */
export interface CapturedValue {
  readonly name: string
  readonly type?: string
  readonly value?: string
  readonly isCut?: boolean
  readonly lines?: number
  readonly parts?: readonly CapturedValue[]
  /** The program has no such name where it stands. */
  readonly unknown?: true
  /** It holds a row of a table whose contents are blocked. */
  readonly blocked?: true
}

/** What is read at a stop. */
export interface Capture {
  /** Names as the program sees them; `LT_ROWS[11..20]` are rows, `@LOCALS` is a group. */
  readonly names: readonly string[]
  /** Levels of structures, tables, objects and references. */
  readonly depth: number
  /** Whether the contents of a table are blocked. */
  readonly hides?: ((table: string) => boolean) | undefined
}

const longestValue = 1000
const rowsShown = 5
const mostRows = 50
const partsShown = 60
const scopes = new Set(['@LOCALS', '@PARAMETERS', '@GLOBALS', '@ME'])

/** A value on its way: what it consists of is added level by level. */
interface Node {
  readonly name: string
  readonly variable?: Variable | undefined
  readonly rows?: { readonly from: number; readonly to: number } | undefined
  readonly isBlocked: boolean
  parts: readonly Node[]
}

/** One stop: its session, and what is read there. */
interface Reading {
  readonly session: Sender
  readonly capture: Capture
  readonly timeoutMs: number
}

/** Reads the requested variables in the chosen frame of the current stop. */
export async function captureValues(
  session: Sender,
  capture: Capture,
  timeoutMs: number
): Promise<CapturedValue[]> {
  const reading: Reading = { session, capture, timeoutMs }
  const wanted = [...new Set(capture.names.map(name => name.trim().toUpperCase()))]
  const plain = await requested(
    reading,
    wanted.filter(name => !scopes.has(name))
  )
  const groups = wanted.filter(name => scopes.has(name))
  const grouped = await children(reading, groups)
  const groupNodes = groups.map((name): Node => ({
    name,
    isBlocked: false,
    parts: grouped.get(name) ?? []
  }))
  await expand(reading, plain, capture.depth)
  await expand(
    reading,
    groupNodes.flatMap(({ parts }) => parts),
    capture.depth - 1
  )
  return [...plain, ...groupNodes].map(capturedValue)
}

/** The variables by their names; rows of a table by the table. */
async function requested(reading: Reading, names: readonly string[]): Promise<Node[]> {
  if (names.length === 0) return []
  const { capture } = reading
  const asked = names.map(name => {
    const [, id = name, from, to] = /^(.+)\[(\d{1,9})\.\.(\d{1,9})\]$/.exec(name) ?? []
    const rows = from === undefined ? undefined : { from: Number(from), to: Number(to) }
    return { name, id, rows }
  })
  const outer = capture.hides === undefined ? [] : asked.flatMap(({ id }) => enclosing(id))
  const read = await values(reading, [...new Set([...asked.map(({ id }) => id), ...outer])])
  const find = (id: string) =>
    read.find(one => [one.id, one.name].some(word => word.toUpperCase() === id))
  return asked.map(({ name, id, rows }) => {
    const variable = find(id)
    const isBlocked = [id, ...enclosing(id)].some(one => isHidden(capture, find(one)))
    return { name, variable, rows, isBlocked, parts: [] }
  })
}

/** `LT_ROWS[1]` and `LT_ROWS` of `LT_ROWS[1]-ID`. */
function enclosing(id: string): string[] {
  return [...id.matchAll(/->|-|\[/g)].map(({ index }) => id.slice(0, index)).filter(Boolean)
}

function isHidden({ hides }: Capture, variable: Variable | undefined): boolean {
  if (hides === undefined || variable === undefined) return false
  return [variable.type, variable.actualType].some(type => hides(type.replace(/^\\TYPE=/, '')))
}

async function values({ session, timeoutMs }: Reading, ids: readonly string[]) {
  return ids.length === 0 ? [] : await readValues(session, { ids, timeoutMs })
}

/** Components by the ids of their parents. */
async function children(
  { session, timeoutMs, capture }: Reading,
  parents: readonly string[]
): Promise<ReadonlyMap<string, Node[]>> {
  const found = new Map<string, Node[]>()
  if (parents.length === 0) return found
  for (const { parent, ...variable } of await readComponents(session, { parents, timeoutMs })) {
    const list = found.get(parent) ?? []
    found.set(parent, list)
    const isBlocked = isHidden(capture, variable)
    if (list.length < partsShown) list.push({ name: variable.name, variable, isBlocked, parts: [] })
  }
  return found
}

const composed = new Set(['structure', 'objectref', 'object'])

/** Adds the parts of values, so many levels: rows with their components count as one. */
async function expand(reading: Reading, nodes: readonly Node[], levels: number): Promise<void> {
  if (levels <= 0) return
  const shown = nodes.filter(({ isBlocked, variable }) => !isBlocked && variable !== undefined)
  const tables = shown.filter(({ variable }) => variable?.meta === 'table')
  const references = shown.filter(({ variable }) => levels > 1 && variable?.meta === 'dataref')
  const inner = await inside(reading, tables, references)
  const parents = [...shown, ...inner].filter(
    ({ variable, isBlocked }) => !isBlocked && composed.has(variable?.meta ?? '')
  )
  const components = await children(
    reading,
    parents.map(({ variable }) => variable?.id ?? '')
  )
  for (const parent of parents) parent.parts = components.get(parent.variable?.id ?? '') ?? []
  const below = [...inner.filter(({ parts }) => parts.length === 0), ...parents.flatMap(partsOf)]
  await expand(reading, below, levels - 1)
}

const partsOf = ({ parts }: Node) => parts

/** The rows of tables, and what references point to. */
async function inside(
  reading: Reading,
  tables: readonly Node[],
  references: readonly Node[]
): Promise<Node[]> {
  const wanted = [
    ...tables.map(node => ({ node, ids: rowIds(node) })),
    ...references.map(node => ({ node, ids: [`${node.variable?.id ?? ''}->*`] }))
  ]
  const read = await values(
    reading,
    wanted.flatMap(({ ids }) => ids)
  )
  for (const { node, ids } of wanted) {
    node.parts = read
      .filter(({ id }) => ids.includes(id))
      .map(variable => ({
        name: variable.id,
        variable,
        isBlocked: isHidden(reading.capture, variable),
        parts: []
      }))
  }
  return wanted.flatMap(({ node }) => node.parts)
}

function rowIds({ variable, rows }: Node): string[] {
  const { id = '', lines = 0 } = variable ?? {}
  const bare = id.replace(/\[\]$/, '')
  const from = Math.max(1, rows?.from ?? 1)
  const most = rows === undefined ? rowsShown : mostRows
  const to = Math.min(rows?.to ?? lines, lines, from + most - 1)
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => `${bare}[${from + at}]`)
}

function capturedValue({ name, variable, isBlocked, parts }: Node): CapturedValue {
  if (isBlocked) return { name, blocked: true }
  const inner = parts.length === 0 ? undefined : parts.map(capturedValue)
  if (variable === undefined) {
    return scopes.has(name) ? { name, parts: inner ?? [] } : { name, unknown: true }
  }
  const { type, meta, value, isCut, lines } = variable
  const isTable = meta === 'table'
  const own = isTable || meta === 'structure' ? undefined : value.slice(0, longestValue)
  return {
    name,
    ...omitUndefined({
      type: type === '' ? undefined : type,
      value: own,
      isCut: isCut || value.length > longestValue ? true : undefined,
      lines: isTable ? lines : undefined,
      parts: inner
    })
  }
}

/** Bytes of all values, for the limit of a run. */
export function bytesOf(values: readonly CapturedValue[]): number {
  return values.reduce(
    (sum, { name, value = '', parts = [] }) =>
      sum + Buffer.byteLength(name) + Buffer.byteLength(value) + bytesOf(parts),
    0
  )
}

/** Values as lines of a text; line ends inside of them are shown as such. */
export function valueLines(values: readonly CapturedValue[], indent = '  '): string[] {
  return values.flatMap(value => [
    `${indent}${valueWords(value)}`,
    ...valueLines(value.parts ?? [], `${indent}  `)
  ])
}

function valueWords(captured: CapturedValue): string {
  const { name, type, value, isCut, lines, parts = [], unknown, blocked } = captured
  if (unknown === true) return `${name} is not known here`
  if (blocked === true) return `${name} is not shown: its table is blocked`
  const words = `${name}${type === undefined ? '' : ` (${type})`}`
  if (lines !== undefined) {
    const rows = parts.length === 0 || parts.length === lines ? '' : `, ${parts.length} shown`
    return `${words}: ${lines} rows${rows}`
  }
  if (value === undefined) return words
  return `${words} = ${JSON.stringify(value)}${isCut === true ? ' (cut)' : ''}`
}
