/** Runs that go on after the answer to the request that started them, with their results. */
import { randomBytes } from 'node:crypto'

export interface BackgroundRun<T> {
  readonly id: string
  readonly user: string
  readonly startedAt: number
  readonly state: 'running' | 'finished' | 'aborted'
  /** 0 while it runs. */
  readonly endedAt: number
  readonly result: T | undefined
}

/** The newest runs of one kind, in memory. */
export interface BackgroundRuns<T> {
  start(user: string, work: () => Promise<T>): string
  get(id: string): BackgroundRun<T> | undefined
  /** Waits for the end of a run, at most so long. */
  settled(id: string, milliseconds: number): Promise<void>
}

const MAX_RUNS = 50

export function createBackgroundRuns<T>(): BackgroundRuns<T> {
  const runs = new Map<string, BackgroundRun<T>>()
  const ends = new Map<string, Promise<void>>()
  const drop = () => {
    for (const [id, { state }] of runs) {
      if (runs.size <= MAX_RUNS) return
      if (state === 'running') continue
      runs.delete(id)
      ends.delete(id)
    }
  }
  return {
    start(user, work) {
      // an identifier that looks like a number (`12E34…`) is one to some clients
      const id = 'A' + randomBytes(16).toString('hex').toUpperCase().slice(1)
      const run = { id, user, startedAt: Date.now() }
      runs.set(id, { ...run, state: 'running', endedAt: 0, result: undefined })
      const end = (state: 'finished' | 'aborted', result: T | undefined) => {
        runs.set(id, { ...run, state, endedAt: Date.now(), result })
      }
      ends.set(
        id,
        work().then(
          result => end('finished', result),
          () => end('aborted', undefined)
        )
      )
      drop()
      return id
    },
    get: id => runs.get(id.toUpperCase()),
    async settled(id, milliseconds) {
      const late = new Promise<void>(resolve => {
        setTimeout(resolve, milliseconds).unref()
      })
      await Promise.race([ends.get(id.toUpperCase()), late])
    }
  }
}
