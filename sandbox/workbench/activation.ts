/** Checks and activates objects, and keeps the engine in step with the store. */
import type { EngineMessage, ObjectKey, RepositoryFile } from '../types.ts'
import { readOnlyReason } from '../store/library/object.ts'
import type { System } from '../system.ts'
import { check, sameObject, uniqueObjects } from './checks.ts'

export interface ActivationResult {
  readonly messages: readonly EngineMessage[]
  readonly activated: boolean
}

/** Names of the active files of objects, to be compared with what is there after a change. */
export function activeFiles(system: System, keys: readonly ObjectKey[]): RepositoryFile[] {
  return system.store.files('active', keys)
}

/**
 * Applies the change to the engine. If that fails, the engine loads the whole repository again,
 * because the store is authoritative.
 */
async function applyToEngine(
  system: System,
  change: { readonly put: readonly RepositoryFile[]; readonly remove: readonly string[] }
): Promise<void> {
  try {
    await system.engine.apply(change)
  } catch (error) {
    system.log.error('The engine could not apply a change and is loaded anew', error)
    await system.engine.load(system.store.files('active'), system.store.library.files)
  }
}

function isOwn(store: System['store'], key: ObjectKey): boolean {
  const found = store.get(key)
  return found !== undefined && readOnlyReason(found.package) === undefined
}

/**
 * Brings engine and database in step after objects changed or vanished; `before` is what was
 * active.
 */
export async function synchronize(
  system: System,
  keys: readonly ObjectKey[],
  before: readonly RepositoryFile[]
): Promise<void> {
  const left = keys.filter(key => isOwn(system.store, key))
  const after = left.length === 0 ? [] : system.store.files('active', left)
  const names = new Set(after.map(file => file.name))
  await applyToEngine(system, {
    put: after,
    remove: before.map(file => file.name).filter(name => !names.has(name))
  })
  const deletedKeys = keys.filter(key => !left.includes(key))
  if (deletedKeys.length > 0) system.dictionary.remove(deletedKeys)
  else system.dictionary.refresh()
}

/** Makes an object active that has no drafts at the ERP; the caller holds the exclusive lock. */
export async function makeActive(system: System, key: ObjectKey, user: string): Promise<void> {
  if (!system.store.inactive().some(draft => sameObject(draft.part.object, key))) return
  await applyToEngine(system, system.store.activate([key], user))
}

function viewWarnings(system: System, keys: readonly ObjectKey[]): EngineMessage[] {
  return keys
    .filter(key => key.type === 'DDLS')
    .flatMap(key => {
      const reason = system.dictionary.refusal(key.name)
      if (reason === undefined) return []
      const range = { startRow: 1, startColumn: 0, endRow: 1, endColumn: 0 }
      return [
        {
          severity: 'W' as const,
          rule: 'sandbox_view',
          text: `Activated, but its data cannot be read here: ${reason}`,
          location: { part: { object: key, part: 'main' }, range }
        }
      ]
    })
}

/**
 * Checks the drafts of the objects as they would stand together, and makes all of them active or
 * none. One at a time, so that nothing is written between check and activation.
 */
export function activate(
  system: System,
  keys: readonly ObjectKey[],
  user: string
): Promise<ActivationResult> {
  return system.exclusive(async () => {
    const { store } = system
    const objects = uniqueObjects(keys)
    const messages = await check(system, { objects, sources: [], drafts: true })
    if (messages.some(message => message.severity === 'E')) return { messages, activated: false }
    const pending = objects.filter(key =>
      store.inactive().some(draft => sameObject(draft.part.object, key))
    )
    if (pending.length === 0) return { messages, activated: false }
    const change = store.activate(pending, user)
    await applyToEngine(system, change)
    system.dictionary.refresh()
    return { messages: [...messages, ...viewWarnings(system, pending)], activated: true }
  })
}
