/** Work that was added to a new object since its creation: an undo that deletes it would lose it. */
import {
  fieldTypes,
  groupContents,
  objectType,
  readObjectFields,
  readSource,
  readTexts
} from '../../../erp-client/index.ts'
import type { ObjectRef } from '../../../erp-client/index.ts'
import type { ToolContext } from '../../call/context.ts'
import { ToolError } from '../../failure/errors.ts'
import { refWords } from '../../objects/words.ts'
import { hasNoFacts, isGenerated } from '../../write/generated.ts'
import { knowledgeOf, readKnowledge } from '../knowledge.ts'
import { textKinds, unlessMissing } from '../whole-object.ts'
import { objectKey, placeKey, placeWords } from './contents.ts'
import type { Place } from './contents.ts'
import type { Reversal } from './reversal.ts'

const typesWithTexts = new Set(['CLAS', 'PROG', 'FUGR'])
/** Includes of a group that the ERP writes itself. */
const writtenByErp = /U(?:XX|\d\d)$/

interface Removal {
  readonly context: ToolContext
  readonly reversal: Reversal
  readonly ref: ObjectRef
  /** Whether a step of the undo knows the content that a place must have. */
  readonly isKnown: (place: Place) => boolean
}

/**
 * @param made states that the steps of the undo expect
 * @throws ToolError TOOL_UNDO_DRIFT
 */
export async function assertNothingAdded(
  context: ToolContext,
  reversal: Reversal,
  made: ReadonlyMap<string, unknown>
): Promise<void> {
  const isKnown = (place: Place) => made.has(placeKey(place))
  for (const ref of reversal.removals.values()) {
    const removal = { context, reversal, ref, isKnown }
    const added =
      (await addedSource(removal)) ??
      (await addedTexts(removal)) ??
      (await addedFields(removal)) ??
      (await addedKnowledge(removal)) ??
      (await addedMember(removal))
    if (added === undefined) continue
    throw new ToolError(
      'TOOL_UNDO_DRIFT',
      `${added} has got a content since the change that created it.`,
      { remedy: 'Undo that change before. Nothing was undone.', outcome: 'failed' }
    )
  }
}

async function addedSource({ context, ref, isKnown }: Removal): Promise<string | undefined> {
  const { erp, signal } = context
  if (objectType(ref.type)?.abilities.has('source') !== true) return undefined
  for (const part of Object.keys(objectType(ref.type)?.parts ?? {})) {
    const place = { kind: 'source', ref, part } as const
    if (isKnown(place)) continue
    const now = await unlessMissing(async () => await readSource(erp, { ref, part }, signal))
    if (now !== undefined && !isUntouched(ref.type, now.text)) return placeWords(place)
  }
  return undefined
}

async function addedTexts({ context, ref, isKnown }: Removal): Promise<string | undefined> {
  if (!typesWithTexts.has(ref.type)) return undefined
  for (const kind of textKinds) {
    const place = { kind: 'texts', ref, part: kind } as const
    if (isKnown(place)) continue
    const read = async () => await readTexts(context.erp, { ref, kind }, context.signal)
    if (((await unlessMissing(read)) ?? '').trim() !== '') return placeWords(place)
  }
  return undefined
}

async function addedFields({ context, ref, isKnown }: Removal): Promise<string | undefined> {
  if (!fieldTypes.includes(ref.type) || isKnown({ kind: 'document', ref })) return undefined
  const read = async () => await readObjectFields(context.erp, { ref }, context.signal)
  const fields = await unlessMissing(read)
  return fields === undefined || hasNoFacts(ref.type, fields) ? undefined : refWords(ref)
}

/** Documentation that a later step of the undo does not take away itself. */
async function addedKnowledge({ context, reversal, ref }: Removal): Promise<string | undefined> {
  const own = knowledgeOf(ref)
  if (own === undefined || reversal.removals.has(objectKey(own))) return undefined
  const text = await readKnowledge(context.erp, ref, context.signal)
  return text === undefined ? undefined : `the documentation of ${refWords(ref)}`
}

/** The modules and includes of a group are deleted with it. */
async function addedMember({
  context,
  reversal,
  ref,
  isKnown
}: Removal): Promise<string | undefined> {
  const { erp, signal } = context
  if (ref.type !== 'FUGR') return undefined
  const read = async () => await groupContents(erp, { group: ref.name }, signal)
  for (const member of (await unlessMissing(read)) ?? []) {
    if (reversal.removals.has(objectKey(member)) || writtenByErp.test(member.name)) continue
    if (isKnown({ kind: 'source', ref: member, part: undefined })) continue
    if (member.type === 'FUNC') return refWords(member)
    const now = await unlessMissing(async () => await readSource(erp, { ref: member }, signal))
    if (now !== undefined && !isUntouched('FUGR', now.text)) return refWords(member)
  }
  return undefined
}

/**
 * Nothing but what the ERP has generated, whose comments begin so; other comments are a content.
 * The main program of a group holds includes, which are looked at one by one.
 */
export function isUntouched(type: string, text: string): boolean {
  if (type === 'FUGR') return isGenerated(type, text)
  const lines = text.split('\n').filter(line => line.trim() !== '')
  const isFromErp = (line: string) => !/^[*"]|^\s+"/.test(line) || /^\*["&]/.test(line)
  const isComment = lines.every(line => line.startsWith('*"*'))
  return lines.every(isFromErp) && (isComment || isGenerated(type, text))
}
