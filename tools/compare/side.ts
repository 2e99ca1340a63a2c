/** One side of a comparison: where the parts of objects come from, and how many requests it took. */
import type { ErpReader, ObjectRef } from '../../erp-client/index.ts'
import type { TextKind } from './normalise.ts'

/** A part of an object that has a text of its own. */
export interface PartName {
  readonly name: string
  readonly kind: TextKind
  /** The object whose part it is, e.g. a function module of a group. */
  readonly ref: ObjectRef
}

export interface Side {
  /** In answers: the name of a system, a folder, a version. */
  readonly label: string
  /** The parts that an object may have; the first exists whenever the object does. */
  partsOf(ref: ObjectRef): Promise<readonly PartName[]>
  /** Undefined where there is none. @throws NotComparable, and failures of the ERP */
  textOf(part: PartName): Promise<string | undefined>
  /** Objects at and below a package. */
  list(home: string): Promise<readonly ObjectRef[]>
  /** Requests to the ERP so far. */
  readonly requests: number
}

/** Why one object cannot be compared; the others still can. */
export class NotComparable extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'NotComparable'
  }
}

/** A reader that counts its requests. */
export function countedReader(reader: ErpReader): {
  readonly erp: ErpReader
  readonly count: () => number
} {
  let count = 0
  const request: ErpReader['request'] = async (wanted, signal) => {
    count += 1
    return await reader.request(wanted, signal)
  }
  return { erp: Object.create(reader, { request: { value: request } }), count: () => count }
}
