/** `erp-bridge logout`: ends the session of a browser log-on at the ERP, and forgets it. */
import { endSession } from '../logon/exchange.ts'
import { assertIdle } from '../logon/keep.ts'
import { readSession, sessionName } from '../logon/kept-sessions.ts'
import type { CommandIo } from './command.ts'
import { complain, placeFor } from './login/arguments.ts'

const help = `Usage: erp-bridge logout [--system NAME] [settings]

Ends the session that erp-bridge login opened, at the ERP as well, and removes it from this machine.`

export async function run(argv: readonly string[], io: CommandIo): Promise<number> {
  if (argv.includes('--help') || argv.includes('-h')) {
    io.say(help)
    return 0
  }
  const at = placeFor(argv, io)
  const { store, place, target } = at
  try {
    assertIdle(at)
    // What cannot be opened is removed all the same.
    const record = await readSession(store, place).catch(() => undefined)
    const wasThere = store.remove(sessionName(place))
    if (record !== undefined) await endSession(target, record.cookies)
    io.say(wasThere ? `Logged off from ${target.baseUrl}.` : `Not logged on at ${target.baseUrl}.`)
    return 0
  } catch (error) {
    return complain(error, io)
  }
}
