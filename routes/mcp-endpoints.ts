/** The MCP endpoint of each ERP system, and the requests in flight there. */
import { createHttpEndpoint, isLongLivedStream } from '../mcp/http.ts'
import type { HttpEndpoint, HttpOptions } from '../mcp/http.ts'
import type { System } from '../systems/system.ts'

/** A request that can be cut off. */
export interface InFlight {
  readonly method: string
  readonly body: unknown
  abort(): void
}

interface Served {
  readonly endpoint: HttpEndpoint
  readonly inFlight: Set<InFlight>
}

export interface McpEndpoints {
  /** The endpoint of the system; created with its first request. */
  of(system: System): HttpEndpoint
  /** Notes a request until the returned function is called. */
  begin(system: System, request: InFlight): () => void
  /**
   * Waits for the requests of a system, cuts off what is left after `ms` and the streams without an
   * end of their own, and ends its sessions.
   */
  end(system: System, ms: number): Promise<void>
  close(ms: number): Promise<void>
}

const lookMs = 20

export function createMcpEndpoints(
  options: Omit<HttpOptions, 'registry' | 'signer'>
): McpEndpoints {
  const served = new Map<System, Served>()
  const servedOf = (system: System): Served => {
    const known = served.get(system)
    if (known !== undefined) return known
    const { registry, signer } = system
    const made = {
      endpoint: createHttpEndpoint({ ...options, registry, signer }),
      inFlight: new Set<InFlight>()
    }
    served.set(system, made)
    return made
  }
  const end = async (system: System, ms: number) => {
    const found = served.get(system)
    if (found === undefined) return
    await drained(found, ms)
    await found.endpoint.close()
    served.delete(system)
  }
  return {
    of: system => servedOf(system).endpoint,
    begin(system, request) {
      const { inFlight } = servedOf(system)
      inFlight.add(request)
      return () => {
        inFlight.delete(request)
      }
    },
    end,
    async close(ms) {
      await Promise.all([...served.keys()].map(async system => await end(system, ms)))
    }
  }
}

async function drained({ inFlight }: Served, ms: number): Promise<void> {
  const bound = performance.now() + ms
  const finishes = () => [...inFlight].some(({ method, body }) => !isLongLivedStream(method, body))
  while (finishes() && performance.now() < bound) {
    await new Promise(resolve => setTimeout(resolve, lookMs))
  }
  for (const request of inFlight) request.abort()
}
