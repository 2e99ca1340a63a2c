/** The ERP user that the changes of a call belong to. */
import { readSystem } from '../../erp-client/index.ts'
import type { ToolContext } from './context.ts'

/** Known from the identity of the caller, else asked of the ERP. Upper case. */
export async function ownUser(context: ToolContext): Promise<string> {
  const user = context.erpUser ?? (await readSystem(context.erp, {}, context.signal)).user
  return user.toUpperCase()
}
