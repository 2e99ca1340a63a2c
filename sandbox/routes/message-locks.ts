/** Routes that lock and unlock single messages of a message class. */
import { AdtError } from '../http/errors.ts'
import { messageTarget } from '../http/message-locks.ts'
import { objectOf } from '../http/repository.ts'
import type { Answer, Request, Route } from '../http/route.ts'
import type { ObjectKey } from '../types.ts'
import { lockResult } from './locks.ts'

function keyOf(request: Request): ObjectKey {
  const key = { type: 'MSAG' as const, name: request.param('name').toUpperCase() }
  return objectOf(request.system.store, { object: key, part: 'main' }).key
}

/** A message that does not exist yet is locked as well: that is how it is made. */
function lockMessage(request: Request): Answer {
  const { system, context, user } = request
  const object = keyOf(request)
  const owner = context ?? { id: '', user }
  const taken = system.locks.acquire(messageTarget(object, request.param('number')), owner)
  if (context === undefined) system.locks.release(taken.handle, owner)
  return lockResult(request, { object, part: 'main' }, taken.handle)
}

/** The body lists the numbers: `[000, 001]`. */
function unlockMessages(request: Request): Answer {
  const object = keyOf(request)
  for (const number of request.text().match(/\d+/g) ?? []) {
    request.system.locks.releaseTarget(messageTarget(object, number.slice(0, 3)), request.context)
  }
  return {}
}

function act(request: Request): Answer {
  const action = request.required('_action')
  switch (action.toUpperCase()) {
    case 'LOCK_MSG':
      return lockMessage(request)
    case 'UNLOCK_ALL':
      return unlockMessages(request)
    default:
      throw new AdtError(`Action ${action} is not supported by messages`, {
        status: 400,
        type: 'ExceptionInvalidParameter'
      })
  }
}

export const routes: readonly Route[] = [
  { method: 'POST', path: '/messageclass/{name}/messages/{number}', handler: act }
]
