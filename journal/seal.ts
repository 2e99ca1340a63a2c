/** Compresses texts, and encrypts them where there is a key. */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes
} from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, brotliDecompress, constants } from 'node:zlib'

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)

/** First byte of a sealed text. */
const isCompressed = 1
const isEncrypted = 2
/** Shorter texts grow by compression. */
const leastCompressed = 256
const nonceBytes = 12
const tagBytes = 16
/** A source of 2 KB takes 30 µs, a fifth of level 4, and gets an eighth larger. */
const fast = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 2, [constants.BROTLI_PARAM_LGWIN]: 16 }
}
/** Bytes of a text that takes less time here than it takes to ask another thread. */
const mostAtOnce = 16_384
/** A text of the journal is one source at the most; more is a damaged or forged entry. */
const longest = 64 * 1024 * 1024

export interface Seal {
  /** The name of a text: equal texts have one, and it reveals nothing without the key. */
  nameOf(text: string): string
  /** @param name the text can be opened under this name only */
  close(text: string, name: string): Promise<Uint8Array>
  /** @throws Error where the bytes were changed, or were closed under another name or key */
  open(bytes: Uint8Array, name: string): Promise<string>
  /** Identifies the key without revealing it; undefined without a key. */
  readonly keyMark: string | undefined
}

/** @param secret of the operator; without it texts are compressed only */
export function createSeal(secret: string | undefined): Seal {
  const keys = secret === undefined ? undefined : keysOf(secret)
  const hashed = (text: string) => createHash('sha256').update(text).digest('base64url')
  const nameOf = (text: string) =>
    keys === undefined
      ? hashed(text)
      : createHmac('sha256', keys.naming).update(text).digest('base64url')
  // A text that was stored before there was a key has the other name.
  const isWhole = (text: string, name: string) =>
    name.includes(' ') || name === nameOf(text) || name === hashed(text)
  return {
    keyMark: keys && createHmac('sha256', keys.naming).update('mark').digest('base64url'),
    nameOf,
    async close(text, name) {
      const plain = Buffer.from(text)
      const packed =
        plain.length > mostAtOnce ? await compress(plain, fast) : compressedAtOnce(plain)
      const flags = packed === plain ? 0 : isCompressed
      return keys === undefined
        ? joined([Buffer.of(flags), packed])
        : encrypt(packed, { key: keys.content, flags: flags | isEncrypted, name })
    },
    async open(bytes, name) {
      const flags = bytes[0] ?? 0
      const packed =
        (flags & isEncrypted) === 0 ? bytes.subarray(1) : decrypt(bytes, keys?.content, name)
      const plain =
        (flags & isCompressed) === 0
          ? packed
          : await decompress(packed, { maxOutputLength: longest })
      const text = Buffer.from(plain).toString('utf8')
      if (!isWhole(text, name)) throw new Error('a text of the journal was altered')
      return text
    }
  }
}

function compressedAtOnce(plain: Buffer): Buffer {
  return plain.length < leastCompressed ? plain : brotliCompressSync(plain, fast)
}

/** In memory of their own: a message to a thread copies all the memory that a part lies in. */
function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

function keysOf(secret: string) {
  const derive = (use: string) =>
    Buffer.from(hkdfSync('sha256', secret, 'erp-bridge journal', use, 32))
  return { naming: derive('names of texts'), content: derive('texts') }
}

interface Envelope {
  readonly key: Buffer
  readonly flags: number
  readonly name: string
}

/** flags, nonce, tag, content. */
function encrypt(packed: Uint8Array, { key, flags, name }: Envelope): Uint8Array {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(aadOf(flags, name))
  const content = [cipher.update(packed), cipher.final()]
  return joined([Buffer.of(flags), nonce, cipher.getAuthTag(), ...content])
}

function decrypt(bytes: Uint8Array, key: Buffer | undefined, name: string): Buffer {
  if (key === undefined) throw new Error('the text is encrypted, and there is no key')
  const [flags = 0] = bytes
  const tagAt = 1 + nonceBytes
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, tagAt), {
    authTagLength: tagBytes
  })
  decipher.setAAD(aadOf(flags, name)).setAuthTag(bytes.subarray(tagAt, tagAt + tagBytes))
  return Buffer.concat([decipher.update(bytes.subarray(tagAt + tagBytes)), decipher.final()])
}

function aadOf(flags: number, name: string): Buffer {
  return Buffer.from(`${flags} ${name}`)
}
