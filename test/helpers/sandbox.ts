/** The sandbox as a test's ERP: its engine starts when a request needs it. */
import { createSandbox } from '../../sandbox/server.ts'
import type { Sandbox, SandboxOptions } from '../../sandbox/server.ts'
import { createLazyEngine } from '../../sandbox/test/http/lazy-engine.ts'

/** As `createSandbox`, without the seconds that the engine takes to read its library. */
export function createTestSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  return createSandbox({ ...options, parts: { engine: createLazyEngine(), ...options.parts } })
}
