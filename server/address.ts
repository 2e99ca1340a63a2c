/** Listen addresses: checked before the start, bound, and what to do where that fails. */
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Checks before a costly start whether the address is free. Rejects with the reason and a remedy. */
export async function checkAddress(address: string): Promise<void> {
  const probe = createServer()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  probe
    .once('error', error => reject(listenFailure(error, address)))
    .once('listening', () => probe.close(() => resolve()))
  probe.listen(addressOf(address))
  await promise
}

export async function listen(
  app: FastifyInstance,
  { address, setting, path }: { address: string; setting: string; path: string }
): Promise<void> {
  const { host, port } = addressOf(address)
  try {
    await app.listen({
      host,
      port,
      listenTextResolver: found => `${path === '/' ? 'Status page' : 'MCP'} at ${found}${path}`
    })
  } catch (error) {
    await app.close()
    throw listenFailure(error, address, setting)
  }
}

function listenFailure(
  error: unknown,
  address: string,
  setting = '--http-addr (ERP_HTTP_ADDR)'
): Error {
  const { code } = error as NodeJS.ErrnoException
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `${address} is taken by another program; stop it, or give another address with ${setting}, for example ${exampleAddress(address)}`,
    EACCES: `${address} may not be used by this user; give a port above 1023 with ${setting}`,
    EADDRNOTAVAIL: `${address} is not an address of this machine; give another one with ${setting}`,
    ENOTFOUND: `the host of ${address} is not known; give another one with ${setting}`
  }
  return new Error(reasons[code ?? ''] ?? `cannot listen on ${address}: ${code ?? String(error)}`, {
    cause: error
  })
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
