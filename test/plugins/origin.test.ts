import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fastify from 'fastify'
import errors from '../../plugins/errors.ts'
import origin, { type OriginOptions } from '../../plugins/origin.ts'

async function statusOf(options: OriginOptions, headers: Record<string, string>): Promise<number> {
  const app = fastify()
  await app.register(errors)
  await app.register(origin, options)
  app.get('/', async () => 'ok')
  const answer = await app.inject({ url: '/', headers })
  if (answer.statusCode !== 200) {
    assert.equal(answer.json<{ error: { code: number } }>().error.code, -32000)
  }
  await app.close()
  return answer.statusCode
}

const loopback: OriginOptions = { loopback: true }
const cases: [string, OriginOptions, Record<string, string>, number][] = [
  ['loopback: localhost', loopback, { host: 'localhost:8080' }, 200],
  ['loopback: upper case', loopback, { host: 'LOCALHOST:8080' }, 200],
  ['loopback: 127.0.0.1', loopback, { host: '127.0.0.1:8080' }, 200],
  ['loopback: IPv6', loopback, { host: '[::1]:8080' }, 200],
  ['loopback: port 80 written out', loopback, { host: 'localhost:80' }, 200],
  ['loopback: a rebound name', loopback, { host: 'evil.example.com:8080' }, 403],
  ['loopback: a name that ends like one', loopback, { host: 'localhost.evil.example.com' }, 403],
  ['loopback: user name in the host', loopback, { host: 'localhost@evil.example.com' }, 403],
  ['loopback: a path in the host', loopback, { host: 'localhost/evil' }, 403],
  ['loopback: another spelling of the address', loopback, { host: '2130706433' }, 403],
  [
    'loopback: own origin',
    loopback,
    { host: 'localhost:8080', origin: 'http://localhost:8080' },
    200
  ],
  [
    'loopback: own origin by another of our names',
    loopback,
    { host: '127.0.0.1:8080', origin: 'http://localhost:8080' },
    200
  ],
  [
    'loopback: own origin by IPv6',
    loopback,
    { host: '[::1]:8080', origin: 'http://[::1]:8080' },
    200
  ],
  [
    'loopback: own origin behind TLS',
    loopback,
    { host: 'localhost:8443', origin: 'https://localhost:8443' },
    200
  ],
  [
    'loopback: own origin with the usual port',
    loopback,
    { host: 'localhost', origin: 'http://localhost' },
    200
  ],
  [
    'loopback: the usual port written out',
    loopback,
    { host: 'localhost:80', origin: 'http://localhost' },
    200
  ],
  [
    'loopback: the usual port of TLS',
    loopback,
    { host: 'localhost', origin: 'https://localhost' },
    200
  ],
  [
    'loopback: the page of another port',
    loopback,
    { host: 'localhost:8080', origin: 'http://localhost:3000' },
    403
  ],
  [
    'loopback: another port, no port in Host',
    loopback,
    { host: 'localhost', origin: 'http://localhost:6274' },
    403
  ],
  [
    'loopback: no port in the origin',
    loopback,
    { host: 'localhost:8080', origin: 'http://localhost' },
    403
  ],
  [
    'loopback: the page of another port of IPv6',
    loopback,
    { host: '[::1]:8080', origin: 'http://[::1]:3000' },
    403
  ],
  ['loopback: an app', loopback, { host: 'localhost:8080', origin: 'capacitor://localhost' }, 403],
  [
    'loopback: an app with our port',
    loopback,
    { host: 'localhost:8080', origin: 'tauri://localhost:8080' },
    403
  ],
  [
    'loopback: a browser extension',
    loopback,
    { host: 'localhost:8080', origin: 'chrome-extension://localhost' },
    403
  ],
  [
    'loopback: a socket scheme',
    loopback,
    { host: 'localhost:8080', origin: 'ws://localhost:8080' },
    403
  ],
  ['loopback: a file', loopback, { host: 'localhost:8080', origin: 'file://localhost' }, 403],
  ['loopback: an empty origin', loopback, { host: 'localhost:8080', origin: '' }, 403],
  [
    'loopback: an allowed page of another port',
    { loopback: true, allowedOrigins: ['http://localhost:3000'] },
    { host: 'localhost:8080', origin: 'http://localhost:3000' },
    200
  ],
  [
    'loopback: an allowed app',
    { loopback: true, allowedOrigins: ['capacitor://localhost'] },
    { host: 'localhost:8080', origin: 'capacitor://localhost' },
    200
  ],
  [
    'open bind: an allowed loopback name, own port',
    { loopback: false, allowedHosts: ['localhost'] },
    { host: 'localhost:9000', origin: 'http://localhost:9000' },
    200
  ],
  [
    'open bind: an allowed loopback name, another port',
    { loopback: false, allowedHosts: ['localhost'] },
    { host: 'localhost:9000', origin: 'http://localhost:3000' },
    403
  ],
  [
    'open bind: an app under the name of an allowed host',
    { loopback: false, allowedHosts: ['b.example.com'] },
    { host: 'b.example.com', origin: 'app://b.example.com' },
    403
  ],
  [
    'loopback: foreign origin',
    loopback,
    { host: 'localhost', origin: 'https://evil.example.com' },
    403
  ],
  ['loopback: origin null', loopback, { host: 'localhost', origin: 'null' }, 403],
  ['loopback: an origin that is none', loopback, { host: 'localhost', origin: 'localhost' }, 403],
  [
    'loopback: an allowed host beside it',
    { loopback: true, allowedHosts: ['bridge.example.com'] },
    { host: 'bridge.example.com:8080' },
    200
  ],
  [
    'loopback: an allowed origin',
    { loopback: true, allowedOrigins: ['https://inspector.example.com'] },
    { host: 'localhost', origin: 'https://inspector.example.com' },
    200
  ],
  [
    'open bind, nothing set',
    { loopback: false },
    { host: 'whatever', origin: 'https://evil.example.com' },
    200
  ],
  [
    'open bind: allowed host, any port',
    { loopback: false, allowedHosts: ['Bridge.example.com'] },
    { host: 'bridge.example.com:8443' },
    200
  ],
  [
    'open bind: allowed host with its port',
    { loopback: false, allowedHosts: ['b.example.com:8443'] },
    { host: 'b.example.com:8443' },
    200
  ],
  [
    'open bind: allowed host with another port',
    { loopback: false, allowedHosts: ['b.example.com:8443'] },
    { host: 'b.example.com' },
    403
  ],
  [
    'open bind: localhost is foreign',
    { loopback: false, allowedHosts: ['b.example.com'] },
    { host: 'localhost' },
    403
  ],
  [
    'open bind: the origin of an allowed host',
    { loopback: false, allowedHosts: ['b.example.com'] },
    { host: 'b.example.com', origin: 'https://b.example.com' },
    200
  ],
  [
    'open bind: only origins set, any host',
    { loopback: false, allowedOrigins: ['https://i.example.com'] },
    { host: 'x', origin: 'https://i.example.com' },
    200
  ],
  [
    'open bind: only origins set, foreign origin',
    { loopback: false, allowedOrigins: ['https://i.example.com'] },
    { host: 'x', origin: 'https://i.example.com.evil' },
    403
  ],
  [
    'open bind: same origin, other scheme',
    { loopback: false, allowedOrigins: ['https://i.example.com'] },
    { host: 'x', origin: 'http://i.example.com' },
    403
  ]
]

describe('Host and Origin', () => {
  for (const [title, options, headers, status] of cases) {
    test(`${title}: ${status}`, async () => assert.equal(await statusOf(options, headers), status))
  }
})
