/** The MCP endpoint of each place, with its sessions, and the requests in flight there. */
import { createHttpEndpoint, isLongLivedStream } from '../mcp/http.ts'
import type { HttpEndpoint, HttpOptions } from '../mcp/http.ts'
import type { ServedSystems } from '../systems/landscape.ts'
import type { System } from '../systems/system.ts'

/** A request that can be cut off. */
export interface OpenRequest {
  readonly method: string
  readonly body: unknown
  abort(): void
}

interface Served {
  readonly endpoint: HttpEndpoint
  readonly open: Map<OpenRequest, System>
}

export interface McpEndpoints {
  /** The endpoint of the system's place; created with its first request. */
  of(system: System): HttpEndpoint
  /** Notes a request until the returned function is called. */
  begin(system: System, request: OpenRequest): () => void
  /**
   * Cuts off what is left of a system that is no longer served. Sessions and streams end with it,
   * unless another system of its place is served.
   */
  end(system: System): Promise<void>
  /** Waits for the requests in flight, cuts off what is left after `ms`, and ends all sessions. */
  close(ms: number): Promise<void>
}

export function createMcpEndpoints(
  systems: ServedSystems,
  options: Omit<HttpOptions, 'registry' | 'signer'>
): McpEndpoints {
  const byPlace = new Map<string, Served>()
  const servedOf = ({ place, registry, signer }: System): Served => {
    const known = byPlace.get(place)
    if (known !== undefined) return known
    const made: Served = {
      endpoint: createHttpEndpoint({ ...options, registry, signer }),
      open: new Map()
    }
    byPlace.set(place, made)
    return made
  }
  const closePlace = async (place: string, { endpoint, open }: Served) => {
    // A system may come back while this one closes, and then gets an endpoint of its own.
    byPlace.delete(place)
    for (const request of open.keys()) request.abort()
    await endpoint.close()
  }
  return {
    of: system => servedOf(system).endpoint,
    begin(system, request) {
      const { open } = servedOf(system)
      open.set(request, system)
      const { method, body } = request
      const ended = isLongLivedStream(method, body) ? undefined : systems.inFlight.begin('request')
      return () => {
        open.delete(request)
        ended?.()
      }
    },
    async end(system) {
      const { name, place } = system
      const served = byPlace.get(place)
      if (served === undefined) return
      if (systems.get(name)?.place !== place) await closePlace(place, served)
      else abortRequests(served, system)
    },
    async close(ms) {
      await systems.inFlight.drained(AbortSignal.timeout(ms), 'request')
      await Promise.all([...byPlace].map(async ([place, one]) => await closePlace(place, one)))
    }
  }
}

/** Streams belong to the session, which the next system of the place serves. */
function abortRequests({ open }: Served, system: System): void {
  for (const [request, of] of open) {
    if (of === system && !isLongLivedStream(request.method, request.body)) request.abort()
  }
}
