/**
 * The ids that join records of the bridge with logs of the ERP. Each is a prefix of the next: 24
 * digits for a call, 30 for one of its requests, 32 for each HTTP request that it takes. The last
 * ones are what the ERP gets.
 */
import { randomBytes } from 'node:crypto'
import { endpointOf } from './endpoints.ts'

/** As Eclipse names it, with 32 hexadecimal digits. */
export const requestIdHeader = 'sap-adt-request-id'

/** Endpoints that are counted one by one; further ones count together. */
const mostEndpoints = 100
const otherEndpoints = 'others'

/** The requests of one call of a tool. */
export class RequestIds {
  readonly call = randomBytes(12).toString('hex')
  #requests = 0
  readonly #sent = new Map<string, number>()

  /** HTTP requests that were sent, by endpoint; undefined where none was. */
  get sent(): Readonly<Record<string, number>> | undefined {
    return this.#sent.size === 0 ? undefined : Object.fromEntries(this.#sent)
  }

  next(): RequestId {
    return new RequestId(this, this.#requests++)
  }

  /** Counts one HTTP request. */
  count(method: string, path: string): void {
    const endpoint = `${method} ${endpointOf(path)}`
    const isKnown = this.#sent.has(endpoint) || this.#sent.size < mostEndpoints
    const name = isKnown ? endpoint : otherEndpoints
    this.#sent.set(name, (this.#sent.get(name) ?? 0) + 1)
  }
}

/** One request with its log-on, token, redirects and repeats. */
export class RequestId {
  readonly #of: RequestIds
  readonly text: string
  #sent = 0

  constructor(of: RequestIds, number: number) {
    this.#of = of
    this.text = of.call + digits(number, 6)
  }

  get isSent(): boolean {
    return this.#sent > 0
  }

  /** The id of its next HTTP request. */
  onWire(method: string, path: string): string {
    this.#of.count(method, path)
    return this.text + digits(this.#sent++, 2)
  }
}

/** Counts on from the beginning where the digits do not suffice. */
function digits(number: number, length: number): string {
  return (number % 16 ** length).toString(16).padStart(length, '0')
}
