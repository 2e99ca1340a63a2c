/** What the command asks a running bridge, with the key of the approver and nothing else. */
import { ConfigError } from '../../config/config.ts'
import { documentDepth, readJson } from '../../config/json-text.ts'
import { isChange } from './words.ts'
import type { Change } from './words.ts'

export interface Decision {
  readonly decision: 'approve' | 'reject'
  readonly approval: string
  readonly digest: string
  readonly reason?: string
}

export interface BridgeClient {
  /** One change, or the list of all. @throws BridgeRefusal */
  read(id?: string): Promise<Change>
  /** @throws BridgeRefusal */
  decide(decision: Decision): Promise<Change>
}

/** The bridge refuses, or does not answer as one. */
export class BridgeRefusal extends Error {}

const timeoutMs = 60_000
/** A list of 200 changes, or one with all that it shows. */
const mostBytes = 8_000_000
const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/

/**
 * @param at of the bridge, with or without the path of MCP
 * @throws ConfigError
 */
export function addressOf(at: string, system: string | undefined): URL {
  const url = URL.parse(at)
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '') {
    throw new ConfigError([`--at ${at} is no address; give for example https://bridge.example.com`])
  }
  if (url.protocol === 'http:' && !loopback.test(url.hostname)) {
    throw new ConfigError([
      `--at ${at} would send the key in plain text to another machine; give an address with https`
    ])
  }
  if (system !== undefined && !/^[a-z0-9-]{1,32}$/.test(system)) {
    throw new ConfigError([`--system ${JSON.stringify(system)} is no name of a system`])
  }
  const base = url.pathname.replace(/\/+$/, '').replace(/\/mcp$/, '')
  return new URL(`${base}/approvals/items${system === undefined ? '' : `/${system}`}`, url.origin)
}

export function createBridgeClient({ address, key }: { address: URL; key: string }): BridgeClient {
  const ask = async (url: URL, body?: object): Promise<Change> => {
    const answer = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' })
      },
      // The key is for this address alone.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    }).catch((cause: unknown) => {
      throw new BridgeRefusal(`${url.origin} does not answer: ${reasonOf(cause)}`, { cause })
    })
    return valueOf(answer, await bytesOf(answer), url)
  }
  return {
    async read(id) {
      const url = new URL(address)
      if (id !== undefined) url.searchParams.set('approval', id)
      return await ask(url)
    },
    decide: async decision => await ask(address, decision)
  }
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  return cause instanceof Error && cause.message !== '' ? cause.message : message
}

async function bytesOf(answer: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of answer.body ?? []) {
      size += chunk.length
      if (size > mostBytes) throw new Error('the answer is too long')
      chunks.push(chunk)
    }
  } catch (cause) {
    throw new BridgeRefusal(`${answer.url} broke off: ${reasonOf(cause)}`, { cause })
  }
  return Buffer.concat(chunks)
}

function valueOf(answer: Response, bytes: Buffer, url: URL): Change {
  const value = orUndefined(() => readJson(bytes, documentDepth))
  if (answer.ok && isChange(value)) return value
  const error = isChange(value) ? value['error'] : undefined
  const words = isChange(error) && typeof error['message'] === 'string' ? error['message'] : ''
  if (answer.status === 404 && (words === '' || words.includes('MCP is POST /mcp'))) {
    throw new BridgeRefusal(
      `${url.origin} has no approvals: it runs without --approval, or is no bridge.`
    )
  }
  if (answer.status === 401) {
    throw new BridgeRefusal(
      `${url.origin} takes no such key or token: it is unknown, or has ended.`
    )
  }
  throw new BridgeRefusal(
    words === '' ? `${url.origin} answers ${answer.status}, and not as a bridge.` : words
  )
}

function orUndefined<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
