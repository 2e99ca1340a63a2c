/** Reading JSON web tokens, with nothing verified. */
import { readJson } from '../config/json-text.ts'

export type Claims = Readonly<Record<string, unknown>>
/** The unverified content of a token. */
export interface Unverified {
  readonly header: Claims
  readonly payload: Claims
}

const limits = { tokenBytes: 16_384, depth: 16 }

/** Reads a token's two JSON parts. Undefined where it is no valid JWT. */
export function readJwt(token: string): Unverified | undefined {
  if (token.length > limits.tokenBytes) return undefined
  const parts = token.split('.')
  if (parts.length !== 3) return undefined
  const [header, payload] = parts.slice(0, 2).map(readPart)
  return header === undefined ||
    payload === undefined ||
    parts[2] === undefined ||
    !isCanonical(parts[2])
    ? undefined
    : { header, payload }
}

function readPart(part: string): Claims | undefined {
  if (!isCanonical(part)) return undefined
  try {
    const value = readJson(Buffer.from(part, 'base64url'), limits.depth)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.freeze(value as Claims)
      : undefined
  } catch {
    return undefined
  }
}

/** One spelling for one content: otherwise a token could be changed without becoming another. */
function isCanonical(part: string): boolean {
  return (
    part !== '' &&
    /^[\w-]+$/.test(part) &&
    Buffer.from(part, 'base64url').toString('base64url') === part
  )
}

/**
 * In words for the log, of a token that no method recognized: an issuer that differs in one
 * letter is the usual mistake of a new set-up.
 */
export function foreignIssuer({ payload: { iss } }: Unverified): string {
  return `its issuer ${JSON.stringify(typeof iss === 'string' ? iss.slice(0, 200) : null)} is not a configured one`
}
