/**
 * What can be said at the start of the files that settings name: a file that is no good is a
 * mistake of today and not of the first call.
 */
import { X509Certificate } from 'node:crypto'
import { accessSync, constants, readFileSync } from 'node:fs'
import { setting, settingNames } from './settings.ts'
import type { Naming, Settings } from './settings.ts'

/** What is wrong with the files of a configuration, in words. */
export function fileProblems(config: Settings, naming: Naming): string[] {
  return settingNames.flatMap(name => {
    const { value } = setting(name)
    const path = config[name]
    if (value !== 'FILE' || typeof path !== 'string') return []
    try {
      accessSync(path, constants.R_OK)
    } catch (error) {
      return [`${naming(name)}: ${unreadable(path, error)}`]
    }
    const fault = name === 'caFile' ? certificateFault(path) : undefined
    return fault === undefined ? [] : [`${naming(name)}: ${fault}`]
  })
}

export function unreadable(path: string, error: unknown): string {
  return `cannot read ${path} (${(error as NodeJS.ErrnoException).code ?? 'unknown'}); check path and permissions`
}

/**
 * TLS itself passes over what is no certificate, and every call would then fail for want of trust.
 */
function certificateFault(path: string): string | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    return unreadable(path, error)
  }
  const found =
    text.match(
      /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----[^-]*-----END (?:TRUSTED |X509 )?CERTIFICATE-----/g
    ) ?? []
  const bad = found.findIndex(each => !isCertificate(each))
  if (found.length > 0 && bad < 0) return undefined
  return `${path} holds no certificate in PEM form${bad < 0 ? '' : ` at its place ${bad + 1}, which is damaged`}; give a text file with -----BEGIN CERTIFICATE-----, made of a binary one by openssl x509 -inform der -in FILE`
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).serialNumber !== ''
  } catch {
    return false
  }
}
