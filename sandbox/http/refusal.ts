/** Turns any error into the refusal and the answer that a client receives. */
import { limits } from '../not-implemented.ts'
import { bodyTooLarge } from './connection-manager.ts'
import {
  AdtError,
  PlainError,
  creationFailure,
  exceptionBody,
  internalError,
  notImplemented
} from './errors.ts'
import type { Answer } from './route.ts'

function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** A source that the store cannot split into parts; with line and column when known. */
function invalidSource(error: Error): AdtError {
  const place =
    'line' in error && typeof error.line === 'number'
      ? {
          LINE: String(error.line),
          COLUMN: String('column' in error && typeof error.column === 'number' ? error.column : 0)
        }
      : {}
  return new AdtError(error.message, {
    status: 400,
    type: 'ExceptionResourceScanDuringSaveFailure',
    namespace: 'com.sap.adt.sedi',
    properties: place,
    cause: error
  })
}

/** Codes of the store whose refusal carries the error's own text. */
const refusalsByCode: Readonly<Record<string, { readonly status: number; readonly type: string }>> =
  {
    NOT_FOUND: { status: 404, type: 'ExceptionResourceNotFound' },
    EXISTS: { status: 409, type: 'ExceptionResourceAlreadyExists' },
    STRUCTURE_PACKAGE: { status: 403, type: 'ExceptionResourceNoAccess' },
    NOT_EMPTY: { status: 409, type: 'ExceptionResourceDeletionFailure' },
    INVALID: { status: 400, type: 'ExceptionInvalidParameter' }
  }

/** A refusal of the store or the engine, as the ERP words it; undefined for any other error. */
function knownRefusal(error: Error): AdtError | PlainError | undefined {
  const code = codeOf(error) ?? ''
  const refusal = Object.hasOwn(refusalsByCode, code) ? refusalsByCode[code] : undefined
  if (refusal !== undefined) return new AdtError(error.message, { ...refusal, cause: error })
  switch (code) {
    case 'INVALID_NAME':
    case 'INVALID_PACKAGE':
      return creationFailure(error.message)
    case 'INVALID_SOURCE':
      return invalidSource(error)
    case 'UNSUPPORTED':
      return notImplemented(limits.storedConstruct, error.message)
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return bodyTooLarge()
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AdtError('The content type of the request is not understood', {
        status: 415,
        type: 'ExceptionUnsupportedMediaType'
      })
    default:
      return undefined
  }
}

function statusOf(error: Error): number | undefined {
  return 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : undefined
}

/** An error as a refusal; an unexpected error is a 500 `ExceptionInternalError`. */
export function refusalOf(error: unknown): AdtError | PlainError {
  if (error instanceof AdtError || error instanceof PlainError) return error
  if (!(error instanceof Error)) return internalError(error)
  const status = statusOf(error)
  const known = knownRefusal(error)
  if (known !== undefined) return known
  if (status !== undefined && status >= 400 && status < 500) {
    return new PlainError(error.message, status)
  }
  return internalError(error)
}

export function refusalAnswer(refusal: AdtError | PlainError): Answer {
  if (refusal instanceof AdtError) {
    return {
      status: refusal.status,
      type: 'application/xml; charset=utf-8',
      body: exceptionBody(refusal)
    }
  }
  const { 'content-type': type = 'text/plain;charset=utf-8', ...headers } = refusal.headers
  return { status: refusal.status, type, headers, body: refusal.message }
}
