/**
 * A process that serves the fixture tools over stdio; what happens inside them is told on stderr.
 */
import { createErp } from '../../erp-client/index.ts'
import { serveStreams } from '../../mcp/stdio.ts'
import { createPolicy, createRegistry, createTokenSigner } from '../../tools/index.ts'
import { createFixtures } from './fixture-tools.ts'

const { tools, seen } = createFixtures()
const expert = new Set<never>()
const tell = (facts: object, message: string) => {
  process.stderr.write(`${message} ${JSON.stringify(facts)}\n`)
}
const connection = serveStreams({
  identity: { name: 'fixture', title: 'Fixture', version: '1' },
  session: {
    system: 'default',
    caller: {
      principal: { name: 'local', kind: 'local' },
      scopes: new Set(['read', 'write', 'admin']),
      method: 'local'
    },
    registry: createRegistry(tools, {
      transportable: false,
      transportsEnabled: false,
      expert,
      features: new Map()
    }),
    policy: createPolicy({
      readOnly: false,
      blockFreeSql: false,
      allowTransportableEdits: false,
      enableTransports: false,
      transportReadOnly: false,
      expert
    }),
    erp: () =>
      createErp({
        baseUrl: 'http://127.0.0.1:9',
        client: '001',
        language: 'EN',
        credential: { kind: 'basic', user: 'U', password: 'P' }
      }),
    log: { debug: tell, info: tell, warn: tell, error: tell },
    limits: { bytes: 1_000_000, rows: 100 },
    observers: [event => tell(event, 'event')]
  },
  signer: createTokenSigner(undefined),
  input: process.stdin,
  output: process.stdout,
  maxBytes: 16_777_216,
  graceMs: 500
})
await connection.closed
tell({ seen }, 'closed')
