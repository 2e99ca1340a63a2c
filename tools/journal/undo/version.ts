/** One source back to a version of the ERP's version management, or to its active text. */
import { listInactive, readMetadata } from '../../../erp-client/index.ts'
import type { ObjectRef } from '../../../erp-client/index.ts'
import type { ToolContext } from '../../call/context.ts'
import type { ToolResult } from '../../call/result.ts'
import { ToolError } from '../../failure/errors.ts'
import { resolveObject } from '../../objects/resolve.ts'
import { textOfVersion } from '../../objects/versions.ts'
import { refWords } from '../../objects/words.ts'
import { saveSource } from '../../write/source/save.ts'
import type { UndoArgs } from './args.ts'

interface VersionArgs extends UndoArgs {
  readonly name: string
  readonly version: string
}

/**
 * `active` drops the draft of the caller: its text is the active one again, and is activated, so
 * that no draft remains.
 */
export async function toVersion(context: ToolContext, args: VersionArgs): Promise<ToolResult> {
  const { version, include: part, transport, confirm, dryRun = false } = args
  const ref = await resolveObject(context, args)
  const drops = version.trim().toLowerCase() === 'active'
  if (drops) await assertOwnDraft(context, ref)
  const text = await textOfVersion(context, { ref, part }, version)
  return await saveSource(context, {
    action: 'undo',
    ref,
    part,
    transport,
    activate: drops || args.activate === true,
    dryRun,
    expectedHash: undefined,
    overwrite: !drops,
    confirm,
    compute: () => text
  })
}

/** @throws ToolError TOOL_NO_DRAFT where there is none of the caller */
async function assertOwnDraft(context: ToolContext, ref: ObjectRef): Promise<void> {
  const drafts = await listInactive(context.erp, context.signal)
  if (drafts.some(draft => draft.ref.type === ref.type && draft.ref.name === ref.name)) return
  const { version, changedBy } = await readMetadata(context.erp, { ref }, context.signal)
  const isForeign = version !== 'active'
  throw new ToolError(
    'TOOL_NO_DRAFT',
    isForeign
      ? `The draft of ${refWords(ref)} is of ${changedBy ?? 'another user'}, and stays.`
      : `${refWords(ref)} has no draft.`,
    { remedy: 'ERPManage drafts lists yours. Nothing was changed.', outcome: 'failed' }
  )
}
