/** Finds transport requests by owner, kind, status, number and day, on all releases. */
import { cacheOf } from '../../cache/erp-cache.ts'
import type { ErpReader } from '../../erp.ts'
import { isErpError } from '../../errors.ts'
import { readDiscovery } from '../system.ts'
import {
  decodeTransportHeaders,
  decodeTransportHits,
  readSavedSearches
} from '../../wire/transports/search.ts'
import { decodeTransportTree } from '../../wire/transports.ts'
import type { Transport } from '../../wire/transports.ts'
import { fits, listTransports } from './read.ts'
import { ask, base, missing, tree } from './request.ts'

export interface TransportQuery {
  /** `*` for all users; the caller if left out. */
  readonly user?: string | undefined
  readonly types: string
  readonly statuses: string
  /** Pattern of the number, with `*`. */
  readonly number?: string | undefined
  /** Days of the last change, both included: `2026-01-31`. */
  readonly since?: string | undefined
  readonly until?: string | undefined
}

/**
 * Where the requests come from. `organizer`: with their objects. `search`: heads, of every owner and
 * day. `headers`: heads of open requests. `saved`: what the user's saved searches in the workbench find.
 */
export type TransportSource = 'organizer' | 'search' | 'headers' | 'saved'

export interface FoundTransports {
  readonly requests: Transport[]
  readonly source: TransportSource
}

const searchPath = '/sap/bc/adt/cts/transports/search'
const searchType = 'application/vnd.sap.adt.transports.search.v1+xml'
const savedPath = `${base}/searchconfiguration/configurations`

/** @throws ErpError ERP_UNSUPPORTED where the release has no transport services */
export async function findTransports(
  erp: ErpReader,
  query: TransportQuery,
  signal?: AbortSignal
): Promise<FoundTransports> {
  const { user, number, since, until } = query
  const isWide = [number, since, until].some(given => given !== undefined)
  if (user === '*' || isWide) {
    const found = await searchTransports(erp, query, signal)
    if (found !== undefined) return { requests: matching(found, query), source: 'search' }
  }
  if (user === '*') {
    return {
      requests: matching(await transportHeaders(erp, query, signal), query),
      source: 'headers'
    }
  }
  const { types, statuses } = query
  const listed = await listTransports(erp, { user, types, statuses }, signal)
  if (listed.length > 0) return { requests: matching(listed, query), source: 'organizer' }
  return await otherwise(erp, query, signal)
}

/** Some systems list requests for a search that is saved, and none for arguments. */
async function otherwise(
  erp: ErpReader,
  query: TransportQuery,
  signal: AbortSignal | undefined
): Promise<FoundTransports> {
  const found = await searchTransports(erp, query, signal)
  if (found !== undefined) return { requests: matching(found, query), source: 'search' }
  const saved = await transportsOfSavedSearches(erp, signal)
  return saved.length === 0
    ? { requests: [], source: 'organizer' }
    : { requests: matching(saved, query), source: 'saved' }
}

/** Undefined where the system has no such search, or refuses it; then it is not asked again. */
export async function searchTransports(
  erp: ErpReader,
  { user, types, statuses, number, since, until }: TransportQuery,
  signal: AbortSignal | undefined
): Promise<Transport[] | undefined> {
  const { memoized } = cacheOf(erp)
  const refused = 'transport search refused'
  if (memoized.has(refused) || !(await announces(erp, '/sap/bc/adt/cts/transports', searchType))) {
    return undefined
  }
  const owner = user ?? erp.system.user
  try {
    const { text } = await ask(
      erp,
      {
        operation: 'transport.search',
        effect: 'none',
        method: 'GET',
        path: searchPath,
        accept: searchType,
        query: {
          owner: owner === '*' ? undefined : owner,
          requestType: types === 'KWT' ? undefined : [...types],
          requestStatus: statusLetters(statuses),
          transportNumber: number,
          fromDate: since?.replaceAll('-', ''),
          toDate: until?.replaceAll('-', '')
        }
      },
      signal
    )
    return await decodeTransportHits([text], signal)
  } catch (error) {
    if (!isErpError(error, ...missing, 'ERP_BAD_REQUEST', 'ERP_BAD_ANSWER')) throw error
    memoized.set(refused, Promise.resolve(true))
    return undefined
  }
}

function statusLetters(statuses: string): string[] | undefined {
  const [open, released] = [statuses.includes('D'), statuses.includes('R')]
  if (open && released) return undefined
  return open ? ['D', 'L'] : ['R', 'O', 'N']
}

/** Heads of open requests, by the older search. */
export async function transportHeaders(
  erp: ErpReader,
  { user, types }: Pick<TransportQuery, 'user' | 'types'>,
  signal: AbortSignal | undefined
): Promise<Transport[]> {
  const { text } = await ask(
    erp,
    {
      operation: 'transport.find',
      effect: 'none',
      method: 'GET',
      path: '/sap/bc/adt/cts/transports',
      accept: '*/*',
      query: { _action: 'FIND', user, trfunction: types.length === 1 ? types : '*' }
    },
    signal
  )
  return await decodeTransportHeaders([text], signal)
}

/** Requests that the saved searches of the user find; none where the system has no such searches. */
export async function transportsOfSavedSearches(
  erp: ErpReader,
  signal: AbortSignal | undefined
): Promise<Transport[]> {
  if (!(await announces(erp, savedPath))) return []
  const get = async (path: string, accept: string, configUri?: string) =>
    await ask(
      erp,
      {
        operation: 'transport.saved',
        effect: 'none',
        method: 'GET',
        path,
        accept,
        query: configUri === undefined ? {} : { targets: true, configUri }
      },
      signal
    )
  try {
    const { text } = await get(savedPath, 'application/vnd.sap.adt.configurations.v1+xml')
    const found: Transport[] = []
    for (const configUri of readSavedSearches(text)) {
      const listed = await get(base, tree, configUri)
      if (listed.text.trim() !== '') {
        found.push(...(await decodeTransportTree([listed.text], signal)))
      }
    }
    return [...new Map(found.map(each => [each.number, each])).values()]
  } catch (error) {
    if (isErpError(error, ...missing, 'ERP_BAD_REQUEST')) return []
    throw error
  }
}

async function announces(erp: ErpReader, path: string, type?: string): Promise<boolean> {
  const discovery = await readDiscovery(erp).catch(() => undefined)
  const accepts = discovery?.collections.get(path)
  return accepts !== undefined && (type === undefined || accepts.includes(type))
}

/** What the ERP has left in although the query excludes it. */
function matching(found: readonly Transport[], query: TransportQuery): Transport[] {
  const { user, types, statuses, number = '*', since = '', until = '9999-12-31' } = query
  const pattern = new RegExp(`^${number.replace(/[^\w*]/g, '').replaceAll('*', '.*')}$`, 'i')
  const day = (text: string) => text.replaceAll('-', '')
  return found.filter(each => {
    const changed = each.changedAt?.slice(0, 8)
    return (
      pattern.test(each.number) &&
      (each.type === '' || types.includes(each.type)) &&
      fits(each.status, statuses) &&
      (changed === undefined || (changed >= day(since) && changed <= day(until))) &&
      (user === undefined || user === '*' || isOf(each, user))
    )
  })
}

/** Lists that name no tasks do not tell the users of tasks. */
function isOf({ owner, tasks, headOnly }: Transport, user: string): boolean {
  return (
    owner === user ||
    tasks.some(task => task.owner === user) ||
    (headOnly && tasks.length === 0) === true
  )
}
