/** The parent's side of a debugged run: places as statements, commands, and answers to them. */
import type { RunBreakpoint, RunDebugger, RunFrame, RunPlace, RunStop } from '../types.ts'
import type { ChildEvent, DebugCommand, RawBreakpoint, RawChild, RawVariable } from './child/job.ts'
import { framesAt } from './positions.ts'
import type { BuiltProgram } from './programs.ts'
import type { CoverageProbes } from './transpile/program.ts'

export interface DebugLink {
  /** Where the program stops at first. */
  breakpoints(): RawBreakpoint[]
  onEvent(event: ChildEvent): void
  onCommands(send: (line: string, goesOn: boolean) => void): void
  ended(): void
}

interface Answer {
  readonly variables: readonly (RawVariable | null)[]
  readonly children: readonly RawChild[]
  readonly refused?: string | undefined
}

/** Connects a debugger with one process of a run. */
export function createDebugLink(own: RunDebugger, program: BuiltProgram): DebugLink {
  let send: (line: string, goesOn: boolean) => void = () => {}
  const waiting: ((answer: Answer) => void)[] = []
  const isKnown = new Set(program.probes.map(({ file }) => file.toLowerCase()))
  const statementsAt = (place: RunPlace) =>
    isKnown.has(place.file.toLowerCase()) ? [statementAt(program, place) ?? []].flat() : []
  const breakpoints = () => own.breakpoints().map(one => rawBreakpoint(program, one, statementsAt))
  const ask = async (command: DebugCommand): Promise<Answer> =>
    await new Promise(resolve => {
      waiting.push(resolve)
      send(JSON.stringify(command), false)
    })
  const stopAt = (event: Extract<ChildEvent, { event: 'stopped' }>): RunStop => ({
    frames: framesOf(program, event),
    reached: event.reached,
    watched: event.watched,
    variables: async (frame, ids) =>
      (await ask({ command: 'variables', frame, ids })).variables.filter(one => one !== null),
    children: async (frame, parents) => [
      ...(await ask({ command: 'children', frame, parents })).children
    ],
    async watch(ids) {
      await ask({ command: 'watch', ids })
    },
    set: async (frame, id, value) => (await ask({ command: 'set', frame, id, value })).refused,
    go(step) {
      const target = step.kind === 'line' ? statementsAt(step.place) : []
      const command: DebugCommand = {
        ...{ command: 'go', step: step.kind, breakpoints: breakpoints(), target }
      }
      send(JSON.stringify(command), true)
    },
    terminate() {
      send(JSON.stringify({ command: 'end' }), true)
    }
  })
  return {
    breakpoints,
    onEvent(event) {
      if (event.event === 'stopped') own.stopped(stopAt(event))
      if (event.event === 'set') {
        waiting.shift()?.({ variables: [], children: [], refused: event.refused })
      }
      if (event.event !== 'variables' && event.event !== 'children') return
      const variables = event.event === 'variables' ? event.variables : []
      const children = event.event === 'children' ? event.children : []
      waiting.shift()?.({ variables, children })
    },
    onCommands(given) {
      send = given
    },
    ended() {
      for (const resolve of waiting.splice(0)) resolve({ variables: [], children: [] })
      own.ended()
    }
  }
}

/** A breakpoint in terms of the code. */
function rawBreakpoint(
  program: BuiltProgram,
  given: RunBreakpoint,
  statementsAt: (place: RunPlace) => number[]
): RawBreakpoint {
  const { id, condition, kind } = given
  const head = { id, condition }
  if (kind === 'line') return { ...head, statements: statementsAt(given.place) }
  if (kind === 'exception') return { ...head, statements: [], exception: given.exception }
  if (kind === 'message') return { ...head, statements: [], message: given.message }
  const begins = (text: string) =>
    text.startsWith(given.statement) && !/^[\w-]/.test(text.slice(given.statement.length))
  const statements = program.probes.flatMap(probe =>
    probe.statements.flatMap(one => (begins(one.text ?? '') ? [one.id] : []))
  )
  return { ...head, statements }
}

/** The statement that holds a row, or the next one of the procedure. */
function statementAt(program: BuiltProgram, { file, row }: RunPlace): number | undefined {
  const procedure = procedureAt(program, { file, row })
  const sorted = procedure?.statements.toSorted((a, b) => a.span[0] - b.span[0]) ?? []
  return (
    sorted.findLast(({ span }) => span[0] <= row && row <= span[2])?.id ??
    sorted.find(({ span }) => span[0] >= row)?.id
  )
}

/** The procedure that holds a row; an event block may have others between its statements. */
function procedureAt(
  { probes }: BuiltProgram,
  { file, row }: RunPlace
): CoverageProbes | undefined {
  const [found] = probes
    .filter(
      ({ file: own, span }) =>
        own.toLowerCase() === file.toLowerCase() && span[0] <= row && row <= span[2]
    )
    .toSorted((one, other) => one.span[2] - one.span[0] - (other.span[2] - other.span[0]))
  return found
}

/** The stack with the statement itself innermost: its place is exact. */
function framesOf(
  program: BuiltProgram,
  { statement, stack }: Extract<ChildEvent, { event: 'stopped' }>
): RunFrame[] {
  const frames = framesAt(stack, program).map(frame => ({
    ...frame,
    kind: procedureAt(program, frame)?.kind
  }))
  const owner = program.probes.find(({ statements }) =>
    statements.some(({ id }) => id === statement)
  )
  const row = owner?.statements.find(({ id }) => id === statement)?.span[0]
  if (owner === undefined || row === undefined) return frames
  const [top, ...outer] = frames
  const name =
    owner.kind === 'event'
      ? (top?.procedure ?? owner.name)
      : owner.owner === ''
        ? owner.name
        : `${owner.owner}->${owner.name}`
  return [{ file: owner.file, row, procedure: name, kind: owner.kind, frame: 0 }, ...outer]
}
