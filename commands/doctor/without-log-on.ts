/** The way to the ERP where no log-on is tried: address and TLS alone. */
import type { SystemView } from '../../config/config.ts'
import { isErpError, readDiscovery } from '../../erp-client/index.ts'
import { ok, skipped } from './check.ts'
import type { Check } from './check.ts'
import { connectionChecks, openErp, tlsCheck } from './erp-connection.ts'

/** Asks the ERP without a log-on: shows that it answers, under a certificate that is trusted. */
export async function askWithoutLogOn(config: SystemView, whyUntried: string): Promise<Check[]> {
  const { url = '' } = config
  const untried = skipped('ERP log-on', whyUntried)
  const erp = openErp(config, { kind: 'cookie', header: '' })
  try {
    await readDiscovery(erp.reader)
    return [ok('ERP address', url), tlsCheck(url), untried]
  } catch (error) {
    // A refusal without a log-on arrived over TLS all the same.
    if (isErpError(error) && error.status !== undefined) {
      return [ok('ERP address', url), tlsCheck(url), untried]
    }
    if (wantsCertificate(error)) {
      return [
        ok('ERP address', url),
        skipped(
          'ERP TLS',
          'the ERP demands a client certificate from each caller (verify_client 2)'
        ),
        untried
      ]
    }
    return connectionChecks(error, config)
  } finally {
    await erp.close()
  }
}

/**
 * A server that demands a certificate ends a handshake without one, some with an alert that says so
 * and some without.
 */
function wantsCertificate(error: unknown): boolean {
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    if (
      'code' in each &&
      /^(UND_ERR_SOCKET|ECONNRESET|EPIPE)$|ALERT_CERTIFICATE_REQUIRED|ALERT_HANDSHAKE_FAILURE/.test(
        String(each.code)
      )
    ) {
      return true
    }
  }
  return false
}
