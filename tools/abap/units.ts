/** The blocks of an ABAP source: methods, forms, modules, functions, events. */
import { offLoop } from '../call/worker-thread.ts'
import { statements } from './statements.ts'
import type { Statement } from './statements.ts'

export type UnitKind = 'method' | 'form' | 'module' | 'function' | 'event'

/** A processing block of a source. Offsets into the text, ends exclusive; lines 1-based. */
export interface Unit {
  readonly kind: UnitKind
  /** Upper case; `ZIF_X~RUN` for the method of an interface. */
  readonly name: string
  /** The class whose implementation holds the method. */
  readonly container: string | undefined
  /** From the opening keyword … */
  readonly start: number
  /** … the opening statement ends … */
  readonly bodyStart: number
  /** … to the closing keyword … */
  readonly bodyEnd: number
  /** … and behind its period. */
  readonly end: number
  readonly startLine: number
  readonly endLine: number
  /** False where the closing statement is missing. */
  readonly closed: boolean
}

const closers: Readonly<Record<string, { readonly kind: UnitKind; readonly by: string }>> = {
  METHOD: { kind: 'method', by: 'ENDMETHOD' },
  FORM: { kind: 'form', by: 'ENDFORM' },
  MODULE: { kind: 'module', by: 'ENDMODULE' },
  FUNCTION: { kind: 'function', by: 'ENDFUNCTION' }
}

const events = new Set([
  'INITIALIZATION',
  'START-OF-SELECTION',
  'END-OF-SELECTION',
  'TOP-OF-PAGE',
  'END-OF-PAGE',
  'LOAD-OF-PROGRAM'
])

const identifier = /^[^=+*/<>?&\s][^\s]*$|^\/[^\s]+$|^<[^\s]+>$/

interface Open {
  readonly kind: UnitKind
  readonly name: string
  readonly by: string | undefined
  readonly container: string | undefined
  readonly head: Statement
}

/** All processing blocks of a source, in order. */
export function findUnits(text: string): Unit[] {
  const lines = lineStarts(text)
  const found: Unit[] = []
  let container: string | undefined
  let open: Open | undefined
  let last = 0
  const close = (unit: Open, at: { bodyEnd: number; end: number; closed: boolean }): void => {
    const { kind, name, head } = unit
    found.push({
      kind,
      name,
      container: unit.container,
      start: head.start,
      bodyStart: head.end,
      ...at,
      startLine: lineAt(lines, head.start),
      endLine: lineAt(lines, Math.max(head.start, at.end - 1))
    })
  }
  for (const statement of statements(text)) {
    const { words, start, end } = statement
    if (open !== undefined && words.length === 1 && words[0] === open.by) {
      close(open, { bodyEnd: start, end, closed: true })
      open = undefined
    } else {
      container = containerAfter(container, words)
      const next = opening(words, container)
      if (next !== undefined || (open?.by === undefined && words[0] === 'CLASS')) {
        if (open !== undefined) {
          close(open, { bodyEnd: last, end: last, closed: open.by === undefined })
        }
        open = next === undefined ? undefined : { ...next, head: statement }
      }
    }
    last = end
  }
  if (open !== undefined) {
    close(open, { bodyEnd: text.length, end: text.length, closed: open.by === undefined })
  }
  return found
}

function containerAfter(current: string | undefined, words: readonly string[]): string | undefined {
  if (words[0] === 'CLASS' && words[2] === 'IMPLEMENTATION') return words[1]
  return words.length === 1 && words[0] === 'ENDCLASS' ? undefined : current
}

function opening(
  words: readonly string[],
  container: string | undefined
): Omit<Open, 'head'> | undefined {
  const [first = '', second] = words
  const row = Object.hasOwn(closers, first) ? closers[first] : undefined
  if (row !== undefined) {
    // `method = 'POST'` assigns to a variable; only a name can follow the keyword of a block.
    if (second === undefined || second === "'" || second === '(' || !identifier.test(second)) {
      return undefined
    }
    return {
      kind: row.kind,
      name: second,
      by: row.by,
      container: row.kind === 'method' ? container : undefined
    }
  }
  const isEvent =
    events.has(first) ||
    (first === 'AT' &&
      (second === 'SELECTION-SCREEN' || second === 'LINE-SELECTION' || second === 'USER-COMMAND'))
  return isEvent
    ? {
        kind: 'event',
        name: words.join(' ').replace(/ (?=[(),:])|(?<=\() /g, ''),
        by: undefined,
        container: undefined
      }
    : undefined
}

/**
 * The blocks that a name can mean: `RUN`, `ZIF_X~RUN`, `LCL_X=>RUN`, any case. A method implemented
 * for an interface is also found by its bare name where no method of the class itself has it.
 */
export function matchUnits(units: readonly Unit[], wanted: string): Unit[] {
  const upper = wanted.trim().toUpperCase().replace(/\s+/g, ' ')
  const [, owner, member = upper] = /^(\S+?)(?:=>|->)(\S+)$/.exec(upper) ?? []
  const own = units.filter(({ container }) => owner === undefined || container === owner)
  const exact = own.filter(({ name }) => name === member)
  if (exact.length > 0 || member.includes('~')) return exact
  return own.filter(({ kind, name }) => kind === 'method' && name.endsWith(`~${member}`))
}

/** `lines 12-40`. */
export function unitLines({ startLine, endLine }: Pick<Unit, 'startLine' | 'endLine'>): string {
  return startLine === endLine ? `line ${startLine}` : `lines ${startLine}-${endLine}`
}

/** Offsets of the first character of each line. */
export function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/** The 1-based line of an offset. */
export function lineAt(starts: readonly number[], offset: number): number {
  let low = 0
  let high = starts.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle
  }
  return low + 1
}

/**
 * What a name means in a source; where it is no block, what there is instead, of very many the
 * first ones.
 */
export interface NamedUnits {
  readonly matches: readonly Unit[]
  readonly others: readonly Pick<Unit, 'name' | 'container'>[]
}

const mostOthers = 2000

export function unitsNamed(text: string, wanted: string): NamedUnits {
  const units = findUnits(text)
  const matches = matchUnits(units, wanted)
  return {
    matches,
    others:
      matches.length > 0
        ? []
        : units.slice(0, mostOthers).map(({ name, container }) => ({ name, container }))
  }
}

/** The block around a line. */
export function unitAtLine(text: string, line: number): Unit | undefined {
  return findUnits(text).find(({ startLine, endLine }) => startLine <= line && line <= endLine)
}

/** One line for each block. */
export function unitList(text: string): string[] {
  return findUnits(text).map(
    unit =>
      `${unit.kind} ${unit.container === undefined ? unit.name : `${unit.container}=>${unit.name}`} ${unitLines(unit)}`
  )
}

export const findUnitsNamed = offLoop({ unitsNamed }, import.meta.url)
export const findUnitAtLine = offLoop({ unitAtLine }, import.meta.url)
export const listUnits = offLoop({ unitList }, import.meta.url)
