/**
 * The files of a recording: one folder, a description in `recording.json`, and one JSON file for each
 * exchange. `docs/recordings.md` explains them.
 */

/** Goes up where an older program could not read the files. */
export const formatVersion = 1

export const descriptionFile = 'recording.json'

export interface RecordingDescription {
  readonly format: number
  /** The program that made it, with its version. */
  readonly recorder: string
  /** ISO 8601. */
  readonly started: string
  /** Source texts and descriptions are recorded. */
  readonly sources: boolean
  /** Origin of the ERP, replaced. */
  readonly origin: string
  readonly client: string
  readonly ended?: string | undefined
  readonly exchanges?: number | undefined
  /** Why it ended before its time. */
  readonly stopped?: string | undefined
}

/**
 * A text by its lines (each with its line end but for `\n`), or what was left out: `binary` is no
 * text, `size` is above the limit.
 */
export type RecordedBody =
  | { readonly lines: readonly string[] }
  | { readonly omitted: 'binary' | 'size'; readonly bytes: number }

export interface RecordedExchange {
  /** In the order of the answers. */
  readonly number: number
  readonly operation: string
  readonly effect: string
  /** ERP user, replaced. */
  readonly user?: string | undefined
  /** ISO 8601, when it was sent. */
  readonly at: string
  readonly ms: number
  readonly request: {
    readonly method: string
    readonly path: string
    readonly headers: Readonly<Record<string, string>>
    readonly body?: RecordedBody | undefined
  }
  /** One of `answer` and `error` is there. */
  readonly answer?:
    | {
        readonly status: number
        readonly headers: Readonly<Record<string, string>>
        readonly body?: RecordedBody | undefined
      }
    | undefined
  /** The code of the failure where no answer came. */
  readonly error?: string | undefined
}

/** `000012-GET-200.json`: the order of the names is the order of the exchanges. */
export function fileNameOf({ number, request, answer }: RecordedExchange): string {
  return `${String(number).padStart(6, '0')}-${request.method}-${answer?.status ?? 'none'}.json`
}

const exchangeFile = /^\d{6,}-[A-Z]+-(?:\d{3}|none)\.json$/

export const isExchangeFile = (name: string): boolean => exchangeFile.test(name)

export function bodyOfText(text: string): RecordedBody {
  return { lines: text.split('\n') }
}

export function textOfBody(body: RecordedBody | undefined): string {
  return body === undefined || !('lines' in body) ? '' : body.lines.join('\n')
}
