/** The key under which state belongs to one caller. */
import type { Caller } from './caller.ts'

/** The same for two credentials of one identity. */
export function callerKey({ principal: { id, kind, name }, method }: Caller): string {
  return id ?? JSON.stringify([method, kind, name])
}
