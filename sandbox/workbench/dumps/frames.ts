/** Call stacks of short dumps: procedures with their programs and includes, as the ERP names them. */
import type { Dump, DumpFrame, DumpRow } from '../../dump-types.ts'
import { groupPartOf } from '../../http/kinds.ts'
import { sourceUri } from '../../http/uris.ts'
import { programsOf } from '../../http/program-names.ts'
import type { System } from '../../system.ts'
import type { ObjectKey, PartKey, RunDumpFrame } from '../../types.ts'

/** A procedure in a source: from its first row to its last one. */
interface Procedure {
  readonly kind: DumpFrame['kind']
  readonly name: string
  readonly first: number
  readonly last: number
}

interface Place {
  readonly object: ObjectKey
  readonly frame: DumpFrame
  readonly rows: readonly DumpRow[]
}

const HEAD = /^\s*(METHOD|FORM|FUNCTION)\s+([^\s.]+)/i
const END = /^\s*END(?:METHOD|FORM|FUNCTION)\b/i

/** Rows of the extract before and behind the one of the error. */
const ROWS_AROUND = 20

/** The stack, its objects, and the rows around the innermost place. */
export function stackOf(
  { store }: System,
  frames: readonly RunDumpFrame[]
):
  | { readonly object: ObjectKey; readonly frames: DumpFrame[]; readonly rows: Dump['rows'] }
  | undefined {
  const places = frames.flatMap(frame => {
    const { file, row } = frame
    const at = { file, startRow: row, startColumn: 0, endRow: row, endColumn: 0 }
    const location = store.toPart(at)
    const text = location === undefined ? undefined : store.read(location.part, 'active')?.text
    if (location === undefined || text === undefined) return []
    const lines = text.split('\n').map(line => line.replace(/\r$/, ''))
    const place = { store, part: location.part, row: location.range.startRow }
    return placeIn(lines, place, frame)
  })
  const [innermost] = places
  return innermost === undefined
    ? undefined
    : {
        object: innermost.object,
        frames: places.map(({ frame }) => frame),
        rows: innermost.rows
      }
}

/** None for what is no procedure of ABAP: a constructor that the class does not write, for example. */
function placeIn(
  lines: readonly string[],
  { store, part, row }: Pick<System, 'store'> & { readonly part: PartKey; readonly row: number },
  { procedure, variables }: RunDumpFrame
): Place[] {
  const [owner, method] = procedure.includes('->') ? procedure.split('->') : [undefined, procedure]
  const found = procedureAt(lines, row)
  if (owner !== undefined && found?.kind !== 'METHOD') return []
  const { program, include, offset } = includeOf({ store, part }, lines, found)
  const frame: DumpFrame = {
    kind: found?.kind ?? 'EVENT',
    ...{ program, include, line: row - offset },
    name:
      found === undefined
        ? procedure
        : owner === undefined
          ? found.name
          : `${owner}=>${found.name === '' ? (method ?? '') : found.name}`,
    uri: `${sourceUri(part)}#start=${row}`,
    ...(variables === undefined ? {} : { variables })
  }
  const last = offset === 0 ? lines.length : (found?.last ?? lines.length)
  const from = Math.max(offset + 1, row - ROWS_AROUND)
  const rows = lines
    .slice(from - 1, Math.min(last, row + ROWS_AROUND))
    .map((text, index) => ({ line: from + index - offset, text }))
  return [{ object: part.object, frame, rows }]
}

/** What ends a procedure, and comments, are no places to stop at. */
const NO_STOP = /^\s*(?:"|$|END(?:METHOD|FORM|FUNCTION|CLASS|INTERFACE)\b)|^\*/i
const CLASS = /^\s*(?:CLASS\s+\S+\s+(?:DEFINITION|IMPLEMENTATION)|INTERFACE\s)/i
const NO_CLASS = /\b(?:DEFERRED|LOAD|FRIENDS)\b/i

/**
 * Program, include and line of a row where statements run: in a procedure, or at the level of a
 * program.
 */
export function breakpointPlace(
  store: System['store'],
  lines: readonly string[],
  { part, row }: { readonly part: PartKey; readonly row: number }
): { readonly program: string; readonly include: string; readonly line: number } | undefined {
  if (NO_STOP.test(lines[row - 1] ?? '')) return undefined
  const procedure = procedureAt(lines, row)
  if (procedure === undefined && !(part.object.type === 'PROG' && isOutside(lines, row))) {
    return undefined
  }
  const { program, include, offset } = includeOf({ store, part }, lines, procedure)
  return { program, include, line: row - offset }
}

/** Whether a row is in no class and no interface. */
function isOutside(lines: readonly string[], row: number): boolean {
  let isIn = false
  for (const line of lines.slice(0, row)) {
    if (CLASS.test(line) && !NO_CLASS.test(line)) isIn = true
    else if (/^\s*END(?:CLASS|INTERFACE)\b/i.test(line)) isIn = false
  }
  return !isIn
}

function procedureAt(lines: readonly string[], row: number): Procedure | undefined {
  for (let at = row; at > 0; at--) {
    const line = lines[at - 1] ?? ''
    const [, keyword, name = ''] = HEAD.exec(line) ?? []
    if (keyword !== undefined) {
      const length = lines.slice(at - 1).findIndex(other => END.test(other))
      return {
        kind: keyword.toUpperCase() as Procedure['kind'],
        name: name.toUpperCase(),
        first: at,
        last: length < 0 ? lines.length : at + length
      }
    }
    if (at < row && END.test(line)) return undefined
  }
  return undefined
}

/** Program and include of a place, and the row of the part before the first one of the include. */
function includeOf(
  { store, part }: Pick<System, 'store'> & { readonly part: PartKey },
  lines: readonly string[],
  procedure: Procedure | undefined
): { readonly program: string; readonly include: string; readonly offset: number } {
  const [program, include] = programsOf(part)
  if (part.object.type === 'CLAS' && part.part === 'main' && procedure !== undefined) {
    const number = lines.slice(0, procedure.first).filter(line => /^\s*METHOD\s/i.test(line)).length
    return {
      program,
      include: part.object.name.toUpperCase().padEnd(30, '=') + `CM${methodNumber(number)}`,
      offset: procedure.first - 1
    }
  }
  const inGroup = part.object.type === 'FUGR' ? groupPartOf(part.part) : undefined
  const isModule = inGroup?.kind === 'function'
  return { program, include: isModule ? moduleInclude(store, part) : include, offset: 0 }
}

/** `LZGROUPU01`: modules are numbered as the include of all modules names them. */
function moduleInclude(store: System['store'], { object, part }: PartKey): string {
  const modules = store
    .parts(object)
    .filter(
      ({ key, version }) => version === 'active' && groupPartOf(key.part)?.kind === 'function'
    )
  const number = modules.findIndex(({ key }) => key.part === part) + 1
  const [, namespace = '', name = ''] = /^(\/\w+\/)?(.+)$/.exec(object.name.toUpperCase()) ?? []
  return `${namespace}L${name}U${String(number).padStart(2, '0')}`
}

/** Methods are numbered with digits and letters: `001` to `00Z`, then `010`. */
function methodNumber(number: number): string {
  return number.toString(36).toUpperCase().padStart(3, '0')
}
