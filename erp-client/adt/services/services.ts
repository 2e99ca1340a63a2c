/** Service bindings and generators of the RAP model. */
import { ErpError } from '../../errors.ts'
import type { ErpReader, ErpWriter } from '../../erp.ts'
import { assertTransport } from '../names.ts'
import { objectUri, refOfUri } from '../../objects.ts'
import type { ObjectRef } from '../../objects.ts'
import { forgetObject } from '../source.ts'
import { readDocument } from '../document/documents.ts'
import {
  asxData,
  attribute,
  child,
  children,
  escapeXml,
  parseXml,
  textOf,
  xmlHead
} from '../../wire/xml.ts'
import { longTimeoutMs } from '../../request.ts'

/** The services of a binding, and whether it is published. */
export interface ServiceBinding {
  readonly name: string
  readonly version: 'V2' | 'V4'
  readonly published: boolean
  /** `name` is the service definition, `service` its name in the binding. */
  readonly services: readonly {
    readonly name: string
    readonly version: string
    readonly service: string
  }[]
}

export interface StatusMessage {
  readonly severity: string
  readonly text: string
}

/** @throws ErpError ERP_BAD_ANSWER, ERP_NOT_FOUND */
export async function readBinding(
  erp: ErpReader,
  { ref }: { ref: ObjectRef },
  signal?: AbortSignal
): Promise<ServiceBinding> {
  const { element } = parseXml(await readDocument(erp, { ref }, signal), ['serviceBinding'])
  const version = attribute(child(element, 'binding'), 'version')
  return {
    name: ref.name,
    version: version === 'V2' ? 'V2' : 'V4',
    published: attribute(element, 'published') === 'true',
    services: children(element, 'services').flatMap(each =>
      children(each, 'content').map(content => ({
        name:
          attribute(child(content, 'serviceDefinition'), 'name') ?? attribute(each, 'name') ?? '',
        version: attribute(content, 'version') ?? '0001',
        service: attribute(each, 'name') ?? ref.name
      }))
    )
  }
}

/**
 * Publishes or unpublishes the local service of a binding. The ERP answers 200 even for a failure;
 * the message reports the result.
 */
export async function publishBinding(
  erp: ErpWriter,
  { ref, binding, publish }: { ref: ObjectRef; binding: ServiceBinding; publish: boolean },
  signal?: AbortSignal
): Promise<StatusMessage> {
  const isV2 = binding.version === 'V2'
  const [service] = binding.services
  const type = isV2 ? '' : ' adtcore:type="SCGR"'
  try {
    const { text } = await erp.request(
      {
        operation: publish ? 'service.publish' : 'service.unpublish',
        effect: 'change',
        method: 'POST',
        path: `/sap/bc/adt/businessservices/odata${binding.version.toLowerCase()}/${publish ? 'publishjobs' : 'unpublishjobs'}`,
        query: isV2 ? { servicename: ref.name, serviceversion: service?.version ?? '0001' } : {},
        subject: { refs: [ref] },
        contentType: 'application/xml',
        accept:
          'application/xml, application/vnd.sap.as+xml;charset=UTF-8;dataname=com.sap.adt.StatusMessage',
        body: `${xmlHead}<adtcore:objectReferences xmlns:adtcore="http://www.sap.com/adt/core"><adtcore:objectReference${type} adtcore:name="${escapeXml(ref.name)}"/></adtcore:objectReferences>`,
        timeoutMs: longTimeoutMs
      },
      signal
    )
    return readStatus(text)
  } finally {
    forgetObject(erp, ref)
  }
}

function readStatus(xml: string): StatusMessage {
  const data = asxData(xml)
  const severity = textOf(data, 'SEVERITY')
  if (severity === '') {
    throw new ErpError('ERP_BAD_ANSWER', 'The ERP did not say whether it did it', {
      outcome: 'unknown'
    })
  }
  return {
    severity,
    text: [textOf(data, 'SHORT_TEXT'), textOf(data, 'LONG_TEXT')]
      .filter(text => text !== '')
      .join(' ')
  }
}

export type Generator = 'uiservice' | 'webapiservice'
export interface GeneratedObject {
  readonly ref: ObjectRef | undefined
  readonly name: string
  readonly type: string
  readonly description: string
}

const generators = '/sap/bc/adt/businessservices/generators'

function listedIn(text: string): Readonly<Record<string, unknown>>[] {
  try {
    const found: unknown = JSON.parse(text)
    const list: unknown[] = Array.isArray(found) ? found : Object.values(found as object).flat()
    return list.filter(
      (each): each is Record<string, unknown> => typeof each === 'object' && each !== null
    )
  } catch (cause) {
    throw new ErpError('ERP_BAD_ANSWER', 'The generator answered with JSON that cannot be read', {
      cause
    })
  }
}

function readReferences(text: string): GeneratedObject[] {
  if (text.trimStart().startsWith('{') || text.trimStart().startsWith('[')) {
    return listedIn(text).map(each => ({
      ref: refOfUri(String(each['uri'] ?? '')),
      name: String(each['name'] ?? ''),
      type: String(each['type'] ?? ''),
      description: String(each['description'] ?? '')
    }))
  }
  return children(parseXml(text, ['objectReferences']).element, 'objectReference').map(each => ({
    ref: refOfUri(attribute(each, 'uri') ?? ''),
    name: attribute(each, 'name') ?? '',
    type: attribute(each, 'type') ?? '',
    description: attribute(each, 'description') ?? ''
  }))
}

export interface GenerateArgs {
  readonly generator: Generator
  readonly ref: ObjectRef
  readonly package: string
  readonly transport?: string | undefined
  readonly content?: string | undefined
}

/** The default content of a generation, as the ERP proposes it. */
async function defaultContent(
  erp: ErpReader,
  args: GenerateArgs,
  signal: AbortSignal | undefined
): Promise<string> {
  const { text } = await erp.request(
    {
      operation: 'generator.content',
      effect: 'none',
      method: 'GET',
      path: `${generators}/${args.generator}/content`,
      query: { referencedObject: objectUri(args.ref), package: args.package },
      accept: 'application/vnd.sap.adt.repository.generator.content.v1+json'
    },
    signal
  )
  return text
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
  const path = `${generators}/${args.generator}`
  const referencedObject = objectUri(args.ref)
  const validation = await erp.request(
    {
      operation: 'generator.check',
      effect: 'none',
      method: 'GET',
      path: `${path}/validation`,
      query: {
        referencedObject,
        package: args.package,
        checks: 'PACKAGE,REFERENCEDOBJECT,AUTHORIZATION'
      },
      accept: '*/*'
    },
    signal
  )
  refuseInvalid(validation.text)
  const content = args.content ?? (await defaultContent(erp, args, signal))
  const preview = await erp.request(
    {
      operation: 'generator.preview',
      effect: 'none',
      method: 'POST',
      path: `${path}/preview`,
      query: { referencedObject },
      contentType: 'application/vnd.sap.adt.repository.generator.content.v1+json',
      accept: 'application/vnd.sap.adt.repository.generator.preview.v1+xml',
      body: content
    },
    signal
  )
  return { content, objects: readReferences(preview.text) }
}

function refuseInvalid(text: string): void {
  const severity = /<(?:\w+:)?SEVERITY>([^<]*)</i.exec(text)?.[1] ?? ''
  if (severity.toUpperCase() !== 'ERROR') return
  throw new ErpError(
    'ERP_BAD_REQUEST',
    /<(?:\w+:)?SHORT_TEXT>([^<]{0,1000})/i.exec(text)?.[1] ?? 'The generator refuses this object',
    { outcome: 'failed' }
  )
}

/** Runs a planned generation. */
export async function generate(
  erp: ErpWriter,
  args: GenerateArgs & { readonly content: string },
  signal?: AbortSignal
): Promise<GeneratedObject[]> {
  if (args.transport !== undefined) assertTransport(args.transport)
  const { text } = await erp.request(
    {
      operation: 'generator.run',
      effect: 'change',
      method: 'POST',
      path: `${generators}/${args.generator}`,
      // The service requires the parameter even without a value.
      query: { referencedObject: objectUri(args.ref), corrNr: args.transport ?? '' },
      contentType: 'application/vnd.sap.adt.repository.generator.content.v1+json',
      accept: 'application/vnd.sap.adt.repository.generator.v1+json, application/xml;q=0.8',
      body: args.content,
      timeoutMs: longTimeoutMs
    },
    signal
  )
  return text.trim() === '' ? [] : readReferences(text)
}
