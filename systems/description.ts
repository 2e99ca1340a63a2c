/** The settings of one ERP system in words, for the log and the status page. */
import type { SystemConfig } from '../config/settings.ts'

/** The safety rules in force, in words, for the log. */
export function safetyRules(config: SystemConfig): string[] {
  const { allowedOps, disallowedOps, allowedPackages, allowedTransports, blockedTables } = config
  return [
    ...(config.readOnly ? ['read-only'] : []),
    ...(config.blockFreeSql ? ['no free SQL'] : []),
    ...(allowedOps === undefined ? [] : [`operations ${allowedOps} only`]),
    ...(disallowedOps === undefined ? [] : [`operations ${disallowedOps} blocked`]),
    ...(allowedPackages === undefined ? [] : [`writes in ${allowedPackages.join(', ')} only`]),
    ...(config.allowTransportableEdits ? [] : ['writes in local packages only']),
    ...(allowedTransports === undefined
      ? []
      : [`transport requests ${allowedTransports.join(', ')} only`]),
    ...(blockedTables === undefined ? [] : [`tables ${blockedTables.join(', ')} blocked`])
  ]
}

/** How the bridge logs on at the ERP, in words. */
export function erpLogon({ user, cookieFile, cookieString, ppCaKey }: SystemConfig): string {
  if (ppCaKey !== undefined) return 'every caller as their own user (principal propagation)'
  return cookieFile !== undefined || cookieString !== undefined
    ? 'cookies'
    : `technical user ${user ?? ''}`
}
