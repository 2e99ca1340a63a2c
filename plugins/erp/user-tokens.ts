/** The tokens of callers, as they showed them, for services that log them on at the ERP. */
import { ErpError } from '../../erp-client/index.ts'
import { userToken } from '../../tools/index.ts'
import type { Caller } from '../../tools/index.ts'

/**
 * The user of a caller who can be logged on with its token.
 * @throws ErpError ERP_USER_NOT_PROPAGABLE for a credential without a token of a user
 */
export function tokenUserOf(caller: Caller): string {
  const { login } = caller.principal
  if (caller[userToken] === undefined) {
    throw notPropagable('this credential is no token of an identity provider')
  }
  // Tokens of programs name none, and a program is no business user of the ERP.
  if (login === undefined) throw notPropagable('this token names no user')
  return login
}

/** @throws ErpError ERP_USER_NOT_PROPAGABLE */
export function tokenOf(caller: Caller): string {
  const token = caller[userToken]?.()
  if (token === undefined) {
    throw notPropagable('this credential is no token of an identity provider')
  }
  return token
}

function notPropagable(reason: string): ErpError {
  return new ErpError('ERP_USER_NOT_PROPAGABLE', reason, {
    outcome: 'failed',
    remedy: 'Log on to the bridge with the identity provider or the platform.'
  })
}
