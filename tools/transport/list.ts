/** Lists and finds transport requests. */
import { findTransports, readBasisRelease } from '../../erp-client/index.ts'
import type { FoundTransports, Transport } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { pageOf } from '../call/paging.ts'
import type { ToolResult } from '../call/result.ts'
import { sinceOf } from '../insight/changes/since.ts'
import { count, systemWords } from '../objects/words.ts'
import { omitUndefined } from '../schema/output.ts'
import { allEntries, transportData, transportHead } from './words.ts'

const defaultRequests = 50
const mostRequests = 500

export interface ListOptions {
  /** `*` for all users. */
  readonly user?: string | undefined
  readonly status?: string | undefined
  readonly requestType?: string | undefined
  /** Pattern of the number. */
  readonly transport?: string | undefined
  readonly since?: string | undefined
  readonly until?: string | undefined
  readonly maxResults?: number | undefined
  readonly cursor?: string | undefined
}

const letters: Readonly<Record<string, string>> = { open: 'D', released: 'R', all: 'DR' }

export async function listRequests(
  context: ToolContext,
  options: ListOptions
): Promise<ToolResult> {
  const { status = 'open', requestType, transport, cursor } = options
  // A pattern of the number finds requests of every owner.
  const own = transport === undefined ? context.erpUser : '*'
  const user = options.user?.toUpperCase() ?? own
  const [since, until] = [dayOf(options.since, 'since'), dayOf(options.until, 'until')]
  const statuses = letters[status] ?? 'D'
  const wanted = { user, types: requestType ?? 'KWT', statuses, number: transport, since, until }
  const found = await findTransports(context.erp, wanted, context.signal)
  const notes = await notesOf(context, found, statuses)
  const page = pageOf(found.requests, {
    cursors: context.cursors,
    question: ['transports', user, status, requestType, transport, since, until],
    cursor,
    size: Math.min(options.maxResults ?? defaultRequests, mostRequests)
  })
  const system = systemWords(context.erp)
  return {
    kind: 'data',
    data: omitUndefined({
      system,
      action: 'list',
      total: found.requests.length,
      complete: page.cursor === undefined && notes.length === 0,
      notes: notes.length === 0 ? undefined : notes,
      cursor: page.cursor,
      requests: page.items.map(requestData)
    }),
    text: [
      `${system} · ${count(found.requests.length, 'request')} of ${ownerWords(user)} (${status})`,
      ...notes,
      ...page.items.map(requestLine),
      ...moreWords(page.cursor)
    ].join('\n')
  }
}

const moreWords = (cursor: string | undefined) =>
  cursor === undefined ? [] : [`More: cursor "${cursor}"`]

const ownerWords = (user: string | undefined) =>
  user === '*' ? 'all users' : (user ?? 'this user')

function dayOf(text: string | undefined, argument: string): string | undefined {
  return text === undefined
    ? undefined
    : new Date(sinceOf(text, Date.now(), argument)).toISOString().slice(0, 10)
}

function requestData(one: Transport): object {
  return {
    ...transportData(one),
    entries: undefined,
    tasks: one.tasks.map(({ number, owner, status }) => ({ number, owner, status })),
    ...(one.headOnly === true ? {} : { entryCount: allEntries(one).length })
  }
}

function requestLine(one: Transport): string {
  const tasks = one.tasks.map(({ number, owner }) => `${number} ${owner}`).join(', ')
  return `${transportHead(one)}${tasks === '' ? '' : ` · tasks ${tasks}`}`
}

const oldestWithReleased = 751

/** Why the list may lack requests that the question is about. */
async function notesOf(
  { erp }: ToolContext,
  { source }: FoundTransports,
  statuses: string
): Promise<string[]> {
  if (source === 'saved') {
    return [
      'This system lists what the saved searches of the user find; others may be missing. The saved search is changed in the Transport Organizer view of the workbench.'
    ]
  }
  if (!statuses.includes('R') || source === 'search') return []
  const release = await readBasisRelease(erp)
  const isOld = release !== undefined && release < oldestWithReleased
  return source === 'headers' || isOld
    ? [
        'Released requests may be missing: this release lists modifiable ones. The table E070 has all of them (TRSTATUS R), E07T their texts.'
      ]
    : []
}
