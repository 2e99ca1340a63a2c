/** Checks of the system itself: discovery, facts, sessions and log-off. */
import {
  isErpError,
  listSystemMessages,
  objectUri,
  probeTransportNeed,
  readDiscovery,
  readSystem
} from '../../../erp-client/index.ts'
import { expect } from '../check.ts'
import type { Check } from '../check.ts'
import type { Bench, Visit } from '../bench.ts'
import { feed, statuses } from './shapes.ts'

/** Sends the request of the client again, whose answer the start of the run has cached. */
async function discoverAgain({ visit }: Bench): Promise<void> {
  const other = visit()
  try {
    const { collections } = await readDiscovery(other.reader)
    const paths = [...collections.keys()]
    expect(paths.length > 0, 'the discovery document names no collection')
    expect(
      paths.every(path => path.startsWith('/sap/')),
      `the discovery document names ${paths.find(path => !path.startsWith('/sap/')) ?? ''}`
    )
    expect(
      paths.includes('/sap/bc/adt/repository/informationsystem/search') ||
        paths.includes('/sap/bc/adt/oo/classes'),
      'the discovery document announces neither classes nor a search'
    )
  } finally {
    await other.end()
  }
}

async function readFacts({ reader }: Bench): Promise<void> {
  const { id, user, release } = await readSystem(reader)
  expect(/^\w{3}$/.test(id), `the system id is ${JSON.stringify(id)}`)
  expect(user !== '', 'the ERP does not name the log-on user')
  expect(release !== undefined, 'the components do not name the release of SAP_BASIS')
}

/** A session with a request in it, which is then given up. */
async function endSession(other: Visit, uri: string): Promise<void> {
  await other.writer.session(async session => {
    await session.request({
      operation: 'metadata.read',
      effect: 'none',
      method: 'GET',
      path: uri,
      accept: 'application/*'
    })
    session.discard()
  })
}

function expectStatus(seen: Visit['seen'], operation: string): void {
  const status = seen.get(operation)
  expect(
    status !== undefined && status < 300,
    status === undefined ? 'there is no answer' : `the status is ${String(status)}`
  )
}

export const systemChecks: readonly Check[] = [
  {
    operation: 'discovery.read',
    assumes: 'The discovery document lists the services of the system with absolute paths.',
    service: 'always',
    answer: { root: ['service'], has: ['workspace/collection@href'] },
    run: discoverAgain
  },
  {
    operation: 'system.read',
    assumes: 'The system names its id, the log-on user and the release of SAP_BASIS.',
    service: 'always',
    run: readFacts
  },
  {
    operation: 'session.end',
    assumes: 'A stateful session ends with a stateless request.',
    service: 'always',
    async run({ visit, world }) {
      const { ref } = await world.class()
      const other = visit()
      try {
        await endSession(other, objectUri(ref))
      } finally {
        await other.end()
      }
      if (other.seen.has('session.end')) expectStatus(other.seen, 'session.end')
      else expect(false, 'the ERP opens no stateful session')
    }
  },
  {
    operation: 'logoff',
    assumes: 'A log-off answers, and ends the session of the log-on.',
    service: 'always',
    async run({ visit }) {
      const other = visit()
      await readDiscovery(other.reader).catch(async (error: unknown) => {
        await other.end()
        throw error
      })
      await other.end()
      if (!other.seen.has('logoff')) return
      expectStatus(other.seen, 'logoff')
    }
  },
  {
    operation: 'systemmessages.list',
    assumes: 'System messages are a feed of entries.',
    answer: feed,
    service: '/runtime/systemmessages',
    async run({ reader }) {
      await listSystemMessages(reader)
    }
  },
  {
    operation: 'transport.check',
    assumes: 'The transport check says whether a package records changes.',
    answer: { status: statuses.read, root: ['abap'], has: ['values/DATA'] },
    async run({ reader, world }) {
      const { ref } = await world.class()
      const need = await probeTransportNeed(reader, { ref, package: world.package }).catch(
        (error: unknown) => {
          // A cloud system refuses $TMP in its own words, which is an answer.
          if (isErpError(error, 'ERP_BAD_REQUEST')) return undefined
          throw error
        }
      )
      if (need === undefined || !world.package.startsWith('$')) return
      expect(!need.recording, `the local package ${world.package} records changes`)
    }
  }
]
