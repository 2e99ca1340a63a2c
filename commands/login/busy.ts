/** A log-on is not replaced while a change runs in it: its lock would stay behind. */
import { ErpError } from '../../erp-client/index.ts'
import { sessionName } from '../../logon/kept-sessions.ts'
import type { CommandIo } from '../command.ts'
import type { Place } from './arguments.ts'

/** @throws ErpError ERP_LOCKED */
export function assertIdle({ store, place }: Place, { processes }: CommandIo): void {
  const busy = store.busy(sessionName(place), id => processes?.isAlive(id) === true)
  if (busy.length === 0) return
  throw new ErpError(
    'ERP_LOCKED',
    `A change runs in the session that is kept (process ${busy.join(', ')}); it may hold a lock`,
    { outcome: 'failed', remedy: 'Wait for its end, and run this command again.' }
  )
}
