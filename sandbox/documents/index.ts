/** The documents of object types that have no source. */
import type { ObjectType } from '../types.ts'
import { dataElement } from './data-element.ts'
import { domain } from './domain.ts'
import { knowledge } from './knowledge.ts'
import { lockObject } from './lock-object.ts'
import { messageClass } from './message-class.ts'
import { serviceBinding } from './service-binding.ts'
import { tableType } from './table-type.ts'
import type { DocumentCodec } from './types.ts'

const codecs: Readonly<Partial<Record<ObjectType, DocumentCodec>>> = {
  DOMA: domain,
  DTEL: dataElement,
  TTYP: tableType,
  MSAG: messageClass,
  SRVB: serviceBinding,
  ENQU: lockObject,
  SKTD: knowledge
}

/**
 * How the objects of a type are written and read as documents; undefined for types that have a
 * source.
 */
export function codecOf(type: ObjectType): DocumentCodec | undefined {
  return codecs[type]
}
