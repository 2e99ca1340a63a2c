/** Generators of the RAP model: what they would create, and its creation. */
import { sendTyped } from '../document/media-types.ts'
import type { TypedRequest } from '../document/media-types.ts'
import { ErpError } from '../../errors.ts'
import type { ErpReader, ErpWriter } from '../../erp.ts'
import { longTimeoutMs } from '../../request.ts'
import { objectUri } from '../../objects.ts'
import type { ObjectRef } from '../../objects.ts'
import {
  assertValid,
  contentIn,
  generatorPath,
  readReferences
} from '../../wire/services/generators.ts'
import type { GeneratedObject } from '../../wire/services/generators.ts'
import { assertTransport } from '../names.ts'
import { readDiscovery } from '../system.ts'

export type Generator = 'uiservice' | 'webapiservice'

export interface GenerateArgs {
  readonly generator: Generator
  readonly ref: ObjectRef
  readonly package: string
  readonly transport?: string | undefined
  readonly content?: string | undefined
}

const list = '/sap/bc/adt/repository/generators'
const type = (name: string) => `application/vnd.sap.adt.repository.${name}`
const contentType = type('generator.content.v1+json')

/** A generator of a release: its path, and what its requests look like there. */
interface Service {
  readonly path: string
  /** The announced collection that it belongs to. */
  readonly collection: string
  readonly checks: string
  readonly accept: { readonly check: string; readonly preview: string; readonly run: string }
  /** The content names its package. */
  readonly namesPackage: boolean
}

const unlistedGenerators = '/sap/bc/adt/businessservices/generators'

/** The generators of systems that do not list them. */
const unlisted = (generator: Generator): Service => ({
  path: `${unlistedGenerators}/${generator}`,
  collection: unlistedGenerators,
  checks: 'PACKAGE,REFERENCEDOBJECT,AUTHORIZATION',
  accept: {
    check: '*/*',
    preview: type('generator.preview.v1+xml'),
    run: `${type('generator.v1+json')}, application/xml;q=0.8`
  },
  namesPackage: false
})

const statusMessage = 'application/vnd.sap.as+xml;charset=UTF-8;dataname=com.sap.adt.StatusMessage'
const listed = (path: string): Service => ({
  path,
  collection: list,
  checks: 'package,referencedobject,authorization',
  accept: {
    check: `application/vnd.sap.adt.validationMessages.v1+xml, ${statusMessage}`,
    preview: type('objects.massoperation.v1+xml'),
    run: `${type('generator.v1+json')}, ${statusMessage}`
  },
  namesPackage: true
})

/** Ids of the listed generators that neither activate nor publish what they create. */
const ids: Readonly<Record<Generator, readonly string[]>> = {
  uiservice: ['ui-service', 'uiservice'],
  webapiservice: ['webapi-service', 'web-api-service', 'webapiservice']
}

async function serviceOf(
  erp: ErpReader,
  { generator, ref }: GenerateArgs,
  signal: AbortSignal | undefined
): Promise<Service> {
  const discovery = await readDiscovery(erp, {}, signal).catch(() => undefined)
  signal?.throwIfAborted()
  if (discovery?.collections.has(list) !== true) return unlisted(generator)
  const { text } = await erp.request(
    {
      operation: 'generator.list',
      effect: 'none',
      method: 'GET',
      path: list,
      query: { referencedObject: objectUri(ref) },
      accept: 'application/atom+xml;type=feed'
    },
    signal
  )
  const path = text.trim() === '' ? undefined : generatorPath(text, ids[generator])
  return path === undefined ? unlisted(generator) : listed(path)
}

function contentTypes({ collection }: Service): TypedRequest {
  return {
    purpose: 'generator',
    collection,
    types: [contentType],
    fits: announced => announced.includes('.generator.content.')
  }
}

/** The default content of a generation, as the ERP proposes it. */
async function defaultContent(
  erp: ErpReader,
  { service, args }: { service: Service; args: GenerateArgs },
  signal: AbortSignal | undefined
): Promise<string> {
  const { text } = await erp.request(
    {
      operation: 'generator.content',
      effect: 'none',
      method: 'GET',
      path: `${service.path}/content`,
      query: { referencedObject: objectUri(args.ref), package: args.package },
      accept: contentType
    },
    signal
  )
  return service.namesPackage ? contentIn(text, args.package) : text
}

/**
 * The objects that the ERP's generator would create for an entity; without `content` with its own
 * defaults. @throws ErpError ERP_UNSUPPORTED
 */
export async function planGeneration(
  erp: ErpReader,
  args: GenerateArgs,
  signal?: AbortSignal
): Promise<{ content: string; objects: GeneratedObject[] }> {
  const service = await serviceOf(erp, args, signal)
  const referencedObject = objectUri(args.ref)
  const validation = await erp.request(
    {
      operation: 'generator.check',
      effect: 'none',
      method: 'GET',
      path: `${service.path}/validation`,
      query: { referencedObject, package: args.package, checks: service.checks },
      accept: service.accept.check
    },
    signal
  )
  assertValid(validation.text)
  const content = args.content ?? (await defaultContent(erp, { service, args }, signal))
  const preview = await sendTyped(erp, contentTypes(service), contentType =>
    erp.request(
      {
        operation: 'generator.preview',
        effect: 'none',
        method: 'POST',
        path: `${service.path}/preview`,
        query: { referencedObject },
        contentType,
        accept: service.accept.preview,
        body: content
      },
      signal
    )
  )
  return { content, objects: readReferences(preview.text) }
}

/** Runs a planned generation. */
export async function generate(
  erp: ErpWriter,
  args: GenerateArgs & { readonly content: string },
  signal?: AbortSignal
): Promise<GeneratedObject[]> {
  if (args.transport !== undefined) assertTransport(args.transport)
  const service = await serviceOf(erp, args, signal)
  const { text } = await sendTyped(erp, contentTypes(service), contentType =>
    erp.request(
      {
        operation: 'generator.run',
        effect: 'change',
        subject: { refs: [], named: `objects generated of ${args.ref.type} ${args.ref.name}` },
        method: 'POST',
        path: service.path,
        // The service requires the parameter even without a value.
        query: { referencedObject: objectUri(args.ref), corrNr: args.transport ?? '' },
        contentType,
        accept: service.accept.run,
        body: args.content,
        timeoutMs: longTimeoutMs
      },
      signal
    )
  )
  if (text.trim() === '') return []
  try {
    return readReferences(text)
  } catch (error) {
    throw error instanceof ErpError && error.outcome === undefined
      ? new ErpError('ERP_BAD_ANSWER', error.message, { outcome: 'unknown', cause: error })
      : error
  }
}
