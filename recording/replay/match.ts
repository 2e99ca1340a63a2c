/** Finds the recorded answer of a request: by method, path, query and media type, in the recorded order. */
import { textOfBody } from '../format.ts'
import type { RecordedExchange } from '../format.ts'
import { withoutLiterals } from '../sanitize/body.ts'
import { isQuery } from '../sanitize/rules.ts'

export interface ReplayRequest {
  readonly method: string
  /** With the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
  /** The user that logged on, where it is one of the recording. */
  readonly user?: string | undefined
}

export type Match =
  | { readonly kind: 'found'; readonly exchange: RecordedExchange }
  /** Each recorded change can be made once. */
  | { readonly kind: 'used'; readonly times: number }
  | { readonly kind: 'absent'; readonly nearest: RecordedExchange | undefined }

export interface Matcher {
  find(request: ReplayRequest): Match
  isUser(name: string): boolean
}

/** What differs between two runs and means nothing. */
const volatile =
  /^(?:sap-client|sap-language|_?lock_?handle|terminalId|ideId|requestUser|expires)$/i

/** Method, path, query and media types in one writing. */
export function keyOf({ method, path, headers }: Omit<ReplayRequest, 'body' | 'user'>): string {
  const [pure = '', query = ''] = path.split(/\?(.*)/s)
  const pairs = query
    .split('&')
    .filter(pair => pair !== '')
    .map(pair => {
      const name = pair.split('=', 1)[0] ?? ''
      return volatile.test(name) ? '' : pair
    })
    .filter(pair => pair !== '')
  const media = [headers['accept'], headers['content-type']]
    .map(value =>
      String(value ?? '')
        .toLowerCase()
        .replace(/\s+/g, '')
    )
    .join(' ')
  return `${method} ${upperHex(pure)}?${pairs.map(upperHex).toSorted().join('&')} ${media}`
}

const upperHex = (text: string) => text.replace(/%[0-9a-f]{2}/gi, one => one.toUpperCase())

/** A log-on or token that was asked for: the replay does it in its own way. */
function isLogOn({ answer }: RecordedExchange): boolean {
  return (
    answer?.status === 401 ||
    (answer?.status === 403 && /^required$/i.test(answer.headers['x-csrf-token'] ?? ''))
  )
}

export function createMatcher(exchanges: readonly RecordedExchange[]): Matcher {
  const byKey = Map.groupBy(exchanges, ({ request }) => keyOf(request))
  const used = new Set<RecordedExchange>()
  const users = new Set(exchanges.flatMap(({ user }) => (user === undefined ? [] : [user])))
  /** Number of the last change that was made again: reads after it get what came after it. */
  let clock = 0

  const take = (exchange: RecordedExchange): Match => {
    used.add(exchange)
    if (exchange.effect === 'change') clock = Math.max(clock, exchange.number)
    return { kind: 'found', exchange }
  }
  return {
    isUser: name => users.has(name),
    find(request) {
      const all = byKey.get(keyOf(request)) ?? []
      if (all.length === 0) return { kind: 'absent', nearest: nearestTo(request, exchanges) }
      const own = all.filter(({ user }) => request.user === undefined || user === request.user)
      const real = (own.length > 0 ? own : all).filter(exchange => !isLogOn(exchange))
      const candidates = real.length > 0 ? real : all
      const unused = candidates.filter(exchange => !used.has(exchange))
      const alike = unused.filter(exchange => isAlike(exchange, request))
      const preferred = alike.length > 0 ? alike : unused
      const next = preferred.find(({ number }) => number > clock) ?? preferred[0]
      if (next?.effect === 'change') return take(next)
      const last = lastBefore(candidates, clock, request)
      if (next !== undefined && (next.number > clock || last === undefined)) {
        return take(fullOf(next, candidates, request))
      }
      if (last !== undefined) return { kind: 'found', exchange: fullOf(last, candidates, request) }
      return { kind: 'used', times: candidates.length }
    }
  }
}

/** What a read got last; a change has no such answer. */
function lastBefore(
  candidates: readonly RecordedExchange[],
  clock: number,
  request: ReplayRequest
): RecordedExchange | undefined {
  const reads = candidates.filter(({ effect }) => effect !== 'change')
  const alike = reads.filter(exchange => isAlike(exchange, request))
  const preferred = alike.length > 0 ? alike : reads
  return preferred.findLast(({ number }) => number <= clock) ?? preferred.at(-1)
}

/** Bodies tell requests of one URL apart, where they are the same as recorded. */
function isAlike({ request }: RecordedExchange, { path, body }: ReplayRequest): boolean {
  const recorded = textOfBody(request.body)
  return recorded === body || (isQuery(path) && recorded === withoutLiterals(body))
}

/** An answer "not modified" is none for a request without a condition. */
function fullOf(
  exchange: RecordedExchange,
  candidates: readonly RecordedExchange[],
  { headers }: ReplayRequest
): RecordedExchange {
  if (exchange.answer?.status !== 304 || headers['if-none-match'] !== undefined) return exchange
  const full = candidates.filter(({ answer }) => answer !== undefined && answer.status < 300)
  return full.findLast(({ number }) => number < exchange.number) ?? full[0] ?? exchange
}

/** The request that has most in common with it: the same path, the longest common beginning. */
function nearestTo(
  { method, path }: ReplayRequest,
  exchanges: readonly RecordedExchange[]
): RecordedExchange | undefined {
  let best: RecordedExchange | undefined
  let most = -1
  const wanted = upperHex(path)
  const pathOf = (text: string) => text.split('?', 1)[0]
  for (const exchange of exchanges) {
    const known = upperHex(exchange.request.path)
    const length = commonLength(wanted, known)
    const score =
      length +
      (pathOf(known) === pathOf(wanted) ? 1_000_000 : 0) +
      (exchange.request.method === method ? 0.5 : 0)
    if (score > most) [best, most] = [exchange, score]
  }
  return best
}

function commonLength(one: string, other: string): number {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  return at
}
