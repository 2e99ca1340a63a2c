/** The view of a system with the session that a log-on in the browser has left, for commands. */
import type { SystemView } from '../../config/config.ts'
import { stateFolder } from '../../journal/state-folder.ts'
import { createKeptSessions, openLogonStore } from '../../logon/kept-sessions.ts'
import { withKeptSession } from '../../systems/local-systems.ts'
import type { SystemTarget } from '../../systems/options.ts'
import type { CommandIo } from '../command.ts'

export function withKept(
  view: SystemView,
  { env, processes }: Pick<CommandIo, 'env' | 'processes'>,
  name?: string
): SystemView & Pick<SystemTarget, 'keptSession'> {
  const store = openLogonStore(view, stateFolder(env))
  return withKeptSession(view, createKeptSessions(store, processes?.own ?? 0), name)
}
