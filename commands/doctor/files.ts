/**
 * Files beside the log-ons that the bridge would not start without; nothing is created or changed.
 */
import { accessSync, constants, existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Config, SystemView } from '../../config/config.ts'
import { createGitCredentials } from '../../tools/index.ts'
import { failed, ok, warning } from './check.ts'
import type { Check } from './check.ts'

export function checkServerFiles({ auditFile }: Config): Check[] {
  return auditFile === undefined ? [] : [checkAudit(auditFile)]
}

export function checkSystemFiles({ gitCredentialsFile }: SystemView): Check[] {
  return gitCredentialsFile === undefined ? [] : checkGitCredentials(gitCredentialsFile)
}

function checkAudit(path: string): Check {
  const name = 'audit file'
  try {
    accessSync(existsSync(path) ? path : dirname(path), constants.W_OK)
    return ok(name, path)
  } catch (error) {
    return failed(
      name,
      `${path} cannot be written (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`,
      'name a file in a folder that is there and writable with --audit-file (ERP_AUDIT_FILE)'
    )
  }
}

function checkGitCredentials(path: string): Check[] {
  const name = 'git credentials'
  const told: Check[] = []
  const tell = (_facts: object, message: string) => {
    told.push(warning(name, message, `chmod 600 ${path}`))
  }
  try {
    createGitCredentials({ path, log: { debug() {}, info() {}, warn: tell, error() {} } })
    return [ok(name, path), ...told]
  } catch (error) {
    return [
      failed(name, (error as Error).message, 'correct the file; docs/security.md shows its form')
    ]
  }
}
