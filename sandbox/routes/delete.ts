/** Routes that delete objects: one under its lock, or several after a check. */
import { AdtError } from '../http/errors.ts'
import { groupPartOf } from '../http/kinds.ts'
import { objectPaths } from '../http/object-paths.ts'
import { runRecorded } from '../http/recording.ts'
import { requireLock, existingPlace, objectOf } from '../http/repository.ts'
import type { Answer, Request, Route } from '../http/route.ts'
import { adtTypeOf, nameOf } from '../http/uris.ts'
import { child, childrenOf } from '../http/xml-reader.ts'
import { declare, document, element, leaf } from '../http/xml.ts'
import { activeFiles, synchronize } from '../workbench/activation.ts'
import { knowledgeKey } from '../documents/knowledge.ts'
import type { ObjectKey, PartKey, Store } from '../types.ts'

/** The documentation of an object goes with it. */
function removeWhole(store: Store, object: ObjectKey): void {
  const knowledge = knowledgeKey(object)
  store.remove(object)
  if (knowledge !== undefined && store.get(knowledge) !== undefined) store.remove(knowledge)
}

/**
 * Deletes an object, a function module or an include of a group, everywhere, and records it (in
 * `corrNr`, or the request of the query). Throws 403 when another session holds a lock on it or a
 * part of it, and the refusals of the store (a package that is not empty).
 */
export async function deletePart(request: Request, part: PartKey, corrNr?: string): Promise<void> {
  const { system, context, user } = request
  const { store, locks } = system
  objectOf(store, part)
  await system.exclusive(async () => {
    locks.requireUnlocked(part.object, context)
    const before = activeFiles(system, [part.object])
    await runRecorded(request, { part, ...(corrNr === undefined ? {} : { corrNr }) }, () => {
      if (groupPartOf(part.part) === undefined) removeWhole(system.store, part.object)
      else store.removePart(part, user)
    })
    if (groupPartOf(part.part) === undefined) locks.releaseObject(part.object)
    await synchronize(system, [part.object], before)
  })
}

/** `DELETE` of an object under its lock. */
export async function deleteLocked(request: Request, part: PartKey): Promise<Answer> {
  objectOf(request.system.store, part)
  const lock = requireLock(request, part)
  await deletePart(request, part)
  request.system.locks.release(lock.handle, request.context)
  return {}
}

async function deleteInclude(request: Request): Promise<Answer> {
  const part = {
    object: { type: 'CLAS' as const, name: request.param('name').toUpperCase() },
    part: 'testclasses'
  }
  const { store } = request.system
  objectOf(store, part)
  requireLock(request, part)
  if (store.read(part, 'workingArea') === undefined) {
    throw new AdtError(`Include testclasses of class ${part.object.name} does not exist`, {
      status: 404,
      type: 'ExceptionResourceNotFound'
    })
  }
  await request.system.exclusive(async () => {
    const before = activeFiles(request.system, [part.object])
    await runRecorded(request, { part }, () => store.removePart(part, request.user))
    await synchronize(request.system, [part.object], before)
  })
  return {}
}

interface Target {
  readonly uri: string
  readonly corrNr: string
  readonly part?: PartKey
  readonly refusal?: string
}

function targetsOf(request: Request): Target[] {
  return childrenOf(request.xml(), 'object').map(object => {
    const { uri = '' } = object.attributes
    const corrNr = child(object, 'transportNumber')?.text ?? ''
    try {
      return { uri, corrNr, part: existingPlace(request.system, uri).part }
    } catch (error) {
      return { uri, corrNr, refusal: error instanceof Error ? error.message : String(error) }
    }
  })
}

function attributesOf(request: Request, { uri, part }: Target): Record<string, string> {
  if (part === undefined) return { 'adtcore:uri': uri }
  const packageName = request.system.store.get(part.object)?.package ?? ''
  return {
    'adtcore:uri': uri,
    'adtcore:type': adtTypeOf(part),
    'adtcore:name': nameOf(part),
    'adtcore:packageName': packageName
  }
}

function message(type: 'S' | 'E', words: string): string {
  return element('del:message', { 'del:priority': 0, 'del:type': type }, leaf('del:text', words))
}

/** Without a lock of its own, this service refuses what is locked, by this session as well. */
function lockRefusal({ system, user }: Request, part: PartKey): string | undefined {
  const holder = system.locks.holder(part.object)
  if (holder === undefined) return undefined
  return holder === user
    ? `You are already editing ${nameOf(part)}`
    : `User ${holder} is currently editing ${nameOf(part)}`
}

const refusalOf = (request: Request, { part, refusal }: Target) =>
  part === undefined ? (refusal ?? 'Object not found') : lockRefusal(request, part)

function check(request: Request): Answer {
  const objects = targetsOf(request).map(target => {
    const refusal = refusalOf(request, target)
    const holder = target.part && request.system.locks.holder(target.part.object)
    return element(
      'del:object',
      {
        'del:externalStrongReferences': 0,
        'del:externalWeakReferences': 0,
        'del:isDeletable': refusal === undefined,
        ...attributesOf(request, target),
        ...declare('adtcore')
      },
      [
        holder === undefined ? '' : leaf('del:lockUser', holder),
        message(refusal === undefined ? 'S' : 'E', refusal ?? '')
      ]
    )
  })
  return { body: document(element('del:checkResponse', declare('del'), objects)) }
}

async function deleteTarget(request: Request, target: Target): Promise<string> {
  const attributes = attributesOf(request, target)
  const result = (deleted: boolean, words: string) =>
    element(
      'del:object',
      { 'del:isDeleted': deleted, ...attributes, ...declare('adtcore') },
      message(deleted ? 'S' : 'E', words)
    )
  const refusal = refusalOf(request, target)
  if (target.part === undefined || refusal !== undefined) return result(false, refusal ?? '')
  try {
    await deletePart(request, target.part, target.corrNr)
    return result(true, '')
  } catch (error) {
    return result(false, error instanceof Error ? error.message : String(error))
  }
}

async function deleteAll(request: Request): Promise<Answer> {
  const results: string[] = []
  for (const target of targetsOf(request)) results.push(await deleteTarget(request, target))
  return { body: document(element('del:deletionResult', declare('del'), results)) }
}

export const routes: readonly Route[] = [
  ...objectPaths.map((path): Route => ({
    method: 'DELETE',
    path: path.path,
    handler: request => deleteLocked(request, path.part(request.params))
  })),
  { method: 'DELETE', path: '/oo/classes/{name}/includes/testclasses', handler: deleteInclude },
  {
    method: 'POST',
    path: '/deletion/check',
    accepts: ['application/vnd.sap.adt.deletion.check.request.v1+xml'],
    produces: ['application/vnd.sap.adt.deletion.check.response.v1+xml', 'application/xml'],
    collection: { workspace: 'Deletion', title: 'Deletion Check', category: ['deletion', 'check'] },
    handler: check
  },
  {
    method: 'POST',
    path: '/deletion/delete',
    accepts: ['application/vnd.sap.adt.deletion.request.v1+xml'],
    produces: ['application/vnd.sap.adt.deletion.response.v1+xml', 'application/xml'],
    collection: { workspace: 'Deletion', title: 'Deletion', category: ['deletion', 'delete'] },
    handler: deleteAll
  }
]
