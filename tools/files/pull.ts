/** Brings a folder to what the package has, as far as nothing in it was changed. */
import type { ToolContext } from '../call/context.ts'
import { badArguments } from '../failure/errors.ts'
import { compareFolder } from './compare.ts'
import type { CompareOptions, Comparison } from './compare.ts'
import type { Comparing } from './comparing.ts'
import type { Entry } from './entry.ts'
import { repositoryFile, writeRepository } from './layout/repository.ts'
import { comparable } from './layout/index.ts'
import { noteCommon } from './state-of-entry.ts'

/** Objects after which the state is saved, so that an interrupted call goes on from there. */
const perSave = 50

export interface PullOptions extends Omit<CompareOptions, 'each'> {
  /** Objects whose version of the system replaces a changed one of the folder. */
  readonly discard: readonly string[]
  /** Objects whose files have both changes now. */
  readonly resolved: readonly string[]
}

export interface Pulled {
  readonly comparison: Comparison
  readonly written: number
  readonly removed: number
}

/** @throws ToolError FOLDER_NOT_WRITTEN; what was written before it is kept, and the state knows it */
export async function pull(context: ToolContext, options: PullOptions): Promise<Pulled> {
  const counts = { written: 0, removed: 0 }
  const discard = new Set(options.discard)
  const resolved = new Set(options.resolved)
  const unused = new Set([...discard, ...resolved])
  let comparing: Comparing | undefined
  let unsaved = 0
  const save = async () => {
    if (comparing === undefined || unsaved === 0) return
    unsaved = 0
    await comparing.store.save(comparing.state)
  }
  const each = async (given: Entry, shared: Comparing) => {
    const isFirst = comparing === undefined
    comparing = shared
    if (isFirst) unsaved += await writeRepositoryFile(shared)
    const { name } = given.ref
    const entry = decided(given, { discard: discard.has(name), resolved: resolved.has(name) })
    if (entry !== given) unused.delete(name)
    unsaved += await apply(entry, shared, counts)
    if (unsaved >= perSave) await save()
  }
  try {
    const comparison = await compareFolder(context, { ...options, each })
    if (comparison.isNew) {
      throw badArguments(
        `The package ${comparison.top} does not exist.`,
        'ERPSearch finds packages; push --create makes one from a folder.'
      )
    }
    const [missed] = unused
    if (missed !== undefined) {
      throw badArguments(
        `${missed} has no conflict.`,
        'Name objects that status shows as changed on both sides.'
      )
    }
    return { comparison, ...counts }
  } finally {
    await save()
  }
}

async function writeRepositoryFile({
  isRepository,
  workspace,
  repository
}: Comparing): Promise<number> {
  if (isRepository) return 0
  await workspace.write(repositoryFile, writeRepository(repository))
  return 1
}

/** A conflict that the caller has decided. */
function decided(
  entry: Entry,
  { discard, resolved }: { readonly discard: boolean; readonly resolved: boolean }
): Entry {
  if (discard && ['conflict', 'changed here', 'deleted here'].includes(entry.kind)) {
    return { ...entry, kind: entry.there.size === 0 ? 'deleted there' : 'changed there' }
  }
  return resolved && entry.kind === 'conflict' ? { ...entry, kind: 'changed here' } : entry
}

/** @returns 1 where the state has changed */
async function apply(
  entry: Entry,
  comparing: Comparing,
  counts: { written: number; removed: number }
): Promise<number> {
  const { kind, here, there, base, known } = entry
  if (kind === 'same') {
    const isKnown =
      known !== undefined && known.stamp === entry.stamp && known.listed === entry.listedStamp
    if (isKnown && base.size === here.size && entry.object === undefined) return 0
    await noteCommon(comparing, entry, there)
    return 1
  }
  if (kind === 'changed here' && entry.object !== undefined && known !== undefined) {
    // The system has what it had, or its change is in the files by hand.
    await noteCommon(comparing, entry, there)
    return 1
  }
  if (kind !== 'new there' && kind !== 'changed there' && kind !== 'deleted there') return 0
  for (const [path, text] of there) {
    const before = here.get(path)
    if (before !== undefined && comparable(before) === comparable(text)) continue
    await comparing.workspace.write(path, withLineEndsOf(before, text))
    counts.written++
  }
  for (const path of new Set([...here.keys(), ...base.keys()])) {
    if (there.has(path)) continue
    await comparing.workspace.remove(path)
    counts.removed++
  }
  await noteCommon(comparing, entry, there)
  return 1
}

/** A checkout on Windows may have CRLF: its files keep them. */
function withLineEndsOf(before: string | undefined, text: string): string {
  const isWindows = before !== undefined && /\r\n/.test(before) && !/[^\r]\n/.test(before)
  return isWindows ? text.replaceAll('\n', '\r\n') : text
}
