/** Stops of the AMDP debugger as breakpoints, values and calls. */
import type { AmdpEvent, AmdpFrame, Breakpoint, StackFrame } from '../../erp-client/index.ts'
import type { CapturedValue } from './debug/values.ts'

export function breakpointOf({
  place,
  state,
  reason
}: AmdpEvent['breakpoints'][number]): Breakpoint {
  return {
    id: '',
    kind: 'line',
    clientId: '',
    place,
    what: '',
    condition: '',
    ...(reason === '' ? {} : { refused: `${state} ${reason}`.trim() })
  }
}

const longestValue = 1000

export function capturedOf({ variables }: AmdpEvent, capture: readonly string[]): CapturedValue[] {
  return [...new Set(capture.map(name => name.trim().toUpperCase()))].flatMap(name => {
    if (name === '@LOCALS') return variables.filter(({ scope }) => scope !== 'system').map(valueOf)
    const found = variables.find(one => one.name.toUpperCase() === name.replace(/^:/, ''))
    return [found === undefined ? { name, unknown: true } : valueOf(found)]
  })
}

function valueOf({ name, type, value, rows }: AmdpEvent['variables'][number]): CapturedValue {
  if (rows !== undefined) return { name, type, lines: rows }
  return {
    name,
    type,
    value: value === undefined ? 'NULL' : value.slice(0, longestValue),
    ...((value ?? '').length > longestValue ? { isCut: true } : {})
  }
}

export function callsOf({ at, calls }: AmdpEvent): StackFrame[] {
  const frames: readonly AmdpFrame[] = calls.length > 0 ? calls : at === undefined ? [] : [at]
  return frames.map(({ procedure, place, line }, index) => ({
    position: frames.length - index,
    program: procedure,
    include: procedure,
    line: line ?? 0,
    event: `PROCEDURE ${procedure}`,
    place,
    isSystem: false
  }))
}
