import { callerKey } from './caller-key.ts'
import { silentClient } from './client-link.ts'
import type { ClientLink } from './client-link.ts'
import type { Prepared } from './call.ts'
import type { BoundCall } from './define.ts'
import type { Sealer } from './seal.ts'
import type { ConfirmResult, ToolResult } from './result.ts'
import type { ToolSession } from './session.ts'

/**
 * When a change asks back. `auto`: where data can be lost, and before deletions and executions where the client can show a dialogue.
 * `always`: before everything that replaces or deletes. `never`: not at all. Whatever is chosen, scopes and policy have decided before.
 */
export type ConfirmMode = 'auto' | 'always' | 'never'
export interface Confirmation { readonly mode: ConfirmMode, readonly sealer: Sealer }

/** Long enough to ask a person, short enough that the facts are still those that were shown. */
const lifeSeconds = 600

interface Asking { readonly prepared: Prepared, readonly session: ToolSession, readonly client: ClientLink | undefined }

/**
 * Runs a call whose tool, or the operator, may want a confirmation first. What a tool calls its digest is inside here; outside there
 * are only handles: bound to caller and arguments, signed, and good for ten minutes on every replica.
 */
export async function runConfirmed (asking: Asking, bound: BoundCall, start: (call: BoundCall) => Promise<ToolResult>): Promise<ToolResult> {
  const { prepared, session } = asking
  const { confirmation } = session
  if (confirmation === undefined) return await start(bound)
  const { mode, sealer } = confirmation
  const terms = () => ({ kind: 'confirm', bound: boundTo(prepared, session) } as const)
  const opened = prepared.confirm === undefined ? undefined : sealer.open(prepared.confirm, terms())
  const agreed = typeof opened?.content === 'string' ? opened.content : undefined
  // A digest that nobody was handed must not count, so the tool never sees what the caller wrote.
  const call = prepared.confirm === undefined ? bound : rebound(prepared, agreed ?? 'not a valid handle')
  const result = agreed === undefined && isGated(asking, mode) ? gate(asking) : await start(call)
  if ((result.kind !== 'confirm' && result.kind !== 'text') || result.digest === undefined) return result
  if (result.kind === 'confirm' && mode === 'never') return await start(rebound(prepared, result.digest))
  const handle = sealer.seal(result.digest, { ...terms(), seconds: lifeSeconds })
  const text = result.text.replaceAll(result.digest, handle)
  if (result.kind === 'text') return { ...result, digest: handle, text }
  return { ...result, digest: handle, text: prepared.confirm === undefined || agreed !== undefined ? text : `${text}\n${invalid}` }
}

function isGated ({ prepared: { effect, readsOnly }, client = silentClient }: Asking, mode: ConfirmMode): boolean {
  if (readsOnly || effect === undefined || mode === 'never') return false
  return mode === 'always' ? /[UD]/.test(effect.letters) : effect.letters.includes('D') && client.can('elicitation')
}

const invalid = 'The `confirm` that was given opens nothing: it was changed, it is older than ten minutes, or it was made for another caller, other arguments, another ERP system or a bridge with another --state-key.'

const wholeCall = 'whole-call'

function gate ({ prepared: { tool, action, args } }: Asking): ConfirmResult {
  const { type, name, transport } = args
  const what = [tool.name, action?.name, type, name, transport].filter(word => typeof word === 'string').join(' ')
  const question = `${what}: this replaces or deletes what is there. Go on?`
  return { kind: 'confirm', question, digest: wholeCall, text: `NOT DONE: ${question}\nIf the user agrees, repeat the call with confirm: "${wholeCall}".` }
}

function rebound (prepared: Prepared, confirm: string): BoundCall {
  const { action, args } = prepared
  const known = action?.properties['confirm'] === undefined ? args : { ...args, confirm }
  const bound = action?.bind(known)
  if (bound === undefined || 'problems' in bound) throw new TypeError('a call that cannot be bound a second time')
  return bound.call
}

/** Neither the handle itself nor the wish for a dry run belong to what is confirmed. */
function boundTo ({ tool, action, args }: Prepared, { caller }: ToolSession): readonly unknown[] {
  const { confirm: _confirm, dryRun: _dryRun, ...rest } = args
  return [callerKey(caller), tool.name, action?.name ?? '', Object.entries(rest).sort(([a], [b]) => a < b ? -1 : 1)]
}
