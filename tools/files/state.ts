/** What a folder had in common with a system: hashes, stamps, and the texts themselves. */
import { createHash } from 'node:crypto'
import type { ErpReader } from '../../erp-client/index.ts'
import { ToolError } from '../failure/errors.ts'
import { isRecord } from '../schema/json.ts'
import { comparable } from './layout/index.ts'
import type { Workspace } from './workspace.ts'

export const stateFolder = '.erp-bridge'
const format = 1

/** An object as the folder and the system last had it in common. */
export interface KnownObject {
  readonly type: string
  readonly name: string
  readonly package: string
  /** Hash by path. */
  readonly files: Readonly<Record<string, string>>
  /** What the system said about its last change; undefined where it says nothing. */
  readonly stamp?: string | undefined
  /** The same from a list of the system. */
  readonly listed?: string | undefined
  /** Paths of sources that have no line end at their end in the system. */
  readonly open?: readonly string[] | undefined
}

export interface State {
  readonly package: string
  readonly objects: Map<string, KnownObject>
}

export interface StateStore {
  load(): Promise<State | undefined>
  save(state: State): Promise<void>
  /** Keeps a text as one that both sides had. @returns its hash */
  keep(text: string): Promise<string>
  /** The text of a hash; undefined where it is lost. */
  text(hash: string): Promise<string | undefined>
}

export function hashOf(text: string): string {
  return createHash('sha256').update(comparable(text)).digest('hex').slice(0, 32)
}

/** One state for each system and client, so that a folder can follow several. */
function fileOf({ system }: Pick<ErpReader, 'system'>): string {
  const place = `${new URL(system.url).host.toLowerCase()} ${system.client}`
  const id = createHash('sha256').update(place).digest('hex').slice(0, 12)
  return `${stateFolder}/${system.client}-${id}.json`
}

const textPath = (hash: string) => `${stateFolder}/texts/${hash.slice(0, 2)}/${hash.slice(2)}`

export function openState(workspace: Workspace, erp: Pick<ErpReader, 'system'>): StateStore {
  const file = fileOf(erp)
  const kept = new Set<string>()
  return {
    async load() {
      const text = await workspace.read(file)
      return text === undefined ? undefined : parse(text, file)
    },
    async save({ package: name, objects }) {
      // The folder is the machine's own, and no file of the repository.
      if ((await workspace.read(`${stateFolder}/.gitignore`)) === undefined) {
        await workspace.write(`${stateFolder}/.gitignore`, '*\n')
      }
      const data = { format, package: name, objects: [...objects.values()] }
      await workspace.write(file, `${JSON.stringify(data, undefined, 1)}\n`)
    },
    async keep(text) {
      const hash = hashOf(text)
      if (!kept.has(hash) && (await workspace.read(textPath(hash))) === undefined) {
        await workspace.write(textPath(hash), text)
      }
      kept.add(hash)
      return hash
    },
    text: async hash => {
      const text = await workspace.read(textPath(hash))
      return text !== undefined && hashOf(text) === hash ? text : undefined
    }
  }
}

export const keyOfObject = ({ type, name }: { readonly type: string; readonly name: string }) =>
  `${type} ${name}`

function parse(text: string, file: string): State {
  const data = jsonOf(text)
  if (!isRecord(data) || data['format'] !== format || !Array.isArray(data['objects'])) {
    throw new ToolError('STATE_NOT_READABLE', `${file} is not a state of this version.`, {
      remedy: `Remove ${file} and pull again: files that are equal are taken as they are, others are named.`
    })
  }
  const objects = (data['objects'] as unknown[]).filter(isKnown)
  return {
    package: String(data['package']),
    objects: new Map(objects.map(object => [keyOfObject(object), object]))
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isKnown(value: unknown): value is KnownObject {
  return (
    isRecord(value) &&
    ['type', 'name', 'package'].every(name => typeof value[name] === 'string') &&
    isRecord(value['files'])
  )
}
