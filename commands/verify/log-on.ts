/** The log-on of a run: of the settings, or the user of a destination. */
import { ConfigError } from '../../config/config.ts'
import type { SystemView } from '../../config/config.ts'
import type { Secrets } from '../../config/secrets.ts'
import { isErpError } from '../../erp-client/index.ts'
import type { ErpOptions } from '../../erp-client/index.ts'
import { createLog } from '../../log.ts'
import { destinationOptions, erpOptions } from '../../systems/options.ts'
import type { CommandIo } from '../command.ts'
import { withKept } from '../login/kept-session.ts'

/** @throws ConfigError for a destination that has no user */
export async function openLogon(
  view: SystemView,
  io: CommandIo & { readonly secrets: Secrets }
): Promise<{ readonly options: ErpOptions; close(): Promise<void> }> {
  const destination = destinationOptions(view)
  if (destination === undefined) {
    return { options: erpOptions(withKept(view, io)), close: async () => {} }
  }
  // What speaks with services of the platform is needed with such log-ons only.
  const { openDestinationUser } = await import('../../plugins/erp/destination-logon.ts')
  const log = createLog(view, undefined, io.secrets)
  const options = { ...destination, bindings: view.bindings }
  return await openDestinationUser(options, { log, learn: io.secrets.source() }).catch(
    (error: unknown) => {
      throw isErpError(error) ? error : new ConfigError([(error as Error).message])
    }
  )
}
