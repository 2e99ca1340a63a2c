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

/** What creating objects and removing them again needs. */
export const writingRules: readonly OperationName[] = ['create', 'update', 'activate', 'delete']
