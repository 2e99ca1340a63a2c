/** A destination of SAP BTP: its binding, its configuration, and whether its log-on works here. */
import { createDestinations } from '../../cloud/destinations.ts'
import type { SystemView } from '../../config/config.ts'
import { isErpError } from '../../erp-client/index.ts'
import { assertClient } from '../../plugins/erp/destination-logon.ts'
import { failed, ok, reasonOf, skipped } from './check.ts'
import type { Check } from './check.ts'

export async function checkDestination(
  { bindings, caFile, proxy, client }: SystemView,
  destination: string
): Promise<Check[]> {
  let destinations: ReturnType<typeof createDestinations> | undefined
  try {
    const resources = { caFile, proxy, learn: () => {}, onFault: () => {} }
    destinations = createDestinations(bindings, resources)
    const found = await destinations.read(destination)
    assertClient(destination, found, client)
    const way = found.onPremise ? 'through the Cloud Connector' : 'directly'
    // Opens the binding of the connectivity service, where one is needed.
    if (found.onPremise) destinations.routeOf(found, undefined)
    return [
      ok('destination', `${destination}: ${found.url} ${way}, by ${found.authentication}`),
      skipped(
        'ERP log-on',
        found.type.users === 'own'
          ? 'each caller logs on with a token of their own; the first call of a user shows whether the ERP accepts it'
          : 'the first call shows whether the ERP accepts the user of the destination'
      )
    ]
  } catch (error) {
    const remedy = isErpError(error)
      ? error.remedy
      : 'bind the services to the application, and compare the destination with the settings'
    return [failed('destination', reasonOf(error), remedy)]
  } finally {
    await destinations?.close()
  }
}
