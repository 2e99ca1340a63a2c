/** Traces, system messages and errors of the gateway. */
import {
  listGatewayErrors,
  listSystemMessages,
  listTraceRequests,
  listTraces,
  readGatewayError,
  readSqlTraceState,
  readTraceDb,
  readTraceHits,
  startTrace,
  stopTrace
} from '../../erp-client/index.ts'
import type { FeedEntry } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { fenced, inlineProse } from '../failure/prose.ts'
import { withoutLiterals } from '../mask/values.ts'
import type { ToolResult } from '../call/result.ts'
import { onRelease } from '../failure/release-gaps.ts'
import { count, systemWords } from '../objects/words.ts'

const milliseconds = (microseconds: number): string => `${(microseconds / 1000).toFixed(1)} ms`

function listed(context: ToolContext, data: object, lines: readonly string[]): ToolResult {
  const system = systemWords(context.erp)
  return {
    kind: 'data',
    data: { system, verdict: 'listed', objects: [], ...data },
    text: [`${system} · ${lines[0] ?? ''}`, ...lines.slice(1)].join('\n')
  }
}

/** Recorded traces, and those that are armed. */
export async function traces(
  context: ToolContext,
  { user }: { user?: string | undefined }
): Promise<ToolResult> {
  const [recorded, armed] = await onRelease(
    context,
    'traces',
    async () =>
      await Promise.all([
        listTraces(context.erp, { user }, context.signal),
        listTraceRequests(context.erp, { user }, context.signal)
      ])
  )
  return listed(context, { traces: recorded, armed }, [
    `${count(recorded.length, 'trace')}, ${armed.length} armed`,
    ...fenced(
      recorded.map(
        ({ id, title, user: who, at, object, state, runtime, runtimeDatabase }) =>
          `${at} ${who} ${object} ${title} · ${milliseconds(runtime)}, database ${milliseconds(runtimeDatabase)} · ${state}\n  id ${id}`
      )
    ),
    ...armed.map(
      ({ id, title, user: who, expires, done }) =>
        `armed: ${inlineProse(title)} for ${who} until ${expires}, ${done} runs\n  id ${id}`
    )
  ])
}

/** Where the time of a trace went: the units with most net time, and the database accesses. */
export async function trace(
  context: ToolContext,
  { id, maxResults = 30 }: { id: string; maxResults?: number | undefined }
): Promise<ToolResult> {
  const [hits, access] = await onRelease(
    context,
    'traces',
    async () =>
      await Promise.all([
        readTraceHits(context.erp, { id }, context.signal),
        readTraceDb(context.erp, { id }, context.signal)
      ])
  )
  const slowest = hits.toSorted((a, b) => b.net - a.net).slice(0, maxResults)
  const tables = access
    .toSorted((a, b) => b.time - a.time)
    .slice(0, maxResults)
    .map(one => ({ ...one, statement: withoutLiterals(context, one.statement) }))
  return listed(
    context,
    {
      id,
      hits: slowest,
      database: tables,
      complete: slowest.length === hits.length && tables.length === access.length
    },
    [
      `trace ${id} · ${count(hits.length, 'entry')}, ${count(access.length, 'database access')}, the slowest first`,
      ...fenced(
        slowest.map(
          ({ text, hits: times, program, net, gross, percent }) =>
            `${milliseconds(net)} net ${percent} %, ${milliseconds(gross)} gross, ${times} times: ${text}${program === '' ? '' : ` in ${program}`}`
        )
      ),
      ...(tables.length === 0 ? [] : ['database:']),
      ...fenced(
        tables.map(
          ({ table, statement, count: times, buffered, time, percent }) =>
            `${milliseconds(time)} ${percent} %, ${times} times${buffered === 0 ? '' : `, ${buffered} buffered`}: ${table} ${statement}`
        )
      )
    ]
  )
}

export interface ArmOptions {
  readonly user: string
  readonly title?: string | undefined
  readonly process?: 'any' | 'http' | 'dialog' | 'batch' | 'rfc' | undefined
  readonly executions?: number | undefined
  readonly minutes?: number | undefined
}

/** Arms a trace; done only when the ERP lists it. */
export async function traceStart(
  context: ToolContext,
  { user, title = 'erp-bridge', process = 'any', executions = 1, minutes = 30 }: ArmOptions
): Promise<ToolResult> {
  const expires = new Date(Date.now() + minutes * 60_000).toISOString().replace(/\.\d+Z$/, 'Z')
  const armed = await onRelease(
    context,
    'traces',
    async () =>
      await context.change([], async erp => {
        await startTrace(erp, { user, title, process, expires, executions })
        return await listTraceRequests(erp, { user })
      })
  )
  const own = armed.filter(one => one.title === title)
  return listed(
    context,
    { armed: own },
    own.length === 0
      ? ['the ERP took the trace and does not list it: check with traces before you arm it again']
      : [
          `armed ${title} for ${user} until ${expires}`,
          ...own.map(({ id }) => `  id ${id}`),
          'Let it run, then ask traces; trace_stop disarms it.'
        ]
  )
}

/** Disarms a trace; done only when the ERP no longer lists it. */
export async function traceStop(context: ToolContext, { id }: { id: string }): Promise<ToolResult> {
  const left = await onRelease(
    context,
    'traces',
    async () =>
      await context.change([], async erp => {
        await stopTrace(erp, { id })
        return await listTraceRequests(erp, {})
      })
  )
  return listed(context, { armed: left }, [
    left.some(one => one.id === id) ? `${id} is still listed: check with traces` : `disarmed ${id}`
  ])
}

export async function systemMessages(context: ToolContext): Promise<ToolResult> {
  const entries = await onRelease(
    context,
    'systemMessages',
    async () => await listSystemMessages(context.erp, context.signal)
  )
  return listed(context, { messages: entries }, [
    count(entries.length, 'system message'),
    ...fenced(entries.map(entryText))
  ])
}

/** Errors of OData requests; one in full with its id. */
export async function gatewayErrors(
  context: ToolContext,
  { user, id }: { user?: string | undefined; id?: string | undefined }
): Promise<ToolResult> {
  if (id !== undefined) {
    const text = await onRelease(
      context,
      'gatewayErrors',
      async () => await readGatewayError(context.erp, { id }, context.signal)
    )
    return listed(context, { id, details: text }, [
      `Gateway error ${id}`,
      ...fenced([text.slice(0, 12_000)])
    ])
  }
  const entries = await onRelease(
    context,
    'gatewayErrors',
    async () => await listGatewayErrors(context.erp, { user }, context.signal)
  )
  return listed(context, { errors: entries }, [
    count(entries.length, 'Gateway error'),
    ...fenced(entries.map(entry => `${entryText(entry)}\n  id ${entry.id}`))
  ])
}

function entryText({ title, at, author, text }: FeedEntry): string {
  return `${at} ${author} ${title}${text === '' ? '' : `: ${text.replaceAll('\n', ' ').slice(0, 300)}`}`
}

export async function sqlTrace(context: ToolContext): Promise<ToolResult> {
  const states = await onRelease(
    context,
    'sqlTrace',
    async () => await readSqlTraceState(context.erp, context.signal)
  )
  return listed(context, { servers: states }, [
    `SQL trace on ${count(states.length, 'server')}`,
    ...states.map(
      ({ instance, on, user, changedBy, changedAt }) =>
        `${instance}: ${on.length === 0 ? 'off' : `on (${on.join(', ')})`}${user === '' ? '' : ` for ${user}`} · ${changedBy} ${changedAt}`
    ),
    'The records are shown by transaction ST05 only.'
  ])
}
