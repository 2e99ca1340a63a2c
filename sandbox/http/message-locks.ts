/** Locks on single messages of a message class. */
import { changedMessages, messageNumber } from '../documents/message-class.ts'
import { readMetadata } from '../store/formats/abapgit.ts'
import type { ObjectKey, PartKey } from '../types.ts'
import type { LockTarget, Owner } from './locks.ts'
import type { Request } from './route.ts'
import type { XmlElement } from './xml-reader.ts'

/** One message as a lock target of its own. */
export function messageTarget(object: ObjectKey, number: string): LockTarget {
  const part: PartKey = { object, part: `message:${messageNumber(number)}` }
  return { part, label: `${object.name} ${messageNumber(number)}` }
}

/**
 * Throws 403 when another session holds a lock on a message that the document changes; where the
 * document gives a lock handle for a message, that lock must be this session's (423).
 */
export function requireMessageLocks(
  { system, context, user, param }: Request,
  document: XmlElement,
  text: string
): void {
  const object: ObjectKey = { type: 'MSAG', name: param('name').toUpperCase() }
  const owner: Owner = context ?? { id: '', user }
  for (const { number, handle } of changedMessages(document, readMetadata(text).values)) {
    const target = messageTarget(object, number)
    if (handle !== undefined && handle !== '') system.locks.requireLock(target, context, handle)
    else system.locks.requireUnlockedPart(target, owner)
  }
}
