/** The credentials of the platform's authorization service (SAP BTP XSUAA) from its binding. */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { BindingError, findBinding } from '../../cloud/binding-sources.ts'
import type { BindingSources, FoundBinding } from '../../cloud/binding-sources.ts'

export interface PlatformBinding {
  readonly clientId: string
  /** Absent where the binding has a client certificate instead. */
  readonly clientSecret?: string
  readonly identity?: { readonly cert: string; readonly key: string }
  /** When that certificate ends; milliseconds since 1970. */
  readonly certificateEnds?: number
  readonly xsappname: string
  /** The service's own address, for log-on and tokens. */
  readonly url: URL
  /** For tokens with a client certificate. */
  readonly certUrl?: URL
  /** Host whose sub-domains issue tokens, and which has the keys. */
  readonly uaaDomain: string
  readonly zone?: string
  /** A key for times without the service; PEM. */
  readonly verificationKey?: string
  /** In words, for the log. */
  readonly origin: string
}

/** @throws BindingError without any value of the binding */
export function loadBinding(sources: BindingSources): PlatformBinding {
  return bindingOf(findBinding(sources))
}

function bindingOf({ credentials, origin }: FoundBinding): PlatformBinding {
  const read = (name: string) =>
    typeof credentials[name] === 'string' && credentials[name] !== ''
      ? credentials[name]
      : undefined
  const need = (name: string) => read(name) ?? missing(name, origin)
  const [clientSecret, cert, key, certUrl] = [
    read('clientsecret'),
    read('certificate'),
    read('key'),
    read('certurl')
  ]
  const zone = read('identityzoneid') ?? read('zoneid') ?? read('tenantid')
  const verificationKey = read('verificationkey')
  if (
    clientSecret === undefined &&
    (cert === undefined || key === undefined || certUrl === undefined)
  ) {
    missing('clientsecret (or certificate, key and certurl)', origin)
  }
  return {
    clientId: need('clientid'),
    xsappname: need('xsappname'),
    url: address(need('url'), origin),
    uaaDomain: need('uaadomain'),
    origin,
    ...(clientSecret === undefined ? {} : { clientSecret }),
    ...(clientSecret !== undefined ||
    cert === undefined ||
    key === undefined ||
    certUrl === undefined
      ? {}
      : {
          ...identityOf(repairPem(cert), repairPem(key), origin),
          certUrl: address(certUrl, origin)
        }),
    ...(zone === undefined ? {} : { zone }),
    ...(verificationKey === undefined ? {} : { verificationKey: repairPem(verificationKey) })
  }
}

/**
 * Mounted files are exchanged one after the other: for a moment the certificate may be the new one
 * and the key the old one.
 */
function identityOf(
  cert: string,
  key: string,
  origin: string
): Pick<PlatformBinding, 'identity' | 'certificateEnds'> {
  const certificate = unlessBroken(
    () => new X509Certificate(cert),
    `the certificate in ${origin} is not readable`
  )
  const own = unlessBroken(() => createPrivateKey(key), `the key in ${origin} is not readable`)
  if (!certificate.checkPrivateKey(own)) {
    throw new BindingError(
      `platform credentials cannot be used: certificate and key in ${origin} do not belong together`
    )
  }
  return { identity: { cert, key }, certificateEnds: certificate.validToDate.getTime() }
}

/** Error texts of the library may quote the key, so they are dropped. */
function unlessBroken<T>(read: () => T, problem: string): T {
  try {
    return read()
  } catch {
    throw new BindingError(`platform credentials cannot be used: ${problem}`)
  }
}

function missing(name: string, origin: string): never {
  throw new BindingError(`platform credentials not found: the binding in ${origin} has no ${name}`)
}

function address(text: string, origin: string): URL {
  const url = URL.parse(text)
  if (url === null || url.protocol !== 'https:') {
    throw new BindingError(
      `the binding in ${origin} has an address that does not begin with https://`
    )
  }
  return url
}

/** Older bindings have lost their line breaks. */
function repairPem(text: string): string {
  return text
    .replaceAll('\\n', '\n')
    .replace(/(-----BEGIN [A-Z ]+-----)\s*/g, '$1\n')
    .replace(/\s*(-----END [A-Z ]+-----)\s*/g, '\n$1\n')
}
