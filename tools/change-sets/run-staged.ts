/** A call with `changeSet`: opens the set before the call, and stores what it has staged after it. */
import type { Prepared } from '../call/prepare.ts'
import type { ToolResult } from '../call/result.ts'
import type { ToolSession } from '../call/session.ts'
import { count } from '../objects/words.ts'
import { assertOn, createOwnSets } from './access.ts'
import { contentDigest, objectsIn } from './content.ts'
import { Staging } from './staging.ts'

/** Whether a call stages instead of changing something. */
export function isStaged({ action, args }: Pick<Prepared, 'action' | 'args'>): boolean {
  return args['changeSet'] !== undefined && action?.staging === 'stages'
}

/** Whether a call settles what an earlier one has begun, so that it waits for nothing. */
export function isRecovery({ action, args }: Pick<Prepared, 'action' | 'args'>): boolean {
  return action?.name === 'change_set' && args['mode'] === 'recover'
}

/** @throws ToolError CHANGE_SETS_OFF, CHANGE_SET_APPLYING */
export async function openStaging(
  { changeSets, caller }: Pick<ToolSession, 'changeSets' | 'caller'>,
  { action, args }: Prepared
): Promise<Staging | undefined> {
  const { changeSet } = args
  if (typeof changeSet !== 'string' || action?.staging === undefined) return undefined
  const sets = assertOn(changeSets === undefined ? undefined : createOwnSets(changeSets, caller))
  return await Staging.open(sets, changeSet, action.staging === 'stages')
}

/** Stores what a successful call has staged, and says so. */
export async function endStaging(
  staging: Staging | undefined,
  prepared: Prepared,
  result: ToolResult
): Promise<ToolResult> {
  if (staging === undefined || !isStaged(prepared) || result.kind !== 'data') return result
  if (prepared.args['dryRun'] === true) return result
  const content = staging.hasChanges ? await staging.commit() : staging.draft.value
  const { name } = staging
  const objects = objectsIn(content).length
  return {
    ...result,
    data: { ...result.data, changeSet: name, staged: objects },
    text: `${result.text}\nSTAGED in change set ${name} (${count(objects, 'object')}): nothing was saved at the ERP. ERPManage change_set shows, checks and applies it (digest ${contentDigest(content).slice(0, 12)}).`
  }
}
