/**
 * Maps claim values to ERP users. An entry applies to its exact name; whether two names are one ERP
 * user is decided as the ERP compares them. No name is changed.
 */
import { assertPropagable } from './principal.ts'
import { ErpError } from '../errors.ts'
import { userNameKey } from './user-name.ts'

export type UserMapping = (claim: string) => string

/**
 * Without a mapping the claim value is the user. With one, unmapped users are refused unless it
 * contains `"*": "identity"`.
 * @param text a JSON object, claim value → ERP user
 * @throws ErpError ERP_USER_NOT_PROPAGABLE at once for an invalid mapping, later for users that it
 * refuses
 */
export function createUserMapping(text: string | undefined): UserMapping {
  if (text === undefined) return claim => checked(claim)
  const entries = readMapping(text)
  const identity = entries.get('*') === 'identity'
  entries.delete('*')
  const mapped = new Set([...entries.keys()].map(userNameKey))
  const reserved = new Set([...entries.values()].map(userNameKey))
  return claim => {
    const user = entries.get(claim)
    if (user !== undefined) return user
    const key = userNameKey(claim)
    if (identity && reserved.has(key)) throw foreignUser()
    if (mapped.has(key)) throw otherSpelling()
    if (!identity) throw unmapped()
    return checked(claim)
  }
}

function refused(message: string, remedy: string): ErpError {
  return new ErpError('ERP_USER_NOT_PROPAGABLE', message, { remedy })
}

function otherSpelling(): ErpError {
  return refused(
    'the user mapping has this user in another spelling',
    'Names in the mapping count exactly as written, and the ERP does not tell upper and lower case ' +
      'apart: add this spelling with an ERP user of its own, or log on with the spelling in the mapping.'
  )
}

function unmapped(): ErpError {
  return refused(
    'no ERP user is mapped to this user',
    'Add the user to the user mapping, or let unmapped users pass as they are with "*": "identity".'
  )
}

function foreignUser(): ErpError {
  return refused(
    'the ERP user of this name, which the ERP compares without case, is mapped to another user',
    'Map this user to an ERP user of its own.'
  )
}

function checked(user: string): string {
  assertPropagable(user)
  return user
}

function readMapping(text: string): Map<string, string> {
  const value = parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidMapping('is not a JSON object of claim value and ERP user')
  }
  const entries = new Map(Object.entries(value))
  const seen = new Map<string, string>()
  for (const [claim, user] of entries) {
    if (claim === '*') {
      if (user !== 'identity') throw invalidMapping('has "*" with another value than "identity"')
      continue
    }
    if (typeof user !== 'string' || user === '') {
      throw invalidMapping(`has no ERP user for ${JSON.stringify(claim)}`)
    }
    assertPropagable(user)
    const key = userNameKey(user)
    const other = seen.get(key)
    if (other !== undefined) throw sameUser(other, claim)
    seen.set(key, claim)
  }
  return entries as Map<string, string>
}

function sameUser(...claims: readonly string[]): ErpError {
  const both = claims.map(claim => JSON.stringify(claim)).join(' and ')
  return invalidMapping(
    `gives ${both} the same ERP user (the ERP ignores case); their actions could not be told apart`
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw invalidMapping('is not valid JSON', cause)
  }
}

function invalidMapping(what: string, cause?: unknown): ErpError {
  return new ErpError('ERP_USER_NOT_PROPAGABLE', `the user mapping ${what}`, {
    remedy: 'Correct the mapping, for example {"ada@example.com":"ADA"}.',
    cause
  })
}
