/** Who runs a command, for the audit. */
import { hostname, userInfo } from 'node:os'

export function operatorName(): string {
  return `${userName()}@${hostname()}`
}

/** A container may run as a user without a name. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return 'unknown'
  }
}
