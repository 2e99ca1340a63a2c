/** Routes that read and change object documents, and the main programs of an include. */
import { codecOf } from '../documents/index.ts'
import { invalidData, notImplemented, parameterMissing, uriMapping } from '../http/errors.ts'
import { mainProgramsOf, metadataDocument } from '../http/documents/metadata.ts'
import { objectKinds, objectPaths } from '../http/object-paths.ts'
import type { ObjectPath } from '../http/object-paths.ts'
import { requireMessageLocks } from '../http/message-locks.ts'
import { documentText, objectDocument } from '../http/documents/object-document.ts'
import { runRecorded } from '../http/recording.ts'
import {
  requireLock,
  objectOf,
  partOf,
  responsibleOf,
  textOf,
  versionOf
} from '../http/repository.ts'
import type { Answer, Request, Route } from '../http/route.ts'
import { kindOf, groupPartOf } from '../http/kinds.ts'
import { objectUri } from '../http/uris.ts'
import type { XmlElement } from '../http/xml-reader.ts'
import { declare, document, element } from '../http/xml.ts'
import { namedItems, namedItemTypes } from '../http/named-items.ts'
import { limits } from '../not-implemented.ts'
import { interfacesOf } from '../workbench/behavior-interfaces.ts'
import type { ObjectInfo, PartInfo, PartKey } from '../types.ts'
import type { ReadVersion } from '../http/documents/metadata.ts'
import { makeActive } from '../workbench/activation.ts'

/** An object is inactive as long as any of its parts is, whichever part stands for it. */
function withObjectState(part: PartInfo, info: ObjectInfo, version: ReadVersion): PartInfo {
  const inGroup = groupPartOf(part.key.part) !== undefined
  if (inGroup || version === 'active' || info.state === 'active') return part
  return { ...part, version: 'inactive', changedAt: Math.max(part.changedAt, info.changedAt) }
}

/** The metadata of a part's object as a document. */
export function describe(
  { system, language }: Request,
  key: PartKey,
  version: ReadVersion
): string {
  const info = objectOf(system.store, key)
  const part = withObjectState(partOf(system.store, key, version), info, version)
  const subject = {
    store: system.store,
    systemId: system.id,
    info,
    key: { object: info.key, part: key.part },
    part,
    language
  }
  const codec = codecOf(info.key.type)
  return codec === undefined
    ? metadataDocument(subject)
    : objectDocument(subject, codec, textOf(system.store, key, version).text)
}

function read(path: ObjectPath, request: Request): Answer {
  return { body: describe(request, path.part(request.params), versionOf(request.query)) }
}

/** The whole object: one that is a document gets a new inactive version. */
async function writeDocument(path: ObjectPath, request: Request): Promise<Answer> {
  const part = path.part(request.params)
  const { store } = request.system
  objectOf(store, part)
  requireLock(request, part)
  const given = request.xml()
  const responsible = given.attributes['responsible'] ?? ''
  const saved = await request.system.exclusive(async () => {
    const info = objectOf(store, part)
    const before = textOf(store, part, 'workingArea').text
    if (part.object.type === 'MSAG') requireMessageLocks(request, given, before)
    const text = documentText(given, before, {
      store,
      info,
      replaces: true,
      language: request.language
    })
    const written = await runRecorded(request, { part }, () => {
      if (responsible !== '' && responsible.toUpperCase() !== info.responsible) {
        store.update(
          part.object,
          { responsible: responsibleOf(request, responsible) },
          request.user
        )
      }
      return text === before
        ? partOf(store, part, 'workingArea')
        : store.write(part, text, request.user)
    })
    if (kindOf(part.object.type).activeAtOnce !== true) return written
    await makeActive(request.system, part.object, request.user)
    return partOf(store, part, 'workingArea')
  })
  return {
    body: describe(request, part, 'workingArea'),
    type: path.mediaTypes[0] ?? '',
    headers: { etag: saved.etag.replace(/[^\x21-\x7e]/g, '_') }
  }
}

const processingTypes = new Set(['normal', 'rfc', 'update'])

/**
 * How a function module may be called, when the document contains it. Which module starts an update
 * task when is not kept.
 */
function processing(given: XmlElement): Record<string, string> | undefined {
  const { processingType, updateTaskKind } = given.attributes
  if (processingType === undefined || processingType === '') return undefined
  if (!processingTypes.has(processingType)) {
    throw invalidData(
      `The processing type ${processingType} is none of ${[...processingTypes].join(', ')}`
    )
  }
  if (updateTaskKind !== undefined && updateTaskKind !== 'startImmediate') {
    throw notImplemented(limits.storedConstruct, `update task kind ${updateTaskKind}`)
  }
  return { processingType }
}

/**
 * Of an object with a source only what stands beside it can be changed this way: description,
 * responsible, processing type.
 */
async function write(path: ObjectPath, request: Request): Promise<Answer> {
  const part = path.part(request.params)
  const { store } = request.system
  objectOf(store, part)
  requireLock(request, part)
  const given = request.xml()
  const { description, responsible } = given.attributes
  const attributes = groupPartOf(part.part)?.kind === 'function' ? processing(given) : undefined
  const changes = {
    ...(description === undefined ? {} : { description }),
    ...(responsible === undefined || responsible === ''
      ? {}
      : { responsible: responsible.toUpperCase() })
  }
  const inGroup = groupPartOf(part.part)?.kind
  await request.system.exclusive(() =>
    runRecorded(request, { part }, () => {
      if (inGroup === undefined) store.update(part.object, changes, request.user)
      if (inGroup === 'function') {
        store.describe(
          part,
          { ...changes, ...(attributes === undefined ? {} : { attributes }) },
          request.user
        )
      }
    })
  )
  return { body: describe(request, part, 'workingArea'), type: path.mediaTypes[0] ?? '' }
}

function mainPrograms({ system, params }: Request): Answer {
  const name = (params['name'] ?? '').toUpperCase()
  objectOf(system.store, { object: { type: 'INCL', name }, part: 'main' })
  const references = mainProgramsOf(system.store, name).map(
    ({ key, package: packageName, description }) =>
      element('adtcore:objectReference', {
        'adtcore:uri': objectUri(key),
        'adtcore:type': kindOf(key.type).adtType,
        'adtcore:name': key.name,
        'adtcore:packageName': packageName,
        'adtcore:description': description
      })
  )
  return { body: document(element('adtcore:objectReferences', declare('adtcore'), references)) }
}

const objectRoutes = objectPaths.flatMap((path): Route[] => [
  {
    method: 'GET',
    path: path.path,
    produces: path.mediaTypes,
    handler: request => read(path, request)
  },
  {
    method: 'PUT',
    path: path.path,
    accepts: path.mediaTypes,
    handler: request => (path.source ? write(path, request) : writeDocument(path, request))
  }
])

/** A collection lists nothing; clients recognize by the refusal that it exists. */
const collectionRoutes = objectKinds.map((kind): Route => ({
  method: 'GET',
  path: kind.collection,
  handler({ path }) {
    throw kind.parameter === undefined ? uriMapping(path) : parameterMissing(kind.parameter)
  }
}))

export const routes: readonly Route[] = [
  {
    method: 'GET',
    path: '/bo/behaviordefinitions/interfaces',
    produces: namedItemTypes,
    handler({ system, query }) {
      const name = query.get('name')?.trim() ?? ''
      if (name === '') throw parameterMissing('name')
      const items = interfacesOf(system.store, name).map(each => ({ name: each, description: '' }))
      return namedItems(items, new URLSearchParams())
    }
  },
  ...collectionRoutes,
  ...objectRoutes,
  {
    method: 'GET',
    path: '/programs/includes/{name}/mainprograms',
    produces: ['application/vnd.sap.adt.mainprograms+xml', 'application/xml'],
    handler: mainPrograms
  }
]
