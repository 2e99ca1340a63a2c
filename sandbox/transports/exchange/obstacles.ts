/** What keeps an object of a request from being imported, and what an import only warns of. */
import type { System } from '../../system.ts'
import type { ObjectKey } from '../../types.ts'
import { sameObject } from '../../workbench/checks.ts'
import { holderOf, workbenchType } from '../recording.ts'
import type { ExportedObject, ExportedRequest, ImportMessage } from './types.ts'

export interface ImportOptions {
  readonly user: string
  /** Imports a request once more that was imported. */
  readonly again?: boolean
  /** Overwrites objects whose original is in the importing system. */
  readonly overwriteOriginals?: boolean
  /** Overwrites objects in repair: those in a request that is not released. */
  readonly overwriteRepaired?: boolean
}

export function labelOfObject({ type, name }: ObjectKey): string {
  return `R3TR ${workbenchType(type)} ${name}`
}

function originalHere(system: System, sent: ExportedObject, source: string): boolean {
  const here = system.store.get(sent.key)
  if (here === undefined || here.original !== undefined) return false
  return (sent.info?.original ?? source) !== system.id
}

/** Why the object is not imported; undefined where nothing stands in the way. */
export function obstacleOf(
  system: System,
  sent: ExportedObject,
  { source, options }: { readonly source: string; readonly options: ImportOptions }
): string | undefined {
  const label = labelOfObject(sent.key)
  if (options.overwriteOriginals !== true && originalHere(system, sent, source)) {
    return `${label} is an original of system ${system.id} and was not overwritten; to overwrite it, import again with the option to overwrite originals`
  }
  const held = holderOf(system.store.transports, { object: sent.key, part: 'main' })
  if (options.overwriteRepaired !== true && held !== undefined) {
    return `${label} is in repair in request ${held.request.number} of user ${held.request.owner} and was not overwritten; release that request, or import again with the option to overwrite repaired objects`
  }
  return undefined
}

/** What an import does to objects that are edited, inactive or deleted. */
export function warningsOf(
  { store, locks }: System,
  { objects }: Pick<ExportedRequest, 'objects'>
): ImportMessage[] {
  const drafts = store.inactive()
  return objects.flatMap(({ key, info }) => {
    const label = labelOfObject(key)
    const texts: string[] = []
    try {
      locks.requireUnlocked(key, undefined)
    } catch (error) {
      texts.push(`${label} is imported while it is edited: ${(error as Error).message}`)
    }
    const users = drafts.filter(({ part }) => sameObject(part.object, key)).map(({ user }) => user)
    if (users.length > 0) {
      texts.push(`${label} has an inactive version of ${users[0]}, made before this import`)
    }
    if (info === undefined) texts.push(deletionText(store.get(key) !== undefined, label))
    return texts.map(text => ({ step: 'import' as const, severity: 'W' as const, text }))
  })
}

function deletionText(exists: boolean, label: string): string {
  return exists ? `${label} is deleted` : `${label} is to be deleted and does not exist`
}
