/**
 * Kept log-ons: one sealed file for each place (the ERP and its client) and kind, such as the cookies
 * of a session. Only their own user can read the folder.
 */
import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { ErpError } from '../../erp-client/index.ts'
import { createSeal } from '../../journal/seal.ts'
import { exclusively } from './exclusive.ts'
import { ownFolder } from './own-folder.ts'
import { createSealingKeys, keyPlaces, unreadable } from './sealing-key.ts'
import type { KeyPlace, SealingKeyOptions } from './sealing-key.ts'

/** What a record belongs to. */
export interface LogonName {
  /** Origin and client of the ERP, as `placeOf` has them. */
  readonly place: string
  /** Such as `session` or `refresh-token`. */
  readonly kind: string
}

export interface LogonStore {
  /** Undefined where there is none. @throws ErpError ERP_LOGON_NEEDED where it cannot be opened */
  read(name: LogonName): Promise<unknown>
  /** Replaces what is there in one step. @returns where the key is that seals it */
  write(name: LogonName, content: object): Promise<KeyPlace>
  /** @returns whether there was one */
  remove(name: LogonName): boolean
  /** Changes with each replacement; undefined where there is none. */
  mark(name: LogonName): string | undefined
  /** A change runs in the log-on, which must not be replaced meanwhile; call the result after it. */
  begin(name: LogonName, process: number): () => void
  /** Runs the work while no other program of this machine runs one of the same name. */
  exclusively<T>(name: LogonName, work: () => Promise<T>): Promise<T>
  /** The processes in which a change runs. */
  busy(name: LogonName, isAlive: (process: number) => boolean): number[]
}

/** First byte of what the seal has encrypted: what is only compressed was not written here. */
const isEncrypted = 2

export function createLogonStore(options: SealingKeyOptions): LogonStore {
  const { folder } = options
  const keys = createSealingKeys(options)
  const counts = new Map<string, number>()
  const fileOf = (name: LogonName) => join(folder, `${digestOf(name)}.logon`)
  return {
    async read(name) {
      const record = recordOf(fileOf(name))
      if (record === undefined) return undefined
      const sealed = Buffer.from(record.sealed, 'base64')
      if (((sealed[0] ?? 0) & isEncrypted) === 0) throw damaged()
      const seal = createSeal(await keys.of(record.key))
      try {
        return JSON.parse(await seal.open(sealed, sealName(name))) as unknown
      } catch {
        throw damaged()
      }
    },
    async write(name, content) {
      ownFolder(folder)
      const { place, key } = await keys.forWriting()
      const sealed = await createSeal(key).close(JSON.stringify(content), sealName(name))
      const text = JSON.stringify({ key: place, sealed: Buffer.from(sealed).toString('base64') })
      const draft = join(folder, `${randomUUID()}.tmp`)
      writeFileSync(draft, text, { flag: 'wx', mode: 0o600 })
      renameSync(draft, fileOf(name))
      return place
    },
    remove(name) {
      const there = markOf(fileOf(name)) !== undefined
      rmSync(fileOf(name), { force: true })
      return there
    },
    mark: name => markOf(fileOf(name)),
    begin(name, process) {
      const path = join(folder, `${digestOf(name)}.${process}.busy`)
      const count = counts.get(path) ?? 0
      if (count === 0) markBusy(path)
      counts.set(path, count + 1)
      return () => {
        const left = (counts.get(path) ?? 1) - 1
        counts.set(path, left)
        if (left === 0) rmSync(path, { force: true })
      }
    },
    async exclusively(name, work) {
      ownFolder(folder)
      return await exclusively(join(folder, `${digestOf(name)}.work`), work)
    },
    busy: (name, isAlive) => busyIn(folder, digestOf(name), isAlive)
  }
}

function digestOf({ place, kind }: LogonName): string {
  return createHash('sha256')
    .update(JSON.stringify([place, kind]))
    .digest('base64url')
    .slice(0, 32)
}

/** A record opens under its own name only: one that was copied over another does not. */
function sealName({ place, kind }: LogonName): string {
  return `log-on ${JSON.stringify([place, kind])}`
}

interface SealedRecord {
  readonly key: KeyPlace
  readonly sealed: string
}

function recordOf(file: string): SealedRecord | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  try {
    const { key, sealed } = JSON.parse(text) as Record<string, unknown>
    const place = keyPlaces.find(one => one === key)
    if (place !== undefined && typeof sealed === 'string') return { key: place, sealed }
  } catch {
    /* damaged, as below */
  }
  throw damaged()
}

function damaged(): ErpError {
  return unreadable('The kept log-on was changed, or was sealed with another key')
}

function markOf(file: string): string | undefined {
  const facts = statSync(file, { throwIfNoEntry: false })
  return facts === undefined ? undefined : `${facts.mtimeMs} ${facts.ino} ${facts.size}`
}

/** A full disk must not prevent the change. */
function markBusy(path: string): void {
  try {
    writeFileSync(path, '', { mode: 0o600 })
  } catch {
    /* A log-on is then not refused, and the change reports that its session has ended. */
  }
}

/** What a process that was killed has left is removed. */
function busyIn(folder: string, digest: string, isAlive: (process: number) => boolean): number[] {
  let names: string[]
  try {
    names = readdirSync(folder)
  } catch {
    return []
  }
  return names.flatMap(name => {
    const [, process] =
      name.startsWith(`${digest}.`) && name.endsWith('.busy') ? name.split('.') : []
    if (process === undefined) return []
    if (isAlive(Number(process))) return [Number(process)]
    rmSync(join(folder, basename(name)), { force: true })
    return []
  })
}
