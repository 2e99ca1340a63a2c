/** How a system logs on, as its tool sessions have it. */
import type { ToolSession } from '../tools/index.ts'
import { logonKind } from './description.ts'
import type { SystemTarget } from './options.ts'

export function logonOf(config: SystemTarget): Pick<ToolSession, 'logon' | 'logonByAddress'> {
  return { logon: logonKind(config), logonByAddress: config.keptSession?.byAddress }
}
