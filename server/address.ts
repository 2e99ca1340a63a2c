/** Listen addresses: checked before the start, bound, and what to do where that fails. */
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import { flagOf, titleOf, variableOf } from '../config/settings.ts'

/** An address to listen on, and the setting that it comes from. */
export interface ListenAddress {
  readonly address: string
  readonly setting: 'httpAddr' | 'adminAddr'
}

/**
 * Checks before a costly start whether all addresses of the server are free. Rejects with every
 * fault at once: a second start beside a running one finds each of its ports taken.
 */
export async function checkAddresses({
  httpAddr,
  adminAddr
}: Pick<Config, 'httpAddr' | 'adminAddr'>): Promise<void> {
  const wanted: ListenAddress[] = [{ address: httpAddr, setting: 'httpAddr' }]
  if (adminAddr !== undefined) wanted.push({ address: adminAddr, setting: 'adminAddr' })
  const faults = await Promise.all(wanted.map(bindFault))
  const taken = wanted.filter((_, index) => codeOf(faults[index]) === 'EADDRINUSE')
  const others = wanted.flatMap((place, index) => {
    const fault = faults[index]
    return fault === undefined || taken.includes(place) ? [] : [listenFailure(fault, place).message]
  })
  const problems = [...(taken.length === 0 ? [] : [takenText(taken)]), ...others]
  if (problems.length > 0) throw new Error(problems.join('\n'))
}

/** Binds the address and releases it: undefined, or why that fails. */
function bindFault({ address }: ListenAddress): Promise<Error | undefined> {
  const probe = createServer()
  return new Promise(resolve => {
    probe.once('error', resolve).once('listening', () => probe.close(() => resolve(undefined)))
    probe.listen(addressOf(address))
  })
}

export async function listen(
  app: FastifyInstance,
  { path, ...place }: ListenAddress & { readonly path: string }
): Promise<void> {
  const { host, port } = addressOf(place.address)
  try {
    await app.listen({
      host,
      port,
      listenTextResolver: found => `${path === '/' ? 'Status page' : 'MCP'} at ${found}${path}`
    })
  } catch (error) {
    await app.close()
    throw listenFailure(error, place)
  }
}

function listenFailure(error: unknown, place: ListenAddress): Error {
  const { address } = place
  const setting = titleOf(place.setting)
  const code = codeOf(error)
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: takenText([place]),
    EACCES: `${address} may not be used by this user; give a port above 1023 with ${setting}`,
    EADDRNOTAVAIL: `${address} is not an address of this machine; give another one with ${setting}`,
    ENOTFOUND: `the host of ${address} is not known; give another one with ${setting}`
  }
  return new Error(reasons[code ?? ''] ?? `cannot listen on ${address}: ${code ?? String(error)}`, {
    cause: error
  })
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException | undefined)?.code

function takenText(places: readonly ListenAddress[]): string {
  const joined = (textOf: (place: ListenAddress) => string, word = ' ') =>
    places.map(textOf).join(word)
  const addresses = joined(({ address }) => address, ' and ')
  const flags = joined(({ address, setting }) => `${flagOf(setting)} ${exampleAddress(address)}`)
  const variables = joined(({ setting }) => variableOf(setting), ' and ')
  return places.length === 1
    ? `${addresses} is taken by another program; stop it, or give another address, for example ${flags} (${variables})`
    : `${addresses} are taken by other programs, perhaps by an erp-bridge that runs already; stop it, or give other addresses, for example ${flags} (${variables})`
}

/**
 * Port 0 lets the system choose; the next port would often be that of another server of the same
 * start (MCP 8080, status page 8081).
 */
function exampleAddress(address: string): string {
  return address.replace(/\d+$/, port => String((Number(port) % 65_000) + 100))
}

export function addressOf(text: string): { host: string; port: number } {
  const colon = text.lastIndexOf(':')
  return { host: text.slice(0, colon).replace(/^\[|\]$/g, ''), port: Number(text.slice(colon + 1)) }
}

export function urlOf({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

export function isLoopback(address: string): boolean {
  const { host } = addressOf(address)
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}
