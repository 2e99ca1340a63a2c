/**
 * An ERP that records what it is asked: a real client over a real socket, answers by a function of
 * the test.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { createErp } from '../../../erp-client/index.ts'
import type { Erp } from '../../../erp-client/index.ts'
import {
  createJournalAccess,
  createPolicy,
  createRegistry,
  prepare,
  run,
  tools as allTools
} from '../../../tools/index.ts'
import type {
  Caller,
  Journal,
  PolicyOptions,
  Tool,
  ToolEvent,
  ToolResult,
  ToolSession
} from '../../../tools/index.ts'

export interface Asked {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly body: string
}
export interface Answer {
  readonly status?: number
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface RecordingErp {
  readonly erp: Erp
  readonly asked: Asked[]
  /** Requests that could change something: all but GET and the known questions. */
  readonly changes: () => Asked[]
}

export async function recordingErp(
  t: TestContext,
  answer: (asked: Asked) => Answer | undefined = () => undefined
): Promise<RecordingErp> {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://erp')
      const one = {
        method: request.method ?? 'GET',
        path: url.pathname,
        query: url.searchParams,
        body: Buffer.concat(chunks).toString()
      }
      asked.push(one)
      const {
        status = 404,
        body = '',
        headers = {}
      } = answer(one) ?? { ...(one.path.endsWith('/discovery') ? { status: 200 } : {}) }
      response
        .writeHead(status, {
          'content-type': 'text/plain; charset=utf-8',
          'x-csrf-token': 'token',
          ...headers
        })
        .end(body)
    })
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const erp = createErp({
    baseUrl: `http://127.0.0.1:${port}`,
    client: '001',
    language: 'EN',
    credential: { kind: 'basic', user: 'TESTER', password: 'secret' }
  })
  t.after(async () => {
    await erp.close()
    await new Promise(resolve => {
      server.close(resolve)
    })
  })
  return { erp, asked, changes: () => asked.filter(isChange) }
}

const questions = [
  '/checkruns',
  '/cts/transportchecks',
  '/datapreview/',
  '/usageReferences',
  '/usageSnippets',
  '/navigation/',
  '/nodestructure'
]

function isChange({ method, path }: Asked): boolean {
  return method !== 'GET' && !questions.some(part => path.includes(part))
}

export const freePolicy: PolicyOptions = {
  readOnly: false,
  blockFreeSql: false,
  allowTransportableEdits: false,
  enableTransports: false,
  transportReadOnly: false,
  expert: new Set()
}

export function callerWith(...scopes: ('read' | 'write' | 'admin')[]): Caller {
  return { principal: { name: 'tester', kind: 'local' }, scopes: new Set(scopes), method: 'local' }
}

export interface BenchOptions {
  readonly erp?: Erp | undefined
  readonly policy?: Partial<PolicyOptions>
  readonly tools?: readonly Tool[]
  readonly caller?: Caller
  readonly features?: ReadonlyMap<string, 'present' | 'absent' | 'unknown'>
  readonly isMissing?: (feature: string) => boolean
  readonly limits?: ToolSession['limits']
  readonly kept?: ToolSession['kept']
  readonly journal?: Journal
  readonly approval?: ToolSession['approval']
  readonly changeSets?: ToolSession['changeSets']
  readonly twin?: ToolSession['twin']
  readonly client?: ToolSession['client']
  readonly confirmation?: NonNullable<ToolSession['confirmation']>
  readonly workspace?: string
}

export interface Bench {
  readonly session: ToolSession
  readonly events: ToolEvent[]
  readonly call: (name: string, args?: unknown, signal?: AbortSignal) => Promise<ToolResult>
}

/**
 * A session as a launcher would make it, with everything permitted that the test does not forbid.
 */
export function benchOf({
  erp,
  policy = {},
  tools = allTools,
  caller = callerWith('read', 'write', 'admin'),
  features = new Map(),
  isMissing,
  limits = { bytes: 1 << 20, rows: 1000 },
  kept,
  journal,
  approval,
  changeSets,
  twin,
  client,
  confirmation,
  workspace
}: BenchOptions = {}): Bench {
  const options = { ...freePolicy, ...policy }
  const events: ToolEvent[] = []
  const ignore = () => {}
  const session: ToolSession = {
    system: 'default',
    caller,
    registry: createRegistry(tools, {
      transportable: options.allowTransportableEdits,
      transportsEnabled: options.enableTransports,
      expert: options.expert,
      features,
      ...(isMissing === undefined ? {} : { isMissing })
    }),
    policy: createPolicy(options),
    erp() {
      if (erp === undefined) throw new Error('this test has no ERP')
      return erp
    },
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    limits,
    ...(kept === undefined ? {} : { kept }),
    ...(journal === undefined ? {} : { journal: createJournalAccess(journal) }),
    ...(approval === undefined ? {} : { approval }),
    ...(changeSets === undefined ? {} : { changeSets }),
    ...(twin === undefined ? {} : { twin }),
    ...(client === undefined ? {} : { client }),
    ...(confirmation === undefined ? {} : { confirmation }),
    ...(workspace === undefined ? {} : { workspace }),
    observers: [event => events.push(event)]
  }
  return {
    session,
    events,
    call: async (name, args = {}, signal = new AbortController().signal) =>
      await run(prepare(session, name, args), session, { signal })
  }
}

export function errorOf(result: ToolResult): { code: string; text: string } {
  if (result.kind !== 'error') {
    throw new Error(`an error was expected, not ${result.kind}: ${result.text}`)
  }
  return result
}
