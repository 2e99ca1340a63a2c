/** Logs which objects and files of a data folder are not served. */
import type { Store } from '../types.ts'

export interface Log {
  info(message: string): void
  warn(message: string): void
  error(message: string, cause?: unknown): void
}

const MAX_LISTED_OBJECTS = 20

/** Logs which objects of the folder are not served, and which files cannot be read. */
export function logUnsupportedObjects(store: Store, log: Log): void {
  logLeftOut(store, log)
  const foreign = store.foreign()
  if (foreign.length > 0) {
    log.warn(
      `The sandbox does not keep ${foreign.length} of the objects in ${store.dataDir}; their files stay as they are: ${abbreviated(foreign).join(', ')}`
    )
  }
  const hidden = store.hidden().map(({ type, name }) => `${type} ${name}`)
  if (hidden.length > 0) {
    log.warn(
      `Every system has objects with the names of ${hidden.length} of the objects in ${store.dataDir}; programs run with those of the system: ${abbreviated(hidden).join(', ')}`
    )
  }
  const unreadable = store.unreadable().map(({ file, reason }) => `${file} (${reason})`)
  if (unreadable.length > 0) {
    log.warn(
      `The sandbox cannot read ${unreadable.length} of the files in ${store.dataDir}; their objects are there as far as their sources tell: ${abbreviated(unreadable).join(', ')}`
    )
  }
}

/** Logs what of the mounted folders is not there. */
function logLeftOut(store: Store, log: Log): void {
  for (const { folder, entries } of store.library.leftOut) {
    log.warn(
      `Of the library ${folder}, ${entries.length} ${entries.length === 1 ? 'entry is' : 'entries are'} left out: ${abbreviated(entries).join(', ')}`
    )
  }
}

function abbreviated(all: readonly string[]): string[] {
  return all.length > MAX_LISTED_OBJECTS
    ? [
        ...all.slice(0, MAX_LISTED_OBJECTS - 1),
        `${all[MAX_LISTED_OBJECTS - 1]} and ${all.length - MAX_LISTED_OBJECTS} more`
      ]
    : [...all]
}
