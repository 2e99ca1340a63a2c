/** The ways to log on at a system: users with passwords, and tokens that name one of them. */
import { createTokenCheck } from './tokens.ts'
import type { TokenRules } from './tokens.ts'
import { createUsers } from './users.ts'
import type { User, Users } from './users.ts'

export interface LogOnOptions {
  readonly users: readonly User[]
  /** Wrong passwords in a row that lock a user's password; 0 for never. */
  readonly failuresToLock?: number
  /** Tokens that log on; none without it. */
  readonly tokenRules?: TokenRules
}

export interface LogOns {
  readonly users: Users
  /** The user whom a token names; undefined for what is not accepted. */
  tokenUser(authorization: string): string | undefined
}

export function createLogOns({ users: list, failuresToLock, tokenRules }: LogOnOptions): LogOns {
  const users = createUsers(list, failuresToLock)
  const check = tokenRules === undefined ? undefined : createTokenCheck(tokenRules)
  return {
    users,
    tokenUser: authorization => users.find(check?.(authorization) ?? '')?.name
  }
}
