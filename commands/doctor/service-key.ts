/** The service key of a BTP ABAP environment, its token service, and the way to the system. */
import { createOAuthClient } from '../../cloud/oauth-client.ts'
import { assertSystem, readServiceKey } from '../../cloud/service-key.ts'
import type { ServiceKey } from '../../cloud/service-key.ts'
import { isPersonal } from '../../config/config.ts'
import type { SystemView } from '../../config/config.ts'
import { isErpError, othersMayRead } from '../../erp-client/index.ts'
import type { CommandIo } from '../command.ts'
import { failed, ok, reasonOf, warning } from './check.ts'
import type { Check } from './check.ts'
import { checkKeptLogOn } from './kept-log-on.ts'
import { askWithoutLogOn } from './without-log-on.ts'

/** Time to renew a key with a certificate. */
const warnMs = 14 * 86_400_000

/** Where callers bring tokens of their own, no log-on can be tried. */
export async function checkServiceKey(
  config: SystemView,
  path: string,
  env: CommandIo['env']
): Promise<Check[]> {
  const logOn = isPersonal(config)
    ? await checkKeptLogOn(config, env)
    : await askWithoutLogOn(
        config,
        'each caller logs on with a token of their own; the first call of a user shows whether the ERP accepts it'
      )
  try {
    const key = readServiceKey(path)
    assertSystem(key, config.url ?? '')
    return [...keyChecks(key, path), await askTokenService(key, config), ...logOn]
  } catch (error) {
    return [failed('service key', reasonOf(error), remedyOf(error)), ...logOn]
  }
}

function keyChecks({ url, client }: ServiceKey, path: string): Check[] {
  const name = 'service key'
  const { certificateEnds, identity } = client
  const how = identity === undefined ? 'with a client secret' : 'with a certificate'
  const found = [ok(name, `${url}, ${how}`)]
  if (othersMayRead(path)) {
    found.push(
      warning(
        name,
        `others on this machine can read ${path}, and log on their users with it`,
        `chmod 600 ${path}`
      )
    )
  }
  if (certificateEnds !== undefined && certificateEnds - Date.now() < warnMs) {
    const end = new Date(certificateEnds).toISOString().slice(0, 10)
    found.push(
      warning(name, `its certificate ends on ${end}`, 'create a new service key in the cockpit')
    )
  }
  return found
}

/** A token of the client itself shows that the key is good; it is thrown away. */
async function askTokenService(key: ServiceKey, { caFile, proxy }: SystemView): Promise<Check> {
  const client = createOAuthClient(key.client, { title: 'the service key', caFile, proxy })
  const { host } = key.client.tokenUrl
  try {
    await client.ofService()
    return ok('token service', `${host} accepts the client of the key`)
  } catch (error) {
    return failed('token service', reasonOf(error), remedyOf(error))
  } finally {
    await client.close()
  }
}

function remedyOf(error: unknown): string {
  return isErpError(error) ? error.remedy : 'see the message'
}
