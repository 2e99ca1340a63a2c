/**
 * The key store of each operating system, which keeps one key for the kept log-ons of its user.
 * All three were tried with stand-ins of their programs alone.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { platform } from 'node:os'
import { join } from 'node:path'
import { runKeyProgram } from './key-program.ts'

/** Throws KeyStoreError where the store cannot be used. */
export interface KeyStore {
  readonly title: string
  read(): Promise<string | undefined>
  write(key: string): Promise<void>
}

export class KeyStoreError extends Error {}

const service = 'erp-bridge'
const account = 'kept log-ons'

/** @param folder for a store that encrypts and leaves the storing to its caller */
export function keyStoreOf(folder: string, system: string = platform()): KeyStore | undefined {
  if (system === 'darwin') return keychain()
  if (system === 'win32') return dataProtection(folder)
  return system === 'linux' ? secretService() : undefined
}

/** libsecret; its program reads the secret from its input. */
export function secretService(program = 'secret-tool'): KeyStore {
  const attributes = ['service', service, 'account', account]
  const title = 'Secret Service'
  return {
    title,
    async read() {
      const found = await runKeyProgram([program, 'lookup', ...attributes])
      if (found.code === 0) return found.output.trim() || undefined
      // Where there is no such secret it says nothing.
      if (found.code === 1 && found.complaint === '') return undefined
      throw refused(title, found.code)
    },
    async write(key) {
      const label = `--label=${service}: ${account}`
      const { code } = await runKeyProgram([program, 'store', label, ...attributes], key)
      if (code !== 0) throw refused(title, code)
    }
  }
}

/** Its program takes commands from its input, so that the key is in no list of processes. */
export function keychain(program = '/usr/bin/security'): KeyStore {
  const title = 'macOS Keychain'
  const notFound = 44
  return {
    title,
    async read() {
      const args = ['find-generic-password', '-s', service, '-a', account, '-w']
      const found = await runKeyProgram([program, ...args])
      if (found.code === 0) return found.output.trim() || undefined
      if (found.code === notFound) return undefined
      throw refused(title, found.code)
    },
    async write(key) {
      const command = `add-generic-password -U -s ${service} -a "${account}" -w ${key}\n`
      const { code } = await runKeyProgram([program, '-i'], command)
      if (code !== 0) throw refused(title, code)
    }
  }
}

const powerShell = ['-NoProfile', '-NonInteractive', '-Command'] as const

/** Windows encrypts for the user; the result is a file beside the log-ons. */
export function dataProtection(folder: string, program = 'powershell.exe'): KeyStore {
  const title = 'Windows Data Protection'
  const file = join(folder, 'key.dpapi')
  const convert = async (method: 'Protect' | 'Unprotect', text: string) => {
    const script = [
      'Add-Type -AssemblyName System.Security',
      '$given = [Convert]::FromBase64String([Console]::In.ReadToEnd().Trim())',
      `$made = [Security.Cryptography.ProtectedData]::${method}($given, $null, 'CurrentUser')`,
      '[Console]::Out.Write([Convert]::ToBase64String($made))'
    ].join('; ')
    const { code, output } = await runKeyProgram([program, ...powerShell, script], text)
    if (code !== 0 || output === '') throw refused(title, code)
    return output.trim()
  }
  return {
    title,
    async read() {
      if (!existsSync(file)) return undefined
      const opened = await convert('Unprotect', readFileSync(file, 'utf8'))
      return Buffer.from(opened, 'base64').toString('utf8')
    },
    async write(key) {
      const protectedKey = await convert('Protect', Buffer.from(key).toString('base64'))
      writeFileSync(file, protectedKey, { mode: 0o600 })
    }
  }
}

/** What the program printed may quote the key. */
function refused(title: string, code: number | undefined): KeyStoreError {
  const why =
    code === undefined ? 'its program cannot be started' : `its program ended with ${code}`
  return new KeyStoreError(`${title}: ${why}`)
}
