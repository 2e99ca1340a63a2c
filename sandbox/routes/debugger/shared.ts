/** What the routes of the debugger share: who debugs, refusals, and the attached program. */
import { AdtError } from '../../http/errors.ts'
import type { Request } from '../../http/route.ts'
import type { DebugIdentity, Debuggee } from '../../workbench/debugger.ts'
import type { RunStop } from '../../types.ts'

export function refusal(subType: string, message: string, status = 500): AdtError {
  return new AdtError(message, {
    status,
    type: 'AdiFailed',
    properties: { 'com.sap.adt.communicationFramework.subType': subType }
  })
}

/** The program has ended. */
export function isOver(): AdtError {
  return refusal('debuggeeEnded', 'Debuggee session ended')
}

/** Processes of other users are not debugged. */
export function ownerOf(request: Request, facts: (name: string) => string): DebugIdentity {
  const user = (facts('requestUser') || request.user).toUpperCase()
  if (user !== request.user.toUpperCase()) {
    throw new AdtError(`No authorization to debug processes of ${user}`, {
      status: 403,
      type: 'ExceptionResourceNoAccess'
    })
  }
  return { user, terminalId: facts('terminalId'), ideId: facts('ideId') }
}

export function ownerOfQuery(request: Request): DebugIdentity {
  return ownerOf(request, name => request.query.get(name) ?? '')
}

export function attached({ system, context }: Request): Debuggee {
  const debuggee = system.debuggers.attachedTo(context)
  if (debuggee === undefined) throw refusal('noSessionAttached', 'No session is attached')
  return debuggee
}

/** The program where it stands. */
export function standing(request: Request): { debuggee: Debuggee; stop: RunStop } {
  const debuggee = attached(request)
  const { stop } = debuggee
  if (stop === undefined) throw isOver()
  return { debuggee, stop }
}
