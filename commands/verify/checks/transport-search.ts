/** Checks of the searches for transport requests, of which each release has some. */
import { ErpError } from '../../../erp-client/index.ts'
import {
  searchTransports,
  transportHeaders,
  transportsOfSavedSearches
} from '../../../erp-client/adt/transports/find.ts'
import type { Transport } from '../../../erp-client/index.ts'
import type { Bench } from '../bench.ts'
import { expect } from '../check.ts'
import type { Check } from '../check.ts'
import { createAndRead } from './transports.ts'

const all = { types: 'KWT', statuses: 'D' } as const

/** Open requests of the log-on user, of which one is new where the run may create it. */
async function ownRequest(bench: Bench): Promise<string | undefined> {
  return bench.world.writing && bench.permitsRequests()
    ? (await createAndRead(bench)).number
    : undefined
}

function expectFound(found: readonly Transport[], number: string | undefined): void {
  const [wrong] = found.filter(each => !/^\w{3}K\w{6}$/.test(each.number))
  expect(wrong === undefined, `a request has the number ${String(wrong?.number)}`)
  if (number === undefined) return
  expect(
    found.some(each => each.number === number),
    `the new request ${number} is not found`
  )
}

async function search(bench: Bench): Promise<void> {
  const { reader, system, exchanges } = bench
  const number = await ownRequest(bench)
  const found = await searchTransports(reader, { ...all, user: system?.user, number }, undefined)
  const asked = exchanges.some(({ request }) => request.operation === 'transport.search')
  if (!asked) {
    throw new ErpError('ERP_UNSUPPORTED', 'the discovery document announces no such search')
  }
  if (found !== undefined) expectFound(found, number)
}

async function findHeaders(bench: Bench): Promise<void> {
  const number = await ownRequest(bench)
  const user = bench.system?.user
  expectFound(await transportHeaders(bench.reader, { user, types: all.types }, undefined), number)
}

export const transportSearchChecks: readonly Check[] = [
  {
    operation: 'transport.search',
    assumes: 'The search of the discovery document finds requests by owner and number.',
    answer: { root: ['searchresults'], has: ['?requests/request@number'] },
    run: search
  },
  {
    operation: 'transport.find',
    assumes: 'The older search finds open requests by their owner.',
    answer: { root: ['abap'], mayBeEmpty: true },
    run: findHeaders
  },
  {
    operation: 'transport.saved',
    assumes: 'The saved searches of the user are listed, and each lists its requests.',
    service: '/cts/transportrequests/searchconfiguration/configurations',
    answer: { root: ['configurations', 'root', 'tree'], mayBeEmpty: true },
    async run({ reader }) {
      expectFound(await transportsOfSavedSearches(reader, undefined), undefined)
    }
  }
]
