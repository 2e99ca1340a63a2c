/** Reads the values of variables at a stop of the debugger. */
import { readComponents, readValues } from '../../erp-client/index.ts'
import type { ChildVariable, Sender, Variable } from '../../erp-client/index.ts'
import { omitUndefined } from '../schema/output.ts'

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
}

const longestValue = 1000
const rowsShown = 5
const partsShown = 60
const scopes = new Set(['@LOCALS', '@PARAMETERS', '@GLOBALS', '@ME'])

/** Reads the requested variables at the current stop, one level deep. */
export async function captureValues(
  session: Sender,
  names: readonly string[],
  timeoutMs: number
): Promise<CapturedValue[]> {
  const wanted = [...new Set(names.map(name => name.trim().toUpperCase()))]
  const plain = wanted.filter(name => !scopes.has(name))
  const groups = wanted.filter(name => scopes.has(name))
  const read = plain.length === 0 ? [] : await readValues(session, { ids: plain, timeoutMs })
  const grouped =
    groups.length === 0 ? [] : await readComponents(session, { parents: groups, timeoutMs })
  const known = plain.map(name =>
    read.find(one => [one.id, one.name].some(word => word.toUpperCase() === name))
  )
  const parts = await partsOf(
    session,
    known.filter(one => one !== undefined),
    timeoutMs
  )
  return [
    ...plain.map((name, index): CapturedValue => capturedValue(known[index], name, parts)),
    ...groups.map((name): CapturedValue => ({
      name,
      parts: grouped
        .filter(({ parent }) => parent === name)
        .slice(0, partsShown)
        .map(one => capturedValue(one, one.name, new Map()))
    }))
  ]
}

type Parts = ReadonlyMap<string, readonly CapturedValue[]>

async function partsOf(
  session: Sender,
  variables: readonly Variable[],
  timeoutMs: number
): Promise<Parts> {
  const rowIds = variables.filter(({ meta }) => meta === 'table').flatMap(one => rowsOf(one))
  const rows =
    rowIds.length === 0
      ? []
      : await readValues(session, { ids: rowIds.map(({ id }) => id), timeoutMs })
  const parents = [...variables, ...rows]
    .filter(({ meta }) => meta === 'structure' || meta === 'objectref' || meta === 'object')
    .map(({ id }) => id)
  const components =
    parents.length === 0 ? [] : await readComponents(session, { parents, timeoutMs })
  const result = new Map<string, CapturedValue[]>()
  for (const id of parents) result.set(id, below(components, id))
  for (const { of } of rowIds) {
    const ids = rowIds.filter(one => one.of === of).map(({ id }) => id)
    result.set(
      of,
      rows.filter(({ id }) => ids.includes(id)).map(row => capturedValue(row, row.id, result))
    )
  }
  return result
}

function rowsOf({ id, lines }: Variable): { id: string; of: string }[] {
  const bare = id.replace(/\[\]$/, '')
  return Array.from({ length: Math.min(lines, rowsShown) }, (_, index) => ({
    id: `${bare}[${index + 1}]`,
    of: id
  }))
}

function below(components: readonly ChildVariable[], parent: string): CapturedValue[] {
  return components
    .filter(one => one.parent === parent)
    .slice(0, partsShown)
    .map(one => capturedValue(one, one.name, new Map()))
}

function capturedValue(variable: Variable | undefined, name: string, parts: Parts): CapturedValue {
  if (variable === undefined) return { name, unknown: true }
  const { id, type, meta, value, isCut, lines } = variable
  const inside = parts.get(id)
  const isTable = meta === 'table'
  const own = isTable || meta === 'structure' ? undefined : value.slice(0, longestValue)
  return {
    name,
    ...omitUndefined({
      type: type === '' ? undefined : type,
      value: own,
      isCut: isCut || value.length > longestValue ? true : undefined,
      lines: isTable ? lines : undefined,
      parts: inside === undefined || inside.length === 0 ? undefined : inside
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
  return values.flatMap(({ name, type, value, isCut, lines, parts = [], unknown }) => [
    `${indent}${name}${type === undefined ? '' : ` (${type})`}${unknown === true ? ' is not known here' : value === undefined ? '' : ` = ${JSON.stringify(value)}${isCut === true ? ' (cut)' : ''}`}${lines === undefined ? '' : `: ${lines} rows${lines > rowsShown ? `, the first ${rowsShown}` : ''}`}`,
    ...valueLines(parts, `${indent}  `)
  ])
}
