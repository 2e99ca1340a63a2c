/**
 * The keyed chain of audit lines: each line of a writer has a number, names the line before by its
 * MAC, and ends with a MAC of its own.
 */
import { createHmac, createSecretKey, hkdfSync, randomBytes } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

export interface AuditKey {
  /** Tells keys apart without showing anything of them. */
  readonly id: string
  readonly secret: KeyObject
}

/** A line of a chain, by its writer, its number and its MAC. */
export interface ChainPlace {
  readonly writer: string
  readonly seq: number
  readonly mac: string
}

/** The end of a line that belongs to a chain. */
export interface Seal extends ChainPlace {
  readonly prev: string
  /** Where the MAC begins: it covers the bytes before. */
  readonly at: number
}

const label = 'erp-bridge audit'
const idLength = 11

/** The key of the audit, which follows from the state key and reveals nothing of it. */
export function auditKeyOf(stateKey: string): AuditKey {
  const secret = createSecretKey(Buffer.from(hkdfSync('sha256', stateKey, '', label, 32)))
  return { id: macOf(secret, 'key id').slice(0, idLength), secret }
}

export function macOf(secret: KeyObject, content: string | Uint8Array): string {
  return createHmac('sha256', secret).update(content).digest('base64url')
}

const sealForm =
  /,"writer":"([\w-]{12})","seq":(\d{1,15}),"prev":"([\w-]{43}|)"(,"mac":"([\w-]{43})"\})$/
/** Longer than any seal. */
const sealLength = 200

/** The seal at the end of a line; undefined where it has none. */
export function sealOf(line: string): Seal | undefined {
  const found = sealForm.exec(line.slice(-sealLength))
  if (found === null) return undefined
  const [, writer = '', seq = '', prev = '', end = '', mac = ''] = found
  return { writer, seq: Number(seq), prev, mac, at: line.length - end.length }
}

/** The lines of one writer; a process is one, until its chain ends. */
export class Chain {
  readonly key: AuditKey
  readonly writer = randomBytes(9).toString('base64url')
  #seq = 0
  #prev = ''

  constructor(key: AuditKey) {
    this.key = key
  }

  get isStarted(): boolean {
    return this.#seq > 0
  }

  /** The last line that was written. */
  get end(): ChainPlace {
    return { writer: this.writer, seq: this.#seq - 1, mac: this.#prev }
  }

  /**
   * Lines of these JSON objects. They belong to the chain once `commit` is called: until then the
   * next ones get the same numbers.
   */
  seal(texts: readonly string[]): { readonly lines: readonly string[]; commit(): void } {
    let [seq, prev] = [this.#seq, this.#prev]
    const lines = texts.map(text => {
      const covered = `${text.slice(0, -1)},"writer":"${this.writer}","seq":${seq},"prev":"${prev}"`
      prev = macOf(this.key.secret, covered)
      seq++
      return `${covered},"mac":"${prev}"}`
    })
    return {
      lines,
      commit: () => {
        this.#seq = seq
        this.#prev = prev
      }
    }
  }
}
