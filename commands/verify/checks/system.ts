/** Checks of the system itself: discovery, facts, sessions and log-off. */
import {
  isLocalPackage,
  listSystemMessages,
  probeTransportNeed,
  readDiscovery,
  readMetadata,
  readRepositoryKey,
  readSystem
} from '../../../erp-client/index.ts'
import { expect } from '../check.ts'
import type { Check } from '../check.ts'
import type { Bench, Visit } from '../bench.ts'
import { isLocked, lockIn } from './locks.ts'
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

/** A session with a request in it, or with a lock where the run may take one; it is given up. */
async function endSession(bench: Bench): Promise<void> {
  const { world, visit } = bench
  const { ref } = await world.class()
  const other = visit()
  try {
    await other.writer.session(async session => {
      if (world.writing) await lockIn(session, ref)
      else {
        const { request } = session
        await readMetadata({ ...other.reader, request }, { ref })
      }
      session.discard()
    })
    expect(other.seen.has('session.end'), 'the ERP opens no stateful session')
    const status = other.seen.get('session.end')
    // A release without the path of the request ends the session all the same.
    expect(status !== undefined && status < 500, `the status is ${String(status)}`)
    if (world.writing) expect(!(await isLocked(bench, ref)), 'a lock outlives its session')
  } finally {
    await other.end()
  }
}

async function checkTransport({ reader, world }: Bench): Promise<void> {
  const { ref } = await world.class()
  const { package: home = world.package } = await readMetadata(reader, { ref })
  const { recording } = await probeTransportNeed(reader, { ref, package: home })
  if (isLocalPackage(home)) expect(!recording, `the local package ${home} records changes`)
}

/** The client takes a missing number for a system that does not tell it. */
async function readInstallation({ visit }: Bench): Promise<void> {
  const other = visit()
  try {
    const key = await readRepositoryKey(other.reader)
    expectStatus(other.seen, 'system.installation')
    expect(!key.endsWith('/-'), 'the answer has no number of the installation')
  } finally {
    await other.end()
  }
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
    operation: 'system.installation',
    assumes: 'The service of developer keys names the number of the installation.',
    service: '/sscr/registration',
    run: readInstallation
  },
  {
    operation: 'session.end',
    assumes: 'A stateful session ends with a stateless request.',
    service: 'always',
    run: endSession
  },
  {
    operation: 'logon',
    assumes: 'A ticket of the browser is exchanged once for a security session.',
    service: 'always',
    untried: 'it needs a person at a browser; erp-bridge login tries it'
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
    run: checkTransport
  }
]
