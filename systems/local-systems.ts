/** The ERP systems of a process that serves one person: one is served, the others are only compared with. */
import type { Landscape, SystemEntry, SystemSettings } from '../config/landscape.ts'
import type { KeptSession } from '../erp-client/index.ts'
import { erpTarget, placeOf } from './options.ts'
import type { SystemTarget } from './options.ts'
import { otherSystemsOf } from './other-systems.ts'
import { openRecording } from './recording.ts'
import { createSystem, describedIn } from './system.ts'
import type { System, SystemResources } from './system.ts'
import { withSystem } from './system-labels.ts'

export interface LocalSystems {
  /** The system of that name, made at first use; undefined for unknown names and systems with faults. */
  get(name: string): System | undefined
  /** Closes the connections to all of them. */
  close(): Promise<void>
  /** The folders that the exchanges are recorded in. */
  recordings(): readonly string[]
}

/** What a system gets beside its settings. */
export type LocalResources = (entry: SystemEntry) => Omit<
  SystemResources,
  'otherSystems' | 'recording'
> & {
  readonly version?: string | undefined
  readonly keptSessions?: KeptSessions | undefined
}

/** The session that a log-on in the browser has left for a place. */
export type KeptSessions = (at: {
  readonly place: string
  /** The name of the system in a systems file. */
  readonly name?: string | undefined
  readonly target: ReturnType<typeof erpTarget>
  readonly serviceKey: string | undefined
}) => KeptSession

/**
 * The settings with that session, where they say so; all systems of a place share it. With a service
 * key the user of the process has logged on, in place of callers with tokens of their own.
 */
export function withKeptSession<Target extends SystemTarget>(
  settings: Target,
  keptSessions: KeptSessions | undefined,
  name?: string
): Target & Pick<SystemTarget, 'keptSession'> {
  const { browserLogon, serviceKey } = settings
  if (keptSessions === undefined || !(browserLogon || serviceKey !== undefined)) return settings
  const at = { place: placeOf(settings), name, target: erpTarget(settings), serviceKey }
  return { ...settings, keptSession: keptSessions(at) }
}

export function createLocalSystems(
  landscape: Landscape,
  resourcesOf: LocalResources
): LocalSystems {
  const made = new Map<string, System>()
  const folders: string[] = []
  const make = (entry: SystemEntry, settings: SystemSettings): System => {
    const { name, role } = entry
    const { version, keptSessions, ...resources } = resourcesOf(entry)
    const log = withSystem(resources.log, name)
    const recording = openRecording(settings, { name, role, version, log })
    if (recording !== undefined) folders.push(recording.path)
    const others =
      landscape.file === undefined
        ? {}
        : {
            otherSystems: (...[caller, log]: Parameters<OtherSystemsOf>) =>
              otherSystemsOf({ get, states }, { caller, log, name })
          }
    const described = describedIn(landscape, entry)
    return createSystem(
      withKeptSession({ ...settings, proxy: resources.proxy }, keptSessions, described?.name),
      { ...resources, ...others, recording },
      described
    )
  }
  const get = (name: string): System | undefined => {
    const entry = landscape.systems.get(name)
    const known = made.get(name)
    if (known !== undefined || entry?.settings === undefined) return known
    const system = make(entry, entry.settings)
    made.set(name, system)
    return system
  }
  const states = () =>
    [...landscape.systems.values()].map(entry => ({
      entry,
      system: get(entry.name),
      faults: entry.faults
    }))
  return {
    get,
    recordings: () => folders,
    close: async () => {
      await Promise.all([...made.values()].map(async system => await system.close()))
    }
  }
}

type OtherSystemsOf = NonNullable<SystemResources['otherSystems']>
