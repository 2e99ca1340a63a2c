/** Routes of transport requests and tasks. */
import { notFound } from '../../http/errors.ts'
import { namedItemTypes, namedItems } from '../../http/named-items.ts'
import type { Answer, Request, Route } from '../../http/route.ts'
import { basePath } from '../../http/router.ts'
import { transportDocument } from '../../http/documents/transport-document.ts'
import { transportTree } from '../../http/documents/transport-tree.ts'
import { treeType, organizerType } from '../../http/documents/transport-elements.ts'
import { removeTransport, transportOf } from '../../transports/requests.ts'
import { foundBy, searchOptionsOf } from '../../transports/search.ts'
import { create, createClassic } from './create.ts'
import { change, newTask } from './change.ts'
import { reference } from './reference.ts'

const path = '/cts/transportrequests'

function list(request: Request): Answer {
  const { system, query, user } = request
  const options = searchOptionsOf(system, query, user)
  const withTargets = [query.get('targets'), query.get('target')].some(
    value => value?.toLowerCase() === 'true'
  )
  return {
    body: transportTree(system, foundBy(system, options), {
      user: options.user,
      targets: withTargets
    })
  }
}

function read(request: Request): Answer {
  return {
    body: transportDocument(request.system, transportOf(request.system, request.param('number')))
  }
}

async function remove(request: Request): Promise<Answer> {
  const { system } = request
  await system.exclusive(() =>
    removeTransport(system, transportOf(system, request.param('number')))
  )
  return {}
}

function valueHelp(request: Request): Answer {
  switch (request.param('kind')) {
    case 'target':
      return namedItems(request.system.targets, request.query)
    // the sandbox defines no attributes and no projects: clients may set any attribute
    case 'attribute':
    case 'ctsproject':
      return namedItems([], request.query)
    default:
      throw notFound(request.param('kind').toUpperCase())
  }
}

const classicType =
  'application/vnd.sap.as+xml; charset=utf-8; dataname=com.sap.adt.CreateCorrectionRequest'
const searchType = 'application/vnd.sap.adt.transports.search.v1+xml'
const workspace = 'Change and Transport System'

export const routes: readonly Route[] = [
  {
    method: 'POST',
    path: '/cts/transports',
    produces: ['text/plain'],
    collection: {
      workspace,
      title: 'Transports',
      category: ['cts', 'transports'],
      accept: [classicType, searchType],
      templates: [
        {
          rel: 'http://www.sap.com/adt/categories/cts/transports/search',
          template: `${basePath}/cts/transports/search{?searchFor,transportNumber,owner*,requestType*,requestStatus*,taskType*,taskStatus*,fromDate,toDate}`
        }
      ]
    },
    handler: createClassic
  },
  {
    method: 'GET',
    path,
    produces: [treeType, organizerType, 'application/xml'],
    collection: {
      workspace,
      title: 'Transport Management',
      category: ['cts', 'transportmanagement'],
      accept: [organizerType, treeType],
      templates: [
        {
          rel: 'http://www.sap.com/cts/relations/transports',
          template: `${basePath}${path}{?targets,configUri,user,requestType,requestStatus}`
        }
      ]
    },
    handler: list
  },
  {
    method: 'POST',
    path,
    accepts: [organizerType],
    produces: [organizerType, 'application/xml'],
    handler: create
  },
  {
    method: 'GET',
    path: `${path}/reference`,
    collection: {
      workspace,
      title: 'Transport Management Reference',
      category: ['cts', 'transportmanagementref'],
      accept: [organizerType],
      templates: [
        {
          rel: 'http://www.sap.com/cts/relations/reference',
          template: `${basePath}${path}/reference{?obj_name,obj_wbtype,pgmid,tr_number}`
        }
      ]
    },
    handler: reference
  },
  {
    method: 'GET',
    path: `${path}/{number}`,
    produces: [organizerType, 'application/xml'],
    handler: read
  },
  { method: 'PUT', path: `${path}/{number}`, accepts: [organizerType], handler: change },
  { method: 'DELETE', path: `${path}/{number}`, handler: remove },
  { method: 'POST', path: `${path}/{number}/tasks`, accepts: [organizerType], handler: newTask },
  { method: 'GET', path: `${path}/valuehelp/{kind}`, produces: namedItemTypes, handler: valueHelp }
]
