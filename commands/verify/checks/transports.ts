/** Checks of transport requests. The run creates one, and deletes it again. */
import {
  addTransportTask,
  changeTransportOwner,
  createTransportRequest,
  deleteTransport,
  isErpError,
  listTransports,
  readTransport,
  transportOfObject,
  transportValues
} from '../../../erp-client/index.ts'
import type { Transport } from '../../../erp-client/index.ts'
import type { Bench } from '../bench.ts'
import { Skipped, expect } from '../check.ts'
import type { Check } from '../check.ts'

export const service = '/cts/transportrequests'

async function createRequest({ writer, system, world }: Bench): Promise<string> {
  const { number } = await createTransportRequest(writer, {
    type: 'K',
    description: world.marker,
    target: '',
    package: world.package,
    owner: system?.user ?? ''
  })
  world.ownsRequest(number)
  return number
}

export async function createAndRead(bench: Bench): Promise<Transport> {
  const number = await createRequest(bench)
  const created = await readTransport(bench.reader, { number }).catch((error: unknown) => {
    if (isErpError(error, 'ERP_NOT_FOUND')) return undefined
    throw error
  })
  expect(created !== undefined, `there is no request ${number} after its creation`)
  expect(created.number === number, `the request ${number} is read as ${created.number}`)
  expect(
    created.description === bench.world.marker,
    `its description is ${JSON.stringify(created.description)}`
  )
  expect(created.status === 'D', `a new request has the status ${created.status}`)
  return created
}

/** A request that the run has created, where it may; else one that the user has. */
export async function someRequest(bench: Bench): Promise<Transport> {
  const { reader, world, permitsRequests } = bench
  if (world.writing && permitsRequests()) {
    return await createAndRead(bench)
  }
  const [found] = await listTransports(reader, {})
  if (found === undefined) throw new Skipped('the user has no request')
  return found
}

async function deleteIt(bench: Bench): Promise<void> {
  const number = await createRequest(bench)
  await deleteTransport(bench.writer, { number })
  const after = await readTransport(bench.reader, { number }).then(
    () => 'there',
    (error: unknown) => {
      if (isErpError(error, 'ERP_NOT_FOUND')) return 'gone'
      throw error
    }
  )
  expect(after === 'gone', 'the request exists after its deletion')
}

async function addTask(bench: Bench): Promise<void> {
  const { number, tasks } = await createAndRead(bench)
  const user = bench.system?.user ?? ''
  // A user has one task in a request: that of the new request goes first.
  for (const each of tasks) {
    bench.world.names(each.number)
    await deleteTransport(bench.writer, { number: each.number })
  }
  const task = await addTransportTask(bench.writer, { number, user })
  const after = await readTransport(bench.reader, { number })
  expect(
    after.tasks.some(each => each.number === task),
    `the request does not have the new task ${task}`
  )
}

/** The owner stays the log-on user: no other user is taken. */
async function keepOwner(bench: Bench): Promise<void> {
  const { number } = await createAndRead(bench)
  const user = bench.system?.user ?? ''
  await changeTransportOwner(bench.writer, { number, user })
  const { owner } = await readTransport(bench.reader, { number })
  expect(owner.toUpperCase() === user.toUpperCase(), `the owner is ${owner}`)
}

const requests = { writes: true, service } as const

export const transportChecks: readonly Check[] = [
  {
    operation: 'transport.list',
    assumes: 'The requests of a user are a tree with number, owner and status.',
    service,
    answer: { root: ['root', 'tree'], mayBeEmpty: true },
    async run({ reader }) {
      const all = await listTransports(reader, {})
      expect(
        all.every(({ number }) => /^\w{3}K\d{6}$/.test(number)),
        'a request has no number'
      )
    }
  },
  {
    operation: 'transport.read',
    assumes: 'A request is read by its number, with its tasks.',
    service,
    answer: { root: ['root'] },
    async run(bench) {
      const { number } = await someRequest(bench)
      const found = await readTransport(bench.reader, { number })
      expect(found.number === number, `the request ${number} is read as ${found.number}`)
      expect(found.owner !== '', 'it has no owner')
    }
  },
  {
    operation: 'transport.object',
    assumes: 'An object tells the open request that records it.',
    answer: { root: ['abap'], mayBeEmpty: true },
    async run({ reader, world }) {
      await transportOfObject(reader, { ref: (await world.class()).ref })
    }
  },
  {
    operation: 'transport.targets',
    assumes: 'The targets of requests are a list of names.',
    service: `${service}/valuehelp/target`,
    answer: { root: ['namedItemList'], has: ['?namedItem/name'] },
    async run({ reader }) {
      await transportValues(reader, 'targets')
    }
  },
  {
    operation: 'transport.layers',
    assumes: 'The transport layers are a list of names.',
    service: '/packages/valuehelps/transportlayers',
    answer: { root: ['namedItemList'], has: ['?namedItem/name'] },
    async run({ reader }) {
      await transportValues(reader, 'layers')
    }
  },
  {
    operation: 'transport.create',
    assumes: 'A new request is modifiable, and has the given text.',
    ...requests,
    rule: 'createRequest',
    async run(bench) {
      await createAndRead(bench)
    }
  },
  {
    operation: 'transport.task',
    assumes: 'A new task is part of its request.',
    ...requests,
    rule: 'createRequest',
    run: addTask
  },
  {
    operation: 'transport.owner',
    assumes: 'A request belongs to the user that was named.',
    ...requests,
    rule: 'updateRequest',
    run: keepOwner
  },
  {
    operation: 'transport.delete',
    assumes: 'A deleted request does not exist.',
    ...requests,
    rule: 'deleteRequest',
    run: deleteIt
  },
  {
    operation: 'transport.release',
    assumes: 'A released request is not modifiable.',
    service,
    untried: 'a release cannot be undone'
  }
]
