/** Issuer, keys, platform and metadata, link by link: after a broken one the next is not asked. */
import type { Config } from '../../config/config.ts'
import { importKey } from '../../plugins/auth/keys.ts'
import { discover } from '../../plugins/auth/oidc.ts'
import type { Provider } from '../../plugins/auth/oidc.ts'
import { createOutbound } from '../../cloud/outbound.ts'
import type { Outbound } from '../../cloud/outbound.ts'
import { loadBinding } from '../../plugins/auth/platform-binding.ts'
import { weaknessOf } from '../../plugins/auth/weak-keys.ts'
import { providerOptions } from '../../wiring.ts'
import { failed, ok, reasonOf, skipped, warning } from './check.ts'
import type { Check } from './check.ts'
import { checkClientFiles } from './client-files.ts'

export async function checkIdentity(config: Config): Promise<Check[]> {
  if (config.transport !== 'http-streamable') {
    return [skipped('client log-on', 'stdio has one local client')]
  }
  const { oidc, platform, outbound: options } = providerOptions(config)
  const outbound = createOutbound(options)
  try {
    return [
      ...checkClientFiles(config),
      ...(oidc === undefined ? [] : await checkIssuer(oidc.issuer, outbound)),
      ...(platform === undefined ? [] : await checkPlatform(platform.sources, outbound)),
      ...(oidc === undefined && platform === undefined
        ? [skipped('identity provider', 'none is configured')]
        : await checkMetadata(config.publicUrl, outbound))
    ]
  } finally {
    await outbound.close()
  }
}

async function checkIssuer(issuer: string, outbound: Outbound): Promise<Check[]> {
  let provider: Provider
  try {
    provider = await discover(issuer, outbound)
  } catch (error) {
    return [
      failed(
        'OIDC issuer',
        `${issuer}: ${reasonOf(error)}`,
        'open the issuer\'s /.well-known/openid-configuration in a browser; --oidc-issuer (ERP_OIDC_ISSUER) must be the "issuer" in it; behind a proxy set HTTPS_PROXY, for a private authority --ca-file (ERP_CA_FILE)'
      ),
      skipped('OIDC keys', 'the issuer is not known')
    ]
  }
  return [ok('OIDC issuer', provider.issuer), await checkKeys('OIDC keys', provider.keys, outbound)]
}

async function checkKeys(name: string, address: URL, outbound: Outbound): Promise<Check> {
  try {
    const { keys } = ((await outbound.getJson(address)) ?? {}) as { keys?: unknown }
    const signing = Array.isArray(keys)
      ? keys.filter((key: { use?: unknown } | null) => key?.use === undefined || key.use === 'sig')
      : []
    const weak = (await Promise.all(signing.map(weaknessIn))).filter(found => found !== undefined)
    if (weak.length > 0) {
      const found = `${weak.length} of ${signing.length} at ${address.origin} are refused: ${weak.join('; ')}`
      return warning(
        name,
        found,
        'let the provider replace them: their signatures can be made without the private key'
      )
    }
    return signing.length > 0
      ? ok(name, `${signing.length} for signatures at ${address.origin}`)
      : failed(
          name,
          `no key for signatures at ${address.href}`,
          'let the provider publish its signing keys'
        )
  } catch (error) {
    return failed(
      name,
      `${address.href}: ${reasonOf(error)}`,
      'check the network path, the proxy and --ca-file (ERP_CA_FILE)'
    )
  }
}

/** A key that cannot be read at all is one that tokens of other kinds are for. */
async function weaknessIn(jwk: Readonly<Record<string, unknown>>): Promise<string | undefined> {
  try {
    const weakness = await weaknessOf(importKey(jwk))
    return weakness === undefined ? undefined : `the key ${JSON.stringify(jwk['kid'])} ${weakness}`
  } catch {
    return undefined
  }
}

async function checkPlatform(sources: Config['bindings'], outbound: Outbound): Promise<Check[]> {
  try {
    const binding = loadBinding(sources)
    const address = new URL(`https://${binding.uaaDomain}/token_keys`)
    if (binding.zone !== undefined) address.searchParams.set('zid', binding.zone)
    const credential = binding.identity === undefined ? 'secret' : 'certificate'
    return [
      ok(
        'platform binding',
        `client ${binding.clientId} with a ${credential}, from ${binding.origin}`
      ),
      ...checkEnd(binding.certificateEnds),
      await checkKeys('platform keys', address, outbound)
    ]
  } catch (error) {
    return [
      failed(
        'platform binding',
        reasonOf(error),
        'bind an xsuaa service made from deploy/xs-security.json, then restart'
      ),
      skipped('platform keys', 'there is no binding')
    ]
  }
}

/** Certificates of bindings last a week unless the binding asks for longer. */
function checkEnd(end: number | undefined): Check[] {
  const name = 'platform certificate'
  if (end === undefined) return []
  const date = new Date(end).toISOString().slice(0, 16)
  const remedy =
    'renew the binding (unbind and bind the service); mounted files are followed, VCAP_SERVICES needs a restart'
  if (end <= Date.now()) {
    return [failed(name, `ended at ${date} UTC: no log-on is possible`, remedy)]
  }
  return [
    end - Date.now() < 48 * 3_600_000
      ? warning(name, `ends soon, at ${date} UTC`, remedy)
      : ok(name, `until ${date} UTC`)
  ]
}

/** What a client sees first, at the address that clients use. */
async function checkMetadata(publicUrl: string | undefined, outbound: Outbound): Promise<Check[]> {
  if (publicUrl === undefined) {
    return [
      skipped(
        'metadata',
        'give --public-url (ERP_PUBLIC_URL) to have it checked where clients look for it'
      )
    ]
  }
  const base = publicUrl.replace(/\/+$/, '')
  const { origin, pathname } = new URL(`${base}/mcp`)
  const address = new URL(`/.well-known/oauth-protected-resource${pathname}`, origin)
  try {
    const { resource } = ((await outbound.getJson(address)) ?? {}) as { resource?: unknown }
    return [
      resource === `${base}/mcp`
        ? ok('metadata', address.href)
        : failed(
            'metadata',
            `${address.href} does not name ${base}/mcp as its resource`,
            'something else answers there; check the reverse proxy and --public-url (ERP_PUBLIC_URL)'
          )
    ]
  } catch (error) {
    return [
      failed(
        'metadata',
        `${address.href}: ${reasonOf(error)}`,
        'start the bridge, and let the reverse proxy pass /.well-known/ on to it'
      )
    ]
  }
}
