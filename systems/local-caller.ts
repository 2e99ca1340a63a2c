/** The caller of a process that serves one person: stdio, and the commands of a shell. */
import type { Caller } from '../tools/index.ts'

export const localCaller: Caller = {
  principal: { name: 'local', kind: 'local' },
  scopes: new Set(['read', 'write', 'admin']),
  method: 'local'
}
