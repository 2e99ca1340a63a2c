/** Service bindings of the RAP model. */
import { ErpError } from '../../errors.ts'
import type { ErpReader, ErpWriter } from '../../erp.ts'
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
