/** Carries a reversal out: creations, contents, activation, drafts, then deletions. */
import {
  createObject,
  deleteObject,
  isErpError,
  objectType,
  readFields,
  readMetadata
} from '../../../erp-client/index.ts'
import type { ObjectRef } from '../../../erp-client/index.ts'
import { activateObjects } from '../../activate/activation.ts'
import { ToolError } from '../../failure/errors.ts'
import { errorWords } from '../../failure/prose.ts'
import { refWords } from '../../objects/words.ts'
import {
  contentHash,
  objectKey,
  placeKey,
  placeWords,
  readPresent,
  restoreText
} from './contents.ts'
import type { Present } from './contents.ts'
import { writeKnowledge } from './knowledge.ts'
import type { Restoration } from './restoration.ts'
import type { Creation, Earlier, Reversal } from './reversal.ts'

/** @returns what was done, in words @throws ToolError TOOL_UNDO_INCOMPLETE */
export async function restoreAll(restoration: Restoration): Promise<string[]> {
  const done: string[] = []
  try {
    await createAgain(restoration, done)
    await invert(restoration, done)
    const written = await writeEarlier(restoration, done)
    await activateAgain(restoration, { written, done })
    await writeDrafts(restoration, done)
    await writeKnowledge(restoration, done)
    await removeNew(restoration, done)
    return done
  } catch (error) {
    if (done.length === 0) throw error
    throw incomplete(error, done)
  }
}

function incomplete(error: unknown, done: readonly string[]): ToolError {
  const why = error instanceof Error ? errorWords(error) : 'unknown reason'
  const isUnknown = isErpError(error) && error.outcome === 'unknown'
  return new ToolError('TOOL_UNDO_INCOMPLETE', `The undo stopped: ${why}`, {
    remedy: `Done before: ${done.join('; ')}. Repeat the call to go on: it leaves alone what is done.`,
    outcome: isUnknown ? 'unknown' : 'failed',
    data: { done },
    cause: error
  })
}

async function createAgain(of: Restoration, done: string[]): Promise<void> {
  const { context, erp, recheck, transport, reversal } = of
  for (const creation of reversal.creations.values()) {
    const { ref } = creation
    const { package: packageName, description } = textsOf(creation)
    const created = {
      ref,
      package: packageName ?? '',
      description: description ?? '',
      transport,
      options: { ...optionsOf(creation), ...neededFields(of, ref) }
    }
    try {
      await createObject(erp, created, { recheck, signal: context.signal })
    } catch (error) {
      // A new group has some of its includes already.
      if (ref.group === undefined || !isErpError(error, 'ERP_ALREADY_EXISTS')) throw error
    }
    done.push(`${refWords(ref)} created again`)
  }
}

function textsOf({ facts }: Creation): { package?: string; description?: string } {
  return facts as { package?: string; description?: string }
}

/** The ERP decides who is responsible for an object, and about names and versions. */
const ownFacts: ReadonlySet<string> = new Set(['name', 'type', 'version', 'responsible'])

/** ABAP cloud says `standard` of its objects, and refuses a creation that says so. */
function isUsual(name: string, value: string): boolean {
  return name === 'abapLanguageVersion' && value === 'standard'
}

/** Facts of the type that a creation needs, as the metadata had them. */
function optionsOf({ facts }: Creation): Readonly<Record<string, unknown>> {
  const attributes = (facts['attributes'] ?? {}) as Readonly<Record<string, string>>
  return Object.fromEntries(
    Object.entries(attributes).filter(
      ([name, value]) => !ownFacts.has(name) && value !== '' && !isUsual(name, value)
    )
  )
}

/** Fields that the creation of some types itself needs. */
function neededFields(
  { reversal }: Restoration,
  ref: ObjectRef
): Readonly<Record<string, unknown>> {
  if (objectType(ref.type)?.create?.withFields !== true) return {}
  const text = reversal.contents.get(placeKey({ kind: 'document', ref }))?.newest
  return (text === undefined ? undefined : readFields(ref.type, text)) ?? {}
}

async function invert({ context, erp, transport, reversal }: Restoration, done: string[]) {
  for (const { run, words } of reversal.inverses) {
    await run(context, erp, transport)
    done.push(words)
  }
}

/** The active text where there is one, else the newest. */
async function writeEarlier(of: Restoration, done: string[]): Promise<ReadonlySet<string>> {
  const written = new Set<string>()
  for (const earlier of of.reversal.contents.values()) {
    const now = of.present.get(placeKey(earlier.place))
    const text = earlier.active ?? earlier.newest ?? ''
    // An earlier draft beside the same active text is written once.
    if (earlier.active !== undefined && earlier.active === now?.active && isDraft(earlier)) continue
    if (text === (now?.text ?? (earlier.newest === undefined ? '' : undefined))) continue
    await write(of, { earlier, text, expected: await hashNow(earlier, now) })
    written.add(objectKey(earlier.place.ref))
    done.push(`${placeWords(earlier.place)} as before`)
  }
  return written
}

function isDraft({ version, active, newest }: Earlier): boolean {
  return version !== 'active' && active !== undefined && active !== newest
}

async function hashNow({ place }: Earlier, now: Present | undefined): Promise<string | undefined> {
  return now?.text === undefined ? undefined : await contentHash(place, now.text)
}

interface Write {
  readonly earlier: Earlier
  readonly text: string
  readonly expected: string | undefined
}

async function write(
  { context, erp, recheck, transport }: Restoration,
  { earlier: { place }, text, expected }: Write
): Promise<void> {
  // Without the signal of the call: an undo that has begun is not left half done.
  await restoreText(erp, { place, text, transport, expected }, { recheck })
  context.progress({ done: 0, message: placeWords(place) })
}

async function activateAgain(
  { context, erp, reversal }: Restoration,
  { written, done }: { readonly written: ReadonlySet<string>; readonly done: string[] }
): Promise<void> {
  const refs: ObjectRef[] = []
  for (const [key, ref] of reversal.active) {
    const metadata = await readMetadata(erp, { ref })
    if (metadata.version === 'active' && !written.has(key)) continue
    const foreign = metadata.includes.filter(
      ({ part, version }) => version === 'inactive' && !isRestored(reversal, ref, part)
    )
    if (foreign.length > 0) {
      reversal.notes.add(
        `${refWords(ref)} stays a draft: ${foreign.map(({ part }) => part).join(', ')} is a draft of its own`
      )
      continue
    }
    if (!keepsDraftAlone(reversal, key, written)) refs.push(ref)
  }
  if (refs.length === 0) return
  const report = await activateObjects(context, erp, refs)
  if (report.outcome !== 'activated') {
    throw new ToolError(report.code, report.lines.join('\n'), { outcome: 'failed' })
  }
  done.push(`${refs.map(refWords).join(', ')} active again`)
}

function isRestored(reversal: Reversal, ref: ObjectRef, part: string): boolean {
  const parts = objectType(ref.type)?.parts ?? {}
  return (
    !Object.hasOwn(parts, part) || reversal.contents.has(placeKey({ kind: 'source', ref, part }))
  )
}

/** Only an earlier draft comes back, and what is active has not changed. */
function keepsDraftAlone(reversal: Reversal, key: string, written: ReadonlySet<string>): boolean {
  if (written.has(key)) return false
  return [...reversal.contents.values()].some(
    earlier => objectKey(earlier.place.ref) === key && isDraft(earlier)
  )
}

async function writeDrafts(of: Restoration, done: string[]): Promise<void> {
  for (const earlier of of.reversal.contents.values()) {
    if (!isDraft(earlier)) continue
    const { text: current } = await readPresent(of.erp, earlier.place, of.context.signal)
    if (current === earlier.newest) continue
    await write(of, { earlier, text: earlier.newest ?? '', expected: undefined })
    done.push(`${placeWords(earlier.place)} a draft again`)
  }
}

async function removeNew(
  { context, erp, recheck, transport, reversal }: Restoration,
  done: string[]
): Promise<void> {
  for (const ref of reversal.removals.values()) {
    try {
      await deleteObject(erp, { ref, transport }, { recheck })
    } catch (error) {
      // Deleted by an earlier try, or with its group.
      if (!isErpError(error, 'ERP_NOT_FOUND')) throw error
    }
    context.progress({ done: 0, message: refWords(ref) })
    done.push(`${refWords(ref)} deleted`)
  }
}
