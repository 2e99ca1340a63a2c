/**
 * Files beside the log-ons that the bridge would not start without; nothing is created or changed.
 */
import { accessSync, constants, existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { auditKeyOf } from '../../audit/chain.ts'
import type { Config, SystemView } from '../../config/config.ts'
import { titleOf } from '../../config/settings.ts'
import type { SettingName } from '../../config/settings.ts'
import { createGitCredentials } from '../../tools/index.ts'
import { failed, ok, warning } from './check.ts'
import type { Check } from './check.ts'

export function checkServerFiles(config: Config): Check[] {
  const { auditFile, auditAnchors, auditPseudonyms } = config
  return [
    ...(auditFile === undefined ? [] : [checkAppended('audit file', 'auditFile', auditFile)]),
    ...(auditAnchors === undefined
      ? []
      : [checkAppended('audit anchors', 'auditAnchors', auditAnchors)]),
    ...(auditPseudonyms === undefined || auditPseudonyms === 'journal'
      ? []
      : [checkAppended('audit pseudonyms', 'auditPseudonyms', auditPseudonyms)]),
    ...checkSeals(config)
  ]
}

export function checkSystemFiles({ gitCredentialsFile }: SystemView): Check[] {
  return gitCredentialsFile === undefined ? [] : checkGitCredentials(gitCredentialsFile)
}

function checkAppended(name: string, setting: SettingName, path: string): Check {
  try {
    accessSync(existsSync(path) ? path : dirname(path), constants.W_OK)
    return ok(name, path)
  } catch (error) {
    return failed(
      name,
      `${path} cannot be written (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`,
      `name a file in a folder that is there and writable with ${titleOf(setting)}`
    )
  }
}

/** A log is collected elsewhere; a file stays where the bridge can change it. */
function checkSeals({ auditFile, auditAnchors, stateKey }: Config): Check[] {
  const name = 'audit chain'
  if (stateKey === undefined) {
    return auditFile === undefined
      ? []
      : [
          warning(
            name,
            'the lines of the audit are not sealed: one that is changed or removed does not show',
            `give ${titleOf('stateKey')}`
          )
        ]
  }
  const anchors = [
    ...(auditAnchors === undefined ? [] : [auditAnchors]),
    ...(auditFile === undefined ? [] : ['the log'])
  ].join(' and ')
  const where = anchors === '' ? '' : `; the ends go to ${anchors}`
  return [ok(name, `the lines are sealed under the key ${auditKeyOf(stateKey).id}${where}`)]
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
