/** Checks of dumps, logs, traces and debuggers. Values of dumps and programs are not kept. */
import { randomUUID } from 'node:crypto'
import {
  awaitDebuggee,
  deleteBreakpoint,
  isListening,
  listBreakpoints,
  listDumps,
  listGatewayErrors,
  listTraceRequests,
  listTraces,
  partUri,
  readDump,
  readGatewayError,
  readSqlTraceState,
  readTraceDb,
  readTraceHits,
  setBreakpoints,
  startTrace,
  stopListening,
  stopTrace
} from '../../../erp-client/index.ts'
import type { DebugIdentity } from '../../../erp-client/index.ts'
import type { Bench } from '../bench.ts'
import { Skipped, expect } from '../check.ts'
import type { Check } from '../check.ts'
import { positionOf } from '../sources.ts'
import { feed } from './shapes.ts'

const traces = '/runtime/traces/abaptraces'
const debug = '/debugger/listeners'
const hour = 60 * 60 * 1000

async function firstTrace({ reader, system }: Bench): Promise<string> {
  const [trace] = await listTraces(reader, { user: system?.user })
  if (trace === undefined) throw new Skipped('the user has recorded no trace')
  return trace.id
}

/** Arms a trace for the log-on user, and disarms it again. */
async function arm({ reader, writer, system, world }: Bench): Promise<void> {
  const user = system?.user ?? ''
  const expires = new Date(Date.now() + hour).toISOString()
  const own = async () =>
    (await listTraceRequests(reader, { user })).find(({ title }) => title === world.marker)
  const options = { user, title: world.marker, process: 'http', expires, executions: 1 } as const
  await startTrace(writer, options)
  const armed = await own()
  expect(armed !== undefined, 'an armed trace is not listed')
  world.names(armed.id)
  await stopTrace(writer, { id: armed.id })
  expect((await own()) === undefined, 'a trace is armed after it was stopped')
}

function identityOf({ system, world }: Bench): DebugIdentity {
  const id = () => randomUUID().replaceAll('-', '').toUpperCase()
  const ideId = id()
  world.names(ideId)
  return {
    debuggingMode: 'user',
    requestUser: system?.user ?? '',
    terminalId: id(),
    ideId
  }
}

/** Sets a breakpoint in a class of the run, and deletes it again. */
async function stopAtLine(bench: Bench): Promise<void> {
  const { reader, writer, world } = bench
  const identity = identityOf(bench)
  const { ref, text } = await world.class()
  const { line } = positionOf(text, 'factor = 2.')
  const uri = `${partUri(ref, 'main')}#start=${String(line)}`
  const [set] = await setBreakpoints(writer, { identity, requested: [{ kind: 'line', uri }] })
  expect(set !== undefined, 'the answer names no breakpoint')
  expect(set.refused === undefined, `the breakpoint is refused: ${set.refused ?? ''}`)
  expect(set.id !== '', 'the breakpoint has no id')
  const place = set.place?.name ?? ref.name
  expect(place.toUpperCase() === ref.name.toUpperCase(), `the breakpoint is set in ${place}`)
  try {
    await listBreakpoints(reader, { identity })
  } finally {
    await deleteBreakpoint(writer, { identity, id: set.id })
  }
}

async function listenShortly(bench: Bench): Promise<void> {
  const identity = identityOf(bench)
  const stopped = await awaitDebuggee(bench.reader, { identity, seconds: 1 })
  expect(stopped.length === 0, 'a process stops at a breakpoint that was not set')
}

async function stopOwnListener(bench: Bench): Promise<void> {
  const identity = identityOf(bench)
  await stopListening(bench.writer, { identity })
  await isListening(bench.reader, { identity })
}

const armed = { writes: true, service: traces, rule: 'arm', run: arm } as const
const breakpoint = {
  writes: true,
  service: '/debugger/breakpoints',
  rule: 'arm',
  run: stopAtLine
} as const
const untried = (operation: Check['operation'], service: string): Check => ({
  operation,
  assumes: 'A stopped process tells its stack and values, and goes on.',
  service,
  untried: 'it needs a process that stops at a breakpoint'
})

const amdp = '/amdp/debugger/main'

export const runtimeChecks: readonly Check[] = [
  {
    operation: 'dumps.list',
    assumes: 'Short dumps are a feed with ids, errors and programs.',
    service: '/runtime/dumps',
    answer: { ...feed, has: ['?entry/id', '?entry/category@term', '?entry/published'] },
    async run({ reader }) {
      await listDumps(reader, { maxResults: 2 })
    }
  },
  {
    operation: 'dumps.read',
    assumes: 'A dump has its error, program and chapters, and is a text as well.',
    service: '/runtime/dumps',
    answer: { type: /^(?:text\/plain|application\/.*xml)$/ },
    async run({ reader }) {
      const [dump] = await listDumps(reader, { maxResults: 1 })
      if (dump === undefined) throw new Skipped('the system has no dump that this user sees')
      const { error, text } = await readDump(reader, { id: dump.id })
      expect(error !== '' && text !== '', 'the dump has no error or no text')
    }
  },
  {
    operation: 'gateway.errors',
    assumes: 'Errors of OData requests are a feed.',
    service: '/gw/errorlog',
    answer: { ...feed, has: ['?entry/id'] },
    async run({ reader }) {
      await listGatewayErrors(reader, {})
    }
  },
  {
    operation: 'gateway.error',
    assumes: 'An error of an OData request is a page of HTML.',
    service: '/gw/errorlog',
    answer: { type: /html/ },
    async run({ reader }) {
      const [error] = await listGatewayErrors(reader, {})
      if (error === undefined) throw new Skipped('the Gateway log is empty')
      await readGatewayError(reader, { id: error.id })
    }
  },
  {
    operation: 'sqltrace.state',
    assumes: 'The SQL trace tells whether it is on.',
    service: '/st05/trace/state',
    async run({ reader }) {
      await readSqlTraceState(reader)
    }
  },
  {
    operation: 'traces.list',
    assumes: 'Recorded traces are a feed with ids.',
    service: traces,
    answer: { ...feed, has: ['?entry/id', '?entry/title'] },
    async run({ reader, system }) {
      await listTraces(reader, { user: system?.user })
    }
  },
  {
    operation: 'traces.hits',
    assumes: 'A trace tells the time of its program units.',
    service: traces,
    answer: { root: ['hitlist'] },
    async run(bench) {
      await readTraceHits(bench.reader, { id: await firstTrace(bench) })
    }
  },
  {
    operation: 'traces.db',
    assumes: 'A trace tells its accesses to the database.',
    service: traces,
    answer: { root: ['dbAccesses'] },
    async run(bench) {
      await readTraceDb(bench.reader, { id: await firstTrace(bench) })
    }
  },
  {
    operation: 'traces.requests',
    assumes: 'Armed traces are a feed.',
    service: traces,
    answer: { ...feed, has: ['?entry/id'] },
    async run({ reader, system }) {
      await listTraceRequests(reader, { user: system?.user })
    }
  },
  { operation: 'traces.parameters', assumes: 'Parameters of a trace get an address.', ...armed },
  { operation: 'traces.start', assumes: 'An armed trace is listed.', ...armed },
  { operation: 'traces.stop', assumes: 'A stopped trace is not listed.', ...armed },
  { operation: 'debugger.set', assumes: 'A breakpoint gets an id.', ...breakpoint },
  { operation: 'debugger.list', assumes: 'Breakpoints are listed as a document.', ...breakpoint },
  { operation: 'debugger.delete', assumes: 'A breakpoint is deleted by its id.', ...breakpoint },
  {
    operation: 'debugger.listen',
    assumes: 'A listener waits as long as it is told to.',
    writes: true,
    service: debug,
    rule: 'debug',
    run: listenShortly
  },
  {
    operation: 'debugger.listening',
    assumes: 'The ERP tells whether a listener is there.',
    writes: true,
    service: debug,
    rule: 'debug',
    run: stopOwnListener
  },
  {
    operation: 'debugger.unlisten',
    assumes: 'A listener that is not there can be ended.',
    writes: true,
    service: debug,
    rule: 'debug',
    run: stopOwnListener
  },
  untried('debugger.stack', debug),
  untried('debugger.attach', debug),
  untried('debugger.getStack', debug),
  untried('debugger.getVariables', debug),
  untried('debugger.getChildVariables', debug),
  untried('debugger.frame', debug),
  untried('debugger.setStackPosition', debug),
  untried('debugger.stepContinue', debug),
  untried('debugger.stepInto', debug),
  untried('debugger.stepOver', debug),
  untried('debugger.stepReturn', debug),
  untried('debugger.stepRunToLine', debug),
  untried('debugger.watch', debug),
  untried('debugger.unwatch', debug),
  untried('debugger.terminateDebuggee', debug),
  untried('debugger.setVariableValue', debug),
  untried('amdp.await', amdp),
  untried('amdp.start', amdp),
  untried('amdp.breakpoints', amdp),
  untried('amdp.continue', amdp),
  untried('amdp.stop', amdp)
]
