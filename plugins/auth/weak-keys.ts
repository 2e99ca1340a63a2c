/**
 * Public keys that are well formed and protect nothing: their signatures can be made without the
 * private key.
 */
import { checkPrime } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { promisify } from 'node:util'

/** Longer ones would cost more to judge than any provider's key is worth. */
const bits = { least: 2048, most: 8192 }
/** FIPS 186-5 §A.1.1: odd, at least 65537, below 2^256. */
const exponents = { least: 65_537n, limit: 1n << 256n }
const smallFactors = primesBelow(4096)
/**
 * A prime of Infineon's RSA library (CVE-2017-15361) is a power of this number modulo small primes.
 */
const rocaBase = 65_537
/** All key sizes of that library have these primes in common. */
const rocaPrimes = primesBelow(168).map(prime => ({ prime, powers: powersModulo(prime) }))
/** As many rounds as certificate authorities try before they sign a key. */
const fermatRounds = 100
/** Few numbers are squares modulo all of these, and a look at the remainder spares most roots. */
const squares = [16, 9, 5, 7, 11, 13].map(modulus => ({
  modulus,
  remainders: new Set(Array.from({ length: modulus }, (_, root) => (root * root) % modulus))
}))
const allModuli = BigInt(squares.reduce((product, { modulus }) => product * modulus, 1))
// In a thread of the pool: for 4096 bits it takes longer than the loop should wait.
const isPrime = promisify<bigint, boolean>(checkPrime)

/** More keys than all issuers of a bridge publish at the same time. */
const mostJudged = 200

export type KeyStrengthCheck = (key: KeyObject) => Promise<string | undefined>

/** The same as `weaknessOf`, once for each key: a key set is read again many times a day. */
export function createKeyStrengthCheck(): KeyStrengthCheck {
  const judged = new Map<string, Promise<string | undefined>>()
  return async key => {
    const name = key.export({ type: 'spki', format: 'der' }).toString('base64')
    const known = judged.get(name)
    if (known !== undefined) return await known
    if (judged.size >= mostJudged) judged.clear()
    const verdict = weaknessOf(key)
    judged.set(name, verdict)
    return await verdict
  }
}

/**
 * What is wrong with a public key, in words that continue "the key …"; undefined where nothing is.
 */
export async function weaknessOf(key: KeyObject): Promise<string | undefined> {
  const { n, e, x } = key.export({ format: 'jwk' })
  if (key.asymmetricKeyType === 'ed25519') {
    return x === undefined || isSmallOrder(x) ? 'is a point of small order' : undefined
  }
  if (key.asymmetricKeyType !== 'rsa') return undefined
  return n === undefined || e === undefined
    ? 'has no modulus'
    : await rsaWeakness(numberOf(n), numberOf(e))
}

async function rsaWeakness(modulus: bigint, exponent: bigint): Promise<string | undefined> {
  const length = modulus.toString(16).length * 4
  if (modulus >> BigInt(bits.least - 1) === 0n) {
    return `is an RSA key shorter than ${bits.least} bits`
  }
  if (length > bits.most) return `is an RSA key longer than ${bits.most} bits`
  if (exponent % 2n === 0n || exponent < exponents.least || exponent >= exponents.limit) {
    return 'has an RSA exponent that is not odd, below 65537 or beyond 256 bits'
  }
  const factor = smallFactors.find(prime => modulus % BigInt(prime) === 0n)
  if (factor !== undefined) return `has an RSA modulus that ${factor} divides`
  if (isRoca(modulus)) return 'is an RSA key of a library whose keys can be factored (ROCA)'
  if (hasCloseFactors(modulus)) {
    return 'has an RSA modulus whose factors are too close to each other'
  }
  if (await isPrime(modulus)) return 'has a prime number as its RSA modulus'
  return undefined
}

/** RFC 8017 numbers as RFC 7518 writes them: base64url of big-endian bytes. */
function numberOf(text: string): bigint {
  return BigInt(`0x0${Buffer.from(text, 'base64url').toString('hex')}`)
}

function primesBelow(limit: number): number[] {
  const composite = new Uint8Array(limit)
  const primes: number[] = []
  for (let number = 2; number < limit; number++) {
    if (composite[number] === 1) continue
    primes.push(number)
    for (let multiple = number * number; multiple < limit; multiple += number) {
      composite[multiple] = 1
    }
  }
  return primes
}

function powersModulo(prime: number): ReadonlySet<number> {
  const powers = new Set<number>()
  for (let power = 1 % prime; !powers.has(power); power = (power * rocaBase) % prime) {
    powers.add(power)
  }
  return powers
}

function isRoca(modulus: bigint): boolean {
  return rocaPrimes.every(({ prime, powers }) => powers.has(Number(modulus % BigInt(prime))))
}

/**
 * Fermat's method: n = a² − b² with a just above √n. Two equal factors are found in the first
 * round.
 */
function hasCloseFactors(modulus: bigint): boolean {
  let a = squareRoot(modulus)
  if (a * a < modulus) a++
  for (let round = 0; round < fermatRounds; round++, a++) {
    if (isSquare(a * a - modulus)) return true
  }
  return false
}

function isSquare(number: bigint): boolean {
  const small = Number(number % allModuli)
  if (!squares.every(({ modulus, remainders }) => remainders.has(small % modulus))) return false
  const root = squareRoot(number)
  return root * root === number
}

/** The integer part, by Newton's method from above. */
function squareRoot(number: bigint): bigint {
  if (number < 2n) return number
  let root = 1n << BigInt((number.toString(2).length + 1) >> 1)
  for (let next = (root + number / root) >> 1n; next < root; next = (root + number / root) >> 1n) {
    root = next
  }
  return root
}

const fieldPrime = (1n << 255n) - 19n

/**
 * Whether an Ed25519 key has an order of 1, 2, 4 or 8, in any encoding: such a key accepts one
 * signature for many texts. The points are those with y = ±1 or 0, and the roots of 2y² − 1 + dy⁴
 * (order 8).
 */
function isSmallOrder(text: string): boolean {
  const littleEndian = Buffer.from(text, 'base64url').reverse()
  const y = (numberOf(littleEndian.toString('base64url')) & ((1n << 255n) - 1n)) % fieldPrime
  const square = (y * y) % fieldPrime
  const eighth = (121_665n * square * square - 243_332n * square + 121_666n) % fieldPrime
  return square === 0n || square === 1n || eighth === 0n
}
