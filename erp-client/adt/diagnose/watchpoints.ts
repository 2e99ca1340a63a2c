/** Watchpoints: an attached process stops where a variable changes. They end with the debugger. */
import { ErpError } from '../../errors.ts'
import { readWatchpoints } from '../../wire/diagnose/watchpoints.ts'
import type { Watchpoint } from '../../wire/diagnose/watchpoints.ts'
import { base } from './debugger.ts'
import type { RequestTimeout, Sender } from './debugger.ts'

const path = `${base}/watchpoints`

/** Watches a variable that is visible where the process stands. */
export async function setWatchpoint(
  session: Sender,
  variable: string,
  { timeoutMs }: RequestTimeout = {}
): Promise<Watchpoint> {
  const { text } = await session.request({
    operation: 'debugger.watch',
    effect: 'change',
    method: 'POST',
    path,
    query: { variableName: variable },
    accept: 'application/xml',
    timeoutMs
  })
  const [made] = readWatchpoints(text)
  if (made === undefined) {
    throw new ErpError('ERP_BAD_ANSWER', 'The ERP does not name the watchpoint that it made', {
      outcome: 'unknown'
    })
  }
  return made
}

export async function deleteWatchpoint(
  session: Sender,
  id: string,
  { timeoutMs }: RequestTimeout = {}
): Promise<void> {
  await session.request({
    operation: 'debugger.unwatch',
    effect: 'change',
    method: 'DELETE',
    path: `${path}/${encodeURIComponent(id)}`,
    timeoutMs
  })
}
