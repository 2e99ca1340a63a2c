/**
 * A stand-in for the destination service of SAP BTP, version 1. It answers requests that the
 * documentation allows, with a token of its own client, and records all others.
 */
import { createServer } from 'node:https'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { createServerIdentity } from '../../../sandbox/http/logon/server-certificate.ts'
import type { Json } from '../../helpers/identity-provider.ts'
import type { TokenService } from './token-service.ts'

export interface DestinationAsked {
  readonly name: string
  /** The user of `X-user-token`; empty without one. */
  readonly user: string
}

export interface DestinationService {
  readonly url: string
  /** PEM. */
  readonly ca: string
  /** What `destinationConfiguration` has, by name; further members of the answer beside it. */
  readonly destinations: Map<string, (asked: DestinationAsked) => Json>
  readonly asked: DestinationAsked[]
  readonly faults: string[]
  /** In place of an answer. */
  behave: (() => readonly [number, string]) | undefined
}

/** @param userOf the user of a token of a caller; throws for one that is not accepted */
export async function createDestinationService(
  t: TestContext,
  tokens: TokenService,
  { client, userOf }: { readonly client: string; readonly userOf: (token: string) => string }
): Promise<DestinationService> {
  const { ca, ...identity } = await createServerIdentity([])

  const answer = ({ method, url = '', headers }: IncomingMessage): readonly [number, string] => {
    const path = /^\/destination-configuration\/v1\/destinations\/([^/?]+)$/.exec(url)
    if (method !== 'GET' || path === null) {
      service.faults.push(`${String(method)} ${url}`)
      return [404, '{}']
    }
    const own = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
    if (!tokens.isOfClient(own, client)) {
      service.faults.push('a token that is not of the bound client')
      return [401, '{}']
    }
    if (service.behave !== undefined) return service.behave()
    const given = headers['x-user-token']
    const name = decodeURIComponent(path[1] ?? '')
    const found = service.destinations.get(name)
    if (found === undefined) return [404, '{"ErrorMessage":"Configuration does not exist"}']
    try {
      const asked = { name, user: given === undefined ? '' : userOf(String(given)) }
      service.asked.push(asked)
      return [200, JSON.stringify(found(asked))]
    } catch {
      return [401, '{"ErrorMessage":"user token"}']
    }
  }

  const server = createServer(identity, (request, response) => {
    const [status, body] = answer(request)
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const service: DestinationService = {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ca,
    destinations: new Map(),
    asked: [],
    faults: [],
    behave: undefined
  }
  t.after(
    () =>
      new Promise(resolve => {
        server.close(resolve)
        server.closeAllConnections()
      })
  )
  return service
}
