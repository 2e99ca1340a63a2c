/** Restores what the ERP had before a change set was applied in part, by the journal's undo. */
import { readMetadata } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { errorWords } from '../failure/prose.ts'
import { ToolError } from '../failure/errors.ts'
import type { OwnJournal } from '../journal/own-journal.ts'
import { reversalOf } from '../journal/undo/collect.ts'
import { objectKey, orMissing } from '../journal/undo/contents.ts'
import { assertNoDrift } from '../journal/undo/drift.ts'
import { assertOriginalLanguage } from '../journal/undo/original-language.ts'
import { restoreAll } from '../journal/undo/restore.ts'
import type { Reversal } from '../journal/undo/reversal.ts'
import { presentOf, targetsOf } from '../journal/undo/undo.ts'
import { refWords } from '../objects/words.ts'
import { confirmLoss } from '../write/row-loss.ts'
import { conversionWords } from './questions.ts'

export interface Restored {
  /** `partly`: some of it stands at the ERP. */
  readonly outcome: 'reverted' | 'partly'
  readonly words: string
}

/**
 * @returns what the ERP has now
 * @throws what ended the restoration in the middle, where another attempt can go on with it
 */
export async function restoreFormer(
  context: ToolContext,
  journal: OwnJournal,
  change: string
): Promise<Restored> {
  const recorded = await journal.read(change)
  const { outcome, undoneBy } = recorded.entry
  if (outcome === 'nothing') return { outcome: 'reverted', words: 'Nothing had been changed.' }
  if (undoneBy !== undefined) {
    return { outcome: 'reverted', words: `Change ${undoneBy} has restored the former state.` }
  }
  try {
    const reversal = await reversalOf([recorded])
    assertOriginalLanguage(context, reversal)
    await assertNoDrift(context, reversal)
    return await restored(context, reversal, change)
  } catch (error) {
    if (!(error instanceof ToolError) || !standing.has(error.code)) throw error
    return {
      outcome: 'partly',
      words: `It stands in part, because it cannot be restored: ${errorWords(error)}`
    }
  }
}

/** Another attempt would meet the same reason. */
const standing: ReadonlySet<string> = new Set(['TOOL_UNDO_DRIFT', 'TOOL_NOT_UNDOABLE'])

async function restored(
  context: ToolContext,
  reversal: Reversal,
  change: string
): Promise<Restored> {
  await leaveMissing(context, reversal)
  const kept = await keepConverted(context, reversal)
  const notes = [...reversal.notes]
  if (!reversal.isEmpty) {
    const present = await presentOf(context, reversal)
    const targets = await targetsOf(context, reversal, undefined)
    context.noteUndo({ changes: [change], reopened: [] })
    await context.change(targets, async (erp, recheck) => {
      await restoreAll({ context, erp, recheck, transport: undefined, reversal, present })
    })
  }
  const by = await context.entry.end(true)
  const words = [
    `The former sources are restored${by === undefined ? '' : ` (change ${by})`}.`,
    ...(kept.length === 0
      ? []
      : [`It stands, because its return could lose rows: ${kept.join(' ')}`]),
    ...(notes.length === 0 ? [] : [`Not restored: ${notes.join('; ')}.`])
  ]
  return { outcome: kept.length === 0 ? 'reverted' : 'partly', words: words.join(' ') }
}

/** A creation whose answer was lost may have made nothing. */
async function leaveMissing({ erp, signal }: ToolContext, { removals }: Reversal): Promise<void> {
  for (const [key, ref] of removals) {
    const metadata = await orMissing(async () => await readMetadata(erp, { ref }, signal))
    if (metadata === undefined) removals.delete(key)
  }
}

/** A way back that converts a table with rows is not taken: what stands is named. */
async function keepConverted(context: ToolContext, reversal: Reversal): Promise<string[]> {
  const kept: string[] = []
  const present = await presentOf(context, reversal)
  for (const [key, { place, active, newest }] of reversal.contents) {
    const { ref } = place
    const now = present.get(key)?.text ?? ''
    const earlier = active ?? newest ?? ''
    const loss = await confirmLoss(context, {
      ref,
      before: now,
      after: earlier,
      confirm: undefined
    })
    const words = [
      ...(loss?.kind === 'confirm' ? [loss.question] : []),
      ...(place.kind === 'document' ? conversionWords(ref, now, earlier) : [])
    ]
    if (words.length === 0) continue
    kept.push(`${refWords(ref)} (${words.join(' ')})`)
    reversal.contents.delete(key)
    reversal.active.delete(objectKey(ref))
  }
  return kept
}
