/** A store that speaks enough of Redis' protocol to take commands, and remembers the keys that they name. */
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import type { TestContext } from 'node:test'

export interface RedisStandIn {
  readonly url: string
  /** Every command, words joined by blanks. */
  readonly heard: string[]
}

const bulk = (text: string) => `$${Buffer.byteLength(text)}\r\n${text}\r\n`

function answerTo ([name = '']: readonly string[]): string {
  if (name === 'info') return bulk('redis_version:7.0.0\r\nloading:0\r\n')
  if (name === 'eval' || name === 'evalsha') return '*2\r\n:1\r\n:60000\r\n'
  if (name === 'zrangebyscore') return '*0\r\n'
  return name === 'subscribe' ? '*3\r\n$9\r\nsubscribe\r\n$1\r\nx\r\n:1\r\n' : '+OK\r\n'
}

/** The words of all whole commands in a text of the protocol, which has ASCII only here. */
function commandsOf (text: string): string[][] {
  const found: string[][] = []
  const lines = text.split('\r\n')
  for (let at = 0; lines[at]?.startsWith('*') === true;) {
    const count = Number(lines[at]?.slice(1))
    found.push(Array.from({ length: count }, (_, index) => lines[at + 2 + index * 2] ?? ''))
    at += 1 + count * 2
  }
  return found
}

/** @param answer instead of the usual answers */
export async function startRedisStandIn (
  t: TestContext,
  answer: (words: readonly string[]) => string = answerTo
): Promise<RedisStandIn> {
  const heard: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', chunk => {
      for (const [name = '', ...words] of commandsOf(String(chunk))) {
        const command = [name.toLowerCase(), ...words]
        heard.push(command.join(' '))
        socket.write(answer(command))
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await new Promise(resolve => { server.once('listening', resolve) })
  t.after(() => { for (const socket of sockets) socket.destroy(); server.close() })
  return { url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`, heard }
}
