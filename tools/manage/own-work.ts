/** Drafts and locks of the ERP user behind the caller. */
import {
  isErpError,
  listInactive,
  probeLock,
  readMetadata,
  readSystem,
  transportOfObject
} from '../../erp-client/index.ts'
import type { ObjectRef } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { ToolError } from '../failure/errors.ts'
import { omitUndefined, refData } from '../schema/output.ts'
import { errorWords, inlineProse } from '../failure/prose.ts'
import type { ToolResult } from '../call/result.ts'
import { count, refWords, systemWords } from '../objects/words.ts'

/**
 * The drafts of the caller's ERP user; the answer contains a note where several persons share that
 * user.
 */
export async function listDrafts(context: ToolContext): Promise<ToolResult> {
  const user = context.erpUser ?? (await readSystem(context.erp, {}, context.signal)).user
  const drafts = await listInactive(context.erp, context.signal)
  const shared = context.erpUser === undefined
  const system = systemWords(context.erp)
  return {
    kind: 'data',
    data: {
      system,
      action: 'drafts',
      user,
      sharedUser: shared,
      drafts: drafts.map(({ ref, part, user: owner, deleted, transport }) =>
        omitUndefined({ ...refData(ref), include: part, user: owner, deleted, transport })
      )
    },
    text: [
      `${system} · ${count(drafts.length, 'draft')} of ERP user ${user}${shared ? ', which may be shared by several people' : ''}`,
      ...drafts.map(
        ({ ref, deleted, transport }) =>
          `${refWords(ref)}${deleted ? ' (deletion)' : ''}${transport === undefined ? '' : ` in ${transport}`}`
      ),
      ...(drafts.length === 0 ? [] : ['Activate yours by name: ERPActivate with objects.'])
    ].join('\n')
  }
}

/**
 * Who holds an object, as far as the ERP shows it: its draft, its request and its last change. The
 * locks of the bridge itself last for one call only.
 */
export async function lockReport(context: ToolContext, ref: ObjectRef): Promise<ToolResult> {
  const [metadata, drafts, open] = await Promise.all([
    readMetadata(context.erp, { ref }, context.signal),
    listInactive(context.erp, context.signal),
    transportOfObject(context.erp, { ref }, context.signal)
  ])
  const draft = drafts.find(one => refWords(one.ref) === refWords(ref))
  const system = systemWords(context.erp)
  return {
    kind: 'data',
    data: omitUndefined({
      system,
      action: 'locks',
      object: refData(ref),
      heldByThisBridge: false,
      draftOf: draft?.user,
      changedBy: metadata.changedBy,
      changedAt: metadata.changedAt,
      recordedIn: open === undefined ? undefined : { ...open }
    }),
    text: [
      `${system} · ${refWords(ref)} · this bridge holds no lock between calls`,
      draft === undefined ? 'It has no draft of this user.' : `It has a draft of ${draft.user}.`,
      `Last changed${metadata.changedBy === undefined ? '' : ` by ${metadata.changedBy}`}${metadata.changedAt === undefined ? '' : ` at ${metadata.changedAt}`}.`,
      open === undefined
        ? 'It is in no open request.'
        : `It is recorded in ${open.number} (${open.owner}: ${inlineProse(open.description)}).`,
      'Locks of other sessions are not listed by the development interface: transaction SM12 shows them.'
    ].join('\n')
  }
}

/**
 * Acquires and releases the lock of an object. Where another session holds it, the error names the
 * holder; no lock of another session is broken.
 */
export async function releaseLock(
  context: ToolContext,
  ref: ObjectRef,
  transport: string | undefined
): Promise<ToolResult> {
  const system = systemWords(context.erp)
  try {
    await context.change({ ref, transport }, async (erp, recheck) => {
      await probeLock(erp, { ref }, { recheck, signal: context.signal })
    })
  } catch (error) {
    if (!isErpError(error, 'ERP_LOCKED')) throw error
    throw new ToolError('ERP_LOCKED', `${refWords(ref)}: ${errorWords(error)}`, {
      remedy:
        'This bridge cannot end the session of another program. Close the editor there, wait until its session times out, or let an administrator delete the lock in transaction SM12.',
      outcome: 'failed',
      cause: error
    })
  }
  return {
    kind: 'data',
    data: { system, outcome: 'done', action: 'release_lock', object: refData(ref), locked: false },
    text: `${system} · ${refWords(ref)} is not locked (verified by taking its lock and giving it back).`
  }
}
