/** The kept log-on of a user in the browser, and whether the ERP still accepts it. */
import type { SystemView } from '../../config/config.ts'
import { isErpError } from '../../erp-client/index.ts'
import { openLogonStore, readSession } from '../../logon/kept-sessions.ts'
import { stateFolder } from '../../journal/state-folder.ts'
import { erpOptions, placeOf } from '../../systems/options.ts'
import type { CommandIo } from '../command.ts'
import { withKept } from '../login/kept-session.ts'
import { failed, ok, reasonOf } from './check.ts'
import type { Check } from './check.ts'
import { tryLogOn } from './erp-connection.ts'
import { askWithoutLogOn } from './without-log-on.ts'

const name = 'kept log-on'

export async function checkKeptLogOn(config: SystemView, env: CommandIo['env']): Promise<Check[]> {
  const remedy = 'run erp-bridge login with the settings of this system'
  try {
    const record = await readSession(openLogonStore(config, stateFolder(env)), placeOf(config))
    if (record === undefined) {
      return [
        failed(name, 'there is no log-on at this system', remedy),
        ...(await askWithoutLogOn(config, 'not tried: there is no session'))
      ]
    }
    const since = new Date(record.since).toISOString().slice(0, 16).replace('T', ' ')
    const checks = await tryLogOn(config, erpOptions(withKept(config, { env })).credential)
    return [ok(name, `of ${record.user}, since ${since} UTC`), ...checks]
  } catch (error) {
    return [
      failed(name, reasonOf(error), isErpError(error) ? error.remedy : remedy),
      ...(await askWithoutLogOn(config, 'not tried: the session cannot be read'))
    ]
  }
}
