/** Routes that read and write sources and includes. */
import { AdtError, invalidData } from '../http/errors.ts'
import { classIncludes, kindOf } from '../http/kinds.ts'
import { testIncludeSkeleton } from '../http/documents/class-includes.ts'
import { objectPaths } from '../http/object-paths.ts'
import { runRecorded } from '../http/recording.ts'
import { requireLock, objectOf, textOf, versionOf } from '../http/repository.ts'
import type { Answer, Request, Route } from '../http/route.ts'
import { httpDate } from '../http/times.ts'
import { sourceUri } from '../http/uris.ts'
import type { PartInfo, PartKey } from '../types.ts'
import { isCompleteClass } from '../workbench/class-header.ts'
import { modulesInclude, servedPart } from './group-include.ts'

const plain = 'text/plain; charset=utf-8'

function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header
    .split(',')
    .map(each => each.trim().replace(/^W\//, '').replace(/^"|"$/g, ''))
    .some(each => each === '*' || each === etag)
}

/** Some ERP entity tags hold characters that are not allowed in a header. */
function headerValue(etag: string): string {
  return etag.replace(/[^\x21-\x7e]/g, '_')
}

const sourceTypeOf = ({ object: { type } }: PartKey): string | undefined => kindOf(type).sourceType

/** A source that is data and cannot be read is not kept. */
function requireReadable(part: PartKey, text: string): void {
  if (sourceTypeOf(part) !== 'application/json') return
  try {
    JSON.parse(text)
  } catch {
    throw invalidData('The content is no JSON')
  }
}

/** Answers the text of a part, or 304 when the client has it. */
export function readSource(part: PartKey, { system, query, headers }: Request): Answer {
  const { store } = system
  const text =
    modulesInclude(store, part) ?? textOf(store, servedPart(store, part), versionOf(query))
  const etag = headerValue(text.etag)
  const caching = { etag, 'last-modified': httpDate(text.changedAt) }
  if (matchesEtag(headers['if-none-match'], etag)) return { status: 304, headers: caching }
  return { type: sourceTypeOf(part) ?? plain, headers: caching, body: text.text }
}

function includeMissing(part: PartKey): AdtError {
  const program = part.object.name.toUpperCase().padEnd(30, '=')
  return new AdtError(`${program}CCAU does not have any inactive version`, {
    status: 500,
    type: 'ExceptionResourceSaveFailure'
  })
}

/** A class is kept in sections: what cannot be split is refused, what is merely wrong is not. */
function requireComplete(part: PartKey, text: string): void {
  if (
    part.object.type !== 'CLAS' ||
    part.part !== 'main' ||
    isCompleteClass(text, part.object.name)
  ) {
    return
  }
  throw new AdtError(
    `The source code of class ${part.object.name.toUpperCase()} is incomplete: its definition or its implementation is missing or not closed.`,
    { status: 400, type: 'ExceptionResourceScanDuringSaveFailure', namespace: 'com.sap.adt.sedi' }
  )
}

async function writeSource(part: PartKey, request: Request): Promise<Answer> {
  const { store } = request.system
  objectOf(store, part)
  requireLock(request, part)
  const text = request.text()
  requireComplete(part, text)
  requireReadable(part, text)
  const exists = store.read(part, 'workingArea') !== undefined
  if (!exists && part.part === 'testclasses') throw includeMissing(part)
  const saved = await request.system.exclusive(async () => {
    requireLock(request, part)
    return await runRecorded(request, { part }, (): PartInfo =>
      exists ? store.write(part, text, request.user) : store.addPart(part, text, request.user)
    )
  })
  return { headers: { etag: headerValue(saved.etag), 'last-modified': httpDate(saved.changedAt) } }
}

/** The part of a class that `…/includes/{include}` names; 404 for a name that no include has. */
export function includePart({ params }: Request): PartKey {
  const include = params['include'] ?? ''
  const known = include === 'main' || classIncludes.some(each => each === include)
  const object = { type: 'CLAS' as const, name: (params['name'] ?? '').toUpperCase() }
  if (!known) {
    throw new AdtError(`Include ${include} of class ${object.name} does not exist`, {
      status: 404,
      type: 'ExceptionResourceNotFound'
    })
  }
  return { object, part: include }
}

/** `POST …/includes` with a document, or an empty `POST …/includes/testclasses`. */
async function createInclude(request: Request, part: PartKey): Promise<Answer> {
  const { store } = request.system
  objectOf(store, part)
  requireLock(request, { ...part, part: 'main' })
  if (store.read(part, 'workingArea') !== undefined) {
    throw new AdtError(`Include ${part.part} of class ${part.object.name} does already exist.`, {
      status: 409,
      type: 'ExceptionResourceAlreadyExists'
    })
  }
  await request.system.exclusive(() =>
    runRecorded(request, { part }, () => store.addPart(part, testIncludeSkeleton, request.user))
  )
  return { status: 201, headers: { location: sourceUri(part) } }
}

function createNamedInclude(request: Request): Promise<Answer> {
  const root = request.xml()
  const include = root.attributes['includeType'] ?? ''
  if (!classIncludes.some(each => each === include)) {
    throw invalidData(
      `${include === '' ? 'No include type' : include} is no include that a class can get`
    )
  }
  return createInclude(request, {
    object: { type: 'CLAS', name: request.param('name').toUpperCase() },
    part: include
  })
}

/** The service of behavior definitions answers for a name that does not exist as well. */
function readMain(part: PartKey, request: Request): Answer {
  const { type } = part.object
  return type === 'BDEF' && request.system.store.get(part.object) === undefined
    ? { body: '' }
    : readSource(part, request)
}

const mainSources = objectPaths
  .filter(path => path.source)
  .flatMap((path): Route[] => [
    {
      method: 'GET',
      path: `${path.path}/source/main`,
      produces: path.sourceType === undefined ? [plain] : [path.sourceType, plain],
      handler: request => readMain(path.part(request.params), request)
    },
    {
      method: 'PUT',
      path: `${path.path}/source/main`,
      handler: request => writeSource(path.part(request.params), request)
    }
  ])

export const routes: readonly Route[] = [
  ...mainSources,
  {
    method: 'GET',
    path: '/oo/classes/{name}/includes/{include}',
    produces: [plain],
    handler: request => readSource(includePart(request), request)
  },
  {
    method: 'PUT',
    path: '/oo/classes/{name}/includes/{include}',
    handler: request => writeSource(includePart(request), request)
  },
  {
    method: 'POST',
    path: '/oo/classes/{name}/includes',
    accepts: ['application/vnd.sap.adt.oo.classincludes+xml'],
    handler: createNamedInclude
  },
  {
    method: 'POST',
    path: '/oo/classes/{name}/includes/{include}',
    handler: request => createInclude(request, includePart(request))
  }
]
