/** What the safety filters of the bridge say about the steps of `verify`. */
import type { Policy, OperationName, Target } from '../../tools/index.ts'
import { effectOf } from '../../tools/operations.ts'
import { localCaller } from '../../systems/local-caller.ts'

/** Why the filters refuse it, with the setting that decides; undefined where they permit it. */
export function refusalOf(
  policy: Policy,
  rules: readonly OperationName[],
  target?: Target
): string | undefined {
  const decision = policy.decide(
    effectOf({ tool: 'verify', scope: 'read' }, rules),
    target,
    localCaller
  )
  return decision.allow ? undefined : `${decision.message} (${decision.setting})`
}

/** The steps of a life of an object or request of the run, and what each is for. */
type Steps = Readonly<Partial<Record<OperationName, string>>>

/** An object is created only where it may be removed again. */
const objectSteps: Steps = {
  create: 'the object',
  update: 'its source',
  activate: 'its draft',
  delete: 'the object, at the end'
}

const requestSteps: Steps = {
  createRequest: 'the request',
  deleteRequest: 'the request, at the end'
}

const rulesOf = (steps: Steps) => Object.keys(steps) as OperationName[]

export const objectRules: readonly OperationName[] = rulesOf(objectSteps)
export const requestRules: readonly OperationName[] = rulesOf(requestSteps)
