/** The types of `erp-bridge/tools`. */
import { describe, expect, test } from 'tstyche'
import * as tools from '../tools/index.ts'
import type {
  Caller,
  Decision,
  CallEffect,
  Expert,
  FeatureState,
  Operation,
  OperationName,
  Policy,
  PolicyOptions,
  Prepared,
  Principal,
  Registry,
  RegistryOptions,
  Scope,
  TokenSigner,
  Tool,
  ToolContext,
  ToolEvent,
  ToolListing,
  ToolResult,
  ToolSession
} from '../tools/index.ts'
import type { ErpReader } from '../erp-client/index.ts'

declare const caller: Caller
declare const registry: Registry
declare const policyOptions: PolicyOptions
declare const registryOptions: RegistryOptions

describe('the tools', () => {
  test('are a list, and a registry shows a caller those that are theirs', () => {
    expect(tools.tools).type.toBe<readonly Tool[]>()
    expect(tools.createRegistry(tools.tools, registryOptions)).type.toBe<Registry>()
    expect(registry.visible(caller)).type.toBe<readonly ToolListing[]>()
  })

  test('get a reader, and a writer only inside a change', () => {
    expect<ToolContext['erp']>().type.toBe<ErpReader>()
    expect<ToolContext>().type.not.toHaveProperty('writer')
    expect<ToolContext>().type.not.toHaveProperty('caller')
    expect<ToolContext>().type.toHaveProperty('change')
    expect<ToolSession>().type.toHaveProperty('policy')
  })

  test('name operations that exist', () => {
    expect<OperationName>().type.toBe<keyof typeof tools.operations>()
    expect<(typeof tools.operations)[OperationName]>().type.toBeAssignableTo<Operation>()
    expect<Operation>().type.not.toBe<CallEffect>()
    expect<Expert>().type.toBe<'execute' | 'debug' | 'amdp' | 'debug-change'>()
    expect<FeatureState>().type.toBe<'present' | 'absent' | 'unknown'>()
  })

  test('are decided on before they run', () => {
    expect(tools.createPolicy(policyOptions)).type.toBe<Policy>()
    expect<ReturnType<Policy['decide']>>().type.toBe<Decision>()
    expect<ReturnType<typeof tools.prepare>>().type.toBeAssignableTo<Prepared | object>()
    expect<Awaited<ReturnType<typeof tools.run>>>().type.toBeAssignableTo<ToolResult>()
    expect(tools.createTokenSigner('a secret of enough length')).type.toBe<TokenSigner>()
  })

  test('are called by callers with explicit scopes, and their events hold no arguments', () => {
    expect<Caller['principal']>().type.toBe<Principal>()
    expect<Caller['scopes']>().type.toBe<ReadonlySet<Scope>>()
    expect<ToolEvent>().type.not.toHaveProperty('arguments')
    expect<ToolEvent['outcome']>().type.toBe<'ok' | 'blocked' | 'error' | 'unknown'>()
  })
})
