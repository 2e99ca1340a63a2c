/** What a credential grants at which ERP system, where it is limited to some of them. */
import { globList } from '../policy/glob.ts'
import type { Caller } from './caller.ts'

/** The caller with its scopes at one system; undefined where its credential grants nothing there. */
export function callerAt(caller: Caller, system: string): Caller | undefined {
  const { grants } = caller
  if (grants === undefined) return caller
  const here = grants.filter(({ systems }) => systems === undefined || globList(systems)(system))
  const scopes = new Set(here.flatMap(grant => grant.scopes))
  const isApprover = here.some(({ approves }) => approves === true)
  if (scopes.size === 0 && !isApprover) return undefined
  const { approves: _approves, ...rest } = caller
  return { ...rest, scopes, ...(isApprover ? { approves: true } : {}) }
}

/** Whether the caller decides about waiting changes of others. */
export function mayApprove({ scopes, approves }: Pick<Caller, 'scopes' | 'approves'>): boolean {
  return scopes.has('admin') || approves === true
}
