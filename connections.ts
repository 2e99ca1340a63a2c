/**
 * Bounds the client connections of the HTTP server: all together, and those of one address before
 * log-on.
 */
import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { BlockList, isIPv4, isIPv6 } from 'node:net'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import type { Config } from './config/config.ts'

export type RefusalReason = 'total' | 'share'

export interface ConnectionLimits {
  /** Connections that are open at once. */
  readonly most: number
  /** Addresses that have no share of their own: reverse proxies, and this machine. */
  isExempt(address: string): boolean
  onRefused(reason: RefusalReason, address: string): void
}

export interface Connections {
  /**
   * A request on the connection was authenticated: from now on it does not count in the share of
   * its address.
   */
  loggedOn(socket: Socket): void
  /** Open now. */
  open(): number
}

/**
 * Descriptors for the ERP, files and the process itself; a quarter, because log-ons and reads need
 * some as well.
 */
const reserved = 0.25

/**
 * The connections that this process can hold: as many as are wished, fewer where the system permits
 * fewer open files (`/proc/self/limits`; elsewhere the options stands).
 */
export function mostConnections(
  options: number,
  openFiles: number | undefined = openFileLimit()
): number {
  if (openFiles === undefined) return options
  return Math.min(options, Math.max(16, Math.floor(openFiles * (1 - reserved))))
}

function openFileLimit(): number | undefined {
  try {
    const [, soft] =
      /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === undefined ? undefined : Number(soft)
  } catch {
    return undefined
  }
}

/** Before log-on one address may hold an eighth of all connections, and never fewer than this. */
const smallestShare = 16

export function shareOf(most: number): number {
  return Math.max(smallestShare, Math.floor(most / 8))
}

/** Node.js refuses what is above the total by itself; the share is counted here. */
export function limitConnections(
  server: Server,
  { most, isExempt, onRefused }: ConnectionLimits
): Connections {
  const share = shareOf(most)
  const networkOf = new Map<Socket, string>()
  const counts = new Map<string, number>()
  let open = 0
  const release = (socket: Socket) => {
    const network = networkOf.get(socket)
    if (network === undefined) return
    networkOf.delete(socket)
    const left = (counts.get(network) ?? 1) - 1
    if (left > 0) counts.set(network, left)
    else counts.delete(network)
  }
  server.maxConnections = most
  server.on('drop', data => {
    onRefused('total', data?.remoteAddress ?? '')
  })
  server.on('connection', socket => {
    open += 1
    socket.once('close', () => {
      open -= 1
      release(socket)
    })
    const { remoteAddress = '' } = socket
    if (isExempt(remoteAddress)) return
    const network = sharedBy(remoteAddress)
    const held = counts.get(network) ?? 0
    if (held >= share) {
      onRefused('share', remoteAddress)
      socket.destroy()
      return
    }
    counts.set(network, held + 1)
    networkOf.set(socket, network)
  })
  return { loggedOn: release, open: () => open }
}

/** The unit that one attacker controls: an IPv4 address, or the /64 of an IPv6 network. */
export function sharedBy(address: string): string {
  const [plain = ''] = address.split('%')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail === undefined ? [] : tail.split(':').filter(Boolean)
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  return [...before, ...zeros, ...after]
    .slice(0, 4)
    .map(group => parseInt(group, 16).toString(16))
    .join(':')
}

const named: Readonly<Record<string, readonly (readonly [network: string, bits: number])[]>> = {
  loopback: [
    ['127.0.0.0', 8],
    ['::1', 128]
  ],
  linklocal: [
    ['169.254.0.0', 16],
    ['fe80::', 10]
  ],
  uniquelocal: [
    ['10.0.0.0', 8],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
    ['fc00::', 7]
  ]
}

/**
 * Which peers share one address with many clients.
 * @param trustProxy the setting: addresses, networks and their names; `true` or a number of hops
 * trusts every peer
 */
export function exemptAddresses(
  trustProxy: readonly string[] | undefined
): (address: string) => boolean {
  const list = trustProxy ?? []
  if (list.some(item => item === 'true' || /^\d+$/.test(item))) return () => true
  const exempt = new BlockList()
  for (const item of ['loopback', ...list]) {
    const [network = '', bits] = item.split('/')
    const whole = isIPv4(network) ? 32 : 128
    const networks =
      named[item] ??
      (isIPv4(network) || isIPv6(network) ? [[network, Number(bits ?? whole)] as const] : [])
    for (const [start, prefix] of networks) {
      exempt.addSubnet(start, prefix, isIPv4(start) ? 'ipv4' : 'ipv6')
    }
  }
  return address => {
    const [plain = ''] = address.split('%')
    const v4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1] ?? plain
    if (isIPv4(v4)) return exempt.check(v4, 'ipv4')
    return isIPv6(plain) && exempt.check(plain, 'ipv6')
  }
}

/** Reports once a minute at most how many connections were refused. */
export function refusalLog(
  report: (facts: { reason: RefusalReason; address: string; refused: number }) => void,
  now = () => performance.now()
): ConnectionLimits['onRefused'] {
  const quietMs = 60_000
  let since = -quietMs
  let refused = 0
  return (reason, address) => {
    refused += 1
    if (now() - since < quietMs) return
    report({ reason, address, refused })
    since = now()
    refused = 0
  }
}

const refusalWords: Readonly<Record<RefusalReason, string>> = {
  total: 'more connections than --max-connections permits: refused',
  share: 'more connections of one address before log-on than its share: refused'
}

/**
 * Bounds the connections of a server that listens by itself; a gateway that embeds the bridge
 * bounds its own.
 */
export async function boundConnections(
  app: FastifyInstance,
  { maxConnections, trustProxy }: Pick<Config, 'maxConnections' | 'trustProxy'>,
  register?: Registry
): Promise<void> {
  const most = mostConnections(maxConnections)
  const warn = refusalLog(facts => app.log.warn(facts, refusalWords[facts.reason]))
  let count: ConnectionLimits['onRefused'] | undefined
  const connections = limitConnections(app.server, {
    most,
    isExempt: exemptAddresses(trustProxy),
    onRefused: (reason, address) => {
      count?.(reason, address)
      warn(reason, address)
    }
  })
  // After the authentication, which is an onRequest hook of its own routes.
  app.addHook('preParsing', (request, ...[, payload, done]) => {
    if (request.bridge?.caller != null) connections.loggedOn(request.raw.socket)
    done(null, payload)
  })
  if (register !== undefined) count = await countInto(register, { most, open: connections.open })
}

async function countInto(
  register: Registry,
  { most, open }: { most: number; open: () => number }
): Promise<ConnectionLimits['onRefused']> {
  const { Counter, Gauge } = await import('prom-client')
  const registers = [register]
  const name = (rest: string) => `erp_bridge_http_connections_${rest}`
  const opened = new Gauge({
    name: name('open'),
    help: 'Connections of clients',
    registers,
    collect() {
      this.set(open())
    }
  })
  const limit = new Gauge({
    name: name('most'),
    help: 'Connections of clients that may be open at once',
    registers
  })
  opened.set(0)
  limit.set(most)
  const refused = new Counter({
    name: name('refused_total'),
    help: 'Connections that were closed at once, by reason',
    labelNames: ['reason'],
    registers
  })
  return reason => refused.inc({ reason })
}
