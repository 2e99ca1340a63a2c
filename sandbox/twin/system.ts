/** The ABAP system of one check: empty, without users that could log on, in a folder of its own. */
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createEngine } from '../engine/index.ts'
import { createBrowserLogon } from '../http/logon/browser-logon.ts'
import { standaloneIdentity } from '../identity.ts'
import { loadKernel } from '../kernel/index.ts'
import { createSystem } from '../system.ts'
import type { System } from '../system.ts'

/** A source that takes longer, or more memory, is set aside by the engine and reported. */
const engineLimits = { stallMilliseconds: 20_000, memoryMegabytes: 1024 }

const quiet = { info() {}, warn() {}, error() {} }

/** @param folder an empty folder that the caller removes */
export async function openTwinSystem(folder: string): Promise<System> {
  const seed = join(folder, 'seed')
  mkdirSync(join(seed, 'src'), { recursive: true })
  const password = randomBytes(16).toString('hex')
  return await createSystem({
    dataDir: join(folder, 'data'),
    seed,
    users: [{ name: 'TWIN', password, fullName: 'TWIN' }],
    log: quiet,
    browserLogon: createBrowserLogon({
      page: undefined,
      identity: standaloneIdentity,
      now: Date.now
    }),
    contextMilliseconds: 60_000,
    durable: false,
    parts: { engine: createEngine({ library: loadKernel(), limits: engineLimits }) }
  })
}
