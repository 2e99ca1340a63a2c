/** Tools against a sandbox of their own, reached over HTTP like any ERP. */
import assert from 'node:assert/strict'
import { createErp } from '../../../erp-client/index.ts'
import type { Erp } from '../../../erp-client/index.ts'
import { createTestSandbox } from '../../helpers/sandbox.ts'
import type { ToolResult } from '../../../tools/index.ts'
import { benchOf, errorOf } from './erp.ts'
import type { BenchOptions } from './erp.ts'

export interface SandboxBench {
  readonly erp: Erp
  call(name: string, args: unknown, signal?: AbortSignal): Promise<ToolResult>
  text(name: string, args: unknown): Promise<string>
  data(name: string, args: unknown): Promise<Record<string, unknown>>
  /** The code of the error that the call must end in. */
  code(name: string, args: unknown): Promise<string>
  close(): Promise<void>
}

/** A bench over any ERP; `options` narrows what is permitted. */
export function toolBench(
  erp: Erp,
  options: BenchOptions = {}
): Omit<SandboxBench, 'close' | 'erp'> {
  const { call } = benchOf({ limits: { bytes: 1 << 20, rows: 1000 }, ...options, erp })
  return {
    call,
    async text(name, args) {
      const result = await call(name, args)
      assert.ok(result.kind === 'text' || result.kind === 'data', result.text)
      return result.text
    },
    async data(name, args) {
      const result = await call(name, args)
      if (result.kind !== 'data') assert.fail(`data expected, not ${result.kind}: ${result.text}`)
      return { ...result.data }
    },
    code: async (name, args) => errorOf(await call(name, args)).code
  }
}

export async function startSandboxBench(options: BenchOptions = {}): Promise<SandboxBench> {
  const sandbox = await createTestSandbox({
    users: [{ name: 'DEVELOPER', password: 'secret-1', fullName: 'One' }]
  })
  const erp = createErp({
    baseUrl: sandbox.url,
    client: sandbox.client,
    language: 'EN',
    credential: { kind: 'basic', user: 'DEVELOPER', password: 'secret-1' }
  })
  return {
    erp,
    ...toolBench(erp, options),
    async close() {
      await erp.close()
      await sandbox.close()
    }
  }
}
