/** Gives variables of the process that stands other values. */
import { isErpError, setValue } from '../../../erp-client/index.ts'
import type { Sender } from '../../../erp-client/index.ts'
import type { ChangedVariable, Stop } from './answer.ts'
import type { PlannedStep, Way } from './steps.ts'

/**
 * Takes the changes that come before the next step, and makes them. One that the ERP refuses is
 * told, and the run goes on without it.
 */
export async function assignNext(
  session: Sender,
  steps: PlannedStep[],
  timeoutMs: number
): Promise<Pick<Stop, 'set'>> {
  const set: ChangedVariable[] = []
  for (let next = steps[0]; next?.kind === 'set'; next = steps[0]) {
    steps.shift()
    const { name, value } = next
    try {
      await setValue(session, { name, value, timeoutMs })
      set.push({ name, value })
    } catch (error) {
      if (!isErpError(error) || error.status === undefined) throw error
      // The answer fences it with the values of the stop.
      set.push({ name, value, refused: error.message })
    }
  }
  return set.length === 0 ? {} : { set }
}

/** Takes the next step; the changes before it are made. */
export function nextWay(steps: PlannedStep[]): Way | undefined {
  const next = steps.shift()
  return next?.kind === 'set' ? undefined : next
}
