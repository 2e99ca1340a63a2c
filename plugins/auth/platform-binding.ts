/** The credentials of the platform's authorization service (SAP BTP XSUAA) from its binding. */
import { findBinding } from '../../cloud/binding-sources.ts'
import { addressOf, identityOf, missing, repairPem } from '../../cloud/client-credentials.ts'
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
    url: addressOf(need('url'), origin),
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
          certUrl: addressOf(certUrl, origin)
        }),
    ...(zone === undefined ? {} : { zone }),
    ...(verificationKey === undefined ? {} : { verificationKey: repairPem(verificationKey) })
  }
}
