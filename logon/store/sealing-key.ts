/**
 * The key that seals kept log-ons: from the environment, from the key store of the operating system,
 * or from a file beside them.
 */
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ErpError, othersMayRead } from '../../erp-client/index.ts'
import { KeyStoreError } from './key-stores.ts'
import type { KeyStore } from './key-stores.ts'

/** Where the key of a record is; the record names it. */
export const keyPlaces = ['environment', 'key store', 'file'] as const
export type KeyPlace = (typeof keyPlaces)[number]

export interface SealingKeyOptions {
  readonly folder: string
  /** Of the environment; it is used before any other. */
  readonly key?: string | undefined
  /** `auto`: the key store where it works, else the file. */
  readonly place: 'auto' | 'keystore' | 'file'
  /** Undefined where the operating system has none that is known. */
  readonly keyStore: KeyStore | undefined
}

export interface SealingKeys {
  /** For a new record; makes a key where there is none. */
  forWriting(): Promise<{ readonly place: KeyPlace; readonly key: string }>
  /** @throws ErpError ERP_LOGON_NEEDED where the key of a record is gone */
  of(place: KeyPlace): Promise<string>
}

const newKey = () => randomBytes(32).toString('base64url')

export function createSealingKeys(options: SealingKeyOptions): SealingKeys {
  const { key: given, keyStore, place } = options
  const file = join(options.folder, 'key')
  const known = new Map<KeyPlace, string>()
  const remember = (where: KeyPlace, key: string) => {
    known.set(where, key)
    return { place: where, key }
  }
  const fromStore = async (store: KeyStore) => {
    const found = await store.read()
    if (found !== undefined) return remember('key store', found)
    const made = newKey()
    await store.write(made)
    return remember('key store', made)
  }
  const forWriting = async () => {
    if (given !== undefined) return remember('environment', given)
    if (place === 'file') return remember('file', keyOfFile(file, true))
    if (keyStore === undefined && place === 'keystore') {
      throw unusable('this operating system has no key store that is known')
    }
    try {
      if (keyStore !== undefined) return await fromStore(keyStore)
    } catch (error) {
      if (!(error instanceof KeyStoreError)) throw error
      if (place === 'keystore') throw unusable(error.message)
    }
    return remember('file', keyOfFile(file, true))
  }
  const readKey = async (where: KeyPlace): Promise<string> => {
    const lost = (what: string) => unreadable(`${what}, which sealed the kept log-on`)
    if (where === 'environment') {
      if (given === undefined) throw lost('The environment has no key (ERP_LOGON_KEY)')
      return given
    }
    if (where === 'file') return keyOfFile(file, false)
    try {
      const found = await keyStore?.read()
      if (found === undefined) throw lost('The key store has no key')
      return found
    } catch (error) {
      if (error instanceof KeyStoreError) throw lost(error.message)
      throw error
    }
  }
  return {
    forWriting,
    of: async where => known.get(where) ?? remember(where, await readKey(where)).key
  }
}

/** Of two programs that make it at the same time the first wins. */
function keyOfFile(file: string, makes: boolean): string {
  try {
    if (makes) writeFileSync(file, newKey(), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  try {
    const key = readFileSync(file, 'utf8').trim()
    if (othersMayRead(file)) {
      throw unusable(`other users can read the key file ${file}; remove it and log on again`)
    }
    if (key.length >= 32) return key
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  throw unreadable(`The key file ${file} is gone or empty, which sealed the kept log-on`)
}

function unusable(what: string): ErpError {
  return new ErpError('ERP_LOGON_FAILED', `The log-on cannot be kept: ${what}`, {
    outcome: 'failed',
    remedy:
      'Give a key (ERP_LOGON_KEY, or ERP_LOGON_KEY_FILE), or --logon-store file, which keeps a key in a file of this user.'
  })
}

/** A log-on that cannot be opened is as good as none. */
export function unreadable(what: string): ErpError {
  return new ErpError('ERP_LOGON_NEEDED', what, {
    outcome: 'failed',
    remedy: 'Log on again with erp-bridge login.'
  })
}
