/**
 * Signed texts that a client carries for the bridge: handles, cursors, session ids, states of
 * dialogues.
 */
import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

/** What a sealed text is for; one kind never passes for another. */
export type TokenKind = 'confirm' | 'cursor' | 'running' | 'session' | 'state'

export interface TokenTerms {
  readonly kind: TokenKind
  /**
   * All that the text is bound to: who it was made for, and the request it belongs to. Not part of
   * the text.
   */
  readonly bound: readonly unknown[]
}

/**
 * Signs what a client carries for the bridge, so that every replica with the same key knows it
 * again and nobody else can make one.
 */
export interface TokenSigner {
  /**
   * @returns printable ASCII without blanks: end of life, content, signature. The content can be
   * read by whoever holds the text.
   */
  sign(content: unknown, terms: TokenTerms & { readonly seconds: number }): string
  /**
   * The content and the end of its life (seconds since 1970); undefined where the text is foreign,
   * changed, bound to something else or too old.
   */
  verify(
    text: string,
    terms: TokenTerms
  ): { readonly content: unknown; readonly expiresAt: number } | undefined
}

/** 128 bits: nobody guesses them within the life of a text, and a model has to copy them. */
const signatureBytes = 16

export interface TokenSignerOptions {
  /**
   * The ERP system. Bridges at different systems may share a key, and what one signs is worthless
   * at the other.
   */
  readonly place?: string
  readonly now?: () => number
}

/** @param key the operator's secret; without one, texts are good in this process only */
export function createTokenSigner(
  key: string | undefined,
  { place = '', now = Date.now }: TokenSignerOptions = {}
): TokenSigner {
  const operators =
    key === undefined
      ? randomBytes(32)
      : createHmac('sha256', 'erp-bridge state').update(key).digest()
  const secret = createHmac('sha256', operators).update(`place ${place}`).digest()
  // As objects: looking at the bytes of a key each time costs four times as much as the signature.
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
      // One text, one signature: the last character has bits that decoding drops, and an ended
      // session must not live on under another id.
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
