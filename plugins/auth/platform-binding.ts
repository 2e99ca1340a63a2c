/**
 * The platform's authorization service (SAP BTP XSUAA) as it is bound to the application: where its
 * credentials may be found, and what is in them.
 */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Where the platform tells about bindings; an empty text means that it does not. */
export interface BindingSources {
  /** VCAP_SERVICES: JSON. */
  readonly vcapServices: string
  /** VCAP_SERVICES_FILE_PATH: a file with the same JSON. */
  readonly vcapServicesFile: string
  /** SERVICE_BINDING_ROOT: a directory with one directory a binding. */
  readonly serviceBindingRoot: string
}

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

interface Found {
  readonly credentials: Readonly<Record<string, unknown>>
  readonly plan: unknown
  readonly origin: string
}

export class BindingError extends Error {}

/** Without SERVICE_BINDING_ROOT the platform's Kubernetes operator mounts bindings here. */
const usualRoot = '/etc/secrets/sapcp/xsuaa'

/** @throws BindingError that names where was looked, and no value */
export function loadBinding(sources: BindingSources): PlatformBinding {
  const { vcapServices, vcapServicesFile, serviceBindingRoot } = sources
  const looked: string[] = []
  const places: readonly (readonly [string, () => Found[]])[] = [
    vcapServicesFile !== ''
      ? [
          'the file of VCAP_SERVICES_FILE_PATH',
          () => inVcap(readText(vcapServicesFile), 'VCAP_SERVICES_FILE_PATH')
        ]
      : ['VCAP_SERVICES', () => inVcap(vcapServices, 'VCAP_SERVICES')],
    serviceBindingRoot !== ''
      ? [
          'the directories below SERVICE_BINDING_ROOT',
          () => inDirectories(serviceBindingRoot, true)
        ]
      : [`the directories below ${usualRoot}`, () => inDirectories(usualRoot, false)]
  ]
  for (const [title, look] of places) {
    const found = look()
    if (found.length > 0) return bindingOf(theOne(found))
    looked.push(title)
  }
  throw new BindingError(
    `platform credentials not found: ERP_PLATFORM_AUTH is on, but no binding of the authorization service (xsuaa) is in ${looked.join(' or ')}; bind the service to this application`
  )
}

function theOne(found: readonly Found[]): Found {
  const [first] = found
  const chosen = found.length === 1 ? found : found.filter(({ plan }) => plan === 'application')
  if (chosen.length !== 1 || chosen[0] === undefined) {
    throw new BindingError(
      `platform credentials are ambiguous: ${found.length} bindings of the authorization service (xsuaa) are in ${first?.origin ?? 'one place'}; keep one`
    )
  }
  return chosen[0]
}

// --- Cloud Foundry

function inVcap(text: string, origin: string): Found[] {
  if (text.trim() === '') return []
  const services = readJson(text, origin)
  const all = Object.entries(services).flatMap(([label, list]) =>
    (Array.isArray(list) ? list : [])
      .filter(isRecord)
      .map((service): Record<string, unknown> => ({ label, ...service }))
  )
  const named = all.filter(service => service['label'] === 'xsuaa')
  const found =
    named.length > 0
      ? named
      : all.filter(service => Array.isArray(service['tags']) && service['tags'].includes('xsuaa'))
  return found.map(service => ({
    credentials: isRecord(service['credentials']) ? service['credentials'] : {},
    plan: service['plan'],
    origin
  }))
}

// --- mounted secrets

function inDirectories(root: string, typed: boolean): Found[] {
  return names(root)
    .filter(name => statSync(join(root, name)).isDirectory())
    .flatMap(name => {
      const files = new Map(
        names(join(root, name))
          .filter(file => statSync(join(root, name, file)).isFile())
          .map(file => [file, readText(join(root, name, file))])
      )
      const data = contentOf(files)
      const { type = files.get('type') } = data
      // Below a root that other services share, the type tells; the other root belongs to this
      // service alone.
      if (
        files.size === 0 ||
        (typed ? type !== 'xsuaa' && !hasTag(data) : type !== undefined && type !== 'xsuaa')
      ) {
        return []
      }
      return [{ credentials: data, plan: data['plan'], origin: join(root, name) }]
    })
}

/** Links of Kubernetes' own stand beside the files. */
function names(directory: string): string[] {
  try {
    return readdirSync(directory)
      .filter(name => !name.startsWith('..'))
      .sort()
  } catch {
    return []
  }
}

function hasTag({ tags, label }: Readonly<Record<string, unknown>>): boolean {
  return label === 'xsuaa' || (Array.isArray(tags) && tags.includes('xsuaa'))
}

/**
 * One file a member, or one file with all of them as JSON, or a description that says which file is
 * what.
 */
function contentOf(files: ReadonlyMap<string, string>): Record<string, unknown> {
  const description = files.get('.metadata')
  if (description !== undefined) return describedContent(files, readJson(description, '.metadata'))
  const texts = Object.fromEntries([...files].filter(([name]) => !name.startsWith('.')))
  if (texts['clientid'] !== undefined) return { ...texts, tags: maybeJson(texts['tags'] ?? '') }
  const objects = Object.values(texts)
    .map(text => maybeJson(text))
    .filter(isRecord)
  const whole =
    objects.find(object => isRecord(object['credentials']) || object['clientid'] !== undefined) ??
    {}
  return { ...texts, ...whole, ...(isRecord(whole['credentials']) ? whole['credentials'] : {}) }
}

function describedContent(
  files: ReadonlyMap<string, string>,
  { metaDataProperties, credentialProperties }: Record<string, unknown>
): Record<string, unknown> {
  const content: Record<string, unknown> = {}
  for (const property of [metaDataProperties, credentialProperties].flatMap(list =>
    Array.isArray(list) ? list.filter(isRecord) : []
  )) {
    const { name, format, container } = property
    const text = files.get(String(name))
    if (text === undefined) continue
    const value = format === 'json' ? maybeJson(text) : text
    if (container === true && isRecord(value)) Object.assign(content, value)
    else content[String(name)] = value
  }
  return content
}

// --- credentials

function bindingOf({ credentials, origin }: Found): PlatformBinding {
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

/** The library's own words may quote what it read. */
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

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    throw new BindingError(
      `platform credentials not found: cannot read ${path} (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`
    )
  }
}

function readJson(text: string, origin: string): Record<string, unknown> {
  const value = maybeJson(text)
  if (!isRecord(value)) {
    throw new BindingError(`platform credentials not found: ${origin} holds no JSON object`)
  }
  return value
}

function maybeJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
