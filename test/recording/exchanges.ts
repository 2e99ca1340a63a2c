/** Exchanges for tests of the recorder: one with what the test gives, and the text of a recording. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { ErpExchange } from '../../erp-client/index.ts'
import { createRecorder } from '../../recording/recorder.ts'
import type { Recorder, RecorderOptions } from '../../recording/recorder.ts'

export interface Given {
  readonly method?: string
  readonly path?: string
  readonly user?: string
  readonly origin?: string
  readonly request?: Readonly<Record<string, string>>
  readonly sent?: string | Uint8Array
  readonly status?: number
  readonly headers?: Readonly<Record<string, string | string[]>>
  readonly body?: string | Uint8Array
  readonly error?: string
}

export function exchangeOf(given: Given): ErpExchange {
  const { method = 'GET', path = '/sap/bc/adt/discovery', status = 200, body = '' } = given
  return {
    operation: 'test',
    effect: method === 'GET' ? 'none' : 'change',
    user: given.user,
    origin: given.origin ?? 'https://erp.example.com:44300',
    method,
    path,
    requestHeaders: given.request ?? { accept: '*/*' },
    requestBody: given.sent,
    at: 0,
    ms: 1,
    answer:
      given.error === undefined
        ? {
            status,
            headers: { 'content-type': 'application/xml', ...given.headers },
            body: typeof body === 'string' ? Buffer.from(body) : body
          }
        : undefined,
    error: given.error
  }
}

export interface TestRecorder extends Recorder {
  readonly directory: string
  /** Reasons why it stopped. */
  readonly reasons: string[]
}

export function recorderFor(t: TestContext, options: Partial<RecorderOptions> = {}): TestRecorder {
  const directory = options.directory ?? mkdtempSync(join(tmpdir(), 'recorder-'))
  const reasons: string[] = []
  const recorder = createRecorder({
    directory,
    name: 'default',
    origin: 'https://erp.example.com:44300',
    client: '001',
    sources: true,
    recorder: 'test',
    onStop: reason => reasons.push(reason),
    ...options,
    // The machine may be busy.
    limits: { closeMs: 60_000, ...options.limits }
  })
  t.after(async () => {
    await recorder.close()
    rmSync(directory, { recursive: true, force: true })
  })
  return {
    directory,
    reasons,
    path: recorder.path,
    identity: recorder.identity,
    exchange: recorder.exchange,
    close: recorder.close,
    get stopped() {
      return recorder.stopped
    }
  }
}

/** All files of a folder, one after the other. */
export function wholeText(folder: string): string {
  return readdirSync(folder)
    .toSorted()
    .map(name => `${name}\n${readFileSync(join(folder, name), 'utf8')}`)
    .join('\n')
}
