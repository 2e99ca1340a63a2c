/** Routes about the system: components, facts of the machine, its installation, users and clients. */
import { createRequire } from 'node:module'
import { arch, release as osRelease, type as osName } from 'node:os'
import { notFound } from '../http/errors.ts'
import { existingPlace } from '../http/repository.ts'
import type { Answer, Request, Route } from '../http/route.ts'
import { patternOf } from '../http/documents/search-rows.ts'
import { placeOf } from '../http/uris.ts'
import { isoTime } from '../http/times.ts'
import { declare, document, element, leaf } from '../http/xml.ts'

const feedTypes = ['application/atom+xml;type=feed', 'application/atom+xml', 'application/xml']
const packageFile: unknown = createRequire(import.meta.url)('@erp-bridge/sandbox/package.json')
const version =
  typeof packageFile === 'object' && packageFile !== null && 'version' in packageFile
    ? String(packageFile.version)
    : ''

function feed(title: string, entries: readonly (readonly [id: string, title: string])[]): Answer {
  return {
    body: document(
      element('atom:feed', declare('atom'), [
        leaf('atom:title', title),
        leaf('atom:updated', isoTime(Date.now())),
        entries.map(([id, text]) =>
          element('atom:entry', {}, [leaf('atom:id', id), leaf('atom:title', text)])
        )
      ])
    )
  }
}

/** Clients choose their requests by the release. */
function components({ system }: Request): Answer {
  return feed('Installed Components', [
    ...system.releaseAdapter.components.map(([name, release]): [string, string] => [
      name,
      `${release};;0000;ERP Bridge sandbox: the development interface of ${name} ${release}`
    ]),
    [
      'ERP_BRIDGE_SANDBOX',
      `${version};;0000;ERP Bridge sandbox, an embedded ABAP development system`
    ]
  ])
}

/** Facts of the machine that the sandbox runs on, without its names and addresses (privacy). */
function information({ system }: Request): Answer {
  return feed('System Information', [
    ['ApplicationServerName', 'sandbox'],
    ['DBName', system.id],
    ['DBRelease', process.versions.sqlite ?? ''],
    ['DBSystem', 'SQLite'],
    ['KernelKind', 'ERP Bridge sandbox'],
    ['KernelPatchLevel', '0'],
    ['KernelRelease', version],
    ['MachineType', arch()],
    ['NotAuthorizedDB', 'false'],
    ['NotAuthorizedHost', 'true'],
    ['NotAuthorizedKernel', 'false'],
    ['NotAuthorizedSystem', 'false'],
    ['NotAuthorizedUser', 'false'],
    ['OSName', osName()],
    ['OSVersion', osRelease()],
    ['SAPSystemID', system.id],
    ['SAPSystemNumber', '00'],
    ['UnicodeSystem', 'true']
  ])
}

function users({ system, query }: Request): Answer {
  const wanted = query.get('querystring')?.trim() ?? ''
  const matches = patternOf(wanted === '' ? '*' : wanted)
  const limit = Number.parseInt(query.get('maxcount') ?? '', 10)
  const found = system.users.names.filter(name => matches.test(name))
  return feed(
    'Users',
    (limit > 0 ? found.slice(0, limit) : found).map(name => [
      name,
      system.users.find(name)?.fullName || name
    ])
  )
}

function user({ system, params }: Request): Answer {
  const found = system.users.find(params['user'] ?? '')
  if (found === undefined) throw notFound((params['user'] ?? '').toUpperCase())
  return feed('User', [[found.name, found.fullName || found.name]])
}

/** Developer and object keys: none is needed, and the answer names the installation. */
const xml = '<?xml version="1.0" encoding="utf-8"?>'

function registration(request: Request): Answer {
  const { system, user } = request
  // Objects that the runtime brings along are registered as well as stored ones.
  const uri = request.required('uri')
  const { part } = placeOf(uri) ?? existingPlace(system, uri)
  const { type, name } = part.object
  const body = element(
    'reg:objectRegistrationResponse',
    {
      'xmlns:reg': 'http://www.sap.com/adt/registration',
      'reg:release': system.releaseAdapter.release,
      'reg:installationNumber': system.store.installation
    },
    [
      element('reg:developer', {
        'reg:isRequired': 'false',
        'reg:name': user,
        'reg:accessKey': '0'
      }),
      element('reg:object', {
        'reg:isRequired': 'false',
        'reg:accessKey': '',
        'reg:transportPGMID': 'R3TR',
        'reg:transportType': type,
        'reg:transportName': name
      })
    ]
  )
  return { body: `${xml}${body}` }
}

function entry(
  path: string,
  title: string,
  term: string
): Pick<Route, 'method' | 'path' | 'produces' | 'collection'> {
  return {
    method: 'GET',
    path: `/system/${path}`,
    produces: feedTypes,
    collection: {
      workspace: 'System',
      title,
      category: ['system', term],
      accept: ['application/atom+xml;type=feed']
    }
  }
}

export const routes: readonly Route[] = [
  { ...entry('components', 'Installed Components', 'components'), handler: components },
  { ...entry('information', 'System Information', 'information'), handler: information },
  { ...entry('users', 'Users', 'users'), handler: users },
  { method: 'GET', path: '/system/users/{user}', produces: feedTypes, handler: user },
  {
    ...entry('clients', 'Clients', 'clients'),
    handler: ({ system }) => feed('Clients', [[system.client, 'Sandbox']])
  },
  {
    method: 'GET',
    path: '/sscr/registration/objects',
    produces: ['application/xml'],
    handler: registration
  }
]
