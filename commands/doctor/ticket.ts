/** The program that supplies log-on tickets, and the log-on with one. */
import type { SystemView } from '../../config/config.ts'
import { checkTicketCommand, isErpError } from '../../erp-client/index.ts'
import { erpOptions } from '../../systems/options.ts'
import { failed, ok, reasonOf, warning } from './check.ts'
import type { Check } from './check.ts'
import { tryLogOn } from './erp-connection.ts'
import { askWithoutLogOn } from './without-log-on.ts'

const name = 'ticket command'

export async function checkTicketLogOn(config: SystemView, command: string): Promise<Check[]> {
  try {
    const warnings = checkTicketCommand({ command })
    return [
      ok(name, `${command} can be executed`),
      ...warnings.map(found => warning(name, found, `chmod go-w ${command}`)),
      ...(await tryLogOn(config, erpOptions(config).credential))
    ]
  } catch (error) {
    const remedy = isErpError(error) ? error.remedy : 'see the message'
    return [
      failed(name, reasonOf(error), remedy),
      ...(await askWithoutLogOn(config, 'not tried: the program cannot be executed'))
    ]
  }
}
