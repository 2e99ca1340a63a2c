/** Makes PKCS#12 files as a certificate store exports them (RFC 7292), with an integrity check by SHA-256. */
import { createHash, createHmac, createPrivateKey, randomBytes, X509Certificate } from 'node:crypto'

export interface Pkcs12Parts {
  /** PEM. */
  readonly certificate: string
  /** PEM; the file holds no key where it is left out. */
  readonly key?: string
  readonly passphrase: string
}

const oids = {
  data: '2a864886f70d010701',
  keyBag: '2a864886f70d010c0a0101',
  certBag: '2a864886f70d010c0a0103',
  x509: '2a864886f70d01091601',
  sha256: '608648016503040201'
}

function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size =
    length < 128
      ? [length]
      : length < 256
        ? [0x81, length]
        : length < 65_536
          ? [0x82, length >> 8, length & 0xff]
          : [0x83, length >> 16, (length >> 8) & 0xff, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts)
const octets = (content: Uint8Array) => der(0x04, content)
const explicit = (content: Uint8Array) => der(0xa0, content)
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const integer = (...bytes: number[]) => der(0x02, Buffer.from(bytes))
const dataOf = (content: Uint8Array) => sequence(oid(oids.data), explicit(octets(content)))

export function createPkcs12({ certificate, key, passphrase }: Pkcs12Parts): Buffer {
  const { raw } = new X509Certificate(certificate)
  const certBag = sequence(
    oid(oids.certBag),
    explicit(sequence(oid(oids.x509), explicit(octets(raw))))
  )
  const keyBags =
    key === undefined
      ? []
      : [
          sequence(
            oid(oids.keyBag),
            explicit(createPrivateKey(key).export({ type: 'pkcs8', format: 'der' }))
          )
        ]
  const safe = sequence(dataOf(sequence(certBag, ...keyBags)))
  const salt = randomBytes(8)
  const iterations = 100
  const mac = createHmac('sha256', macKey(passphrase, salt, iterations))
    .update(safe)
    .digest()
  return sequence(
    integer(3),
    dataOf(safe),
    sequence(
      sequence(sequence(oid(oids.sha256), der(0x05)), octets(mac)),
      octets(salt),
      integer(iterations)
    )
  )
}

/** RFC 7292, appendix B.2, for a key as long as the digest. */
function macKey(passphrase: string, salt: Buffer, iterations: number): Buffer {
  const block = 64
  const repeated = (text: Buffer) =>
    Buffer.alloc(block * Math.ceil(text.length / block), text.length === 0 ? 0 : text)
  const password = Buffer.from(`${passphrase}\0`, 'utf16le').swap16()
  let digest: Buffer = Buffer.concat([Buffer.alloc(block, 3), repeated(salt), repeated(password)])
  for (let round = 0; round < iterations; round++) {
    digest = createHash('sha256').update(digest).digest()
  }
  return digest
}
