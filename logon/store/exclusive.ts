/** Work that one program of a machine does at a time, such as the use of a refresh token. */
import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { setTimeout as after } from 'node:timers/promises'
import { ErpError } from '../../erp-client/index.ts'

/** A program that holds the file touches it more often than that, so that its end shows. */
const staleMs = 15_000
const touchMs = 3000
const lookMs = 50
const longestWaitMs = 60_000

/**
 * @param path of a file that is there while the work runs
 * @throws ErpError ERP_BUSY where another program does not end its work
 */
export async function exclusively<T>(path: string, work: () => Promise<T>): Promise<T> {
  const mark = randomUUID()
  const until = Date.now() + longestWaitMs
  while (!take(path, mark)) {
    if (Date.now() > until) throw busy()
    await after(lookMs)
  }
  const timer = setInterval(() => {
    touch(path)
  }, touchMs).unref()
  try {
    return await work()
  } finally {
    clearInterval(timer)
    // A program that slept for long may have lost the file to another one.
    if (contentOf(path) === mark) rmSync(path, { force: true })
  }
}

function take(path: string, mark: string): boolean {
  try {
    writeFileSync(path, mark, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const facts = statSync(path, { throwIfNoEntry: false })
  if (facts !== undefined && Date.now() - facts.mtimeMs > staleMs) clear(path, mark)
  return false
}

/** What a program that was killed has left. Of two programs that find it one removes it. */
function clear(path: string, mark: string): void {
  const aside = `${path}.${mark}`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  rmSync(aside, { force: true })
}

function touch(path: string): void {
  const now = new Date()
  try {
    utimesSync(path, now, now)
  } catch {
    /* It is gone, as the end of the work finds out. */
  }
}

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function busy(): ErpError {
  return new ErpError('ERP_BUSY', 'Another program of this user renews the log-on', {
    outcome: 'failed',
    remedy: 'Repeat the call.'
  })
}
