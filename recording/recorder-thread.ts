/** The thread of a recorder: sanitises exchanges and writes them, away from the calls. */
import { parentPort, workerData } from 'node:worker_threads'
import type { ExchangeIdentity } from '../erp-client/index.ts'
import { sanitizeExchange } from './exchange.ts'
import type { SentExchange } from './exchange.ts'
import { createRecordingFolder } from './folder.ts'
import type { FolderLimits, RecordingFolder } from './folder.ts'
import { createSanitizer } from './sanitize/sanitizer.ts'

export interface ThreadData {
  readonly path: string
  readonly recorder: string
  readonly sources: boolean
  readonly origin: string
  readonly client: string
  readonly users: readonly string[]
  readonly mostBodyBytes: number
  readonly limits: FolderLimits
  /** For tests: replacements that can be foretold. */
  readonly key?: Uint8Array | undefined
}

/** To the thread. */
export type ThreadOrder =
  | { readonly kind: 'exchange'; readonly exchange: SentExchange }
  | { readonly kind: 'identity'; readonly identity: ExchangeIdentity }
  | { readonly kind: 'end'; readonly stopped?: string | undefined }

/** From the thread: one report for each exchange; `reason` where it could not be recorded. */
export type ThreadReport =
  | { readonly kind: 'recorded' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'ended' }

const data = workerData as ThreadData
const sanitizer = createSanitizer({ sources: data.sources, key: data.key })
let folder: RecordingFolder | undefined
let number = 0

function open(): RecordingFolder {
  const { path, recorder, sources, origin, client, limits } = data
  for (const user of data.users) sanitizer.user(user)
  const started = new Date().toISOString()
  sanitizer.host(new URL(origin).hostname)
  return createRecordingFolder(
    path,
    { recorder, started, sources, origin: sanitizer.text(origin), client },
    limits
  )
}

function obey(order: ThreadOrder): ThreadReport | undefined {
  if (order.kind === 'identity') {
    const { user, secrets } = order.identity
    if (user !== undefined) sanitizer.user(user)
    for (const secret of secrets) sanitizer.secret(secret)
    return undefined
  }
  if (order.kind === 'end') {
    folder?.end({ stopped: order.stopped })
    return { kind: 'ended' }
  }
  try {
    folder ??= open()
    number++
    const options = { sanitizer, mostBytes: data.mostBodyBytes }
    folder.write(sanitizeExchange(order.exchange, number, options))
    return { kind: 'recorded' }
  } catch (error) {
    // The message of the file system names the path, and a fault of the sanitiser may quote a body.
    const { code, message } = error as NodeJS.ErrnoException
    const reason =
      code ?? (/^(?:it has|the disk)/.test(message) ? message : 'an exchange cannot be sanitised')
    folder?.end({ stopped: reason })
    return { kind: 'failed', reason }
  }
}

parentPort?.on('message', (order: ThreadOrder) => {
  const report = obey(order)
  if (report !== undefined) parentPort?.postMessage(report)
})
