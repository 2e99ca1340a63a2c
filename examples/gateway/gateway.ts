/**
 * A company's own gateway: it authenticates clients itself, serves two ERP systems under two
 * prefixes, and has its own metrics. Inside the project the package is imported by its files;
 * elsewhere it is `from 'erp-bridge'`.
 */
import fastify from 'fastify'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, Registry } from 'prom-client'
import bridge, { callerOf, redactPaths } from '../../index.ts'
import type { BridgeOptions, Caller, ToolEvent } from '../../index.ts'

export interface Employee {
  readonly name: string
  readonly mayWrite: boolean
}

export interface GatewayOptions {
  /** Keyed by the session token that the gateway's own log-on issues. */
  readonly employees: ReadonlyMap<string, Employee>
  readonly development: Pick<BridgeOptions, 'url' | 'user' | 'password'>
  readonly production: Pick<BridgeOptions, 'url' | 'user' | 'password'>
  readonly onToolCall?: (system: string, event: ToolEvent) => void
}

declare module 'fastify' {
  interface FastifyRequest {
    employee: Employee | null
  }
}

/** The server does not listen yet: call `listen`, and `close` at the end of the process. */
export async function createGateway({
  employees,
  development,
  production,
  onToolCall
}: GatewayOptions): Promise<FastifyInstance> {
  const register = new Registry()
  const app = fastify({
    logger: { level: 'warn', redact: [...redactPaths] },
    trustProxy: 'loopback',
    bodyLimit: 16_777_216
  })

  const requests = new Counter({
    name: 'gateway_requests_total',
    help: 'Requests of the gateway',
    labelNames: ['status'],
    registers: [register]
  })
  app.addHook('onResponse', async (_request, reply) => {
    requests.inc({ status: reply.statusCode })
  })

  // The gateway's own log-on: hooks of the host run before those of the bridges.
  app.decorateRequest('employee', null)
  app.addHook('onRequest', async request => {
    request.employee = employees.get(request.headers['x-session'] as string) ?? null
  })

  const shared: BridgeOptions = { auth: { caller: callerFrom }, policy: 'development' }
  await app.register(bridge, {
    ...shared,
    ...development,
    prefix: '/development',
    metrics: { register, bridge: 'development' },
    observers: [event => onToolCall?.('development', event)]
  })
  await app.register(bridge, {
    ...shared,
    ...production,
    prefix: '/production',
    policy: 'reading',
    metrics: { register, bridge: 'production' },
    observers: [event => onToolCall?.('production', event)]
  })

  app.get('/health', async () => ({ status: 'ok' }))
  app.get('/metrics', async (_request, reply) =>
    reply.type(register.contentType).send(await register.metrics())
  )
  app.get('/whoami', async request => ({
    employee: request.employee?.name ?? null,
    caller: callerOf(request)?.principal.name ?? null
  }))
  return app
}

/** Null for an unknown client: the bridge then answers 401. */
function callerFrom({ employee }: FastifyRequest): Caller | null {
  if (employee === null) return null
  return {
    principal: { name: employee.name, kind: 'user' },
    scopes: new Set(employee.mayWrite ? ['read', 'write'] : ['read']),
    method: 'host'
  }
}
