/** Before a caller changes anything else, the caller's broken-off change sets are settled. */
import type { Caller } from '../call/caller.ts'
import type { Prepared } from '../call/prepare.ts'
import type { ToolResult } from '../call/result.ts'
import type { ToolSession } from '../call/session.ts'
import { ToolError } from '../failure/errors.ts'
import { createOwnSets } from './access.ts'
import { isRecovery } from './run-staged.ts'

/** Calls that may settle a set: changes, and those about change sets. */
function mayFind(prepared: Prepared): boolean {
  const { outcome, readsOnly, action } = prepared
  if (isRecovery(prepared)) return false
  return 'call' in outcome && (!readsOnly || action?.name === 'change_set')
}

/** Names of the caller's sets whose application has begun and not ended. */
async function unsettledOf(
  { changeSets, log }: ToolSession,
  caller: Caller,
  isAbout: boolean
): Promise<readonly string[]> {
  if (changeSets === undefined) return []
  try {
    return await changeSets.unsettled(createOwnSets(changeSets, caller).owner, isAbout)
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    // The call itself meets the store that cannot be reached, where it needs it.
    log.warn({ err: error }, 'whether change sets have to be settled is not known')
    return []
  }
}

/**
 * @param recover runs `ERPManage change_set` with mode recover for one set
 * @returns what became of them, in words; undefined where there was nothing to settle
 */
export async function settleSets(
  prepared: Prepared,
  session: ToolSession,
  recover: (name: string) => Promise<ToolResult>
): Promise<string | undefined> {
  if (!mayFind(prepared)) return undefined
  const names = await unsettledOf(session, session.caller, prepared.action?.name === 'change_set')
  const words: string[] = []
  for (const name of names) {
    const { kind, text } = await recover(name)
    words.push(kind === 'data' ? text : `Change set ${name} is not settled: ${text}`)
  }
  return words.length === 0 ? undefined : words.join('\n')
}

/** The answer to a call with what was settled before it. */
export function withSettled(result: ToolResult, words: string | undefined): ToolResult {
  if (words === undefined) return result
  const text = `${words}\n${result.text}`
  if (result.kind !== 'text') return { ...result, text }
  const { quoted: _quoted, ...plain } = result
  return { ...plain, text }
}
