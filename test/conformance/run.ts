/** Runs the conformance suite against an app of ours and reads what it says. */
import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import bridge from '../../app.ts'
import type { BridgeOptions } from '../../app.ts'
import { createConformanceRegistry } from './registry.ts'

export interface Verdict {
  readonly title: string
  readonly passed: boolean
  readonly output: string
}

export const revisions = ['2026-07-28', '2025-11-25'] as const

/** What holds for the real app without any fixture of the suite. */
export const scenariosAsTheyAre: Readonly<Record<(typeof revisions)[number], readonly string[]>> = {
  '2026-07-28': [
    'tools-list',
    'dns-rebinding-protection',
    'http-header-validation',
    'server-sse-multiple-streams',
    'sep-2164-resource-not-found',
    'resources-list',
    'prompts-list',
    'input-required-result-missing-input-response',
    'input-required-result-unsupported-methods',
    'input-required-result-ignore-extra-params',
    'input-required-result-validate-input'
  ],
  '2025-11-25': [
    'server-initialize',
    'server-session-lifecycle',
    'ping',
    'logging-set-level',
    'tools-list',
    'resources-list',
    'prompts-list',
    'server-sse-multiple-streams',
    'dns-rebinding-protection'
  ]
}

const suite = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')),
  'dist/index.js'
)

/** Never rejects: a suite that cannot run is a failure with its words. */
export async function runSuite(title: string, url: URL, args: readonly string[]): Promise<Verdict> {
  return await new Promise(resolve => {
    execFile(
      process.execPath,
      [suite, 'server', '--url', url.href, ...args],
      { maxBuffer: 50_000_000, timeout: 300_000 },
      (error, stdout, stderr) => {
        resolve({ title, passed: error === null, output: `${stdout}${stderr}` })
      }
    )
  })
}

/** The app of the bridge with nothing but its registry exchanged. */
export async function startFixture(
  options: BridgeOptions = {}
): Promise<{ app: FastifyInstance; url: URL }> {
  return await startApp({ createRegistry: createConformanceRegistry, sessions: true, ...options })
}

/** The app as it is; nothing asks its ERP, which is not there. */
export async function startApp(
  options: BridgeOptions = {}
): Promise<{ app: FastifyInstance; url: URL }> {
  const app = fastify()
  await app.register(bridge, {
    url: 'http://127.0.0.1:9',
    user: 'U',
    password: 'P',
    loopback: true,
    observers: [],
    drainMs: 200,
    ...options
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return { app, url: new URL(`http://127.0.0.1:${port}/mcp`) }
}

/** All that the suite requires of a server of one revision. */
export async function runRequirements(
  revision: (typeof revisions)[number],
  fastPath: boolean
): Promise<Verdict> {
  const { app, url } = await startFixture({ fastPath })
  const verdict = await runSuite(`${revision}, fast path ${fastPath ? 'on' : 'off'}`, url, [
    '--requirements',
    revision
  ])
  await app.close()
  return verdict
}

/** What the suite says of the bridge itself. */
export async function runAsItIs(revision: (typeof revisions)[number]): Promise<Verdict[]> {
  const { app, url } = await startApp({ sessions: true })
  const verdicts: Verdict[] = []
  for (const scenario of scenariosAsTheyAre[revision]) {
    verdicts.push(
      await runSuite(`${revision} ${scenario}, the bridge as it is`, url, [
        '--scenario',
        scenario,
        '--spec-version',
        revision
      ])
    )
  }
  await app.close()
  return verdicts
}
