/** What a credential grants at which ERP system, where it is limited to some of them. */
import { globList } from '../policy/glob.ts'
import type { Caller } from './caller.ts'

/** The caller with its scopes at one system; undefined where its credential grants nothing there. */
export function callerAt(caller: Caller, system: string): Caller | undefined {
  const { grants } = caller
  if (grants === undefined) return caller
  const scopes = new Set(
    grants
      .filter(({ systems }) => systems === undefined || globList(systems)(system))
      .flatMap(grant => grant.scopes)
  )
  return scopes.size === 0 ? undefined : { ...caller, scopes }
}
