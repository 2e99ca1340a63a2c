/** Stops a program that is debugged at its statements, and answers what is asked while it stands. */
import type { Host } from '../bridge.ts'
import type { RunEnd, RunReached } from '../../../types.ts'
import { dumpOf, RunAborted } from '../alerts.ts'
import type { ChildEvent, DebugCommand, DebugStep, Job, RawBreakpoint, RawScope } from '../job.ts'
import { scopeValues } from '../dumps/values.ts'
import { isMet } from './conditions.ts'
import { observeEvents } from './events.ts'
import { readChildren, readVariable, setVariable } from './variables.ts'
import type { DebugScope } from './variables.ts'

const FRAMES = 200
const FRAME = /(file:\/\/[^\s()]+?):\d+:\d+/

interface Watched {
  /** Depth of the procedure in which it was set. */
  readonly depth: number
  value: string
}

interface Going {
  step: DebugStep
  depth: number
  breakpoints: readonly RawBreakpoint[]
  target: ReadonlySet<number>
}

export interface Stops {
  /** For the statements of the program; it does nothing where nothing is debugged. */
  stop(statement: number, scope: DebugScope): void
  /** From now on exceptions and messages are seen. */
  observe(): void
  /** The variables at an error with this stack, by its frames of the program; innermost first. */
  scopesAt(stack: string): (RawScope | null)[] | undefined
}

/** A procedure at its last statement. */
interface Standing {
  readonly statement: number
  readonly scope: DebugScope
}

export function createStops(job: Job, host: Host): Stops {
  if (job.debug === undefined) return { stop() {}, observe() {}, scopesAt: () => undefined }
  Error.stackTraceLimit = FRAMES
  const modules = new Set(job.modules.map(({ url }) => url))
  const standing: Standing[] = []
  const watches = new Map<string, Watched>()
  const going: Going = {
    step: 'continue',
    depth: 0,
    breakpoints: job.debug.breakpoints,
    target: new Set()
  }
  let ends: (stack: string) => void = () => {}
  const { until } = job.debug
  const send = (event: ChildEvent) => {
    host.send(JSON.stringify(event))
  }
  /** Says that the program stands at its last statement, and obeys until it goes on. */
  const stand = (stopped: Omit<Extract<ChildEvent, { event: 'stopped' }>, 'event'>): void => {
    const depth = depthOf(stopped.stack, modules)
    send({ event: 'stopped', ...stopped })
    for (;;) {
      const command = JSON.parse(host.ask()) as DebugCommand
      if (command.command === 'go') {
        const { step, breakpoints } = command
        Object.assign(going, { step, depth, breakpoints, target: new Set(command.target) })
        return
      }
      if (command.command === 'end') return host.exit(1)
      obey(command, { standing, depth, watches, send })
    }
  }
  return {
    stop(statement, scope) {
      const stack = new Error('stop').stack ?? ''
      const depth = depthOf(stack, modules)
      standing.length = depth
      standing[depth] = { statement, scope }
      ends(stack)
      const watched = changed(watches, scope, depth)
      const reached = reachedOf(going.breakpoints, scope, one => one.statements.includes(statement))
      const isStep = isStepped(going, statement, depth)
      if (watched.length === 0 && reached.length === 0 && !isStep) return
      stand({ statement, stack, watched, reached })
    },
    observe() {
      ends = createEnd(host, until)
      observeEvents(meets => {
        if (!going.breakpoints.some(meets)) return
        const stack = new Error('stop').stack ?? ''
        const at = standing[depthOf(stack, modules)]
        if (at === undefined) return
        const reached = reachedOf(going.breakpoints, at.scope, meets)
        if (reached.length > 0) stand({ statement: at.statement, stack, watched: [], reached })
      })
    },
    scopesAt(stack) {
      const numbers = new Map<object, number>()
      const depth = depthOf(stack, modules)
      // a stack that is cut off does not tell how deep its procedures are
      const known = stack.split('\n').length > FRAMES ? Math.min(depth, 1) : depth
      return Array.from({ length: known }, (_, index) => {
        const found = standing[depth - index]
        return found === undefined
          ? null
          : { statement: found.statement, variables: scopeValues(found.scope, numbers) }
      })
    }
  }
}

/** Ends the program with its runtime error where it has exceeded the limits. */
function createEnd(host: Host, until: RunEnd | undefined): (stack: string) => void {
  if (until === undefined) return () => {}
  const last = host.now() + until.milliseconds
  return stack => {
    const isLate = host.now() > last
    if (!isLate && host.heap() < until.megabytes) return
    const { error } = until
    throw new RunAborted({
      ...{ kind: 'limit', title: `Runtime Error ${error}`, details: [], stack },
      dump: dumpOf(error, {})
    })
  }
}

/** The breakpoints whose condition is met, or cannot be told. */
function reachedOf(
  breakpoints: readonly RawBreakpoint[],
  scope: DebugScope,
  meets: (breakpoint: RawBreakpoint) => boolean
): RunReached[] {
  return breakpoints.filter(meets).flatMap(({ id, condition }) => {
    const met = condition === undefined ? true : isMet(condition, scope)
    return met === false ? [] : [{ id, isUnresolvable: met === undefined }]
  })
}

function depthOf(stack: string, modules: ReadonlySet<string>): number {
  let depth = 0
  for (const line of stack.split('\n')) if (modules.has(FRAME.exec(line)?.[1] ?? '')) depth++
  return depth
}

function isStepped(going: Going, statement: number, depth: number): boolean {
  if (going.step === 'into') return true
  if (going.step === 'over') return depth <= going.depth
  if (going.step === 'return') return depth < going.depth
  return going.step === 'line' && going.target.has(statement)
}

interface Commanded {
  readonly standing: readonly Standing[]
  readonly depth: number
  readonly watches: Map<string, Watched>
  send(event: ChildEvent): void
}

function obey(
  command: Exclude<DebugCommand, { command: 'go' | 'end' }>,
  commanded: Commanded
): void {
  const { standing, depth, watches, send } = commanded
  if (command.command === 'watch') {
    watches.clear()
    const scope = standing[depth]?.scope
    for (const id of command.ids) {
      if (scope !== undefined) watches.set(id, { depth, value: textOf(scope, id) })
    }
    send({ event: 'variables', variables: [] })
    return
  }
  const scope = standing[depth - command.frame]?.scope
  if (command.command === 'set') {
    const refused = scope === undefined ? 'There is no such call' : setVariable(scope, command)
    send({ event: 'set', ...(refused === undefined ? {} : { refused }) })
    return
  }
  if (command.command === 'variables') {
    const variables = command.ids.map(id => (scope === undefined ? null : readVariable(scope, id)))
    send({ event: 'variables', variables })
    return
  }
  const children =
    scope === undefined ? [] : command.parents.flatMap(parent => readChildren(scope, parent))
  send({ event: 'children', children })
}

/** The watched variables of this procedure whose values are others than before. */
function changed(
  watches: ReadonlyMap<string, Watched>,
  scope: DebugScope,
  depth: number
): string[] {
  return [...watches].flatMap(([id, watch]) => {
    if (watch.depth !== depth) return []
    const now = textOf(scope, id)
    const isChanged = now !== watch.value
    watch.value = now
    return isChanged ? [id] : []
  })
}

function textOf(scope: DebugScope, id: string): string {
  const variable = readVariable(scope, id)
  if (variable === null) return ''
  const { value, lines } = variable
  const parts = readChildren(scope, id).map(child => `${child.name}=${child.value}`)
  return JSON.stringify([value, lines, parts])
}
