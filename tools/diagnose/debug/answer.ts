/** The answer of a debugger run: its stops, its end, and what is left at the ERP. */
import { ErpError } from '../../../erp-client/index.ts'
import type { Breakpoint, StackFrame } from '../../../erp-client/index.ts'
import type { ToolContext } from '../../call/context.ts'
import { ToolError } from '../../failure/errors.ts'
import { omitUndefined, refData } from '../../schema/output.ts'
import { fenced, inlineProse } from '../../failure/prose.ts'
import type { ToolResult } from '../../call/result.ts'
import { count, placeWords, refWords, systemWords } from '../../objects/words.ts'
import { breakpointData, breakpointWords } from '../breakpoints.ts'
import type { Trigger, TriggerEnd } from './trigger.ts'
import { valueLines } from './values.ts'
import type { CapturedValue } from './values.ts'

export type Limit = 'seconds' | 'stops' | 'bytes'

export interface Stop {
  readonly number: number
  readonly reached: readonly Breakpoint[]
  /** Watched variables that have changed, as the ERP names them. */
  readonly watched?: readonly string[]
  /** Values that were changed here, before the program went on. */
  readonly set?: readonly ChangedVariable[]
  readonly calls: readonly StackFrame[]
  readonly values: readonly CapturedValue[]
  /** Requested values that are as the stop of this procedure before showed them. */
  readonly unchanged?: number
  /** Values of outer calls, by their index in `calls`. */
  readonly outer?: readonly {
    readonly call: number
    readonly values: readonly CapturedValue[]
    readonly unchanged?: number
  }[]
}

/** A variable that got another value, or why the ERP has refused it. */
export interface ChangedVariable {
  readonly name: string
  readonly value: string
  readonly refused?: string
}

/** A variable that a run watches, or why the ERP does not. */
export interface WatchedVariable {
  readonly name: string
  readonly refused?: string
}

/** Why a run was cut short before its own limits. */
export type Cut = 'cancelled' | 'closing'

export interface Ended {
  readonly stops: readonly Stop[]
  readonly limit?: Limit | undefined
  readonly cut?: Cut | undefined
  readonly started: boolean
  readonly breakpoints: readonly Breakpoint[]
  readonly watches: readonly WatchedVariable[]
  readonly left: readonly string[]
  readonly failure?: unknown
  /** The end of the started program, where it was reported in time. */
  readonly end?: TriggerEnd | undefined
}

const callsShown = 8
const fewestConnections = 3

/** The wait, the program and the debugger need connections at the same time. */
export function assertRoom({
  erp: {
    system: { connections = fewestConnections }
  }
}: ToolContext): void {
  if (connections >= fewestConnections) return
  throw new ToolError(
    'BLOCKED_FEATURE',
    `The debugger needs ${fewestConnections} connections to the ERP at the same time, and one caller may use ${connections}.`,
    { remedy: 'The operator can raise --connections.', setting: '--connections' }
  )
}

interface Of {
  readonly what: string
  readonly trigger: Trigger
  readonly user: string
}

/** The result of a run, or the error that it ended in; both say what was not given back. */
export function endedResult(context: ToolContext, of: Of, run: Ended): ToolResult {
  if (run.failure !== undefined || run.cut !== undefined) throw failureOf(of, run)
  const { trigger, user } = of
  const { stops, limit, breakpoints, watches, left, end } = run
  const verdict = limit !== undefined ? 'limit' : stops.length > 0 ? 'stopped' : 'not_reached'
  const system = systemWords(context.erp)
  const refused = breakpoints.filter(({ refused: reason }) => reason !== undefined)
  return {
    kind: 'data',
    data: omitUndefined({
      system,
      verdict,
      limit,
      objects: trigger.ref === undefined ? [] : [refData(trigger.ref)],
      user,
      breakpoints: breakpoints.map(breakpointData),
      watches: watches.length === 0 ? undefined : watches,
      stops: stops.map(stopData),
      trigger: omitUndefined({
        kind: trigger.kind,
        outcome: end?.outcome ?? 'not known',
        output: end?.text
      }),
      detached: left.length === 0,
      notReleased: left.length === 0 ? undefined : left
    }),
    text: [
      `${system} · ${of.what} for ${user} · ${count(stops.length, 'stop')}${limit === undefined ? '' : ` · ended by the limit of ${limit}`}${stops.length === 0 && limit === undefined ? ' · no breakpoint was reached' : ''}`,
      ...refused.map(
        one => `breakpoint ${breakpointWords(one)} refused: ${inlineProse(one.refused ?? '')}`
      ),
      ...watches.flatMap(({ name, refused: reason }) =>
        reason === undefined ? [] : [`watchpoint ${name} refused: ${reason}`]
      ),
      ...fenced(stops.flatMap(stopLines)),
      ...(end === undefined ? [] : [`program ${end.outcome}: ${inlineProse(end.text)}`]),
      left.length === 0
        ? 'Detached; nothing of the run is left at the ERP.'
        : `NOT RELEASED: ${left.join('; ')}`
    ].join('\n')
  }
}

function stopData(stop: Stop): object {
  const { number, reached, watched = [], set, calls, values, unchanged = 0, outer = [] } = stop
  const [top] = calls
  return omitUndefined({
    number,
    reached: reached.map(({ id }) => id),
    watched: watched.length === 0 ? undefined : watched,
    object: top?.place === undefined ? undefined : refData(top.place),
    include:
      top?.place?.part === undefined || top.place.part === 'main' ? undefined : top.place.part,
    line: top?.place?.line ?? top?.line,
    calls: calls.slice(0, callsShown).map(({ program, include, line, event, place }, index) =>
      omitUndefined({
        program,
        include,
        line,
        event,
        object: place === undefined ? undefined : refData(place),
        ...valuesData(outer.find(({ call }) => call === index) ?? { values: [] })
      })
    ),
    ...valuesData({ values, unchanged }),
    set
  })
}

function valuesData({
  values,
  unchanged = 0
}: {
  readonly values: readonly CapturedValue[]
  readonly unchanged?: number
}): object {
  return {
    values: values.length === 0 ? undefined : values,
    unchanged: unchanged === 0 ? undefined : unchanged
  }
}

function stopLines(stop: Stop): string[] {
  const { number, watched = [], set = [], calls, values, unchanged = 0, outer = [] } = stop
  const [top, ...others] = calls
  const changed = watched.length === 0 ? '' : ` · ${watched.join(', ')} changed`
  return [
    `${number}: ${top === undefined ? 'the ERP shows no calls' : frameWords(top)}${changed}`,
    ...valueLines(values),
    ...(unchanged > 0 && values.length > 0 ? [`  ${unchanged} unchanged`] : []),
    ...others.slice(0, callsShown - 1).flatMap((frame, index) => {
      const inside = outer.find(({ call }) => call === index + 1)?.values ?? []
      return [`  from ${frameWords(frame)}`, ...valueLines(inside, '    ')]
    }),
    ...set.map(
      ({ name, value, refused }) =>
        `  ${name} = ${value}${refused === undefined ? ' (changed)' : ` refused: ${refused}`}`
    )
  ]
}

function frameWords({ place, program, include, line, event }: StackFrame): string {
  return `${place === undefined ? `${program} ${include} ${line}` : `${refWords(place)} ${placeWords(place)}`}${event === '' ? '' : ` (${event})`}`
}

function failureOf(of: Of, end: Ended): unknown {
  const { failure, cut, started, left, stops } = end
  const after =
    left.length === 0 ? 'Nothing of it is left at the ERP.' : `NOT RELEASED: ${left.join('; ')}.`
  const data = { stops: stops.map(stopData), ...(left.length === 0 ? {} : { notReleased: left }) }
  if (cut !== undefined) {
    const why = cut === 'closing' ? 'the bridge closes' : 'its caller cancelled it'
    return new ToolError('TOOL_CANCELLED', `The ${of.what} was ended because ${why}. ${after}`, {
      remedy: started
        ? 'The program that was started may have done a part of its work.'
        : 'The program was not started.',
      data
    })
  }
  const isReleased = left.length === 0
  if (failure instanceof ToolError) {
    if (isReleased) return failure
    const { code, message, details } = failure
    const all = { ...details.data, ...data }
    return new ToolError(code, `${message} ${after}`, { ...details, data: all })
  }
  if (!(failure instanceof ErpError)) return failure
  if (started) return brokenOff(of, failure, { after, data, isReleased })
  if (isReleased) return failure
  const { code, message, remedy } = failure
  return new ToolError(code, `${message}. ${after}`, {
    remedy,
    outcome: 'unknown',
    data,
    cause: failure
  })
}

interface BrokenOff {
  readonly after: string
  readonly data: Readonly<Record<string, unknown>>
  readonly isReleased: boolean
}

/** The error for a run that failed after its program was started. */
function brokenOff(
  { what }: Of,
  cause: ErpError,
  { after, data, isReleased }: BrokenOff
): ToolError {
  const reason = `${cause.code}: ${cause.message}`
  return new ToolError(
    'OUTCOME_UNKNOWN',
    `The ${what} broke off (${reason}) after the program was started; how far that came is not known. ${after}`,
    {
      remedy: isReleased
        ? 'Look at what the program changes before it is started again.'
        : 'Transaction SM50 shows processes that are debugged, and can end them; waiting ends as well when the session times out.',
      outcome: 'unknown',
      data,
      cause
    }
  )
}
