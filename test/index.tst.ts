/** The types that a host program works with. */
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { Registry as MetricsRegistry } from 'prom-client'
import { describe, expect, test } from 'tstyche'
import bridge, { ConfigError, bridge as named, callerOf, discovery, redactPaths } from '../index.ts'
import type {
  BridgeOptions,
  Caller,
  ConfigOptions,
  HostCaller,
  ProxySettings,
  Scope,
  Settings,
  Tool,
  ToolEvent
} from '../index.ts'

declare const app: FastifyInstance
declare const request: FastifyRequest

describe('the package', () => {
  test('is two plugins that take the same options', () => {
    expect(bridge).type.toBeAssignableTo<FastifyPluginAsync<BridgeOptions>>()
    expect(named).type.toBe<typeof bridge>()
    expect(discovery).type.toBeAssignableTo<FastifyPluginAsync<BridgeOptions>>()
    expect(
      app.register(bridge, { url: 'https://e:1', user: 'U', password: 'P', prefix: '/erp' })
    ).type.toBeAssignableTo<PromiseLike<undefined>>()
    expect(app.register).type.not.toBeCallableWith(bridge, { url: 1 })
  })

  test('has the settings by name, without those of a launcher', () => {
    expect<BridgeOptions>().type.toBeAssignableTo<ConfigOptions>()
    expect<ConfigOptions>().type.toBeAssignableFrom<{ readOnly: true; allowedPackages: string[] }>()
    expect<ConfigOptions>().type.not.toHaveProperty('httpAddr')
    expect<ConfigOptions>().type.not.toHaveProperty('adminAddr')
    expect<Settings['readOnly']>().type.toBe<boolean>()
    expect<ProxySettings>().type.toHaveProperty('https')
    expect(redactPaths).type.toBe<readonly string[]>()
    expect<ConfigError['problems']>().type.toBe<readonly string[]>()
  })

  test('lets a host bring its callers, observers, metrics and tools', () => {
    expect<NonNullable<BridgeOptions['auth']>['caller']>().type.toBe<HostCaller>()
    expect<HostCaller>().type.toBe<(request: FastifyRequest) => Caller | null>()
    expect(callerOf(request)).type.toBe<Caller | null>()
    expect<Caller['scopes']>().type.toBe<ReadonlySet<Scope>>()
    expect<Scope>().type.toBe<'read' | 'write' | 'admin'>()
    expect<NonNullable<BridgeOptions['observers']>[number]>().type.toBe<
      (event: ToolEvent) => void
    >()
    expect<ToolEvent['outcome']>().type.toBe<'ok' | 'blocked' | 'error' | 'unknown'>()
    expect<NonNullable<BridgeOptions['metrics']>['register']>().type.toBe<MetricsRegistry>()
    expect<NonNullable<BridgeOptions['tools']>[number]>().type.toBe<Tool>()
  })
})
