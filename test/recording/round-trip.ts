/** Calls of all tools on a sandbox that is recorded, and the same calls on the replay of the recording. */
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ErpExchange } from '../../erp-client/index.ts'
import { sanitizeExchange } from '../../recording/exchange.ts'
import { createRecorder } from '../../recording/recorder.ts'
import type { Recorder } from '../../recording/recorder.ts'
import { loadRecording } from '../../recording/replay/load.ts'
import type { Recording } from '../../recording/replay/load.ts'
import { serveRecording } from '../../recording/replay/server.ts'
import { tlsSettings } from '../../sandbox/http/logon/tls.ts'
import { createSanitizer } from '../../recording/sanitize/sanitizer.ts'
import type { Sanitizer } from '../../recording/sanitize/sanitizer.ts'
import type { Release } from '../../sandbox/releases.ts'
import type { ToolResult } from '../../tools/index.ts'
import type { MatrixCall } from '../tools/releases/calls.ts'
import { filledSandbox, worldAt } from '../tools/releases/world.ts'
import type { World } from '../tools/releases/world.ts'

export interface RoundTrip {
  readonly recording: Recording
  /** What each call gave at the sandbox, as the replay has to give it, and what it gave there. */
  readonly pairs: readonly Pair[]
  readonly misses: readonly string[]
  /** Knows the replacements of the recording. */
  readonly mirror: Sanitizer
  remove(): void
}

export interface Pair {
  readonly call: MatrixCall
  readonly expected: ToolResult
  readonly actual: ToolResult
  readonly misses: readonly string[]
}

interface Made {
  readonly call: MatrixCall
  readonly args: object
  readonly result: ToolResult
}

const key = Buffer.from('replacements that the test can foretell')

export async function roundTrip(
  release: Release,
  calls: readonly MatrixCall[],
  sources: boolean
): Promise<RoundTrip> {
  const directory = await mkdtemp(join(tmpdir(), 'round-trip-'))
  const mirror = createSanitizer({ key, sources })
  for (const user of ['DEVELOPER', 'OTHER']) mirror.user(user)
  const { path, made } = await record({ release, calls, sources, directory, mirror })
  const recording = loadRecording(path)
  const misses: string[] = []
  const pairs = await replayCalls({ release, recording, made, mirror, misses })
  const remove = () => rmSync(directory, { recursive: true, force: true })
  return { recording, pairs, misses, mirror, remove }
}

interface Recorded {
  readonly release: Release
  readonly calls: readonly MatrixCall[]
  readonly sources: boolean
  readonly directory: string
  readonly mirror: Sanitizer
}

async function record({ release, calls, sources, directory, mirror }: Recorded) {
  const sandbox = await filledSandbox(release)
  let recorder: Recorder | undefined
  let stopped: string | undefined
  const see = (exchange: ErpExchange) => {
    recorder ??= createRecorder({
      ...{ directory, name: 'default', origin: exchange.origin, client: '001', sources, key },
      recorder: 'test',
      users: ['DEVELOPER', 'OTHER'],
      limits: { closeMs: 60_000 },
      onStop: reason => {
        stopped = reason
      }
    })
    recorder.exchange(exchange)
    // What the thread learns, the test has to know as well.
    sanitizeExchange(exchange as Parameters<typeof sanitizeExchange>[0], 1, {
      sanitizer: mirror,
      mostBytes: 4_000_000
    })
  }
  const world = await worldAt(release, {
    ...sandbox.options,
    exchanges: { identity: ({ user = '' }) => mirror.user(user), exchange: see }
  })
  const made: Made[] = []
  for (const call of calls) made.push(await make(call, world))
  await world.close()
  await sandbox.close()
  await recorder?.close()
  if (recorder === undefined || (stopped !== undefined && stopped !== 'closed')) {
    throw new Error(`nothing was recorded: ${stopped}`)
  }
  return { path: recorder.path, made }
}

async function make(call: MatrixCall, world: World): Promise<Made> {
  const { name, first } = call
  const [tool = ''] = name.split(' ')
  await first?.(world).catch(() => {})
  const args = await argumentsOf(call, world)
  return { call, args, result: await world.call(tool, args) }
}

/** A call that cannot be prepared on this release is made without its arguments. */
async function argumentsOf({ args }: MatrixCall, world: World): Promise<object> {
  if (typeof args !== 'function') return args
  try {
    return await args(world)
  } catch {
    return {}
  }
}

interface Replayed {
  readonly release: Release
  readonly recording: Recording
  readonly made: readonly Made[]
  readonly mirror: Sanitizer
  readonly misses: string[]
}

async function replayCalls({ release, recording, made, mirror, misses }: Replayed) {
  // Releases below 7.51 keep no locks over plain HTTP, so that the address has to be of TLS too.
  const folder = await mkdtemp(join(tmpdir(), 'replay-'))
  const { server, caFile } = await tlsSettings({}, folder, [])
  const replay = await serveRecording(recording, {
    onMiss: words => misses.push(words),
    tls: { cert: String(server.cert), key: String(server.key) }
  })
  const replace = <T>(value: T): T => {
    const text = mirror.body(JSON.stringify(value), { path: '', mediaType: 'application/json' })
    return JSON.parse(text) as T
  }
  const world = await worldAt(release, {
    baseUrl: replay.url,
    caFile,
    client: replay.client,
    credential: { kind: 'basic', user: mirror.text('DEVELOPER'), password: 'any' }
  })
  const replaced: World = {
    ...world,
    call: async (tool, args) => await world.call(tool, replace(args)),
    done: async (tool, args) => await world.done(tool, replace(args))
  }
  const pairs: Pair[] = []
  for (const { call, args, result } of made) {
    const before = misses.length
    const [tool = ''] = call.name.split(' ')
    await call.first?.(replaced).catch(() => {})
    // The requests of the preparation count; its arguments are those of the recording.
    await argumentsOf(call, replaced)
    const actual = await world.call(tool, replace(args))
    pairs.push({ call, expected: result, actual, misses: misses.slice(before) })
  }
  await world.close()
  await replay.close()
  rmSync(folder, { recursive: true, force: true })
  return pairs
}
