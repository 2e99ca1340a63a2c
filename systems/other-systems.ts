/** The other ERP systems that a caller may read, for comparisons. */
import { callerAt, systemNotPermitted } from '../tools/index.ts'
import type { Caller, Log, OtherSystems, ToolSession } from '../tools/index.ts'
import type { ServedSystems } from './landscape.ts'

export interface ComparingCaller {
  readonly caller: Caller
  readonly log: Log
  /** The system that the caller is at. */
  readonly name: string
}

/** Unknown systems and those that the caller may not use are refused in the same words. */
export function otherSystemsOf(
  systems: Pick<ServedSystems, 'get' | 'states'>,
  { caller, log, name: here }: ComparingCaller
): OtherSystems {
  const sessionAt = (name: string): ToolSession | undefined => {
    const permitted = callerAt(caller, name)
    return permitted === undefined ? undefined : systems.get(name)?.session(permitted, log)
  }
  const names = () =>
    systems
      .states()
      .filter(({ system, entry }) => system !== undefined && entry.name !== here)
      .map(({ entry }) => entry.name)
      .filter(name => callerAt(caller, name) !== undefined)
  return {
    names,
    open(name) {
      const session = sessionAt(name)
      if (session === undefined) throw systemNotPermitted(name, names())
      return session
    }
  }
}
