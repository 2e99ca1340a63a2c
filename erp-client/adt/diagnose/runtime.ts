/** Runtime errors and logs: short dumps, system messages, Gateway errors, SQL trace state. */
import { plainText } from '../assist.ts'
import type { ErpReader } from '../../erp.ts'
import { crlfToLf } from '../../line-ends.ts'
import type { ReadOperation } from '../../reading-operations.ts'
import { placeOf } from '../../wire/places.ts'
import { attribute, children, parseXml, rawText, textOf } from '../../wire/xml.ts'
import type { XmlElement } from '../../wire/xml.ts'
import type { Place } from '../../wire/places.ts'

const feedType = 'application/atom+xml;type=feed'

export interface DumpHead {
  readonly id: string
  readonly error: string
  readonly program: string
  readonly user: string
  readonly at: string
  readonly text: string
}

export interface DumpQuery {
  readonly user?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly maxResults: number
}

/** Short dumps, newest first; `from` and `to` as `yyyymmddhhmmss`. */
export async function listDumps(
  erp: ErpReader,
  args: DumpQuery,
  signal?: AbortSignal
): Promise<DumpHead[]> {
  const response = await erp.request(
    {
      operation: 'dumps.list',
      effect: 'none',
      method: 'GET',
      path: '/sap/bc/adt/runtime/dumps',
      query: {
        $query: args.user === undefined ? undefined : `and(equals(user,${args.user}))`,
        $top: args.maxResults,
        from: args.from,
        to: args.to
      },
      accept: feedType
    },
    signal
  )
  return children(parseXml(response.text, ['feed']).element, 'entry').map(entry => {
    const [error, program] = children(entry, 'category').map(each => attribute(each, 'term') ?? '')
    return {
      id: idAfter(textOf(entry, 'id'), '/dumps/'),
      error: error ?? '',
      program: program ?? '',
      user: textOf(entry, 'author', 'name'),
      at: textOf(entry, 'published'),
      // the title is the short text; older releases have the summary alone
      text: textOf(entry, 'title') || plainText(rawText(children(entry, 'summary')[0]))
    }
  })
}

function idAfter(text: string, mark: string): string {
  const at = text.lastIndexOf(mark)
  return at < 0 ? text : text.slice(at + mark.length)
}

export interface Dump {
  readonly error: string
  readonly exception: string
  readonly program: string
  readonly user: string
  readonly at: string
  readonly termination: Place | undefined
  readonly chapters: readonly { readonly title: string; readonly line: number }[]
  /** The whole dump as text, divided into chapters. */
  readonly text: string
}

/** One dump by its id in the list. @throws ErpError ERP_NOT_FOUND */
export async function readDump(
  erp: ErpReader,
  args: { id: string },
  signal?: AbortSignal
): Promise<Dump> {
  const path = `/sap/bc/adt/runtime/dump/${encodedId(args.id)}`
  const ask = async (at: string, accept: string) =>
    (
      await erp.request(
        { operation: 'dumps.read', effect: 'none', method: 'GET', path: at, accept },
        signal
      )
    ).text
  const [head, text] = await Promise.all([
    ask(path, 'application/vnd.sap.adt.runtime.dump.v1+xml'),
    ask(`${path}/formatted`, 'text/plain')
  ])
  const { element } = parseXml(head, ['dump'])
  const termination = children(element, 'links', 'link').find(
    link => attribute(link, 'relation')?.endsWith('/termination') === true
  )
  return {
    error: attribute(element, 'error') ?? '',
    exception: attribute(element, 'exception') ?? '',
    program: attribute(element, 'terminatedProgram') ?? '',
    user: attribute(element, 'author') ?? '',
    at: attribute(element, 'datetime') ?? '',
    termination:
      termination === undefined
        ? undefined
        : placeOf((attribute(termination, 'uri') ?? '').replace(/^adt:\/\/[^/]+/i, '')),
    chapters: children(element, 'chapters', 'chapter')
      .map(each => ({
        title: attribute(each, 'title') ?? '',
        line: Number(attribute(each, 'line') ?? '0')
      }))
      .filter(({ line }) => line > 0)
      .sort((a, b) => a.line - b.line),
    text: crlfToLf(text)
  }
}

/** Ids of the list are encoded; blanks in them are part of the id. */
function encodedId(id: string): string {
  let bare = id
  try {
    bare = decodeURIComponent(id)
  } catch {
    // The id contains a literal percent sign.
  }
  return encodeURIComponent(bare)
}

export interface FeedEntry {
  readonly id: string
  readonly title: string
  readonly at: string
  readonly author: string
  readonly text: string
}

async function readFeedOf(
  erp: ErpReader,
  how: {
    operation: ReadOperation
    path: string
    query: Readonly<Record<string, string | number | undefined>>
  },
  signal: AbortSignal | undefined
): Promise<FeedEntry[]> {
  const response = await erp.request(
    {
      operation: how.operation,
      effect: 'none',
      method: 'GET',
      path: how.path,
      query: how.query,
      accept: feedType
    },
    signal
  )
  return children(parseXml(response.text, ['feed']).element, 'entry').map(readEntry)
}

function readEntry(entry: XmlElement): FeedEntry {
  return {
    id: textOf(entry, 'id'),
    title: textOf(entry, 'title'),
    at: textOf(entry, 'updated') || textOf(entry, 'published'),
    author: textOf(entry, 'author', 'name'),
    text: plainText(
      rawText(children(entry, 'summary')[0]) || rawText(children(entry, 'content')[0])
    )
  }
}

/** System messages of administrators (SM02). */
export async function listSystemMessages(
  erp: ErpReader,
  signal?: AbortSignal
): Promise<FeedEntry[]> {
  return await readFeedOf(
    erp,
    { operation: 'systemmessages.list', path: '/sap/bc/adt/runtime/systemmessages', query: {} },
    signal
  )
}

/** Errors of OData requests. */
export async function listGatewayErrors(
  erp: ErpReader,
  args: { user?: string | undefined },
  signal?: AbortSignal
): Promise<FeedEntry[]> {
  return await readFeedOf(
    erp,
    {
      operation: 'gateway.errors',
      path: '/sap/bc/adt/gw/errorlog',
      query: { $query: args.user === undefined ? undefined : `and(equals(username,${args.user}))` }
    },
    signal
  )
}

/** One Gateway error in full; the id is class and transaction id, as in the list. */
export async function readGatewayError(
  erp: ErpReader,
  args: { id: string },
  signal?: AbortSignal
): Promise<string> {
  const [kind = '', ...rest] = args.id.split('/')
  const path = `/sap/bc/adt/gw/errorlog/${encodeURIComponent(kind)}/${encodeURIComponent(rest.join('/'))}`
  return plainText(
    (
      await erp.request(
        {
          operation: 'gateway.error',
          effect: 'none',
          method: 'GET',
          path,
          accept: 'text/html, application/xml;q=0.5'
        },
        signal
      )
    ).text
  )
}

export interface SqlTraceState {
  readonly instance: string
  readonly on: readonly string[]
  readonly user: string
  readonly changedBy: string
  readonly changedAt: string
}

/** Active traces of ST05, by application server; the records are not available. */
export async function readSqlTraceState(
  erp: ErpReader,
  signal?: AbortSignal
): Promise<SqlTraceState[]> {
  const response = await erp.request(
    {
      operation: 'sqltrace.state',
      effect: 'none',
      method: 'GET',
      path: '/sap/bc/adt/st05/trace/state',
      accept: 'application/vnd.sap.adt.perf.trace.state.v1+xml'
    },
    signal
  )
  return children(
    parseXml(response.text, ['traceStateInstanceTable']).element,
    'traceStateInstance'
  ).map(each => {
    const types = children(each, 'traceTypes')[0]
    const value = (name: string) => textOf(each, name) || (attribute(each, name) ?? '')
    return {
      instance: value('instance'),
      on: ['sqlOn', 'bufOn', 'enqOn', 'rfcOn', 'httpOn', 'apcOn', 'amcOn', 'authOn']
        .filter(name => (textOf(types, name) || attribute(types, name)) === 'true')
        .map(name => name.slice(0, -2)),
      user: textOf(each, 'traceFilter', 'traceUser'),
      changedBy: value('modificationUser'),
      changedAt: value('modificationDateTime')
    }
  })
}
