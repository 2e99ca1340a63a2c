import type { Caller } from './caller.ts'

/**
 * Tells callers apart for whatever is bound to one of them. Two credentials of one identity are the
 * same caller.
 */
export function callerKey({ principal: { id, kind, name }, method }: Caller): string {
  return id ?? JSON.stringify([method, kind, name])
}
