/** Translates positions in generated code to positions in ABAP sources. */
import type { RunAlert, RunFrame, RunStack } from '../types.ts'
import type { RawAlert } from './child/job.ts'
import { dumpOf } from './dump.ts'
import type { BuiltProgram } from './programs.ts'
import type { Module, Span } from './transpile/program.ts'

const FRAME = /^\s*at (?:async )?(?:(?:new )?(.*?) \()?(file:\/\/[^\s()]+?):(\d+):(\d+)\)?$/

interface Frame {
  readonly module: Module
  readonly name: string
  readonly line: number
  readonly column: number
}

/**
 * The alert in terms of ABAP: frames of generated code become files and rows, frames of the runtime
 * vanish.
 */
export function resolveAlert(raw: RawAlert, program: BuiltProgram): RunAlert {
  const frames = framesOf(raw.stack, program)
  const stack: RunStack[] = []
  if (raw.raised !== undefined && sourceNames(program).has(raw.raised.file)) {
    stack.push({ ...raw.raised, text: procedureOf(frames[0]) })
  }
  for (const frame of frames) {
    const place = placeOf(frame)
    const last = stack.at(-1)
    if (place === undefined || (last?.file === place.file && last.row === place.row)) continue
    stack.push({ ...place, text: procedureOf(frame) })
  }
  const named = nameUnknown(raw, frames[0])
  const dump = dumpOf({ ...raw, kind: named.kind }, framesAt(raw.stack, program), program)
  return {
    ...{ kind: named.kind, title: named.title, details: raw.details, stack },
    ...(dump === undefined ? {} : { dump })
  }
}

/** Static methods can be called at an object: the method there calls that of the class. */
const PASSED_ON = /^\s*return [\w$]+\.[\w$]+\((?:INPUT)?\);$/

/** All frames of a stack that have a place in the sources, innermost first. */
export function framesAt(stack: string, program: BuiltProgram): RunFrame[] {
  return framesOf(stack, program).flatMap((frame, index) => {
    const place = placeOf(frame)
    const isPassedOn = PASSED_ON.test(frame.module.code.split('\n')[frame.line - 1] ?? '')
    return place === undefined || isPassedOn
      ? []
      : [{ ...place, procedure: procedureOf(frame), frame: index }]
  })
}

function framesOf(stack: string, program: BuiltProgram): Frame[] {
  return stack.split('\n').flatMap(text => {
    const match = FRAME.exec(text)
    const module = program.byUrl.get(match?.[2] ?? '')
    return match === null || module === undefined
      ? []
      : [{ module, name: match[1] ?? '', line: Number(match[3]), column: Number(match[4]) - 1 }]
  })
}

function sourceNames(program: BuiltProgram): Set<string> {
  return new Set(program.modules.flatMap(module => module.sources))
}

/**
 * The ABAP row of the closest mapping: before the generated position on its line, else after it
 * there, for the start of a statement often has none; else the last one above.
 */
function placeOf(frame: Frame): { file: string; row: number } | undefined {
  const { positions, sources, statements } = frame.module
  let best: Mapping | undefined
  let next: Mapping | undefined
  for (let at = 0; at + 4 < positions.length; at += 5) {
    const line = positions[at] ?? 0
    const rank = distance(line - frame.line, (positions[at + 1] ?? 0) - frame.column)
    const mapping = {
      rank,
      line,
      source: positions[at + 2] ?? 0,
      row: positions[at + 3] ?? 1,
      column: positions[at + 4] ?? 0
    }
    if (rank >= 0 && (best === undefined || rank <= best.rank)) best = mapping
    if (line > frame.line && (next === undefined || line < next.line)) next = mapping
  }
  // what opens a block does not reach into it: the first statement there is named only where it
  // ends
  if (
    best !== undefined &&
    best.line < frame.line &&
    frame.module.code.split('\n')[best.line - 1]?.endsWith('{') === true
  ) {
    best = next ?? best
  }
  const file = sources[best?.source ?? -1]
  return best === undefined || file === undefined
    ? undefined
    : { file, row: firstRow(statements[file] ?? [], best) }
}

interface Mapping {
  readonly rank: number
  readonly line: number
  readonly source: number
  readonly row: number
  readonly column: number
}

/** A statement of several rows is where it begins. */
function firstRow(
  statements: readonly Span[],
  { row, column }: { row: number; column: number }
): number {
  const holding = statements.findLast(
    ([startRow, startColumn, endRow, endColumn]) =>
      (startRow < row || (startRow === row && startColumn <= column)) &&
      (row < endRow || (row === endRow && column < endColumn))
  )
  return holding?.[0] ?? row
}

const MAX_LINE_LENGTH = 1_000_000

/** Smaller is closer; negative when the mapping is of no use. */
function distance(lines: number, columns: number): number {
  if (lines > 0) return -1
  if (lines < 0) return -lines * 2 * MAX_LINE_LENGTH
  return columns <= 0 ? -columns : MAX_LINE_LENGTH + columns
}

/** `zcl_x.some_method`, or `#private_method` alone, as V8 names it → `ZCL_X->SOME_METHOD`. */
function procedureOf(frame: Frame | undefined): string {
  if (frame === undefined) return ''
  const [first = '', second] = frame.name.replace(/ \[as .*$/, '').split('.')
  const method = (second ?? first)
    .replace(/^#/, '')
    .replace(/^constructor_$/, 'constructor')
    .replace('$', '~')
  // event blocks alone are in upper case
  if (/^[A-Z_]+$/.test(method)) return method.replace(/^AT_/, 'AT ').replaceAll('_', '-')
  const owner = classAt(frame)
  return (owner === undefined || method === '' ? method : `${owner}->${method}`).toUpperCase()
}

function classAt(frame: Frame): string | undefined {
  const lines = frame.module.code.split('\n', frame.line)
  const head = lines.findLast(line =>
    /^(?:abap\.Classes\[[^;]*;)?(class|async function) /.test(line.trimStart())
  )
  return /class ([\w$]+)/.exec(head ?? '')?.[1]?.replaceAll('$', '/')
}

const LOOKUP = /abap\.(?:Classes|FunctionModules)\['([^']+)'\]/g

/**
 * A TypeError in generated code has one of two reasons: a reference is initial, or a class is
 * called that the sandbox does not have. The generated line names it.
 */
function nameUnknown(
  raw: RawAlert,
  frame: Frame | undefined
): { kind: RunAlert['kind']; title: string } {
  if (!/Cannot (read|set) properties of undefined|is not a constructor/.test(raw.title)) return raw
  const line = frame === undefined ? '' : (frame.module.code.split('\n')[frame.line - 1] ?? '')
  const before = [...line.matchAll(LOOKUP)]
    .filter(match => match.index <= (frame?.column ?? 0) + 4)
    .at(-1)
  const adjacent =
    before !== undefined && (frame?.column ?? 0) - before.index - before[0].length <= 2
  if (adjacent && before?.[1] !== undefined) {
    return {
      kind: 'unsupported',
      title: `Not supported by the sandbox runtime: ${before[1]} is not in the sandbox`
    }
  }
  if (/is not a constructor/.test(raw.title)) return raw
  return { kind: 'exception', title: 'Exception Error <CX_SY_REF_IS_INITIAL>' }
}
