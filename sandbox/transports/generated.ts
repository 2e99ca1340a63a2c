/** What the ERP does where a change names no request, or another one than that of its object. */
import { AdtError, t100 } from '../http/errors.ts'
import type { System } from '../system.ts'
import { createRequest } from './requests.ts'
import type { TransportRequest } from './types.ts'

/** The object stands in another request than the one that the change names. */
export function heldElsewhere(object: string, given: string, held: TransportRequest): AdtError {
  const { number, owner } = held
  return new AdtError(`Object ${object} is already locked in request ${number} of user ${owner}`, {
    status: 500,
    type: 'ExceptionResourceSaveFailure',
    properties: {
      corrNr: number,
      ...t100('CTS_WBO_API', '020', object, given, number, owner)
    }
  })
}

/** The ERP makes a request of its own for a change that names none. */
export function generatedRequest(system: System, user: string): TransportRequest {
  const text = 'Generated Request for Change Recording'
  return createRequest(system, user, { kind: 'K', text, target: '', owners: [user] }).request
}
