/** A PostgreSQL of Debian, started for the tests of one file. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPostgres } from '../../journal/postgres/database.ts'
import { freePort } from '../helpers/process.ts'

/** The programs are not on the path; the newest version is taken. */
const versions = '/usr/lib/postgresql'

/** The server refuses to run as root. */
function account(): { readonly uid?: number; readonly gid?: number } {
  if (userInfo().uid !== 0) return {}
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

export interface PostgresServer {
  /** @returns the address of an empty database */
  freshDatabase(): string
  stop(): Promise<void>
}

export async function startPostgres(): Promise<PostgresServer> {
  const [version = ''] = readdirSync(versions).toSorted().toReversed()
  const programs = join(versions, version, 'bin')
  const as = account()
  const folder = mkdtempSync(join(tmpdir(), 'erp-bridge-postgres-'))
  if (as.uid !== undefined && as.gid !== undefined) chownSync(folder, as.uid, as.gid)
  const data = join(folder, 'data')
  const made = { ...as, cwd: folder, stdio: 'ignore' } as const
  execFileSync(join(programs, 'initdb'), ['-D', data, '-U', 'bridge', '--auth=trust'], made)
  const port = await freePort()
  const args = ['-D', data, '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1']
  const server = spawn(join(programs, 'postgres'), args, made)
  const ended = once(server, 'exit')
  const stop = async () => {
    server.kill('SIGINT')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const addressOf = (database: string) => `postgres://bridge@127.0.0.1:${port}/${database}`
  let databases = 0
  const freshDatabase = () => {
    const name = `journal_${++databases}`
    const run = { cwd: folder, stdio: 'pipe' } as const
    const named = ['-h', '127.0.0.1', '-p', String(port), '-U', 'bridge', name]
    execFileSync(join(programs, 'createdb'), named, run)
    return addressOf(name)
  }
  for (let tries = 0; tries < 200; tries++) {
    try {
      await (await openPostgres(addressOf('postgres'))).close()
      return { freshDatabase, stop }
    } catch {
      await sleep(50)
    }
  }
  await stop()
  throw new Error('the server does not start')
}
