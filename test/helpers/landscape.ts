/** Several stub ERP systems behind one bridge with a systems file, and callers with named keys. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import bridge, { discovery } from '../../app.ts'
import type { BridgeOptions } from '../../app.ts'
import { makeKey } from '../../plugins/auth/named-keys.ts'
import type { NamedKey } from '../../plugins/auth/named-keys.ts'
import type { ServedSystems } from '../../systems/landscape.ts'
import type { ToolEvent } from '../../tools/index.ts'
import { call, post } from './bridge-app.ts'
import type { RpcAnswer } from './bridge-app.ts'
import { createStubErp } from './stub-erp.ts'
import type { StubErp } from './stub-erp.ts'

export const systemNames = ['dev', 'qas', 'prd', 'edu', 'sbx'] as const

export interface LandscapeFile {
  readonly path: string
  readonly folder: string
  /** Writes the file; the systems are entries by name. */
  write(systems: Readonly<Record<string, object>>, more?: object): void
  /** Writes any text. */
  damage(text: string): void
  /** Writes a file beside it. @returns its path */
  beside(name: string, text: string): string
}

export function createLandscapeFile(t: TestContext): LandscapeFile {
  const folder = mkdtempSync(join(tmpdir(), 'erp-bridge-landscape-'))
  t.after(() => {
    rmSync(folder, { recursive: true })
  })
  const path = join(folder, 'systems.json')
  const beside = (name: string, text: string) => {
    writeFileSync(join(folder, name), text, { mode: 0o600 })
    return join(folder, name)
  }
  return {
    path,
    folder,
    beside,
    damage: text => {
      writeFileSync(path, text)
    },
    write: (systems, more = {}) => {
      const [first] = Object.keys(systems)
      writeFileSync(path, JSON.stringify({ default: first, ...more, systems }))
    }
  }
}

/** The entry of a stub ERP; its password stands in a file. */
export function entryOf(file: LandscapeFile, erp: StubErp, more: object = {}): object {
  const passwordFile = file.beside(`${erp.name}.password`, erp.password)
  return { url: erp.url, user: erp.user, passwordFile, ...more }
}

export interface LandscapeApp {
  readonly app: FastifyInstance
  /** Of the server, without a path. */
  readonly origin: string
  readonly systems: ServedSystems
  readonly events: ToolEvent[]
  urlOf(system?: string): URL
}

export async function listenTo(
  t: TestContext,
  file: LandscapeFile,
  options: BridgeOptions = {},
  app: FastifyInstance = fastify()
): Promise<LandscapeApp> {
  const events: ToolEvent[] = []
  let systems: ServedSystems | undefined
  const given: BridgeOptions = {
    systemsFile: file.path,
    loopback: true,
    observers: [event => events.push(event)],
    drainMs: 200,
    onSystems: served => {
      systems = served
    },
    ...options
  }
  await app.register(discovery, given)
  await app.register(bridge, given)
  t.after(() => app.close())
  await app.listen({ host: '127.0.0.1', port: 0 })
  if (systems === undefined) throw new TypeError('a bridge without systems')
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const urlOf = (system?: string) =>
    new URL(`${origin}${options.prefix ?? ''}/mcp${system === undefined ? '' : `/${system}`}`)
  return { app, origin, systems, events, urlOf }
}

export interface Landscape extends LandscapeApp {
  readonly file: LandscapeFile
  readonly erps: Readonly<Record<(typeof systemNames)[number], StubErp>>
}

/** Five stub systems behind one bridge. `prepare` runs before the bridge starts. */
export async function fiveSystems(
  t: TestContext,
  options: BridgeOptions = {},
  { app, prepare }: { app?: FastifyInstance; prepare?: (erps: Landscape['erps']) => void } = {}
): Promise<Landscape> {
  const file = createLandscapeFile(t)
  const made = await Promise.all(systemNames.map(async name => await createStubErp(t, name)))
  file.write(Object.fromEntries(made.map(erp => [erp.name, entryOf(file, erp)])))
  const erps = Object.fromEntries(made.map(erp => [erp.name, erp])) as Landscape['erps']
  prepare?.(erps)
  return { ...(await listenTo(t, file, options, app)), file, erps }
}

export interface KeyHolder {
  readonly name: string
  readonly headers: { readonly authorization: string }
  readonly entry: NamedKey
}

export function keyHolder(name: string, more: Partial<NamedKey> = {}): KeyHolder {
  const { key, hash } = makeKey()
  const entry: NamedKey = { name, hash, scopes: ['read', 'write', 'admin'], ...more }
  return { name, headers: { authorization: `Bearer ${key}` }, entry }
}

export function keysFileOf(file: LandscapeFile, holders: readonly KeyHolder[]): string {
  return file.beside('keys.json', JSON.stringify({ keys: holders.map(({ entry }) => entry) }))
}

export const textOf = ({ body }: RpcAnswer): string =>
  (body.result?.['content'] as { text: string }[] | undefined)?.[0]?.text ?? JSON.stringify(body)

/** Reads a program at the ERP; the answer has the mark of the system. */
export async function read(
  url: URL,
  object: string,
  headers: Record<string, string> = {}
): Promise<string> {
  return textOf(await post(url, call('ERPRead', { type: 'PROG', name: object }), headers))
}
