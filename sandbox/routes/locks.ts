import { AdtError, parameterMissing } from '../http/errors.ts'
import { objectPaths } from '../http/object-paths.ts'
import type { ObjectPath } from '../http/object-paths.ts'
import { objectOf, partOf } from '../http/repository.ts'
import type { Answer, Request, Route } from '../http/route.ts'
import { labelOf, nameOf } from '../http/uris.ts'
import { asx, asxType, element, leaf } from '../http/xml.ts'
import type { PartKey } from '../types.ts'

/** Local packages are those whose names begin with `$`; their objects are in no transport request. */
export function isLocalPackage (name: string): boolean {
  return name.startsWith('$')
}

function lockResult (handle: string, local: boolean): Answer {
  return {
    type: asxType('com.sap.adt.lock.Result'),
    body: asx([
      leaf('LOCK_HANDLE', handle),
      element('CORRNR'),
      element('CORRUSER'),
      element('CORRTEXT'),
      leaf('IS_LOCAL', local ? 'X' : ''),
      element('IS_LINK_UP'),
      leaf('MODIFICATION_SUPPORT', 'NoModification'),
      element('SCOPE_MESSAGES')
    ])
  }
}

/** A lock taken without a stateful session is gone when the request is over, as the session is. */
function lock (request: Request, part: PartKey): Answer {
  const { system, context, user } = request
  const info = objectOf(system.store, part)
  partOf(system.store, part, 'workingArea')
  const owner = context ?? { id: '', user }
  const taken = system.locks.take({ part, label: nameOf(part) }, owner)
  if (context === undefined) system.locks.releaseAll(owner)
  return lockResult(taken.handle, isLocalPackage(info.key.type === 'DEVC' ? info.key.name : info.package))
}

/** Answers 200 whatever the handle: clients unlock after a delete, and after their session is gone. */
function unlock ({ system, context, query }: Request): Answer {
  system.locks.release(query.get('lockHandle') ?? '', context)
  return {}
}

/** `_action` on the URL of an object: LOCK or UNLOCK. */
export function act (request: Request, part: PartKey): Answer {
  const action = request.query.get('_action')
  switch (action?.toUpperCase()) {
    case 'LOCK': return lock(request, part)
    case 'UNLOCK': return unlock(request)
    case undefined: throw parameterMissing('_action')
    default: throw new AdtError(`Action ${action} is not supported by ${labelOf(part)}`, { status: 400, type: 'ExceptionInvalidParameter' })
  }
}

export const routes: readonly Route[] = objectPaths.map((path: ObjectPath) => ({
  method: 'POST',
  path: path.path,
  handler: request => act(request, path.part(request.params))
}))
