/** Routes of the transport search: its saved configurations and their metadata. */
import { AdtError, invalidData } from '../../http/errors.ts'
import type { Answer, Request, Route } from '../../http/route.ts'
import { basePath } from '../../http/router.ts'
import { isoTime } from '../../http/times.ts'
import { descendants } from '../../http/xml-reader.ts'
import { declare, document, element, leaf } from '../../http/xml.ts'
import { configurationOf, newConfiguration, propertyNames, tagOf } from '../../transports/search.ts'
import type { SearchConfiguration } from '../../transports/types.ts'

const path = '/cts/transportrequests/searchconfiguration'
const listType = 'application/vnd.sap.adt.configurations.v1+xml'
const oneType = 'application/vnd.sap.adt.configuration.v1+xml'
const metadataType = 'application/vnd.sap.adt.configuration.metadata.v1+xml'

function uriOf({ id }: SearchConfiguration): string {
  return `${basePath}${path}/configurations/${id}`
}

function listed(configuration: SearchConfiguration, client: string): string {
  const { user, createdAt, changedAt } = configuration
  return element(
    'configuration:configuration',
    {
      ...declare('configuration'),
      'configuration:client': client,
      'configuration:createdBy': user,
      'configuration:changedBy': user,
      'configuration:createdAt': isoTime(createdAt),
      'configuration:changedAt': isoTime(changedAt)
    },
    element('atom:link', {
      ...declare('atom'),
      href: uriOf(configuration),
      rel: 'http://www.sap.com/adt/relations/configuration',
      etag: tagOf(configuration)
    })
  )
}

function list({ system, user }: Request): Answer {
  const all = system.store.transports.configurations(user)
  return {
    body: document(
      element(
        'configurations:configurations',
        declare('configurations'),
        all.map(each => listed(each, system.client))
      )
    )
  }
}

function answer(configuration: SearchConfiguration): Answer {
  const properties = propertyNames
    .filter(name => configuration.properties[name] !== undefined)
    .map(key => leaf('configuration:property', configuration.properties[key] ?? '', { key }))
  return {
    headers: { etag: tagOf(configuration) },
    body: document(
      element(
        'configuration:configuration',
        declare('configuration'),
        element('configuration:properties', {}, properties)
      )
    )
  }
}

function own(request: Request): SearchConfiguration {
  return configurationOf(request.system.store.transports, request.user, request.param('id'))
}

async function create({ system, user }: Request): Promise<Answer> {
  const made = await system.exclusive(() => newConfiguration(system.store.transports, user))
  return {
    ...answer(made),
    status: 201,
    type: oneType,
    headers: { etag: tagOf(made), location: uriOf(made) }
  }
}

function readProperties(request: Request): Record<string, string> {
  const given = descendants(request.xml(), 'property').map(
    ({ attributes, text }) => [attributes['key'] ?? '', text.trim()] as const
  )
  const unknown = given.find(([key]) => !propertyNames.some(name => name === key))
  if (unknown !== undefined) {
    throw invalidData(`${unknown[0]} is not a property of a search configuration`)
  }
  return Object.fromEntries(given)
}

/**
 * Demands the entity tag that the client has read: another user or window may have saved in the
 * meantime.
 */
async function save(request: Request): Promise<Answer> {
  const { system, headers } = request
  const properties = readProperties(request)
  const saved = await system.exclusive(() => {
    const before = own(request)
    const tag = headers['if-match']?.replace(/^W\//, '').replace(/^"|"$/g, '')
    if (tag !== tagOf(before)) {
      throw new AdtError(
        `Configuration ${before.id} has been changed: it is not the version ${tag ?? 'without tag'}`,
        { status: 412, type: 'ExceptionPreconditionFailed' }
      )
    }
    const after = { ...before, properties, changedAt: Math.max(Date.now(), before.changedAt + 1) }
    system.store.transports.saveConfiguration(after)
    return after
  })
  return { ...answer(saved), type: oneType }
}

function metadata(): Answer {
  const kinds: Readonly<Record<string, string>> = {
    User: 'string',
    DateFilter: 'integer',
    FromDate: 'date',
    ToDate: 'date'
  }
  return {
    body: document(
      element(
        'configuration:metadata',
        declare('configuration'),
        propertyNames.map(key =>
          element('configuration:property', { key, type: kinds[key] ?? 'boolean' })
        )
      )
    )
  }
}

const workspace = 'Change and Transport System'

export const routes: readonly Route[] = [
  {
    method: 'GET',
    path: `${path}/configurations`,
    produces: [listType, 'application/xml'],
    collection: {
      workspace,
      title: 'Transport Search Configurations',
      category: ['cts', 'transportconfigurations'],
      accept: [listType, oneType]
    },
    handler: list
  },
  {
    method: 'POST',
    path: `${path}/configurations`,
    accepts: [oneType],
    produces: [oneType, 'application/xml'],
    handler: create
  },
  {
    method: 'GET',
    path: `${path}/configurations/{id}`,
    produces: [oneType, 'application/xml'],
    handler: request => answer(own(request))
  },
  {
    method: 'PUT',
    path: `${path}/configurations/{id}`,
    accepts: [oneType],
    produces: [oneType, 'application/xml'],
    handler: save
  },
  {
    method: 'GET',
    path: `${path}/metadata`,
    produces: [metadataType, 'application/xml'],
    collection: {
      workspace,
      title: 'Transport Search Configuration Metadata',
      category: ['cts', 'transportconfigurationsmetadata'],
      accept: [metadataType]
    },
    handler: metadata
  }
]
