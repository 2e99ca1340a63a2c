/** Hash values and compression for programs; bytes are hexadecimal digits. */
import { createHash, createHmac } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** The algorithms by their names in ABAP, without hyphens. */
const ALGORITHMS: Readonly<Record<string, string>> = {
  MD5: 'md5',
  SHA1: 'sha1',
  SHA: 'sha1',
  SHA224: 'sha224',
  SHA256: 'sha256',
  SHA384: 'sha384',
  SHA512: 'sha512'
}

/** A decompressed text that is larger fails: a short stream could fill the memory. */
const MAX_OUTPUT = 32 << 20

/**
 * The hash value of bytes, or the one that is keyed when there is a key; empty for an algorithm that
 * is unknown.
 */
export function digest(algorithm: string, bytes: string, key?: string): string {
  const name = ALGORITHMS[algorithm.trim().toUpperCase().replace('-', '')]
  if (name === undefined) return ''
  const hash = key === undefined ? createHash(name) : createHmac(name, Buffer.from(key, 'hex'))
  return hash.update(Buffer.from(bytes, 'hex')).digest('hex').toUpperCase()
}

/** DEFLATE without header and check sum. Throws for bytes that are no such stream. */
export function compress(how: string, bytes: string): string {
  const input = Buffer.from(bytes, 'hex')
  const output =
    how === 'inflate'
      ? inflateRawSync(input, { maxOutputLength: MAX_OUTPUT })
      : deflateRawSync(input)
  return output.toString('hex').toUpperCase()
}
