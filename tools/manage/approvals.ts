/** ERPManage approvals, approve, reject: the changes that wait for a second person. */
import type { ApprovalItem } from '../approval/approvals.ts'
import type { Deciding, OwnApprovals } from '../approval/access.ts'
import type { ToolContext } from '../call/context.ts'
import type { ToolResult } from '../call/result.ts'
import { ToolError } from '../failure/errors.ts'
import { count, systemWords } from '../objects/words.ts'
import { omitUndefined } from '../schema/output.ts'

const usualResults = 20

/** One with what it does, or the list. */
export async function showApprovals(
  context: ToolContext,
  args: { readonly approval?: string | undefined; readonly maxResults?: number | undefined }
): Promise<ToolResult> {
  const approvals = approvalsOf(context)
  const system = systemWords(context.erp)
  if (args.approval !== undefined) {
    const item = await approvals.read(args.approval)
    return {
      kind: 'data',
      data: omitUndefined({ system, action: 'approvals', ...itemData(item), shown: item.shown }),
      verbatim: ['shown'],
      text: [`${system} · ${itemLine(item)}`, `digest ${item.digest}`, item.shown].join('\n')
    }
  }
  const items = await approvals.find(args.maxResults ?? usualResults)
  return {
    kind: 'data',
    data: { system, action: 'approvals', approvals: items.map(itemData) },
    text: [
      `${system} · ${count(items.length, 'change')}, newest first`,
      ...items.map(itemLine)
    ].join('\n')
  }
}

export async function decideApproval(
  context: ToolContext,
  state: 'approved' | 'rejected',
  args: Deciding
): Promise<ToolResult> {
  const item = await approvalsOf(context).decide(state, args)
  const system = systemWords(context.erp)
  const next =
    state === 'approved'
      ? `${item.requester.name} can now repeat the call; nothing runs by itself.`
      : `${item.requester.name} is told so at the next attempt.`
  return {
    kind: 'data',
    data: omitUndefined({
      system,
      action: state === 'approved' ? 'approve' : 'reject',
      ...itemData(item)
    }),
    text: `${system} · ${itemLine(item)}\n${next}`
  }
}

/** @throws ToolError APPROVAL_OFF */
function approvalsOf({ approvals }: ToolContext): OwnApprovals {
  if (approvals !== undefined) return approvals
  throw new ToolError('APPROVAL_OFF', 'No change needs an approval here.', {
    remedy: 'The operator can give --approval.',
    setting: '--approval'
  })
}

function itemData(item: ApprovalItem): object {
  const { id, at, until, state, requester, tool, objects, rule, digest, decision } = item
  return omitUndefined({
    approval: id,
    at: new Date(at).toISOString(),
    until: new Date(until).toISOString(),
    state,
    user: requester.name,
    tool,
    did: item.action,
    objects,
    rule,
    digest,
    decidedBy: decision?.by.name,
    reason: decision?.reason
  })
}

function itemLine(item: ApprovalItem): string {
  const { id, at, state, requester, tool, action, objects, rule, decision } = item
  const what = [tool, action, objects.join(', ')].filter(word => word !== undefined && word !== '')
  return [
    `${id} ${new Date(at).toISOString().slice(0, 16).replace('T', ' ')}`,
    requester.name,
    what.join(' '),
    rule,
    state,
    ...(decision === undefined ? [] : [`by ${decision.by.name}`])
  ].join(' · ')
}
