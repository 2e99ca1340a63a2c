/** Why a change that needs an approval does not run, in words. */
import { ToolError } from '../failure/errors.ts'
import type { ApprovalItem } from './approvals.ts'

export interface Held {
  readonly item: ApprovalItem
  readonly isOutdated: boolean
}

export function waits(rule: string, held?: Held): ToolError {
  const of = held === undefined ? '' : ` as ${held.item.id}`
  const again =
    held?.isOutdated === true
      ? 'What was approved has changed since, so it has to be approved again. '
      : ''
  return new ToolError(
    'APPROVAL_NEEDED',
    `${again}This change waits for the approval of a second person${of} (${rule}).`,
    {
      remedy:
        'Nothing was changed. Repeat the same call once it is approved; ERPManage approvals shows how it stands.',
      setting: '--approval',
      outcome: 'failed',
      data: {
        rule: '--approval',
        ...(held === undefined
          ? {}
          : {
              approval: held.item.id,
              digest: held.item.digest,
              until: new Date(held.item.until).toISOString()
            })
      }
    }
  )
}

export function rejected({ id, decision }: ApprovalItem): ToolError {
  const reason = decision?.reason === undefined ? '' : `: ${decision.reason}`
  return new ToolError(
    'APPROVAL_REJECTED',
    `${decision?.by.name ?? 'The approver'} has rejected this change (${id})${reason}.`,
    {
      remedy: 'Nothing was changed. Change the call, or ask the approver.',
      setting: '--approval',
      outcome: 'failed',
      data: { rule: '--approval', approval: id }
    }
  )
}

export function changedMeanwhile(): ToolError {
  return new ToolError(
    'APPROVAL_OUTDATED',
    'The object changed since the change was approved, so the approval is no longer valid.',
    {
      remedy: 'Nothing was changed. Repeat the call: it waits for a new approval.',
      setting: '--approval',
      outcome: 'failed'
    }
  )
}

export function tooLargeToShow(most: number): ToolError {
  return new ToolError(
    'APPROVAL_TOO_LARGE',
    `This change needs an approval, and an approver can be shown ${most} characters at the most.`,
    {
      remedy: 'Nothing was changed. Split the change.',
      setting: '--approval',
      outcome: 'failed'
    }
  )
}
