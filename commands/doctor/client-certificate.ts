/** The client certificate of the technical user, and the log-on with it. */
import type { SystemView } from '../../config/config.ts'
import { checkClientCertificate, isErpError } from '../../erp-client/index.ts'
import { erpOptions } from '../../systems/options.ts'
import { failed, ok, reasonOf, warning } from './check.ts'
import type { Check } from './check.ts'
import { tryLogOn } from './erp-connection.ts'
import { askWithoutLogOn } from './without-log-on.ts'

const name = 'client certificate'
const warningRemedy =
  'renew it in time; a running bridge reads the new files by itself. Only the user of the bridge needs to read the key'

export async function checkCertificateLogOn(config: SystemView): Promise<Check[]> {
  const { clientCert = '', clientKey: key, clientKeyPassphrase: passphrase } = config
  try {
    const { identity, warnings } = checkClientCertificate({
      certificate: clientCert,
      key,
      passphrase
    })
    const { subject = '', notAfter = 0 } = identity
    const end = new Date(notAfter).toISOString().slice(0, 10)
    return [
      ok(name, `${subject} until ${end}, its key belongs to it`),
      ...warnings.map(found => warning(name, found, warningRemedy)),
      ...(await tryLogOn(config, erpOptions(config).credential))
    ]
  } catch (error) {
    const remedy = isErpError(error) ? error.remedy : 'see the message'
    return [
      failed(name, reasonOf(error), remedy),
      ...(await askWithoutLogOn(config, 'not tried: there is no valid client certificate'))
    ]
  }
}
