/** The waiting changes as one caller sees them: the own ones, and as an approver all of them. */
import type { Caller } from '../call/caller.ts'
import { ToolError } from '../failure/errors.ts'
import type { ApprovalItem } from './approvals.ts'
import type { ApprovalAccess, OwnApprovals } from './access.ts'
import { mayApprove } from '../call/grants.ts'
import { isNamed, isSamePerson, personOf } from './person.ts'
import { signatureTerms } from './terms.ts'

export function createOwnApprovals(access: ApprovalAccess, caller: Caller): OwnApprovals {
  const { store, place, signer } = access
  const me = personOf(caller)
  const seesAll = mayApprove(caller)
  const read = async (id: string): Promise<ApprovalItem> => {
    const item = await store.read(place, id)
    const isVisible = item !== undefined && (seesAll || item.requester.identity === me.identity)
    if (isVisible && item.until > Date.now()) return item
    throw new ToolError('APPROVAL_UNKNOWN', `There is no waiting change ${id} here.`, {
      remedy: 'List them with ERPManage approvals; those that have expired are not there.'
    })
  }
  return {
    find: async limit =>
      await store.find({ place, requester: seesAll ? undefined : me.identity, limit }),
    read,
    async decide(state, { approval, digest, reason }) {
      if (!isNamed(caller)) throw unnamed()
      const item = await read(approval)
      if (isSamePerson(item.requester, me)) throw ownChange(item)
      if (item.digest !== digest || item.state !== 'waiting') throw notWaiting(item)
      const signature =
        state === 'approved'
          ? signer.sign(undefined, {
              ...signatureTerms(item, me),
              seconds: Math.max(1, Math.ceil((item.until - Date.now()) / 1000))
            })
          : undefined
      const decision = { by: me, at: Date.now(), reason, signature }
      if (!(await store.decide(item, state, decision))) throw notWaiting(item)
      const decided = { ...item, state, decision }
      access.announce?.(state, decided)
      return decided
    }
  }
}

/** Who holds the settings of a bridge has its state key, and could name any approver. */
function unnamed(): ToolError {
  return new ToolError(
    'APPROVAL_UNNAMED',
    'A decision needs a log-on that says who decides; here every caller is the same one.',
    {
      remedy:
        'Decide with a key or token of your own: erp-bridge approvals, the page /approvals, or an MCP client at a bridge with client authentication.',
      outcome: 'failed'
    }
  )
}

function ownChange({ id, requester }: ApprovalItem): ToolError {
  return new ToolError(
    'APPROVAL_OWN',
    `The change ${id} was asked for by ${requester.name}, which is the same person.`,
    { remedy: 'Another person has to decide about it.', outcome: 'failed' }
  )
}

function notWaiting({ id, state }: ApprovalItem): ToolError {
  const why = state === 'waiting' ? 'was shown with another digest' : `is ${state}`
  return new ToolError('APPROVAL_OUTDATED', `The change ${id} ${why}.`, {
    remedy: 'Look at it again with ERPManage approvals, and give the digest that stands there.',
    outcome: 'failed'
  })
}
