/** Facts about the ERP system: components, release, discovery and transport checks. */
import { isErpError } from '../errors.ts'
import type { ErpReader } from '../erp.ts'
import { cacheOf } from '../cache/erp-cache.ts'
import { objectUri, partUri, rowFor } from '../objects.ts'
import type { ObjectRef } from '../objects.ts'
import { readFeed } from '../wire/diagnose/feed.ts'
import { attribute, parseXml } from '../wire/xml.ts'
import { decodeDiscovery } from '../wire/discovery.ts'
import { readTransportCheck, transportCheckBody } from '../wire/transport-check.ts'
import type { TransportNeed } from '../wire/transport-check.ts'
import { memoize } from '../cache/memoize.ts'

export interface SystemComponent {
  readonly name: string
  readonly release: string
  readonly level: string
  readonly description: string
}

export interface SystemInfo {
  readonly id: string
  readonly client: string
  readonly user: string
  readonly userFullName?: string | undefined
  readonly language: string
  /** Release of SAP_BASIS, e.g. `758`. */
  readonly release?: string | undefined
  readonly components: SystemComponent[]
  readonly kernel?: string | undefined
  readonly database?: string | undefined
  readonly os?: string | undefined
  readonly sandbox: boolean
}

export interface Discovery {
  /** Path of a collection → media types it accepts. */
  readonly collections: ReadonlyMap<string, readonly string[]>
  /** Whether a collection is announced; `/sap/bc/adt` may be left out. */
  has(path: string): boolean
}

const feedType = 'application/atom+xml;type=feed'
const tolerated = [
  'ERP_NOT_FOUND',
  'ERP_UNSUPPORTED',
  'ERP_FORBIDDEN',
  'ERP_NOT_ACCEPTABLE',
  'ERP_BAD_ANSWER',
  'ERP_SERVER_ERROR',
  'ERP_BAD_REQUEST'
] as const

/** Facts that the release lacks or the user may not see stay unknown. */
async function optional<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request
  } catch (error) {
    if (isErpError(error, ...tolerated)) return undefined
    throw error
  }
}

async function readEntries(
  erp: ErpReader,
  path: string,
  signal: AbortSignal | undefined
): Promise<Map<string, string>> {
  const response = await erp.request(
    { operation: 'system.read', effect: 'none', method: 'GET', path, accept: feedType },
    signal
  )
  return readFeed(response.text)
}

async function readLogonFacts(
  erp: ErpReader,
  signal: AbortSignal | undefined
): Promise<Readonly<Record<string, unknown>>> {
  const response = await erp.request(
    {
      operation: 'system.read',
      effect: 'none',
      method: 'GET',
      path: '/sap/bc/adt/core/http/systeminformation',
      accept: 'application/vnd.sap.adt.core.http.systeminformation.v1+json, application/json;q=0.8'
    },
    signal
  )
  try {
    const facts: unknown = JSON.parse(response.text)
    return typeof facts === 'object' && facts !== null
      ? (facts as Readonly<Record<string, unknown>>)
      : {}
  } catch {
    return {}
  }
}

/** Title of a component: release, support package, level, description. */
function component(name: string, title: string): SystemComponent {
  const [release = '', , level = '', ...description] = title.split(';')
  return { name, release, level, description: description.join(';') }
}

/** Describes the system and the user. Facts that release or authorizations hide are left out. */
export async function readSystem(
  erp: ErpReader,
  _args: object = {},
  signal?: AbortSignal
): Promise<SystemInfo> {
  const [logon = {}, parts, facts] = await Promise.all([
    optional(readLogonFacts(erp, signal)),
    optional(readEntries(erp, '/sap/bc/adt/system/components', signal)),
    optional(readEntries(erp, '/sap/bc/adt/system/information', signal))
  ])
  const components = Array.from(parts ?? [], ([name, title]) => component(name, title))
  const word = (key: string) =>
    typeof logon[key] === 'string' && logon[key] !== '' ? logon[key] : undefined
  const fact = (...keys: string[]) =>
    keys
      .flatMap(key => facts?.get(key) ?? [])
      .filter(value => value !== '')
      .join(' ') || undefined
  const info = {
    id: word('systemID') ?? fact('SAPSystemID') ?? erp.system.id ?? '',
    client: word('client') ?? erp.system.client,
    user: word('userName') ?? erp.system.user ?? '',
    userFullName: word('userFullName'),
    language: word('language') ?? erp.system.language,
    release: components.find(each => each.name === 'SAP_BASIS')?.release,
    components,
    kernel: fact('KernelRelease', 'KernelPatchLevel'),
    database: fact('DBSystem', 'DBRelease'),
    os: fact('OSName', 'OSVersion'),
    sandbox: isSandbox(components)
  }
  cacheOf(erp).system = { id: info.id, sandbox: info.sandbox }
  return info
}

/** The sandbox announces itself as a component. */
function isSandbox(components: readonly SystemComponent[]): boolean {
  return components.some(
    each =>
      each.name === 'ERP_BRIDGE_SANDBOX' || /\bERP[- ]?Bridge sandbox\b/i.test(each.description)
  )
}

/** The id of the system; undefined where it is not told. Asked at most once for each Erp. */
export async function readSystemId(erp: ErpReader): Promise<string | undefined> {
  const id =
    erp.system.id ??
    (await memoize(cacheOf(erp), 'system id', async () => {
      const word = (await optional(readLogonFacts(erp, undefined)))?.['systemID']
      return typeof word === 'string' && word !== '' ? word : undefined
    }))
  return id === undefined || id === '' ? undefined : id.toUpperCase()
}

/** Component → title; undefined where the ERP does not show them. Read once for each Erp. */
function readComponents(erp: ErpReader): Promise<Map<string, string> | undefined> {
  return memoize(cacheOf(erp), 'components', async () =>
    optional(readEntries(erp, '/sap/bc/adt/system/components', undefined))
  )
}

/** Number of the SAP_BASIS release, e.g. 758; undefined where the ERP does not name it. */
export async function readRelease(erp: ErpReader): Promise<number | undefined> {
  const parts = await readComponents(erp)
  const release = Number.parseInt(parts?.get('SAP_BASIS') ?? '', 10)
  return Number.isNaN(release) ? undefined : release
}

/** Whether the system is an ABAP cloud environment, which contains a component of its own. */
export async function isCloudSystem(erp: ErpReader): Promise<boolean> {
  return (await readComponents(erp))?.has('SAP_CLOUD') === true
}

/**
 * SID and installation number, e.g. `A4H/0020123456`. A copy of a system has another installation
 * number; systems that do not tell theirs have `-` there. Read once for each Erp.
 */
export function readRepositoryKey(erp: ErpReader): Promise<string> {
  return memoize(cacheOf(erp), 'repository key', async () => {
    const [logon = {}, facts, installation] = await Promise.all([
      optional(readLogonFacts(erp, undefined)),
      optional(readEntries(erp, '/sap/bc/adt/system/information', undefined)),
      optional(readInstallation(erp))
    ])
    const id = logon['systemID']
    const sid = typeof id === 'string' && id !== '' ? id : facts?.get('SAPSystemID')
    return `${sid ?? erp.system.id ?? '-'}/${installation ?? '-'}`
  })
}

/** The service of developer keys names the installation for any object that there is. */
async function readInstallation(erp: ErpReader): Promise<string | undefined> {
  const { text } = await erp.request({
    operation: 'system.installation',
    effect: 'none',
    method: 'GET',
    path: '/sap/bc/adt/sscr/registration/objects',
    query: { uri: '/sap/bc/adt/oo/classes/cl_abap_typedescr' },
    accept: 'application/*'
  })
  const number = attribute(parseXml(text).element, 'installationNumber')
  return number === undefined || number === '' ? undefined : number
}

function fullPath(path: string): string {
  return (path.startsWith('/sap/') ? path : `/sap/bc/adt/${path.replace(/^\/+/, '')}`).replace(
    /\/+$/,
    ''
  )
}

/** The collections that the system announces. Read once for each Erp. */
export function readDiscovery(
  erp: ErpReader,
  _args: object = {},
  _signal?: AbortSignal
): Promise<Discovery> {
  return memoize(cacheOf(erp), 'discovery', async () => {
    const response = await erp.request({
      operation: 'discovery.read',
      effect: 'none',
      method: 'GET',
      path: '/sap/bc/adt/discovery',
      accept: 'application/atomsvc+xml'
    })
    const collections = await decodeDiscovery([response.text])
    return { collections, has: (path: string) => collections.has(fullPath(path)) }
  })
}

const checkType =
  'application/vnd.sap.as+xml; charset=UTF-8; dataname=com.sap.adt.transport.service.checkData'

/**
 * Reads whether a change needs a transport request, and which ones are available. Changes nothing.
 *
 * @throws ErpError ERP_BAD_REQUEST with the ERP's message when it refuses the package
 */
export async function probeTransportNeed(
  erp: ErpReader,
  args: { ref: ObjectRef; package: string },
  signal?: AbortSignal
): Promise<TransportNeed> {
  const { ref } = args
  const uri = Object.keys(rowFor(ref).parts).length === 0 ? objectUri(ref) : partUri(ref)
  const ask = (path: string) =>
    erp.request(
      {
        operation: 'transport.check',
        effect: 'none',
        method: 'POST',
        path,
        contentType: checkType,
        accept: checkType,
        body: transportCheckBody(args.package, uri)
      },
      signal
    )
  try {
    return readTransportCheck((await ask('/sap/bc/adt/cts/transportchecks')).text)
  } catch (error) {
    if (!isErpError(error) || error.status !== 404) throw error
    // The path of 7.40; where it is missing too, the first error is more precise.
    return readTransportCheck(
      (
        await ask('/sap/bc/cts/transportchecks').catch(() => {
          throw error
        })
      ).text
    )
  }
}
