/** Key material that is well formed and protects nothing, made with the mathematics of each weakness. */
import { checkPrimeSync, generateKeyPairSync, generatePrimeSync } from 'node:crypto'
import type { Json } from './identity-provider.ts'

export const base64url = (number: bigint): string => {
  const hex = number.toString(16)
  return Buffer.from(hex.padStart(hex.length + hex.length % 2, '0'), 'hex').toString('base64url')
}

export const numberOf = (text: unknown): bigint => BigInt(`0x0${Buffer.from(String(text), 'base64url').toString('hex')}`)

const prime = (bits: number): bigint => generatePrimeSync(bits, { bigint: true })
const rsa = (n: bigint, e = 65_537n): Json => ({ kty: 'RSA', n: base64url(n), e: base64url(e) })

/** A product of two primes of 1,024 bits. */
export const honestModulus = (): bigint => numberOf(generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'jwk' }).n)

function nextPrime (from: bigint): bigint {
  for (let number = from | 1n; ; number += 2n) if (checkPrimeSync(number)) return number
}

function power (base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n
  for (let square = base % modulus, rest = exponent; rest > 0n; rest >>= 1n, square = square * square % modulus) {
    if (rest & 1n) result = result * square % modulus
  }
  return result
}

/** A prime as Infineon's library made them: k·M + (65537^a mod M), M the product of the first primes. */
function rocaPrime (bits: number): bigint {
  const small = Array.from({ length: 702 }, (_, number) => BigInt(number)).filter(number => number > 1n && checkPrimeSync(number))
  const primorial = small.reduce((product, number) => product * number, 1n)
  for (;;) {
    const [a, k] = [prime(64), prime(bits - primorial.toString(2).length)]
    const candidate = k * primorial + power(65_537n, a, primorial)
    if (checkPrimeSync(candidate)) return candidate
  }
}

/** Signatures under exponent 1 are the padded text itself. */
export const exponentOne = (n: bigint): Json => rsa(n, 1n)

/** What it is, and what the refusal says. */
export function weakKeys (): (readonly [string, Json, RegExp])[] {
  const n = honestModulus()
  const close = prime(1024)
  return [
    ...[1n, 2n, 3n, 17n, 257n, 65_535n, 65_536n, 65_538n, (1n << 256n) + 1n].map(e =>
      [`the exponent ${e > 1n << 64n ? '2^256 + 1' : e}`, rsa(n, e), /RSA exponent that is not odd/] as const),
    ['1,024 bits', rsa(prime(512) * prime(512)), /shorter than 2048/],
    ['2,047 bits', rsa(n >> 1n | 1n), /shorter than 2048/],
    ['16,384 bits', rsa((1n << 16_383n) + 1n), /longer than 8192/],
    ['an even modulus', rsa(n & ~1n), /2 divides/],
    ['a modulus that 3 divides', rsa(3n * prime(2047)), /3 divides/],
    ['a modulus that 4093 divides', rsa(4093n * prime(2040)), /4093 divides/],
    ['a prime modulus', rsa(prime(2048)), /prime number/],
    ['a square', rsa(close * close), /too close/],
    ['neighbouring primes', rsa(close * nextPrime(close + 2n)), /too close/],
    ['primes that share half of their bits', rsa(close * nextPrime(close + (1n << 510n))), /too close/],
    ['Infineon primes', rsa(rocaPrime(1024) * rocaPrime(1024)), /ROCA/],
    ...smallOrder.map(x => [`the Ed25519 point ${x.slice(0, 8)}`, edwards(x), /small order/] as const)
  ]
}

const edwards = (hex: string): Json => ({ kty: 'OKP', crv: 'Ed25519', x: Buffer.from(hex, 'hex').toString('base64url') })

/** RFC 8032 encodings of the points of order 1, 2, 4 and 8, and two that are not canonical. */
const smallOrder = [
  `01${'00'.repeat(31)}`,
  `ec${'ff'.repeat(30)}7f`,
  '00'.repeat(32),
  `${'00'.repeat(31)}80`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  `ed${'ff'.repeat(30)}7f`,
  `01${'00'.repeat(30)}80`
]
