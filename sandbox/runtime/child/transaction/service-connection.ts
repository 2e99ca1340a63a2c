/**
 * Rows that a program commits on a second connection to the database. A run has one connection, so
 * that these changes are made again after a rollback, and committed.
 */
import type { Host } from '../bridge.ts'

export interface ServiceConnection {
  /** Changes belong to the second connection until `end`. */
  begin(): void
  end(): void
}

export interface ServiceChanges {
  readonly connection: ServiceConnection
  /** A change was made. */
  note(sql: string, values: string): void
  /** All changes are committed. */
  forget(): void
  /** Undoes what was changed on the first connection alone. */
  rollback(): void
  /** Ends the run; whether changes of the first connection were not committed. */
  settle(): boolean
}

export function createServiceChanges(host: Host): ServiceChanges {
  let changes: { readonly sql: string; readonly values: string }[] = []
  let isOpen = false
  let hasOthers = false
  const forget = (): void => {
    changes = []
    hasOthers = false
  }
  const rollback = (): void => {
    host.transaction('rollback')
    if (changes.length === 0) return
    for (const { sql, values } of changes) host.sql('run', sql, values)
    host.transaction('commit')
    forget()
  }
  return {
    connection: {
      begin() {
        isOpen = true
      },
      end() {
        isOpen = false
      }
    },
    note(sql, values) {
      if (isOpen) changes.push({ sql, values })
      else hasOthers = true
    },
    forget,
    rollback,
    settle() {
      if (changes.length === 0) return host.transaction('settle')
      const isUncommitted = hasOthers
      rollback()
      host.transaction('settle')
      return isUncommitted
    }
  }
}
