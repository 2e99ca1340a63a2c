/** Routes of the framework: discovery, compatibility graph, HTTP sessions, system information. */
import { coreDiscoveryDocument, discoveryDocument } from '../http/documents/discovery.ts'
import type { Answer, Request, Route } from '../http/route.ts'
import { declare, document, element } from '../http/xml.ts'

const serviceDocument = ['application/atomsvc+xml', 'application/xml']

function graph({ type, routes: all }: Request): Answer {
  const nodes = all
    .flatMap(route => (route.collection === undefined ? [] : [route.collection.category]))
    .map(([scheme, name]) =>
      element('node', {
        nameSpace: scheme.startsWith('http')
          ? scheme
          : `http://www.sap.com/adt/categories/${scheme}`,
        name
      })
    )
  return {
    type,
    body: document(
      element('compatibility:graph', declare('compatibility'), [
        element('nodes', {}, nodes),
        element('edges')
      ])
    )
  }
}

function sessions(request: Request): Answer {
  const { system, session } = request
  const link = (rel: string, href: string) =>
    element('atom:link', { href, rel: `http://www.sap.com/adt/relations/core/http/${rel}` })
  return {
    headers: { 'x-csrf-token': session.token },
    body: document(
      element('http:session', { 'xmlns:http': 'http://www.sap.com/adt/http', ...declare('atom') }, [
        link('systeminformation', '/sap/bc/adt/core/http/systeminformation'),
        link('logoff', '/sap/public/bc/icf/logoff'),
        element('http:properties', {}, [
          element('http:property', { name: 'systemId' }, system.id),
          element('http:property', { name: 'client' }, system.client),
          element(
            'http:property',
            { name: 'inactivityTimeout' },
            String(Math.round(system.contextMilliseconds / 1000))
          )
        ])
      ])
    )
  }
}

function systemInformation({ system, user, language }: Request): Answer {
  const userFullName = system.users.find(user)?.fullName ?? ''
  return {
    body: JSON.stringify({
      systemID: system.id,
      userName: user,
      userFullName,
      client: system.client,
      language
    })
  }
}

function logoff({ system, session }: Request): Answer {
  if (session.id !== '') system.logOff(session)
  const expiry = 'expires=Tue, 01-Jan-1980 00:00:01 GMT'
  return {
    type: 'text/html; charset=utf-8',
    headers: { 'set-cookie': `SAP_SESSIONID_${system.id}_${system.client}=0; path=/; ${expiry}` },
    body: '<!DOCTYPE html><html><head><title>Logged Off</title></head><body><p>You are logged off.</p></body></html>'
  }
}

export const routes: readonly Route[] = [
  {
    method: 'GET',
    path: '/discovery',
    produces: serviceDocument,
    collection: {
      workspace: 'Discovery',
      title: 'Discovery',
      category: ['core', 'discovery'],
      accept: ['application/atomsvc+xml']
    },
    handler: ({ type, routes: all }) => ({ type, body: discoveryDocument(all) })
  },
  {
    method: 'GET',
    path: '/core/discovery',
    produces: serviceDocument,
    handler: ({ type, routes: all }) => ({ type, body: coreDiscoveryDocument(all) })
  },
  {
    method: 'GET',
    path: '/compatibility/graph',
    produces: ['application/xml'],
    collection: {
      workspace: 'Compatibility',
      title: 'Compatibility Graph',
      category: ['compatibility', 'graph']
    },
    handler: graph
  },
  {
    method: 'GET',
    path: '/core/http/sessions',
    produces: [
      'application/vnd.sap.adt.core.http.session.v3+xml',
      'application/vnd.sap.adt.core.http.session.v2+xml',
      'application/vnd.sap.adt.core.http.session.v1+xml',
      'application/xml'
    ],
    collection: {
      workspace: 'HTTP Sessions',
      title: 'HTTP Sessions',
      category: ['core/http', 'sessions']
    },
    handler: sessions
  },
  {
    method: 'GET',
    path: '/core/http/systeminformation',
    produces: ['application/vnd.sap.adt.core.http.systeminformation.v1+json', 'application/json'],
    collection: {
      workspace: 'System Information',
      title: 'System Information',
      category: ['core/http', 'systeminformation'],
      accept: ['application/vnd.sap.adt.core.http.systeminformation.v1+json']
    },
    handler: systemInformation
  },
  { method: 'GET', path: '/sap/public/bc/icf/logoff', open: true, handler: logoff }
]
