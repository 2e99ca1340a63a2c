/**
 * The adaptive limit at an ERP with eight work processes, which 128 readers of the bridge share with
 * a dialog user: how long that user waits, and how much the readers get done.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { createIdentityQueue } from '../../erp-client/http/identity-queue.ts'
import { createLimiterState } from '../../erp-client/http/limiter-state.ts'
import { createConnectionLimiter, createErp } from '../../erp-client/index.ts'
import type { ConnectionLimiter } from '../../erp-client/index.ts'

const [processes, workMs, connections, readers, seconds] = [8, 80, 64, 128, 16]

/** Requests above the number of work processes wait in one queue, as in the dispatcher of an ERP. */
function createCrowdedErp() {
  const waiting: (() => void)[] = []
  let free = processes
  return createServer((request, response) => {
    request.resume()
    const work = () => {
      setTimeout(() => {
        response.writeHead(200, { 'content-type': 'text/plain' }).end('x')
        const next = waiting.shift()
        if (next === undefined) free++
        else next()
      }, workMs)
    }
    if (free > 0) {
      free--
      work()
    } else waiting.push(work)
  })
}

/** The same limiter, which always permits what the operator has set. */
function createFixedLimiter(): ConnectionLimiter {
  const adaptiveLimit = { limit: connections, answered() {}, overloaded() {} }
  const state = createLimiterState({
    connections,
    adaptiveLimit,
    mostWaiting: connections * 64,
    shared: false
  })
  return {
    ...createConnectionLimiter({ connections }),
    identityQueue: options => createIdentityQueue(state, options),
    get running() {
      return state.running
    },
    get waiting() {
      return state.waiting
    },
    limit: connections
  }
}

interface Crowd {
  /** Median milliseconds of the dialog user. */
  readonly dialog: number
  readonly perSecond: number
}

async function measure(connectionLimiter: ConnectionLimiter): Promise<Crowd> {
  const server = createCrowdedErp()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const credential = { kind: 'basic', user: 'U', password: 'p' } as const
  const erp = createErp({
    baseUrl,
    client: '001',
    language: 'EN',
    credential,
    connections,
    connectionLimiter
  })
  const end = performance.now() + seconds * 1000
  let answers = 0
  const loop = async () => {
    while (performance.now() < end) {
      await erp.reader.request({
        operation: 'x',
        effect: 'none',
        method: 'GET',
        path: '/sap/bc/adt/x'
      })
      answers++
    }
  }
  const times: number[] = []
  const dialog = async () => {
    while (performance.now() < end) {
      const began = performance.now()
      await (await fetch(`${baseUrl}/dialog`)).text()
      // In the first half the limit finds its place.
      if (began > end - seconds * 500) times.push(performance.now() - began)
    }
  }
  await Promise.all([...Array.from({ length: readers }, loop), dialog()])
  await erp.close()
  server.closeAllConnections()
  server.close()
  return { dialog: median(times), perSecond: answers / seconds }
}

const rounds = 3
const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? NaN

/** Measures and prints the row. */
export async function crowdRow(): Promise<void> {
  const [on, off]: [Crowd[], Crowd[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    // Side by side, each with an ERP of its own: timers and processor treat both alike.
    const [one, other] = await Promise.all([
      measure(createConnectionLimiter({ connections })),
      measure(createFixedLimiter())
    ])
    on.push(one)
    off.push(other)
  }
  const compare = (key: keyof Crowd) => {
    const [one, other] = [on, off].map(crowds => median(crowds.map(crowd => crowd[key])))
    return `${one?.toFixed(0)} / ${other?.toFixed(0)} = ${((one ?? NaN) / (other ?? NaN)).toFixed(2)}`
  }
  console.log(
    `adaptive limit  a dialog user beside ${readers} readers waits ${compare('dialog')} ms; readers ${compare('perSecond')} answers a second`
  )
}
