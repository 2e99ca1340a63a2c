/** The source before a change, and the refusals where it is not the one that the caller knows. */
import { readSource, readSystem, sourceHash } from '../../../erp-client/index.ts'
import type { ObjectRef, Source } from '../../../erp-client/index.ts'
import type { ToolContext } from '../../call/context.ts'
import { ToolError } from '../../failure/errors.ts'
import { readPart } from '../../objects/sources.ts'
import { refWords } from '../../objects/words.ts'
import { compareTexts } from './diff.ts'

export interface SaveOptions {
  readonly action: string
  readonly ref: ObjectRef
  readonly part: string | undefined
  readonly transport: string | undefined
  readonly activate: boolean
  readonly dryRun: boolean
  /** The hash that the caller expects of the source. */
  readonly expectedHash: string | undefined
  /** Replaces the source whatever it is. */
  readonly overwrite: boolean
  readonly confirm: string | undefined
  /** Leaves out the check of the saved draft: a batch checks its objects together. */
  readonly unchecked?: boolean | undefined
  /** Only determines whether the change can be made, and whether it would change anything. */
  readonly preflight?: boolean | undefined
  /** The caller gave the changed lines themselves: the answer tells their place alone. */
  readonly isSent?: true
  /**
   * Computes the new whole text; throws to refuse. Pure, and called again inside the lock.
   */
  readonly compute: (current: Source) => string | Promise<string>
}

/** The hash of a part that does not exist yet. */
const missingPart = 'none'

export function isMissingPart(source: Source | undefined): boolean {
  return source?.hash === missingPart
}

/** The newest source; a missing class part counts as empty, because an update creates it. */
export async function readBefore(context: ToolContext, options: SaveOptions): Promise<Source> {
  const { ref, part, action } = options
  try {
    const source = await readPart(context, { ref, part })
    if (options.expectedHash === undefined && !options.overwrite) {
      await refuseForeignDraft(context, source)
    }
    return source
  } catch (error) {
    const missing =
      error instanceof ToolError &&
      error.code === 'ERP_NOT_FOUND' &&
      part !== undefined &&
      action === 'update'
    if (!missing) throw error
    await readPart(context, { ref })
    return { ref, part, text: '', version: 'inactive', hash: missingPart, uri: '' }
  }
}

/**
 * The new text from the current source.
 * @throws ToolError TOOL_STALE_HASH where the source does not have the expected hash
 */
export async function computeFresh(
  options: SaveOptions,
  current: Source,
  expected: string | undefined
): Promise<string> {
  if (expected !== undefined && current.hash !== expected) {
    // A text that an earlier call of the same batch has written is no conflict.
    if (options.preflight === true && (await isWritten(options, current))) return current.text
    throw new ToolError(
      'TOOL_STALE_HASH',
      `${refWords(options.ref)} has the hash ${current.hash} now, not ${expected}: it was changed since it was read.`,
      {
        remedy:
          'Read it again with ERPRead, put your change into the new source, and use its hash. Nothing was changed.',
        data: { hash: current.hash }
      }
    )
  }
  return await options.compute(current)
}

async function isWritten(options: SaveOptions, current: Source): Promise<boolean> {
  if (options.action !== 'update' && options.action !== 'edit_method') return false
  try {
    return (await options.compute(current)) === current.text
  } catch (error) {
    if (error instanceof ToolError) return false
    throw error
  }
}

/** The draft of another user is changed only by a caller that proves by its hash to know it. */
async function refuseForeignDraft(context: ToolContext, source: Source): Promise<void> {
  const owner = source.metadata?.changedBy
  if (source.version !== 'inactive' || owner === undefined) return
  const own = context.erpUser ?? (await readSystem(context.erp, {}, context.signal)).user
  if (owner.toUpperCase() === own.toUpperCase()) return
  const active = await activeText(context, source)
  throw new ToolError(
    'TOOL_FOREIGN_DRAFT',
    `${refWords(source.ref)} has an inactive draft of ${owner} (hash ${source.hash}).`,
    {
      remedy: `Nothing was changed. To build on that draft, give expectedHash ${source.hash}. The draft against the active version:\n${(await compareTexts(active, source.text, context.signal)).text}`,
      data: { hash: source.hash, draftOf: owner }
    }
  )
}

async function activeText(context: ToolContext, { ref, part }: Source): Promise<string> {
  try {
    return (await readSource(context.erp, { ref, part, version: 'active' }, context.signal)).text
  } catch {
    context.signal.throwIfAborted()
    return ''
  }
}

/** The refusal of a stale hash with the difference that the caller has to merge. */
export async function explainStale(
  context: ToolContext,
  options: SaveOptions,
  error: ToolError
): Promise<ToolError> {
  const current = await readPart(context, { ref: options.ref, part: options.part })
  // A draft that was never active has no active version to compare with.
  const active = current.version === 'inactive' ? await activeText(context, current) : ''
  const seenActive = sourceHash(active) === options.expectedHash
  const { text } = await (seenActive
    ? compareTexts(active, current.text, context.signal)
    : compareTexts(
        current.text,
        options.action === 'update' ? await options.compute(current) : current.text,
        context.signal
      ))
  const what = seenActive ? 'What changed since' : 'From the source as it is now to yours'
  return new ToolError(error.code, error.message, {
    ...error.details,
    showsSource: true,
    remedy: `${error.details.remedy ?? ''}${text === '' ? '' : `\n${what}:\n${text}`}`
  })
}
