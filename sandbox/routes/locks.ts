/** Routes that lock and unlock objects, and the answers to both. */
import { AdtError, parameterMissing } from '../http/errors.ts'
import { objectPaths } from '../http/object-paths.ts'
import type { ObjectPath } from '../http/object-paths.ts'
import { objectOf, partOf } from '../http/repository.ts'
import type { Answer, Request, Route } from '../http/route.ts'
import { labelOf, nameOf } from '../http/uris.ts'
import { asx, asxType, element, leaf } from '../http/xml.ts'
import { readOnlyReason } from '../store/library/object.ts'
import { holderOf, packageOf, recordsChanges } from '../transports/recording.ts'
import type { PartKey } from '../types.ts'

function transportFields(request: Request, part: PartKey): string[] {
  const {
    system: { store }
  } = request
  const held = holderOf(store.transports, part)
  return [
    leaf('CORRNR', held?.request.number ?? ''),
    leaf('CORRUSER', held?.request.owner ?? ''),
    leaf('CORRTEXT', held?.request.text ?? ''),
    leaf(
      'IS_LOCAL',
      recordsChanges(request.system, packageOf(request.system, part.object)) ? '' : 'X'
    ),
    element('IS_LINK_UP'),
    leaf('MODIFICATION_SUPPORT', 'NoModification')
  ]
}

/** The answer to a lock; it names the request that holds the object. */
export function lockResult(request: Request, part: PartKey, handle: string): Answer {
  const fields = [
    leaf('LOCK_HANDLE', handle),
    ...transportFields(request, part),
    element('SCOPE_MESSAGES')
  ]
  return { type: asxType('com.sap.adt.lock.Result'), body: asx(fields) }
}

/** Which request holds the object, in the form of a lock that was not taken. */
function transportsOf(request: Request, part: PartKey): Answer {
  objectOf(request.system.store, part)
  const more = ['LINK_UP_MODE', 'CORR_LOCKS', 'CORR_CONTENTS', 'SCOPE_MESSAGES'].map(name =>
    element(name)
  )
  return {
    type: asxType('com.sap.adt.lock.Result'),
    body: asx([element('LOCK_HANDLE'), ...transportFields(request, part), ...more])
  }
}

/** A lock taken without a stateful session ends with the request, as the session does. */
function lock(request: Request, part: PartKey): Answer {
  const { system, context, user } = request
  const { package: home } = objectOf(system.store, part)
  const reason = readOnlyReason(home)
  if (reason !== undefined) {
    throw new AdtError(`${nameOf(part)} ${reason}`, {
      status: 403,
      type: 'ExceptionResourceNoAccess'
    })
  }
  partOf(system.store, part, 'workingArea')
  const owner = context ?? { id: '', user }
  const taken = system.locks.acquire({ part, label: nameOf(part) }, owner)
  if (context === undefined) system.locks.releaseAll(owner)
  return lockResult(request, part, taken.handle)
}

/**
 * Answers 200 whatever the handle: clients unlock after a delete, and after their session is gone.
 */
function unlock({ system, context, query }: Request): Answer {
  system.locks.release(query.get('lockHandle') ?? '', context)
  return {}
}

/** `_action` on the URL of an object: LOCK or UNLOCK. */
export function act(request: Request, part: PartKey): Answer {
  const action = request.query.get('_action')
  switch (action?.toUpperCase()) {
    case 'LOCK':
      return lock(request, part)
    case 'UNLOCK':
      return unlock(request)
    case undefined:
      throw parameterMissing('_action')
    default:
      throw new AdtError(`Action ${action} is not supported by ${labelOf(part)}`, {
        status: 400,
        type: 'ExceptionInvalidParameter'
      })
  }
}

export const routes: readonly Route[] = objectPaths.flatMap((path: ObjectPath): Route[] => [
  { method: 'POST', path: path.path, handler: request => act(request, path.part(request.params)) },
  {
    method: 'GET',
    path: `${path.path}/transports`,
    produces: ['application/vnd.sap.as+xml', 'application/xml'],
    handler: request => transportsOf(request, path.part(request.params))
  }
])
