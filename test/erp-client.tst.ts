/** The types of `erp-bridge/erp-client`. */
import { describe, expect, test } from 'tstyche'
import * as client from '../erp-client/index.ts'
import type {
  ConnectionLimiter,
  Credential,
  RequestEffect,
  Erp,
  ErpErrorCode,
  ErpCallMetrics,
  ErpLog,
  ErpOptions,
  ErpReader,
  ErpRequest,
  ErpResponse,
  ErpSession,
  ErpSystem,
  ErpWriter,
  LockFacts,
  ObjectHit,
  ObjectRef,
  ObjectTypeRow,
  Source,
  SourceArgs,
  TableResult,
  Transport,
  UnitResult,
  VersionOptions
} from '../erp-client/index.ts'

declare const erp: Erp
declare const options: ErpOptions
declare const ref: ObjectRef

describe('the ERP client', () => {
  test('is made from options and has a reader and a writer', () => {
    expect(client.createErp(options)).type.toBe<Erp>()
    expect(erp.reader).type.toBe<ErpReader>()
    expect(erp.writer).type.toBe<ErpWriter>()
    expect<ErpWriter>().type.toBeAssignableTo<ErpReader>()
    expect<ErpReader>().type.not.toBeAssignableTo<ErpWriter>()
    expect(erp.close()).type.toBe<Promise<void>>()
    expect<ErpSystem['sandbox']>().type.toBe<boolean | undefined>()
    expect(client.createConnectionLimiter({ connections: 1 })).type.toBe<ConnectionLimiter>()
  })

  test('needs exactly one log-on, whole', () => {
    expect<Credential>().type.toBeAssignableFrom<{
      kind: 'basic'
      user: string
      password: string
    }>()
    expect<Credential>().type.not.toBeAssignableFrom<{ kind: 'basic'; user: string }>()
    expect<Credential>().type.not.toBeAssignableFrom<{ kind: 'none' }>()
  })

  test('every request declares its effect, and a reader sends none that changes', () => {
    expect<RequestEffect>().type.toBe<'none' | 'change'>()
    expect<ErpRequest['effect']>().type.toBe<RequestEffect>()
    expect(erp.reader.request).type.not.toBeCallableWith({
      operation: 'source.write',
      effect: 'change',
      method: 'POST',
      path: '/'
    } as ErpRequest & { effect: 'change' })
    expect(erp.writer.request).type.toBeCallableWith({
      operation: 'source.write',
      effect: 'change',
      method: 'POST',
      path: '/'
    })
    expect<ReturnType<ErpSession['request']>>().type.toBe<Promise<ErpResponse>>()
    expect<ErpCallMetrics>().type.toBe<{
      readonly operation: string
      readonly effect: RequestEffect
      readonly status: number | undefined
      readonly ms: number
    }>()
    expect<NonNullable<ErpOptions['log']>>().type.toBe<ErpLog>()
  })

  test('gives values and not answers', () => {
    expect(client.readSource(erp.reader, { ref })).type.toBe<Promise<Source>>()
    expect<SourceArgs['version']>().type.toBe<VersionOptions | undefined>()
    expect(client.packageContents(erp.reader, { package: '$TMP' })).type.toBeAssignableTo<
      Promise<{ readonly objects: readonly ObjectHit[]; readonly subPackages: readonly string[] }>
    >()
    expect<Awaited<ReturnType<typeof client.runSql>>>().type.toBe<TableResult>()
    expect<Awaited<ReturnType<typeof client.runUnitTests>>>().type.toBeAssignableTo<UnitResult>()
    expect<Awaited<ReturnType<typeof client.readTransport>>>().type.toBeAssignableTo<Transport>()
    expect(client.objectTypes).type.toBe<readonly ObjectTypeRow[]>()
    expect<LockFacts['ref']>().type.toBe<ObjectRef>()
  })

  test('changes only with a writer', () => {
    expect<Parameters<typeof client.changeSource>[0]>().type.toBe<ErpWriter>()
    expect<Parameters<typeof client.createObject>[0]>().type.toBe<ErpWriter>()
    expect<Parameters<typeof client.deleteObject>[0]>().type.toBe<ErpWriter>()
    expect<Parameters<typeof client.activate>[0]>().type.toBe<ErpWriter>()
  })

  test('fails with codes of one table', () => {
    expect<ErpErrorCode>().type.toBe<keyof typeof client.errorTable>()
    const error: unknown = undefined
    if (client.isErpError(error)) {
      expect(error.code).type.toBe<ErpErrorCode>()
      expect(error.outcome).type.toBe<'failed' | 'unknown' | undefined>()
    }
    expect(client.isErpError).type.not.toBeCallableWith(error, 'ERP_NO_SUCH_CODE')
  })
})
