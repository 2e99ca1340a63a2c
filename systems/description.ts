/** The settings of one ERP system in words, for the log and the status page. */
import type { SystemSettings } from '../config/landscape.ts'
import type { SystemConfig } from '../config/settings.ts'

/** The safety rules in force, in words, for the log. */
export function safetyRules(config: SystemSettings): string[] {
  const { allowedOps, disallowedOps, blockedTables, maskedColumns, serverLists: lists } = config
  return [
    ...(config.readOnly ? ['read-only'] : []),
    ...(config.blockFreeSql ? ['no free SQL'] : []),
    ...(allowedOps === undefined ? [] : [`operations ${allowedOps} only`]),
    ...(disallowedOps === undefined ? [] : [`operations ${disallowedOps} blocked`]),
    ...listsOf(config.allowedPackages, lists?.allowedPackages).map(
      list => `writes in ${list} only`
    ),
    ...(config.allowTransportableEdits ? [] : ['writes in local packages only']),
    ...listsOf(config.allowedTransports, lists?.allowedTransports).map(
      list => `transport requests ${list} only`
    ),
    ...(blockedTables === undefined ? [] : [`tables ${blockedTables.join(', ')} blocked`]),
    ...(maskedColumns === undefined ? [] : [`columns ${maskedColumns.join(', ')} masked`])
  ]
}

/** A list of the system and one beside the file hold both. */
function listsOf(...lists: readonly (readonly string[] | undefined)[]): string[] {
  return lists.flatMap(list => (list === undefined ? [] : [list.join(', ')]))
}

/** How the bridge logs on at the ERP, in words. */
export function erpLogon({ user, cookieFile, cookieString, ppCaKey }: SystemConfig): string {
  if (ppCaKey !== undefined) return 'every caller as their own user (principal propagation)'
  return cookieFile !== undefined || cookieString !== undefined
    ? 'cookies'
    : `technical user ${user ?? ''}`
}
