/** Routes of packages: documents, locks, name validation and value helps. */
import { AdtError, alreadyExists, creationFailure, notFound, uriMapping } from '../http/errors.ts'
import { kindOf } from '../http/kinds.ts'
import { packageRefusal } from '../transports/name-ranges.ts'
import { namedItemTypes, namedItems } from '../http/named-items.ts'
import type { NamedItem } from '../http/named-items.ts'
import { packageDocument } from '../http/documents/package-document.ts'
import { runRecorded } from '../http/recording.ts'
import { requireLock, requireName, objectOf, responsibleOf } from '../http/repository.ts'
import type { Answer, Request, Route } from '../http/route.ts'
import { basePath } from '../http/router.ts'
import { objectUri } from '../http/uris.ts'
import { child } from '../http/xml-reader.ts'
import type { XmlElement } from '../http/xml-reader.ts'
import { asx, asxType, element, leaf } from '../http/xml.ts'
import type { ObjectInfo, PartKey, Store } from '../types.ts'
import type { System } from '../system.ts'
import { layers } from '../transports/landscape.ts'
import { deleteLocked } from './delete.ts'
import { act } from './locks.ts'

const { mediaTypes, collection, nameLength } = kindOf('DEVC')
const packageTypes = new Set(['development', 'structure', 'main'])

function partOf(request: Request): PartKey {
  return { object: { type: 'DEVC', name: request.param('name').toUpperCase() }, part: 'main' }
}

function answer({ system, language }: Request, info: ObjectInfo): Answer {
  return { body: packageDocument(info, { store: system.store, systemId: system.id, language }) }
}

function read(request: Request): Answer {
  return answer(request, objectOf(request.system.store, partOf(request)))
}

/** What packages of this system have as software component, with those that every system has. */
function softwareComponents(store: Store): NamedItem[] {
  const known = new Map([
    ['HOME', 'Customer Developments'],
    ['LOCAL', 'Local Developments (No Automatic Transport)'],
    ['ZLOCAL', 'Local Developments in Structure Packages']
  ])
  for (const {
    attributes: { softwareComponent = '' }
  } of store.list({ type: 'DEVC' })) {
    if (softwareComponent !== '' && !known.has(softwareComponent)) known.set(softwareComponent, '')
  }
  return [...known]
    .map(([name, description]) => ({ name, description }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

const helps: Readonly<Record<string, (system: System) => NamedItem[]>> = {
  softwarecomponents: ({ store }) => softwareComponents(store),
  transportlayers: layers,
  applicationcomponents: ({ store }) =>
    [
      ...new Set(
        store
          .list({ type: 'DEVC' })
          .map(({ attributes }) => attributes['applicationComponent'] ?? '')
      )
    ]
      .filter(name => name !== '')
      .sort()
      .map(name => ({ name, description: '' })),
  translationrelevances: () => [{ name: '0', description: 'Not relevant for translation' }],
  abaplanguageversions: () => [{ name: 'standard', description: 'Standard ABAP' }]
}

interface Options {
  readonly name: string
  readonly parent: string
  readonly attributes: Record<string, string>
}

/** Why a package with these facts cannot be created; undefined when it can. */
function creationError(system: System, wish: Options): AdtError | undefined {
  const { store } = system
  const { name, parent, attributes } = wish
  if (name.length > nameLength) {
    return creationFailure(
      `Package names have at most ${nameLength} characters: ${name} is too long`
    )
  }
  if (store.get({ type: 'DEVC', name }) !== undefined) return alreadyExists('Package', name)
  const foreign = packageRefusal(system, name)
  if (foreign !== undefined) return foreign
  if (parent !== '' && store.get({ type: 'DEVC', name: parent }) === undefined) {
    return creationFailure(`Super package ${parent} does not exist`)
  }
  const { packageType = 'development', softwareComponent } = attributes
  if (!packageTypes.has(packageType)) return creationFailure(`${packageType} is not a package type`)
  if (
    softwareComponent !== undefined &&
    !softwareComponents(store).some(each => each.name === softwareComponent)
  ) {
    return new AdtError(`${softwareComponent} is not a valid software component`, {
      status: 400,
      type: 'ExceptionResourceCreationFailure',
      properties: { 'T100KEY-ID': 'TR', 'T100KEY-NO': '458', 'T100KEY-V1': softwareComponent }
    })
  }
  if (name.startsWith('$') && softwareComponent !== undefined && softwareComponent !== 'LOCAL') {
    return creationFailure(`Package ${name} is local: its software component is LOCAL`)
  }
  return undefined
}

function requestedPackage(
  fields: Readonly<Record<string, string | undefined>>
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''
    )
  )
}

/** The facts of a package in a document, as far as it gives any. */
function attributesOf(document: XmlElement): Record<string, string> {
  const transport = child(document, 'transport')
  const component = child(document, 'applicationComponent')?.attributes['name']
  const { packageType, recordChanges } = child(document, 'attributes')?.attributes ?? {}
  return requestedPackage({
    packageType,
    recordChanges,
    softwareComponent: child(transport, 'softwareComponent')?.attributes['name']?.toUpperCase(),
    transportLayer: child(transport, 'transportLayer')?.attributes['name']?.toUpperCase(),
    applicationComponent: component === '-' ? undefined : component
  })
}

async function create(request: Request): Promise<Answer> {
  const document = request.xml()
  const { system, user, language } = request
  const name = requireName(document.attributes['name'])
  const parent = child(document, 'superPackage')?.attributes['name']?.trim().toUpperCase() ?? ''
  const attributes = attributesOf(document)
  const key = { type: 'DEVC' as const, name }
  const info = await system.exclusive(() => {
    const refusal = creationError(system, { name, parent, attributes })
    if (refusal !== undefined) throw refusal
    const made = system.store.create(
      {
        key,
        package: parent,
        description: document.attributes['description'] ?? '',
        responsible: responsibleOf(request, document.attributes['responsible']),
        language,
        createdBy: user,
        changedBy: user,
        attributes
      },
      [],
      user
    )
    // whether a package records changes depends on inherited facts, which are known only after
    // the package exists
    return runRecorded(request, { part: { object: key, part: 'main' } }, () => made).catch(
      (error: unknown) => {
        system.store.remove(key)
        throw error
      }
    )
  })
  return {
    ...answer(request, info),
    status: 201,
    type: mediaTypes[0] ?? '',
    headers: { location: objectUri(info.key) }
  }
}

async function change(request: Request): Promise<Answer> {
  const part = partOf(request)
  const { system, user } = request
  const before = objectOf(system.store, part)
  requireLock(request, part)
  const document = request.xml()
  const { description, responsible } = document.attributes
  const parent = child(document, 'superPackage')?.attributes['name']?.trim().toUpperCase()
  if (parent !== undefined && parent !== before.package) {
    throw new AdtError(`Package ${before.key.name} cannot be moved to another super package`, {
      status: 400,
      type: 'ExceptionResourceSaveFailure'
    })
  }
  const attributes = attributesOf(document)
  const changed = Object.fromEntries(
    Object.entries(attributes).filter(([name, value]) => before.attributes[name] !== value)
  )
  const info = await system.exclusive(() =>
    runRecorded(request, { part }, () =>
      system.store.update(
        part.object,
        {
          ...(description === undefined ? {} : { description }),
          ...(responsible === undefined || responsible === ''
            ? {}
            : { responsible: responsibleOf(request, responsible) }),
          ...(Object.keys(changed).length === 0 ? {} : { attributes: changed })
        },
        user
      )
    )
  )
  return { ...answer(request, info), type: mediaTypes[0] ?? '' }
}

function validate(request: Request): Answer {
  const { query, system } = request
  const name = request.required('objname').trim().toUpperCase()
  const attributes = requestedPackage({
    softwareComponent: query.get('swcomp')?.toUpperCase(),
    packageType: query.get('packagetype') ?? undefined
  })
  const refusal = creationError(system, {
    name,
    parent: query.get('superpackage')?.trim().toUpperCase() ?? '',
    attributes
  })
  const data = [
    leaf('SEVERITY', refusal === undefined ? 'OK' : 'ERROR'),
    leaf('SHORT_TEXT', refusal?.message ?? ''),
    element('LONG_TEXT')
  ]
  return { type: asxType('com.sap.adt.StatusMessage'), body: asx(data) }
}

function valueHelp(request: Request): Answer {
  const kind = request.param('kind')
  const items = Object.hasOwn(helps, kind) ? helps[kind] : undefined
  if (items === undefined) throw notFound(kind.toUpperCase())
  return namedItems(items(request.system), request.query)
}

const rel = 'http://www.sap.com/adt/categories/packages'

export const routes: readonly Route[] = [
  {
    method: 'GET',
    path: collection,
    handler({ path }) {
      throw uriMapping(path)
    }
  },
  {
    method: 'POST',
    path: collection,
    accepts: mediaTypes,
    collection: {
      workspace: 'Packages',
      title: 'Package',
      category: ['packages', 'devck'],
      templates: [
        {
          rel: `${rel}/properties`,
          template: `${basePath}${collection}/{package_name}{?corrNr,lockHandle,version,accessMode,_action}`
        },
        {
          rel: `${rel}/valuehelp`,
          template: `${basePath}${collection}/valuehelps/{kind}{?name}`,
          type: namedItemTypes[0] ?? ''
        }
      ]
    },
    handler: create
  },
  { method: 'GET', path: `${collection}/{name}`, produces: mediaTypes, handler: read },
  { method: 'PUT', path: `${collection}/{name}`, accepts: mediaTypes, handler: change },
  {
    method: 'POST',
    path: `${collection}/{name}`,
    handler: request => act(request, partOf(request))
  },
  {
    method: 'DELETE',
    path: `${collection}/{name}`,
    handler: request => deleteLocked(request, partOf(request))
  },
  {
    method: 'POST',
    path: `${collection}/validation`,
    collection: {
      workspace: 'Packages',
      title: 'Package Name Validation',
      category: ['packages', 'validation']
    },
    handler: validate
  },
  {
    method: 'GET',
    path: `${collection}/valuehelps/{kind}`,
    produces: namedItemTypes,
    handler: valueHelp
  }
]
