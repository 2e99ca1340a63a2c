/** The folder of the kept log-ons: of this user, and readable for no other one. */
import { chmodSync, lstatSync, mkdirSync } from 'node:fs'
import { platform, userInfo } from 'node:os'
import { ErpError } from '../../erp-client/index.ts'

/** @throws ErpError ERP_LOGON_FAILED where the folder is of another user, or no folder */
export function ownFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (platform() === 'win32') return
  const facts = lstatSync(folder)
  if (!facts.isDirectory() || facts.uid !== userInfo().uid) {
    throw new ErpError('ERP_LOGON_FAILED', `${folder} is no folder of this user`, {
      outcome: 'failed',
      remedy: 'Give a folder of your own with --logon-dir (ERP_LOGON_DIR).'
    })
  }
  chmodSync(folder, 0o700)
}
