/** Signed tokens that a client carries: handles, cursors, session ids, states of dialogues. */
import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

/** What a token is for; a token of one kind is invalid as another kind. */
export type TokenKind =
  'approval' | 'confirm' | 'cursor' | 'resume' | 'running' | 'session' | 'state'

export interface TokenTerms {
  readonly kind: TokenKind
  /**
   * What the token is bound to: its caller, and the request that it belongs to. Not part of the
   * token.
   */
  readonly bound: readonly unknown[]
}

/** Every replica with the same key verifies the tokens; they cannot be made without the key. */
export interface TokenSigner {
  /**
   * @returns printable ASCII without blanks: expiry, content, signature. The content is readable for
   * the client.
   */
  sign(content: unknown, terms: TokenTerms & { readonly seconds: number }): string
  /**
   * The content and its expiry (seconds since 1970); undefined where the token is not from this key,
   * changed, bound to something else or expired.
   */
  verify(
    text: string,
    terms: TokenTerms
  ): { readonly content: unknown; readonly expiresAt: number } | undefined
}

/** 128 bits cannot be guessed within the life of a token, and are few enough for a model to copy. */
const signatureBytes = 16

export interface TokenSignerOptions {
  /**
   * The ERP system. Bridges at different systems may share a key; a token is valid at one system
   * only.
   */
  readonly place?: string
  readonly now?: () => number
}

/** @param key the secret of the operator; without it tokens are valid in this process only */
export function createTokenSigner(
  key: string | undefined,
  { place = '', now = Date.now }: TokenSignerOptions = {}
): TokenSigner {
  const operators =
    key === undefined
      ? randomBytes(32)
      : createHmac('sha256', 'erp-bridge state').update(key).digest()
  const secret = createHmac('sha256', operators).update(`place ${place}`).digest()
  // Key objects: preparing a key from bytes each time costs four times as much as the signature.
  const keys = new Map<TokenKind, KeyObject>()
  const keyOf = (kind: TokenKind): KeyObject => {
    const known = keys.get(kind)
    if (known !== undefined) return known
    const made = createSecretKey(createHmac('sha256', secret).update(kind).digest())
    keys.set(kind, made)
    return made
  }
  const sign = (head: string, { kind, bound }: TokenTerms): Buffer =>
    createHmac('sha256', keyOf(kind))
      .update(JSON.stringify([head, bound]))
      .digest()
      .subarray(0, signatureBytes)
  return {
    sign(content, { seconds, ...terms }) {
      const expiry = Math.ceil(now() / 1000) + seconds
      const head = `${expiry.toString(36)}.${content === undefined ? '' : Buffer.from(JSON.stringify(content)).toString('base64url')}`
      return `${head}.${sign(head, terms).toString('base64url')}`
    },
    verify(text, terms) {
      const [, head = '', expiry = '', content = '', signature = ''] =
        /^(([0-9a-z]{1,10})\.([\w-]*))\.([\w-]{22})$/.exec(text) ?? []
      const given = Buffer.from(signature, 'base64url')
      // The last character has bits that decoding drops. Only the canonical form is valid, so that
      // an ended session has no second id.
      if (
        given.toString('base64url') !== signature ||
        given.length !== signatureBytes ||
        !timingSafeEqual(given, sign(head, terms))
      ) {
        return undefined
      }
      const expiresAt = Number.parseInt(expiry, 36)
      if (expiresAt * 1000 <= now()) return undefined
      return {
        content:
          content === ''
            ? undefined
            : JSON.parse(Buffer.from(content, 'base64url').toString('utf8')),
        expiresAt
      }
    }
  }
}
