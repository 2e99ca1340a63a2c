/** Refuses an undo where the present state is not the one after the change. */
import type { ObjectRef } from '../../../erp-client/index.ts'
import type { ToolContext } from '../../call/context.ts'
import { ToolError } from '../../failure/errors.ts'
import { refWords } from '../../objects/words.ts'
import { compareTexts } from '../../write/source/diff.ts'
import { assertNothingAdded, isUntouched } from './added-work.ts'
import { objectKey, readPresent, shownText } from './contents.ts'
import type { Expectation, Reversal } from './reversal.ts'

/** @throws ToolError TOOL_UNDO_DRIFT with the differences */
export async function assertNoDrift(context: ToolContext, reversal: Reversal): Promise<void> {
  // What the opposites before have made of a state, so that the next one meets it.
  const made = new Map<string, string | undefined>()
  const drifted: Expectation[] = []
  for (const expectation of reversal.expectations) {
    const { key, hash, reverts } = expectation
    const now = made.has(key) ? made.get(key) : await expectation.now(context)
    const isUnknown = hash === undefined || now === undefined
    if (!isUnknown && now !== hash && now !== reverts) drifted.push(expectation)
    made.set(key, reverts)
  }
  if (drifted.length > 0) throw await driftError(context, drifted)
  await assertNothingAdded(context, reversal, made)
  for (const { ref } of reversal.creations.values()) await skipPresent(context, ref, reversal)
}

/** A deleted object that is there again, with its content or none, was restored by an earlier try. */
async function skipPresent(
  context: ToolContext,
  ref: ObjectRef,
  reversal: Reversal
): Promise<void> {
  const key = objectKey(ref)
  const { erp, signal } = context
  const exists = reversal.expectations.find(one => one.key === `${key} exists`)
  if (exists === undefined || (await exists.now(context)) !== 'present') return
  for (const { place, newest } of reversal.contents.values()) {
    if (objectKey(place.ref) !== key || place.kind !== 'source') continue
    const { text } = await readPresent(erp, place, signal)
    if (text === undefined || text === newest || isUntouched(ref.type, text)) continue
    throw new ToolError('TOOL_UNDO_DRIFT', `${refWords(ref)} exists again with other content.`, {
      remedy: `Compare it with ERPManage journal. ${nothingDone}`,
      outcome: 'failed'
    })
  }
  reversal.creations.delete(key)
}

const nothingDone = 'Nothing was undone.'

async function driftError(
  context: ToolContext,
  drifted: readonly Expectation[]
): Promise<ToolError> {
  const lines: string[] = []
  for (const one of drifted) lines.push(...(await threeWay(context, one)))
  return new ToolError(
    'TOOL_UNDO_DRIFT',
    `Not as the change left it: ${drifted.map(({ words }) => words).join(', ')}. ${nothingDone}`,
    {
      remedy: [
        'Undo the later changes before, or make this one by hand with ERPWrite edit.',
        ...lines
      ].join('\n'),
      outcome: 'failed',
      showsSource: true,
      data: { drifted: drifted.map(({ words }) => words) }
    }
  )
}

/** What the change did, and what came after it. */
async function threeWay(
  context: ToolContext,
  { words, place, texts = {}, hash, now }: Expectation
): Promise<string[]> {
  if (place === undefined) {
    return [`${words}: ${hash ?? 'unknown'} after the change, ${await now(context)} now`]
  }
  const { text = '' } = await readPresent(context.erp, place, context.signal)
  const present = await shownText(place, text)
  const before = await shownText(place, texts.before ?? '')
  const after = texts.after === undefined ? undefined : await shownText(place, texts.after)
  if (after === undefined) {
    const all = await compareTexts(before, present, context.signal)
    return [`${words}, before → now:`, all.text]
  }
  const mine = await compareTexts(before, after, context.signal)
  const others = await compareTexts(after, present, context.signal)
  return [`${words}, before → after the change:`, mine.text, `${words}, after → now:`, others.text]
}
