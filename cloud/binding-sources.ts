/** Finds the binding of a service of the platform: in VCAP variables and mounted files. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isRecord } from '../config/json-text.ts'

/** The variables of the platform that lead to bindings; empty where the platform sets none. */
export interface BindingSources {
  /** VCAP_SERVICES: JSON. */
  readonly vcapServices: string
  /** VCAP_SERVICES_FILE_PATH: a file with the same JSON. */
  readonly vcapServicesFile: string
  /** SERVICE_BINDING_ROOT: a directory with one directory a binding. */
  readonly serviceBindingRoot: string
}

export interface FoundBinding {
  readonly credentials: Readonly<Record<string, unknown>>
  readonly plan: unknown
  /** The id of the service instance, where the platform gives it. */
  readonly instance?: string | undefined
  readonly origin: string
}

/** A service that may be bound. */
export interface BoundService {
  /** Its label, which is also its tag and the type of a mounted directory. */
  readonly label: string
  /** In words, for messages. */
  readonly title: string
  /** Without SERVICE_BINDING_ROOT, where the platform's Kubernetes operator mounts its bindings. */
  readonly usualRoot: string
  /** The plan that is meant where several are bound. */
  readonly plan?: string
  /** The setting that needs the binding. */
  readonly neededBy: string
}

export const authorizationService: BoundService = {
  label: 'xsuaa',
  title: 'the authorization service (xsuaa)',
  usualRoot: '/etc/secrets/sapcp/xsuaa',
  plan: 'application',
  neededBy: 'ERP_PLATFORM_AUTH is on'
}

export class BindingError extends Error {}

/** @throws BindingError with the places that were searched, and no value */
export function findBinding(
  sources: BindingSources,
  service: BoundService = authorizationService
): FoundBinding {
  const { usualRoot, title: whole, neededBy } = service
  const { vcapServices, vcapServicesFile, serviceBindingRoot } = sources
  const searched: string[] = []
  const places: readonly (readonly [string, () => FoundBinding[]])[] = [
    vcapServicesFile !== ''
      ? [
          'the file of VCAP_SERVICES_FILE_PATH',
          () => inVcap(readText(vcapServicesFile), 'VCAP_SERVICES_FILE_PATH', service)
        ]
      : ['VCAP_SERVICES', () => inVcap(vcapServices, 'VCAP_SERVICES', service)],
    serviceBindingRoot !== ''
      ? [
          'the directories below SERVICE_BINDING_ROOT',
          () => inDirectories(serviceBindingRoot, true, service)
        ]
      : [`the directories below ${usualRoot}`, () => inDirectories(usualRoot, false, service)]
  ]
  for (const [title, find] of places) {
    const found = find()
    if (found.length > 0) return theOne(found, service)
    searched.push(title)
  }
  throw new BindingError(
    `platform credentials not found: ${neededBy}, but no binding of ${whole} is in ${searched.join(' or ')}; bind the service to this application`
  )
}

function theOne(
  found: readonly FoundBinding[],
  { title, plan: wanted }: BoundService
): FoundBinding {
  const [first] = found
  const chosen = found.length === 1 ? found : found.filter(({ plan }) => plan === wanted)
  if (chosen.length !== 1 || chosen[0] === undefined) {
    throw new BindingError(
      `platform credentials are ambiguous: ${found.length} bindings of ${title} are in ${first?.origin ?? 'one place'}; keep one`
    )
  }
  return chosen[0]
}

function inVcap(text: string, origin: string, { label: wanted }: BoundService): FoundBinding[] {
  if (text.trim() === '') return []
  const services = readJson(text, origin)
  const all = Object.entries(services).flatMap(([label, list]) =>
    (Array.isArray(list) ? list : [])
      .filter(isRecord)
      .map((service): Record<string, unknown> => ({ label, ...service }))
  )
  const named = all.filter(service => service['label'] === wanted)
  const found =
    named.length > 0
      ? named
      : all.filter(service => Array.isArray(service['tags']) && service['tags'].includes(wanted))
  return found.map(service => ({
    credentials: isRecord(service['credentials']) ? service['credentials'] : {},
    plan: service['plan'],
    instance: typeof service['instance_guid'] === 'string' ? service['instance_guid'] : undefined,
    origin
  }))
}

function inDirectories(root: string, typed: boolean, { label }: BoundService): FoundBinding[] {
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
        (typed ? type !== label && !hasTag(data, label) : type !== undefined && type !== label)
      ) {
        return []
      }
      const { plan, instance_guid: instance } = data
      return [
        {
          credentials: data,
          plan,
          instance: typeof instance === 'string' ? instance : undefined,
          origin: join(root, name)
        }
      ]
    })
}

/** Without the links that Kubernetes adds beside the files. */
function names(directory: string): string[] {
  try {
    return readdirSync(directory)
      .filter(name => !name.startsWith('..'))
      .sort()
  } catch {
    return []
  }
}

function hasTag({ tags, label }: Readonly<Record<string, unknown>>, wanted: string): boolean {
  return label === wanted || (Array.isArray(tags) && tags.includes(wanted))
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
