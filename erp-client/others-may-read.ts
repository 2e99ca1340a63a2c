/** Whether a secret file is open to other users of this machine. */
import { statSync } from 'node:fs'
import { platform } from 'node:os'

/** Whether the group or all users can read a secret file. */
export function othersMayRead(path: string): boolean {
  return platform() !== 'win32' && (statSync(path).mode & 0o077) !== 0
}
