/** Published OData services: their URLs and metadata documents. */
import { ErpError, isErpError } from '../../errors.ts'
import type { ErpReader } from '../../erp.ts'
import { assertGrammar } from '../names.ts'
import { servicePath } from '../../http/paths.ts'
import type { ServiceBinding } from './services.ts'
import { decodeEdmx } from '../../wire/edmx.ts'
import type { ServiceModel } from '../../wire/edmx.ts'
import { attribute, children, parseXml } from '../../wire/xml.ts'

export type { ServiceEntity, ServiceModel, ServiceNavigation } from '../../wire/edmx.ts'

/** One service in the details of a binding. */
export interface PublishedService {
  readonly name: string
  readonly version: string
  readonly published: boolean
  /** As the ERP sends it; `readServiceModel` decides whether it may be requested. */
  readonly url: string
}

/** URLs of the services of a binding. @throws ErpError ERP_NOT_FOUND, ERP_BAD_ANSWER */
export async function readServiceDetails(
  erp: ErpReader,
  { binding, service }: { binding: ServiceBinding; service: ServiceBinding['services'][number] },
  signal?: AbortSignal
): Promise<PublishedService[]> {
  const kind = binding.version === 'V2' ? 'odatav2' : 'odatav4'
  assertGrammar(binding.name, { kind: 'Service binding', grammar: 'identifier', maxLength: 40 })
  const { text } = await erp.request(
    {
      operation: 'service.details',
      effect: 'none',
      method: 'GET',
      path: `/sap/bc/adt/businessservices/${kind}/${encodeURIComponent(binding.name)}`,
      query: {
        servicename: service.service,
        serviceversion: service.version,
        srvdname: service.name
      },
      accept:
        kind === 'odatav2'
          ? 'application/vnd.sap.adt.businessservices.odatav2.v3+xml, application/vnd.sap.adt.businessservices.odatav2.v2+xml, application/vnd.sap.adt.businessservices.odatav2.v1+xml'
          : 'application/vnd.sap.adt.businessservices.odatav4.v2+xml, application/vnd.sap.adt.businessservices.odatav4.v1+xml'
    },
    signal
  )
  const { element } = parseXml(text, ['serviceList', 'serviceGroup'])
  return children(element, 'services').map(each => {
    const information = children(each, 'serviceInformation')[0]
    return {
      name: attribute(each, 'serviceId') ?? attribute(information, 'name') ?? '',
      version: attribute(each, 'serviceVersion') ?? attribute(information, 'version') ?? '',
      published: (attribute(each, 'published') ?? attribute(element, 'published')) === 'true',
      url: attribute(each, 'serviceUrl') || attribute(information, 'url') || ''
    }
  })
}

/**
 * The model of a published service, from its metadata document.
 *
 * @throws ErpError ERP_BAD_NAME for a URL of another server or outside the published services,
 * ERP_NOT_FOUND where it is not active, ERP_FORBIDDEN, ERP_BAD_ANSWER
 */
export async function readServiceModel(
  erp: ErpReader,
  { url }: { url: string },
  signal?: AbortSignal
): Promise<ServiceModel> {
  const path = `${servicePath(erp.system.url, url)}/$metadata`
  try {
    const { text } = await erp.request(
      {
        operation: 'service.metadata',
        effect: 'none',
        method: 'GET',
        area: 'services',
        path,
        accept: 'application/xml'
      },
      signal
    )
    return await decodeEdmx([text], signal)
  } catch (error) {
    throw isErpError(error) ? explained(error) : error
  }
}

const explanations: Readonly<Record<string, { readonly text: string; readonly remedy: string }>> = {
  ERP_NOT_FOUND: {
    text: 'The ERP does not serve it (404)',
    remedy:
      'Publish the binding (ERPActivate publish); if it is published, its node in transaction SICF may be inactive.'
  },
  ERP_UNSUPPORTED: {
    text: 'The ERP does not serve it',
    remedy: 'Activate its node in transaction SICF.'
  },
  ERP_FORBIDDEN: {
    text: 'The ERP user may not call it (403)',
    remedy: 'The user needs S_SERVICE for the service.'
  },
  ERP_LOGON_PAGE: {
    text: 'The ERP answered with an HTML page or a redirect instead of metadata',
    remedy: 'Its node in SICF asks for another log-on than the development interface.'
  },
  ERP_BAD_ANSWER: {
    text: 'What the ERP answered is no metadata document',
    remedy: 'See the Gateway error log (ERPDiagnose gateway_errors).'
  },
  ERP_SERVER_ERROR: {
    text: 'The service failed',
    remedy: 'See the Gateway error log (ERPDiagnose gateway_errors).'
  }
}

function explained(error: ErpError): ErpError {
  const known = Object.hasOwn(explanations, error.code) ? explanations[error.code] : undefined
  return known === undefined
    ? error
    : new ErpError(error.code, `${known.text}: ${error.message}`, {
        status: error.status,
        remedy: known.remedy,
        cause: error
      })
}
