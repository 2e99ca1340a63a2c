/** Which ERP user stands for a claim value. The keys are exact; nothing is upper-cased or guessed. */
import { assertPropagable } from './principal.ts'
import { ErpError } from './errors.ts'

export type UserMapping = (claim: string) => string

/**
 * Without a mapping the claim value is the user, as it is. With one, unmapped users are refused unless `"*": "identity"` stands in it.
 * @param text a JSON object, claim value → ERP user
 * @throws ErpError ERP_USER_NOT_PROPAGABLE at once for a mapping that cannot be meant, later for users it refuses
 */
export function createUserMapping (text: string | undefined): UserMapping {
  if (text === undefined) return claim => checked(claim)
  const entries = readMapping(text)
  const identity = entries.get('*') === 'identity'
  entries.delete('*')
  const taken = new Set(entries.values())
  return claim => {
    const user = entries.get(claim)
    if (user !== undefined) return user
    if (identity && taken.has(claim)) throw new ErpError('ERP_USER_NOT_PROPAGABLE', 'the ERP user of this name is mapped to another user', { remedy: 'Map this user to an ERP user of its own.' })
    if (identity) return checked(claim)
    throw new ErpError('ERP_USER_NOT_PROPAGABLE', 'no ERP user is mapped to this user', { remedy: 'Add the user to the user mapping, or let unmapped users pass as they are with "*": "identity".' })
  }
}

function checked (user: string): string {
  assertPropagable(user)
  return user
}

function readMapping (text: string): Map<string, string> {
  const value = parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong('is not a JSON object of claim value and ERP user')
  const entries = new Map(Object.entries(value))
  const seen = new Map<string, string>()
  for (const [claim, user] of entries) {
    if (claim === '*') {
      if (user !== 'identity') throw wrong('has "*" with another value than "identity"')
      continue
    }
    if (typeof user !== 'string' || user === '') throw wrong(`has no ERP user for ${JSON.stringify(claim)}`)
    assertPropagable(user)
    const other = seen.get(user)
    if (other !== undefined) throw wrong(`gives ${JSON.stringify(other)} and ${JSON.stringify(claim)} the same ERP user; who did what could not be told`)
    seen.set(user, claim)
  }
  return entries as Map<string, string>
}

function parse (text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw wrong('is not valid JSON', cause)
  }
}

function wrong (what: string, cause?: unknown): ErpError {
  return new ErpError('ERP_USER_NOT_PROPAGABLE', `the user mapping ${what}`, { remedy: 'Correct the mapping, for example {"ada@example.com":"ADA"}.', cause })
}
