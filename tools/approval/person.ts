/** Who is the same person: an approval by another identity of the requester is none. */
import { userNameKey } from '../../erp-client/pki/user-name.ts'
import { callerKey } from '../call/caller-key.ts'
import type { Caller } from '../call/caller.ts'
import type { Person } from './approvals.ts'

/** The owner of a key is a person; the client of any other credential is a program of many. */
export function personOf(caller: Caller): Person {
  const { principal, client, aliases = [] } = caller
  const names = [
    principal.name,
    principal.login,
    principal.erpUser,
    principal.kind === 'key' ? client : undefined,
    ...aliases
  ]
  const marks = names.flatMap(name => (name === undefined || name === '' ? [] : markOf(name)))
  const identity = callerKey(caller)
  return { identity, name: principal.name, marks: [...new Set([identity, ...marks])] }
}

/** `jane.doe@example.com` and `JANE.DOE` are one person: whatever the domain. */
function markOf(name: string): string[] {
  const whole = userNameKey(name.trim())
  const [local = ''] = whole.split('@')
  return local === '' || local === whole ? [`name ${whole}`] : [`name ${whole}`, `name ${local}`]
}

/** Whether a log-on says who it is: every user of a shell is `local`, every guest `anonymous`. */
export function isNamed({ principal: { kind } }: Caller): boolean {
  return kind !== 'local' && kind !== 'anonymous'
}

export function isSamePerson(one: Person, other: Person): boolean {
  const marks = new Set(other.marks)
  return one.marks.some(mark => marks.has(mark))
}
