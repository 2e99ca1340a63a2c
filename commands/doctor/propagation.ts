/**
 * Principal propagation: the authority, the mapping, the way to the ERP, and the log-on of one user
 * under a certificate.
 */
import { readFileSync } from 'node:fs'
import type { Config } from '../../config/config.ts'
import { loadCertificateAuthority } from '../../erp-client/pki/certificate-authority.ts'
import type { CertificateAuthority } from '../../erp-client/pki/certificate-authority.ts'
import { createCertificates } from '../../erp-client/pki/certificates.ts'
import { isErpError, othersMayRead, readDiscovery } from '../../erp-client/index.ts'
import { assertPropagable, parseLifetime } from '../../erp-client/pki/principal.ts'
import { createUserMapping } from '../../erp-client/pki/user-mapping.ts'
import { eachOnce } from '../../plugins/erp/users.ts'
import { failed, ok, reasonOf, skipped, warning } from './check.ts'
import type { Check } from './check.ts'
import { brokenChain, openErp, trusted, tryLogOn } from './erp-chain.ts'

/** @param as ERP user whose log-on is tried; nobody's if left out */
export async function checkPropagation(config: Config, as: string | undefined): Promise<Check[]> {
  const { checks, authority } = await checkAuthority(config)
  const before = [...checks, checkMapping(config)]
  if (as === undefined) {
    return [
      ...before,
      ...(await knock(
        config,
        'every user has a certificate of their own; give --as USER to try it for an ERP user'
      ))
    ]
  }
  if (authority === undefined) {
    return [
      ...before,
      ...(await knock(config, `not tried for ${as}: there is no CA that could sign a certificate`))
    ]
  }
  try {
    assertPropagable(as)
  } catch (error) {
    const way = await knock(config, 'not tried')
    return [
      ...before,
      ...way.filter(({ name }) => name !== 'ERP log-on'),
      failed(
        'ERP log-on',
        `--as: ${reasonOf(error)}`,
        'give the ERP user as it stands in the mapping'
      )
    ]
  }
  const certificates = createCertificates({
    authority,
    user: as,
    lifetimeMs: parseLifetime(config.ppCertTtl),
    until: () => Infinity
  })
  const found = await tryLogOn(config, { kind: 'issued', user: as, certificates })
  return [...before, ...found.map(check => withName(check, as))]
}

interface Authority {
  readonly checks: readonly Check[]
  readonly authority?: CertificateAuthority
}

async function checkAuthority({
  ppCaKey = '',
  ppCaCert = '',
  ppCaPassphrase: passphrase,
  ppCertTtl
}: Config): Promise<Authority> {
  const name = 'CA'
  try {
    const authority = await loadCertificateAuthority({
      key: readFileSync(ppCaKey, 'utf8'),
      certificate: readFileSync(ppCaCert, 'utf8'),
      passphrase
    })
    const { certificate, notAfter, warnings } = authority
    const subject = certificate.subject.replaceAll('\n', ', ')
    return {
      authority,
      checks: [
        ok(
          name,
          `${subject} until ${new Date(notAfter).toISOString().slice(0, 10)}, its key belongs to it; certificates last ${ppCertTtl}`
        ),
        ...warnings.map(found =>
          warning(
            name,
            found,
            'make the next one, and let the ERP trust both for a while (transaction STRUST)'
          )
        ),
        ...(othersMayRead(ppCaKey)
          ? [
              warning(
                name,
                `others on this machine can read ${ppCaKey}, and whoever has it can be any user of the ERP`,
                `chmod 600 ${ppCaKey}`
              )
            ]
          : [])
      ]
    }
  } catch (error) {
    const files = `(key ${ppCaKey}, certificate ${ppCaCert})`
    const remedy = isErpError(error)
      ? error.remedy
      : 'check --pp-ca-key (ERP_PP_CA_KEY) and --pp-ca-cert (ERP_PP_CA_CERT), and that the bridge may read both files'
    return { checks: [failed(name, `${reasonOf(error)} ${files}`, remedy)] }
  }
}

function checkMapping({ oidcUserMapping: mapping }: Config): Check {
  const name = 'user mapping'
  if (mapping === undefined) {
    return ok(name, 'none: the user name in the token is the ERP user, as it is')
  }
  const inline = mapping.trimStart().startsWith('{')
  try {
    const text = inline ? mapping : readFileSync(mapping, 'utf8')
    createUserMapping(eachOnce(text))
    const { '*': rest, ...users } = JSON.parse(text) as Record<string, string>
    const count = Object.keys(users).length
    return ok(
      name,
      `${count} ${count === 1 ? 'user' : 'users'}; who is not in it is ${rest === undefined ? 'refused' : 'the ERP user of the same name'}`
    )
  } catch (error) {
    return failed(
      name,
      `${inline ? '' : `${mapping}: `}${reasonOf(error)}`,
      'correct --oidc-user-mapping (ERP_OIDC_USER_MAPPING), for example {"ada@example.com":"ADA"}'
    )
  }
}

/**
 * Goes to the ERP without anybody's log-on: that it answers at all, and under a certificate that is
 * trusted, can be seen so.
 */
async function knock(config: Config, whyUntried: string): Promise<Check[]> {
  const { url = '' } = config
  const untried = skipped('ERP log-on', whyUntried)
  const erp = openErp(config, { kind: 'cookie', header: '' })
  try {
    await readDiscovery(erp.reader)
    return [ok('ERP address', url), trusted(url), untried]
  } catch (error) {
    // Whatever the ERP says about somebody who does not log on, it said it over TLS.
    if (isErpError(error) && error.status !== undefined) {
      return [ok('ERP address', url), trusted(url), untried]
    }
    if (wantsCertificate(error)) {
      return [
        ok('ERP address', url),
        skipped('ERP TLS', 'the ERP talks to nobody without a certificate (verify_client 2)'),
        untried
      ]
    }
    return brokenChain(error, config)
  } finally {
    await erp.close()
  }
}

/**
 * A server that demands a certificate ends the handshake of whoever has none, some with an alert
 * that says so and some without.
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

/**
 * Says under which certificate; another user than the one it names may be meant, where names are
 * aliases.
 */
function withName(check: Check, as: string): Check {
  const { name, state, found } = check
  if (name !== 'ERP log-on' || state !== 'ok') return check
  return { ...check, found: `the certificate CN=${as} logs on as ${found}` }
}
