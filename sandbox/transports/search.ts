/** Searches transport requests by the configuration of a user. */
import { randomBytes } from 'node:crypto'
import { AdtError } from '../http/errors.ts'
import type { System } from '../system.ts'
import { isOpen, isTask, ownsRequestOrTask } from './requests.ts'
import type { SearchConfiguration, TransportRecords, TransportRequest } from './types.ts'

/** Which requests are wanted. */
export interface TransportOptions {
  /** Owner of the request or of a task in it; `*` for all users. */
  readonly user: string
  readonly kinds: ReadonlySet<string>
  readonly modifiable: boolean
  readonly released: boolean
  /** Last changed not before and not after; both included. */
  readonly from?: number
  readonly to?: number
  /** Owners of the request or of a task in it; empty for all. */
  readonly owners?: readonly string[]
  /** Pattern of the number, with `*`. */
  readonly number?: string
}

const day = 24 * 60 * 60 * 1000

export const propertyNames = [
  'WorkbenchRequests',
  'CustomizingRequests',
  'TransportOfCopies',
  'Modifiable',
  'Released',
  'User',
  'DateFilter',
  'FromDate',
  'ToDate'
] as const

function parseDate(value: string | undefined): number | undefined {
  const [, year, month, date] = /^(\d{4})(\d{2})(\d{2})$/.exec(value ?? '') ?? []
  return year === undefined ? undefined : Date.UTC(Number(year), Number(month) - 1, Number(date))
}

/** 0 since yesterday, 1 the last two weeks, 2 the last four, 3 an explicit range. */
function period(properties: Readonly<Record<string, string>>): { from?: number; to?: number } {
  const today = Math.floor(Date.now() / day) * day
  switch (properties['DateFilter']) {
    case '0':
      return { from: today - day }
    case '1':
      return { from: today - 14 * day }
    case '2':
      return { from: today - 28 * day }
    case '3': {
      const from = parseDate(properties['FromDate'])
      const to = parseDate(properties['ToDate'])
      return {
        ...(from === undefined ? {} : { from }),
        ...(to === undefined ? {} : { to: to + day - 1 })
      }
    }
    default:
      return {}
  }
}

function fromConfiguration({ properties, user }: SearchConfiguration): TransportOptions {
  const on = (name: string) => properties[name]?.toLowerCase() === 'true'
  const kinds = [
    on('WorkbenchRequests') ? 'K' : '',
    on('CustomizingRequests') ? 'W' : '',
    on('TransportOfCopies') ? 'T' : ''
  ]
  return {
    user: properties['User']?.toUpperCase() || user,
    kinds: new Set(kinds),
    modifiable: on('Modifiable'),
    released: on('Released'),
    ...period(properties)
  }
}

function letters(query: URLSearchParams, name: string): string {
  return query.get(name)?.toUpperCase() ?? ''
}

/**
 * What a list request asks for: a saved configuration, or its own parameters; without any, the
 * caller's requests.
 */
export function searchOptionsOf(
  { store }: System,
  query: URLSearchParams,
  caller: string
): TransportOptions {
  const uri = query.get('configUri') ?? ''
  if (uri !== '') {
    return fromConfiguration(configurationOf(store.transports, caller, uri.split('/').pop() ?? ''))
  }
  const status = letters(query, 'requestStatus')
  const kinds = letters(query, 'requestType')
  return {
    user: query.get('user')?.trim().toUpperCase() || caller,
    kinds: new Set(kinds === '' ? 'KWT' : kinds),
    modifiable: status === '' || /[DL]/.test(status),
    released: status === '' || /[ORN]/.test(status)
  }
}

/** The requests of a options, by number. */
export function foundBy(
  { store: { transports } }: System,
  options: TransportOptions
): TransportRequest[] {
  return transports
    .requests()
    .filter(
      each =>
        !isTask(each) &&
        options.kinds.has(each.kind) &&
        (isOpen(each) ? options.modifiable : options.released) &&
        (options.user === '*' || ownsRequestOrTask(transports, each, options.user)) &&
        ownedBy(transports, each, options.owners ?? []) &&
        numberFits(each.number, options.number ?? '*') &&
        (options.from === undefined || each.changedAt >= options.from) &&
        (options.to === undefined || each.changedAt <= options.to)
    )
}

function ownedBy(
  records: TransportRecords,
  request: TransportRequest,
  owners: readonly string[]
): boolean {
  return owners.length === 0 || owners.some(owner => ownsRequestOrTask(records, request, owner))
}

function numberFits(number: string, pattern: string): boolean {
  const parts = pattern.split('*').map(part => part.replace(/[^A-Z0-9]/g, ''))
  return new RegExp(`^${parts.join('.*')}$`).test(number)
}

/** The tasks of found requests. */
export function taskHits(
  { store: { transports } }: System,
  found: readonly TransportRequest[]
): TransportRequest[] {
  return found.flatMap(({ number }) => transports.tasks(number))
}

/** A user's own configuration; 404 when there is none. */
export function configurationOf(
  records: TransportRecords,
  user: string,
  id: string
): SearchConfiguration {
  const found = records.configurations(user).find(each => each.id === id.toUpperCase())
  if (found === undefined) {
    throw new AdtError(`Configuration ${id} does not exist`, {
      status: 404,
      type: 'ExceptionResourceNotFound'
    })
  }
  return found
}

/** Everything of the user that can still be changed, in the last two weeks. */
export function newConfiguration(records: TransportRecords, user: string): SearchConfiguration {
  const now = Date.now()
  const properties = {
    WorkbenchRequests: 'true',
    CustomizingRequests: 'true',
    TransportOfCopies: 'true',
    Modifiable: 'true',
    Released: 'false',
    User: user,
    DateFilter: '1'
  }
  const made = {
    id: randomBytes(8).toString('hex').toUpperCase(),
    user,
    properties,
    createdAt: now,
    changedAt: now
  }
  records.saveConfiguration(made)
  return made
}

/** A tag that changes with every save; it has only digits, as clients send it back unquoted. */
export function tagOf({ changedAt }: SearchConfiguration): string {
  return new Date(changedAt).toISOString().replace(/\D/g, '')
}
