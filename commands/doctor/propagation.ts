/**
 * Principal propagation: the authority, the mapping, the way to the ERP, and the log-on of one user
 * under a certificate.
 */
import { readFileSync } from 'node:fs'
import type { SystemView } from '../../config/config.ts'
import { loadCertificateAuthority } from '../../erp-client/pki/certificate-authority.ts'
import type { CertificateAuthority } from '../../erp-client/pki/certificate-authority.ts'
import { createCertificates } from '../../erp-client/pki/certificates.ts'
import { isErpError, othersMayRead } from '../../erp-client/index.ts'
import { assertPropagable, parseLifetime } from '../../erp-client/pki/principal.ts'
import { createUserMapping } from '../../erp-client/pki/user-mapping.ts'
import { withUniqueUsers } from '../../plugins/erp/users.ts'
import { failed, ok, reasonOf, warning } from './check.ts'
import type { Check } from './check.ts'
import { tryLogOn } from './erp-connection.ts'
import { askWithoutLogOn } from './without-log-on.ts'

/** @param userToTry ERP user whose log-on is tried; none if left out */
export async function checkPropagation(
  config: SystemView,
  userToTry: string | undefined
): Promise<Check[]> {
  const { checks, authority } = await checkAuthority(config)
  const before = [...checks, checkMapping(config)]
  if (userToTry === undefined) {
    const reason =
      'each user has a certificate of their own; give --as USER to try it for an ERP user'
    return [...before, ...(await askWithoutLogOn(config, reason))]
  }
  if (authority === undefined) {
    const reason = `not tried for ${userToTry}: there is no CA that could sign a certificate`
    return [...before, ...(await askWithoutLogOn(config, reason))]
  }
  const refusal = refusalOf(userToTry)
  if (refusal !== undefined) {
    const connection = await askWithoutLogOn(config, 'not tried')
    return [...before, ...connection.filter(({ name }) => name !== refusal.name), refusal]
  }
  const certificates = createCertificates({
    authority,
    user: userToTry,
    lifetimeMs: parseLifetime(config.ppCertTtl),
    until: () => Infinity
  })
  const found = await tryLogOn(config, { kind: 'issued', user: userToTry, certificates })
  return [...before, ...found.map(check => withName(check, userToTry))]
}

/** Why no certificate is issued for this name. */
function refusalOf(user: string): Check | undefined {
  try {
    assertPropagable(user)
    return undefined
  } catch (error) {
    return failed(
      'ERP log-on',
      `--as: ${reasonOf(error)}`,
      'give the ERP user as it stands in the mapping'
    )
  }
}

interface Authority {
  readonly checks: readonly Check[]
  readonly authority?: CertificateAuthority
}

async function checkAuthority(config: SystemView): Promise<Authority> {
  const { ppCaKey = '', ppCaCert = '', ppCaPassphrase: passphrase } = config
  try {
    const authority = await loadCertificateAuthority({
      key: readFileSync(ppCaKey, 'utf8'),
      certificate: readFileSync(ppCaCert, 'utf8'),
      passphrase
    })
    return { authority, checks: authorityChecks(authority, config) }
  } catch (error) {
    const files = `(key ${ppCaKey}, certificate ${ppCaCert})`
    const remedy = isErpError(error)
      ? error.remedy
      : 'check --pp-ca-key (ERP_PP_CA_KEY) and --pp-ca-cert (ERP_PP_CA_CERT), and that the bridge may read both files'
    return { checks: [failed('CA', `${reasonOf(error)} ${files}`, remedy)] }
  }
}

function authorityChecks(
  { certificate, notAfter, warnings }: CertificateAuthority,
  { ppCaKey = '', ppCertTtl }: SystemView
): Check[] {
  const subject = certificate.subject.replaceAll('\n', ', ')
  const end = new Date(notAfter).toISOString().slice(0, 10)
  const found = [
    ok('CA', `${subject} until ${end}, its key belongs to it; certificates last ${ppCertTtl}`),
    ...warnings.map(each =>
      warning(
        'CA',
        each,
        'make the next one, and let the ERP trust both for a while (transaction STRUST)'
      )
    )
  ]
  if (!othersMayRead(ppCaKey)) return found
  const open = `others on this machine can read ${ppCaKey}, and the key can issue certificates for any user of the ERP`
  return [...found, warning('CA', open, `chmod 600 ${ppCaKey}`)]
}

function checkMapping({ oidcUserMapping: mapping }: SystemView): Check {
  const name = 'user mapping'
  if (mapping === undefined) {
    return ok(name, 'none: the user name in the token is the ERP user, as it is')
  }
  const inline = mapping.trimStart().startsWith('{')
  try {
    const text = inline ? mapping : readFileSync(mapping, 'utf8')
    createUserMapping(withUniqueUsers(text))
    const { '*': rest, ...users } = JSON.parse(text) as Record<string, string>
    const count = Object.keys(users).length
    return ok(
      name,
      `${count} ${count === 1 ? 'user' : 'users'}; a user outside it ${rest === undefined ? 'is refused' : 'is the ERP user of the same name'}`
    )
  } catch (error) {
    return failed(
      name,
      `${inline ? '' : `${mapping}: `}${reasonOf(error)}`,
      'correct --oidc-user-mapping (ERP_OIDC_USER_MAPPING), for example {"ada@example.com":"ADA"}'
    )
  }
}

/** Names the certificate: with aliases, the ERP user may have another name. */
function withName(check: Check, as: string): Check {
  const { name, state, found } = check
  if (name !== 'ERP log-on' || state !== 'ok') return check
  return { ...check, found: `the certificate CN=${as} logs on as ${found}` }
}
