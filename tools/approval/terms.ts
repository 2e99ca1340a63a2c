/** What an approval is bound to: the call, the state that it finds, and the two persons. */
import { createHash } from 'node:crypto'
import type { Prepared } from '../call/prepare.ts'
import type { TokenTerms } from '../call/tokens/token-signer.ts'
import type { ApprovalItem, ApprovalRequest, Person } from './approvals.ts'

/** Arguments that do not change what a call does. */
export const notOfTheChange: ReadonlySet<string> = new Set(['confirm', 'dryRun'])

export interface CallOrigin {
  /** Of the requester. */
  readonly identity: string
  /** Address and client of the ERP system. */
  readonly place: string
}

/** Identifies requester, system, tool and arguments. */
export function callDigest(
  { tool, action, args }: Pick<Prepared, 'tool' | 'action' | 'args'>,
  { identity, place }: CallOrigin
): string {
  const given = Object.entries(args)
    .filter(([name]) => !notOfTheChange.has(name))
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return digestOf([place, identity, tool.name, action?.name ?? '', given])
}

/** @param state digest of the state of what the call replaces or deletes */
export function changeDigest(call: string, state: string): string {
  return digestOf([call, state])
}

function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url')
}

/** An approval is signed for one item as it was shown, by one approver. */
export function signatureTerms(
  {
    id,
    digest,
    requester
  }: Pick<ApprovalItem, 'id'> & Pick<ApprovalRequest, 'digest' | 'requester'>,
  approver: Person
): TokenTerms {
  return { kind: 'approval', bound: [id, digest, requester.identity, approver.identity] }
}
