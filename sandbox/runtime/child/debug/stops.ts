/** Stops a program that is debugged at its statements, and answers what is asked while it stands. */
import type { Host } from '../bridge.ts'
import type { ChildEvent, DebugCommand, DebugStep, Job, RawScope } from '../job.ts'
import { scopeValues } from '../dumps/values.ts'
import { readChildren, readVariable } from './variables.ts'
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
  breakpoints: ReadonlySet<number>
  target: ReadonlySet<number>
}

export interface Stops {
  /** For the statements of the program; it does nothing where nothing is debugged. */
  stop(statement: number, scope: DebugScope): void
  /** The variables at an error with this stack, by its frames of the program; innermost first. */
  scopesAt(stack: string): (RawScope | null)[] | undefined
}

/** A procedure at its last statement. */
interface Standing {
  readonly statement: number
  readonly scope: DebugScope
}

export function createStops(job: Job, host: Host): Stops {
  if (job.debug === undefined) return { stop() {}, scopesAt: () => undefined }
  Error.stackTraceLimit = FRAMES
  const modules = new Set(job.modules.map(({ url }) => url))
  const standing: Standing[] = []
  const watches = new Map<string, Watched>()
  const going: Going = {
    step: 'continue',
    depth: 0,
    breakpoints: new Set(job.debug.breakpoints),
    target: new Set()
  }
  const send = (event: ChildEvent) => {
    host.send(JSON.stringify(event))
  }
  const stop = (statement: number, scope: DebugScope): void => {
    const stack = new Error('stop').stack ?? ''
    const depth = depthOf(stack, modules)
    standing.length = depth
    standing[depth] = { statement, scope }
    const watched = changed(watches, scope, depth)
    if (watched.length === 0 && !isReached(going, statement, depth)) return
    send({ event: 'stopped', statement, stack, watched })
    for (;;) {
      const command = JSON.parse(host.ask()) as DebugCommand
      if (command.command === 'go') {
        Object.assign(going, {
          step: command.step,
          depth,
          breakpoints: new Set(command.breakpoints),
          target: new Set(command.target)
        })
        return
      }
      if (command.command === 'end') return host.exit(1)
      obey(command, { standing, depth, watches, send })
    }
  }
  return {
    stop,
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

function depthOf(stack: string, modules: ReadonlySet<string>): number {
  let depth = 0
  for (const line of stack.split('\n')) if (modules.has(FRAME.exec(line)?.[1] ?? '')) depth++
  return depth
}

function isReached(going: Going, statement: number, depth: number): boolean {
  if (going.breakpoints.has(statement)) return true
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
