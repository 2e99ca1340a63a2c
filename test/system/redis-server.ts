/** A Redis of Debian, started for one test. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { freePort } from '../helpers/process.ts'

export interface RedisServer {
  readonly url: string
  readonly stop: () => Promise<void>
  /** Begins again at the same address, without data. */
  readonly start: () => Promise<void>
}

export async function startRedis(t: TestContext): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'erp-bridge-redis-'))
  const port = await freePort()
  const url = `redis://:redis-secret@127.0.0.1:${port}`
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder]
  let stop = async () => {}
  const start = async () => {
    const server = spawn('redis-server', [...args, '--requirepass', 'redis-secret'], {
      stdio: 'ignore'
    })
    stop = async () => {
      if (server.exitCode !== null || server.signalCode !== null) return
      server.kill('SIGKILL')
      await once(server, 'exit')
    }
    const probe = new Redis(url, { retryStrategy: () => 50 })
    probe.on('error', () => {})
    for (let tries = 0; tries < 100 && (await probe.ping().catch(() => '')) !== 'PONG'; tries++) {
      await sleep(50)
    }
    probe.disconnect()
  }
  t.after(async () => {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  })
  await start()
  return { url, start, stop: async () => await stop() }
}
