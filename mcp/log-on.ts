/**
 * The log-on at the ERP in the middle of a call, for clients with URL-mode elicitation: the client
 * shows the address of a log-on, and the call goes on when its session is kept. Only this machine's
 * user can complete it: the address is of 127.0.0.1 and opens once. `accept` means that the user wants
 * to open it, not that the log-on is complete (modelcontextprotocol.io, client/elicitation, revisions
 * 2025-11-25 and 2026-07-28).
 */
import { inputRequired } from '@modelcontextprotocol/server'
import type { InputRequest, InputRequiredResult, Server } from '@modelcontextprotocol/server'
import type { Prepared, ToolResult, ToolSession } from '../tools/index.ts'
import { isRecord } from '../tools/schema/json.ts'
import type { InputRound } from './ask.ts'

/** Clients give up a call after a minute, many of them. */
const waitMilliseconds = 45_000

/** Whether the client has to answer before the result is final. */
export function needsLogOn(
  { logonByAddress }: ToolSession,
  result: ToolResult,
  capabilities: unknown
): boolean {
  return (
    logonByAddress !== undefined &&
    result.kind === 'error' &&
    result.code === 'ERP_LOGON_NEEDED' &&
    opensAddresses(capabilities)
  )
}

function opensAddresses(capabilities: unknown): boolean {
  const declared = isRecord(capabilities) ? capabilities['elicitation'] : undefined
  return isRecord(declared) && isRecord(declared['url'])
}

/** Undefined where the result names the command to run instead. */
export async function askToLogOn(
  round: InputRound,
  session: ToolSession,
  result: ToolResult
): Promise<InputRequiredResult | undefined> {
  // One log-on for each call: an endless row of them would help no user.
  if (round.logon !== undefined || !needsLogOn(session, result, round.capabilities)) {
    return undefined
  }
  const begun = await session.logonByAddress?.begin().catch(() => undefined)
  if (begun === undefined) return undefined
  const { id, url } = begun
  const message = `Log on at the ERP system${session.system === 'default' ? '' : ` ${session.system}`} in the browser. The call goes on when its session is kept.`
  const params = { mode: 'url' as const, message, url }
  const request = round.modern
    ? inputRequired.elicitUrl({ message, url })
    : ({ method: 'elicitation/create', params: { ...params, elicitationId: id } } as InputRequest)
  return inputRequired({
    inputRequests: { logon: request },
    requestState: round.signState({ logon: id })
  })
}

interface Waiting {
  readonly session: ToolSession
  readonly prepared: Prepared
  readonly signal: AbortSignal
  readonly server: Server
}

/** What the call answers instead of running; undefined where it goes on. */
export async function afterLogOn(
  round: InputRound,
  { session, prepared, signal, server }: Waiting
): Promise<ToolResult | undefined> {
  const { logon: id } = round
  const { logonByAddress } = session
  if (id === undefined || logonByAddress === undefined) return undefined
  const answer = round.client.answers['logon']
  if (!isRecord(answer) || answer['action'] !== 'accept') {
    logonByAddress.leave(id)
    return refusal('The user did not log on.', 'Do not try it in another way; ask what to do.')
  }
  try {
    const limit = AbortSignal.timeout(waitMilliseconds)
    const user = await logonByAddress.wait(id, AbortSignal.any([signal, limit]))
    session.log.info({ erpUser: user }, 'logged on at the ERP in the browser')
    round.client.notify('info', `Logged on at the ERP as ${user}`)
    if (!round.modern) tellCompletion(server, id)
    if (prepared.readsOnly) return undefined
    // Steps before the end of the session may have had an effect.
    return refusal(
      `The session had ended; the user is logged on now, as ${user}.`,
      'Nothing was repeated, because the call changes something: look at the state of its objects, and repeat the call.'
    )
  } catch (error) {
    return refusal(
      error instanceof Error ? `${error.message}.` : 'The log-on failed.',
      'When the user has logged on, repeat the call.'
    )
  }
}

function tellCompletion(server: Server, id: string): void {
  try {
    server
      .createElicitationCompletionNotifier(id)()
      .catch(() => {})
  } catch {
    // The answer of the call says the same.
  }
}

function refusal(message: string, remedy: string): ToolResult {
  const code = 'ERP_LOGON_NEEDED'
  return {
    kind: 'error',
    code,
    text: `${code}: ${message}\n${remedy}`,
    data: { message, remedy, outcome: 'failed' }
  }
}
