/** Makes a change of several files atomic: a crash leaves the old or the new state. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  rmdirSync,
  writeFileSync
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { StoreError } from './errors.ts'
import type { Change } from './model.ts'
import type { JournalEntry, State } from './state.ts'

/**
 * Every boundary between two steps of a change; a test may stop there and inspect what a crash
 * would leave.
 */
export type Step = 'started' | 'recorded' | 'written' | 'placed' | 'cleared'

const byteOrderMark = '\uFEFF'

export interface Journal {
  /**
   * Makes the change happen, all of it or none; throws StoreError `STORAGE` when nothing could be
   * recorded.
   */
  commit(change: Change, also?: () => void): void
  /** Finishes what a crash left; called once at start. */
  recover(): void
}

/** abapGit writes its XML with a byte-order mark; a file that came without one stays so. */
function encoded(path: string, text: string): Uint8Array {
  const marked =
    path.endsWith('.xml') &&
    (!existsSync(path) || readFileSync(path, 'utf8').startsWith(byteOrderMark))
  return Buffer.from(marked ? byteOrderMark + text : text)
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** A folder and those above it, up to `top`. */
function between(folder: string, top: string): string[] {
  return folder === top || folder.length < top.length
    ? [folder]
    : [folder, ...between(dirname(folder), top)]
}

/** Folders that a removal left empty go too, up to the data directory. */
function prune(folder: string, top: string): void {
  for (let at = folder; at.startsWith(top) && dirname(at) !== top && at !== top; at = dirname(at)) {
    try {
      rmdirSync(at)
    } catch {
      return
    }
  }
}

/**
 * The order that makes a change whole: bookkeeping and new file contents go into one database
 * transaction, whose commit decides; then the files are put in place one by one, each by a rename;
 * then the contents are cleared from the database. A crash before the commit leaves everything old,
 * a crash after it is finished at the next start.
 */
export function createJournal(options: {
  state: State
  dataDir: string
  durable: boolean
  onStep?: ((step: Step) => void) | undefined
}): Journal {
  const { state, dataDir, durable } = options
  const step = options.onStep ?? (() => {})
  const temporary = join(dataDir, '.sandbox', 'tmp')
  let pending = true

  /** Puts one file in place; answers the folders whose entries changed by it. */
  function place({ path, content, id }: JournalEntry): string[] {
    const target = join(dataDir, path)
    if (content === undefined) {
      rmSync(target, { force: true })
      prune(dirname(target), dataDir)
      step('placed')
      return [dirname(target)]
    }
    const written = join(temporary, `${id}-${basename(target)}`)
    writeFileSync(written, content, { flush: durable })
    step('written')
    const made = mkdirSync(dirname(target), { recursive: true })
    renameSync(written, target)
    step('placed')
    return made === undefined
      ? [dirname(target)]
      : [...between(dirname(target), made), dirname(made)]
  }

  function finish(): void {
    const entries = state.journal()
    const folders = new Set(entries.flatMap(place))
    if (durable) for (const folder of folders) if (existsSync(folder)) syncFolder(folder)
    if (entries.length > 0) state.clearJournal()
    pending = false
  }

  function record(change: Change): void {
    for (const { path, text } of change.files) {
      state.addJournal(path, text === undefined ? undefined : encoded(join(dataDir, path), text))
    }
    for (const key of change.removed ?? []) state.remove(key)
    for (const version of change.versions ?? []) state.addVersion(version)
    for (const object of change.saved ?? []) state.save(object)
    change.alongside?.()
    step('recorded')
  }

  return {
    recover() {
      rmSync(temporary, { recursive: true, force: true })
      mkdirSync(temporary, { recursive: true })
      finish()
    },
    commit(change, also) {
      try {
        if (pending) finish()
      } catch (cause) {
        throw new StoreError(
          'STORAGE',
          'An earlier change cannot be written to the data directory yet, so nothing was changed',
          { cause }
        )
      }
      step('started')
      try {
        state.transaction(() => record(change))
      } catch (cause) {
        throw new StoreError(
          'STORAGE',
          'The change could not be recorded, so nothing was changed',
          { cause }
        )
      }
      pending = true
      also?.()
      try {
        finish()
        step('cleared')
      } catch {
        // The change is recorded and will be finished before the next one or at the next start: it
        // did happen.
      }
    }
  }
}
