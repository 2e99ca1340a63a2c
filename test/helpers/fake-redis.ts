/** As much of a Redis server as the bridge uses for single keys, over the real protocol. */
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import type { TestContext } from 'node:test'

export interface FakeRedis {
  readonly url: string
  readonly keys: () => string[]
  /** Every command, its name in lower case and its words joined by blanks. */
  readonly heard: readonly string[]
  /** Commands with these names get no answer from now on, nor do those after them. */
  hang(...names: string[]): void
  /** Drops all connections and takes no new ones. */
  stop(): Promise<void>
}

interface Entry {
  readonly value: string
  readonly until: number
}

/** @param reply instead of the usual answers to all commands */
export async function startFakeRedis(t: TestContext, reply?: () => string): Promise<FakeRedis> {
  const entries = new Map<string, Entry>()
  const heard: string[] = []
  const hanging = new Set<string>()
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    let rest = ''
    let isStuck = false
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (chunk: Buffer) => {
      rest += chunk.toString('latin1')
      for (let command = next(rest); command !== undefined; command = next(rest)) {
        rest = rest.slice(command.length)
        const [name = '', ...args] = command.words
        const verb = name.toUpperCase()
        heard.push([name.toLowerCase(), ...args].join(' '))
        // Answers come in order: those behind one that never comes do not come either.
        isStuck ||= hanging.has(verb)
        if (!isStuck) {
          socket.write(reply?.() ?? answer(entries, verb, args), 'latin1')
        }
      }
    })
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const stop = async () => {
    const closed = new Promise(resolve => {
      server.close(resolve)
    })
    for (const socket of sockets) socket.destroy()
    await closed
  }
  t.after(stop)
  return {
    url: `redis://127.0.0.1:${port}`,
    keys: () => [...entries.keys()],
    heard,
    hang: (...names) => {
      for (const name of names) hanging.add(name)
    },
    stop
  }
}

/** The first whole command of a text. */
function next(text: string): { words: string[]; length: number } | undefined {
  const head = /^\*(\d+)\r\n/.exec(text)
  if (head === null) return undefined
  let at = head[0].length
  const words: string[] = []
  for (let index = 0; index < Number(head[1]); index++) {
    const size = /^\$(\d+)\r\n/.exec(text.slice(at, at + 20))
    if (size === null) return undefined
    at += size[0].length
    const word = text.slice(at, at + Number(size[1]))
    at += Number(size[1]) + 2
    if (at > text.length) return undefined
    words.push(word)
  }
  return { words, length: at }
}

const bulk = (text: string) => `$${text.length}\r\n${text}\r\n`

function answer(entries: Map<string, Entry>, name: string, args: readonly string[]): string {
  if (name === 'INFO') return bulk('redis_version:7.2.0\r\nloading:0\r\n')
  if (name === 'SUBSCRIBE') return `*3\r\n${bulk('subscribe')}${bulk(args[0] ?? '')}:1\r\n`
  if (name === 'ZRANGEBYSCORE') return '*0\r\n'
  if (name.startsWith('EVAL')) return '*2\r\n:1\r\n:60000\r\n'
  if (name === 'SET') return set(entries, args)
  if (name === 'GET') {
    const entry = entries.get(args[0] ?? '')
    return entry === undefined ? '$-1\r\n' : bulk(entry.value)
  }
  return '+OK\r\n'
}

function set(
  entries: Map<string, Entry>,
  [key = '', value = '', ...options]: readonly string[]
): string {
  const words = options.map(word => word.toUpperCase())
  const known = entries.get(key)
  if (words.includes('NX') && known !== undefined && known.until > Date.now()) return '$-1\r\n'
  const ms = Number(options[words.indexOf('PX') + 1])
  entries.set(key, { value, until: words.includes('PX') ? Date.now() + ms : Infinity })
  return '+OK\r\n'
}
