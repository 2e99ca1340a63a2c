/** Whether a tool has the argument `transport`, which names the request that records a change. */
import type { Tool } from '../define.ts'

/**
 * Without transportable edits nothing is recorded, so that the tools which record changes do not
 * have it. Other tools name a request to read or manage it.
 */
export function hidesTransport(
  { scope }: Pick<Tool, 'scope'>,
  { transportable }: { readonly transportable: boolean }
): boolean {
  return !transportable && scope === 'write'
}
