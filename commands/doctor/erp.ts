/** The way to the ERP, as the technical user or as users of their own. */
import type { SystemView } from '../../config/config.ts'
import { erpOptions } from '../../systems/options.ts'
import type { CommandIo } from '../command.ts'
import { checkKeptLogOn } from './kept-log-on.ts'
import { failed, skipped } from './check.ts'
import type { Check } from './check.ts'
import { checkCertificateLogOn } from './client-certificate.ts'
import { checkTicketLogOn } from './ticket.ts'
import { tryLogOn } from './erp-connection.ts'

export async function checkErp(
  config: SystemView,
  { as: userToTry, env }: { readonly as: string | undefined; readonly env: CommandIo['env'] }
): Promise<Check[]> {
  if (config.ppCaKey !== undefined) {
    // What makes certificates is large and needed with propagation only.
    const { checkPropagation } = await import('./propagation.ts')
    return await checkPropagation(config, userToTry)
  }
  const unusedFlag =
    userToTry === undefined
      ? []
      : [
          failed(
            'ERP log-on',
            '--as is there for principal propagation, which is off',
            'leave it out, or give --pp-ca-key (ERP_PP_CA_KEY) and --pp-ca-cert (ERP_PP_CA_CERT)'
          )
        ]
  if (config.sandbox) {
    return [...unusedFlag, skipped('ERP', 'the sandbox is started with the bridge')]
  }
  if (config.serviceKey !== undefined) {
    // What speaks with services of the platform is needed with such log-ons only.
    const { checkServiceKey } = await import('./service-key.ts')
    return [...unusedFlag, ...(await checkServiceKey(config, config.serviceKey, env))]
  }
  if (config.destination !== undefined) {
    const { checkDestination } = await import('./destination.ts')
    return [...unusedFlag, ...(await checkDestination(config, config.destination))]
  }
  if (config.clientCert !== undefined) {
    return [...unusedFlag, ...(await checkCertificateLogOn(config))]
  }
  if (config.browserLogon) return [...unusedFlag, ...(await checkKeptLogOn(config, env))]
  if (config.ticketCommand !== undefined) {
    return [...unusedFlag, ...(await checkTicketLogOn(config, config.ticketCommand))]
  }
  return [...unusedFlag, ...(await tryLogOn(config, erpOptions(config).credential))]
}
