/** Whose the other end of a connection on this machine is, from the tables of the Linux kernel. */
import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'

interface Ports {
  readonly peerPort: number
  readonly ownPort: number
}

/**
 * False for a connection of another user. The superuser passes: relays of virtual machines
 * work as that user, and nothing on the machine is hidden from it. Where there are no tables the
 * nonce alone decides.
 */
export function mayBePeer(ports: Ports, tables = readTables()): boolean {
  const owner = ownerOf(ports, tables)
  return owner === undefined || owner === 0 || owner === userInfo().uid
}

function readTables(): string {
  return ['/proc/net/tcp', '/proc/net/tcp6']
    .map(path => {
      try {
        return readFileSync(path, 'utf8')
      } catch {
        return ''
      }
    })
    .join('\n')
}

/** The user of the socket whose local port is the peer's, connected to the own one. */
export function ownerOf({ peerPort, ownPort }: Ports, tables: string): number | undefined {
  const hex = (port: number) => port.toString(16).toUpperCase().padStart(4, '0')
  for (const line of tables.split('\n')) {
    const [, local = '', remote = '', , , , , owner = ''] = line.trim().split(/\s+/)
    if (local.endsWith(`:${hex(peerPort)}`) && remote.endsWith(`:${hex(ownPort)}`)) {
      return Number(owner)
    }
  }
  return undefined
}
