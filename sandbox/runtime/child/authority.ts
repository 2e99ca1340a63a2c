/** AUTHORITY-CHECK: the authorizations of the user of a run. */
import { RunAborted } from './alerts.ts'
import { currentRuntime } from './abap.ts'
import type { RunCaller } from '../../types.ts'

interface Value {
  get(): unknown
}
interface Check {
  readonly object: Value
  readonly user?: Value
  readonly fields: readonly { readonly id: Value; readonly field?: Value }[]
}

/** No authorization for these values; none for the object at all. */
const [REFUSED, NONE] = [4, 12]

/** Sets SY-SUBRC. A user without a list of authorizations has all of them. */
export type AuthorityCheck = (check: Check) => void

export function authorityChecks(caller: RunCaller | undefined): AuthorityCheck {
  return ({ object, user, fields }) => {
    const name = textOf(user)
    if (name !== '' && name !== caller?.user.toUpperCase()) {
      throw new RunAborted({
        kind: 'unsupported',
        title: 'Not supported by the sandbox runtime: AUTHORITY-CHECK … FOR USER of another user',
        details: [name],
        stack: new Error('authority').stack ?? ''
      })
    }
    const wanted = fields.flatMap(({ id, field }): [string, string][] =>
      field === undefined ? [] : [[textOf(id), textOf(field)]]
    )
    const code = codeOf(caller?.authorizations, textOf(object), wanted)
    currentRuntime().builtin.sy.get().subrc?.set(code)
  }
}

function textOf(value: Value | undefined): string {
  return String(value?.get() ?? '')
    .trimEnd()
    .toUpperCase()
}

function codeOf(
  authorizations: RunCaller['authorizations'],
  object: string,
  wanted: readonly (readonly [field: string, value: string])[]
): number {
  if (authorizations === undefined) return 0
  const own = authorizations.filter(each => each.object.toUpperCase() === object)
  if (own.length === 0) return NONE
  return own.some(({ fields }) =>
    wanted.every(([field, value]) => fields[field]?.some(each => includes(each, value)) === true)
  )
    ? 0
    : REFUSED
}

/** A value with `*` stands for all that begin with it. */
function includes(granted: string, value: string): boolean {
  const pattern = granted.toUpperCase()
  return pattern.endsWith('*') ? value.startsWith(pattern.slice(0, -1)) : value === pattern
}
