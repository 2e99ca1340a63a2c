/** The actions of ERPManage about changes that wait for a second person. */
import { Type } from '@sinclair/typebox'
import { nothingReplaced } from '../call/targets/target-state.ts'
import { action } from '../define.ts'
import * as argument from '../schema/arguments.ts'
import { terse } from '../schema/arguments.ts'
import { decideApproval, showApprovals } from './approvals.ts'
import { maxResults } from './inputs.ts'

const approval = Type.String({
  ...terse,
  maxLength: 20,
  description: 'Id of a change that waits for an approval.'
})
const digest = Type.String({
  ...argument.helpOnly,
  maxLength: 60,
  description: 'Of the waiting change, as ERPManage approvals shows it.'
})
const reason = Type.String({
  ...argument.helpOnly,
  maxLength: 500,
  description: 'Why the change is rejected; its requester reads it.'
})

export const approvalActions = {
  approvals: action({
    operation: 'read',
    feature: 'approval',
    input: Type.Object({
      approval: Type.Optional(approval),
      maxResults: Type.Optional(maxResults)
    }),
    run: async (args, context) => await showApprovals(context, args)
  }),
  approve: action({
    operation: 'approve',
    state: nothingReplaced,
    feature: 'approval',
    input: Type.Object({ approval, digest }),
    run: async (args, context) => await decideApproval(context, 'approved', args)
  }),
  reject: action({
    operation: 'approve',
    state: nothingReplaced,
    feature: 'approval',
    input: Type.Object({ approval, digest, reason: Type.Optional(reason) }),
    run: async (args, context) => await decideApproval(context, 'rejected', args)
  })
}
