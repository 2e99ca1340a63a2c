/** Answers to lock requests. */
import { ErpError } from '../errors.ts'
import type { ObjectRef } from '../objects.ts'
import { asxData, textOf } from './xml.ts'

export interface LockAnswer {
  readonly handle: string
  /** Transport request in which the object is recorded. */
  readonly transport: string | undefined
  readonly transportOwner: string | undefined
  readonly isLocal: boolean
  /** `MODIFICATION_SUPPORT`; empty where the release does not say. */
  readonly support: string
}

/**
 * Reads `com.sap.adt.lock.Result` and its successor. @throws ErpError ERP_FORBIDDEN when the object
 * is not modifiable
 */
export function readLockXml(xml: string, ref: ObjectRef): LockAnswer {
  const data = asxData(xml)
  const handle = textOf(data, 'LOCK_HANDLE')
  const support = textOf(data, 'MODIFICATION_SUPPORT')
  // `NoModification` is the normal value for own objects; only the literal `false` of old releases
  // forbids a change.
  if (handle === '' || support.toLowerCase() === 'false') {
    throw new ErpError(
      'ERP_FORBIDDEN',
      `${ref.type} ${ref.name} cannot be modified in this system`,
      { outcome: 'failed' }
    )
  }
  return {
    handle,
    transport: textOf(data, 'CORRNR') || undefined,
    transportOwner: textOf(data, 'CORRUSER') || undefined,
    isLocal: textOf(data, 'IS_LOCAL').toUpperCase() === 'X',
    support
  }
}

/** The transport request of an object, from the same fields; empty texts without one. */
export function readLockFields(xml: string): {
  number: string
  owner: string
  description: string
} {
  const data = asxData(xml)
  return {
    number: textOf(data, 'CORRNR'),
    owner: textOf(data, 'CORRUSER'),
    description: textOf(data, 'CORRTEXT')
  }
}
