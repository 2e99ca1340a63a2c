/** Keys that are well formed and protect nothing, made with the mathematics of each weakness. */
import { checkPrimeSync, generateKeyPairSync, generatePrimeSync } from 'node:crypto'
import type { Json } from './identity-provider.ts'

export interface WeakKey {
  readonly title: string
  readonly jwk: Json
  /** What the refusal says. */
  readonly words: RegExp
  /** The exponent that makes real signatures; undefined where there is none, or none is needed. */
  readonly secret?: bigint | undefined
}

export const bytesOf = (number: bigint, size: number): Buffer =>
  Buffer.from(
    number
      .toString(16)
      .padStart(size * 2, '0')
      .slice(-size * 2),
    'hex'
  )
export const numberOf = (text: unknown): bigint =>
  BigInt(`0x0${Buffer.from(String(text), 'base64url').toString('hex')}`)

const base64url = (number: bigint): string =>
  bytesOf(number, Math.ceil(number.toString(16).length / 2)).toString('base64url')
const prime = (bits: number): bigint => generatePrimeSync(bits, { bigint: true })

function nextPrime(from: bigint): bigint {
  for (let number = from | 1n; ; number += 2n) if (checkPrimeSync(number)) return number
}

export function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n
  for (
    let square = base % modulus, rest = exponent;
    rest > 0n;
    rest >>= 1n, square = (square * square) % modulus
  ) {
    if (rest & 1n) result = (result * square) % modulus
  }
  return result
}

/** Undefined where the numbers have a factor in common. */
function inverse(number: bigint, modulus: bigint): bigint | undefined {
  let [a, b, x, y] = [number % modulus, modulus, 1n, 0n]
  while (b !== 0n) [a, b, x, y] = [b, a % b, y, x - (a / b) * y]
  return a === 1n ? ((x % modulus) + modulus) % modulus : undefined
}

/** As Infineon's library made primes: k·M + (65537^a mod M), M the product of small primes. */
function rocaPrime(bits: number): bigint {
  const small = Array.from({ length: 702 }, (_, number) => BigInt(number)).filter(
    number => number > 1n && checkPrimeSync(number)
  )
  const primorial = small.reduce((product, number) => product * number, 1n)
  for (;;) {
    const [a, k] = [prime(64), prime(bits - primorial.toString(2).length)]
    const candidate = k * primorial + power(65_537n, a, primorial)
    if (checkPrimeSync(candidate)) return candidate
  }
}

interface Rsa {
  readonly n: bigint
  readonly e?: bigint
  readonly phi?: bigint
  readonly words: RegExp
}

function rsa(title: string, { n, e = 65_537n, phi, words }: Rsa): WeakKey {
  return {
    title,
    jwk: { kty: 'RSA', n: base64url(n), e: base64url(e) },
    words,
    secret: phi === undefined ? undefined : inverse(e, phi)
  }
}

/** Of primes, which are all different. */
function product(title: string, primes: readonly bigint[], words: RegExp): WeakKey {
  const of = (numbers: readonly bigint[]) => numbers.reduce((result, number) => result * number, 1n)
  return rsa(title, { n: of(primes), phi: of(primes.map(number => number - 1n)), words })
}

function exponents(): WeakKey[] {
  const {
    n: modulus,
    p,
    q
  } = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })
  const n = numberOf(modulus)
  const phi = (numberOf(p) - 1n) * (numberOf(q) - 1n)
  const words = /RSA exponent that is not odd/
  const numbers = [1n, 2n, 3n, 5n, 17n, 257n, 65_535n, 65_536n, 65_538n, (1n << 256n) + 1n]
  return [
    ...numbers.map(e =>
      rsa(`the exponent ${e > 1n << 64n ? '2^256 + 1' : e}`, { n, e, phi, words })
    ),
    rsa('2,047 bits', { n: (n >> 1n) | 1n, words: /shorter than 2048/ }),
    rsa('an even modulus', { n: n & ~1n, words: /2 divides/ }),
    rsa('16,384 bits', { n: (1n << 16_383n) + 1n, words: /longer than 8192/ })
  ]
}

export function weakKeys(): WeakKey[] {
  const close = prime(1024)
  return [
    ...exponents(),
    product('1,024 bits', [prime(512), prime(512)], /shorter than 2048/),
    product('a modulus that 3 divides', [3n, prime(2047)], /3 divides/),
    product('a modulus that 4093 divides', [4093n, prime(2040)], /4093 divides/),
    product('a prime modulus', [prime(2048)], /prime number/),
    rsa('a square', { n: close * close, phi: close * (close - 1n), words: /too close/ }),
    product('neighbouring primes', [close, nextPrime(close + 2n)], /too close/),
    product(
      'primes that share half of their bits',
      [close, nextPrime(close + (1n << 510n))],
      /too close/
    ),
    product('Infineon primes', [rocaPrime(1024), rocaPrime(1024)], /ROCA/),
    ...smallOrder.map(x => ({
      title: `the Ed25519 point ${x.slice(0, 8)}`,
      jwk: edwards(x),
      words: /small order/
    }))
  ]
}

const edwards = (hex: string): Json => ({
  kty: 'OKP',
  crv: 'Ed25519',
  x: Buffer.from(hex, 'hex').toString('base64url')
})

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
