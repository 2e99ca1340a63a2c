/** Calls the control routes of a running sandbox. */
import type { QueueImport, QueueReport } from '../transports/exchange/queue.ts'
import type { QueueEntry } from '../transports/exchange/types.ts'

export interface ControlTarget {
  readonly url: string
  readonly user: string
  readonly password: string
}

export interface Control {
  queue(): Promise<QueueEntry[]>
  importRequests(options: Omit<QueueImport, 'user'>): Promise<QueueReport>
}

const path = '/sandbox/imports'

/** The text of an error document. */
function reasonOf(body: string): string {
  const [, text = body] = /<message[^>]*>([^<]*)</.exec(body) ?? []
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

async function send(
  { url, user }: ControlTarget,
  init: {
    readonly method: string
    readonly headers: Readonly<Record<string, string>>
    readonly body?: string
  }
): Promise<Response> {
  let answer: Response
  try {
    answer = await fetch(new URL(path, url), init)
  } catch (cause) {
    throw new Error(`${url} does not answer; start the landscape, or correct the address`, {
      cause
    })
  }
  if (answer.ok) return answer
  if (answer.status === 401) {
    throw new Error(`${url} refuses user ${user}; give the password of this start`)
  }
  throw new Error(reasonOf(await answer.text()))
}

export function createControl(target: ControlTarget): Control {
  const { user, password } = target
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const read = (headers: Readonly<Record<string, string>> = {}) =>
    send(target, { method: 'GET', headers: { authorization, ...headers } })
  return {
    async queue() {
      const { queue } = (await (await read()).json()) as { queue: QueueEntry[] }
      return queue
    },
    async importRequests(options) {
      // a change needs the session and the token of an earlier request
      const session = await read({ 'x-csrf-token': 'Fetch' })
      const cookie = session.headers
        .getSetCookie()
        .map(each => each.split(';')[0])
        .join('; ')
      const answer = await send(target, {
        method: 'POST',
        headers: {
          authorization,
          cookie,
          'content-type': 'application/json',
          'x-csrf-token': session.headers.get('x-csrf-token') ?? ''
        },
        body: JSON.stringify(options)
      })
      return (await answer.json()) as QueueReport
    }
  }
}
