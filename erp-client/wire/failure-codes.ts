/** Error codes of refusals: by exception type, HTTP status, message and session. */
import { contextGone, isLogonPage, isRedirect } from './http.ts'
import type { Answer, ErpCall } from '../http/erp-call.ts'
import { headerOf } from '../http/erp-call.ts'
import type { ErpErrorCode } from '../errors.ts'

export const byType: Readonly<Record<string, ErpErrorCode>> = {
  ExceptionResourceNotFound: 'ERP_NOT_FOUND',
  ResourceNotFound: 'ERP_NOT_FOUND',
  ExceptionResourceAlreadyExists: 'ERP_ALREADY_EXISTS',
  ExceptionResourceSaveFailure: 'ERP_BAD_REQUEST',
  ExceptionResourceScanDuringSaveFailure: 'ERP_BAD_REQUEST',
  ExceptionResourceNoAccess: 'ERP_FORBIDDEN',
  ExceptionResourceLockedByAnotherUser: 'ERP_LOCKED',
  ExceptionResourceLockConflict: 'ERP_LOCKED',
  ExceptionResourceInvalidLockHandle: 'ERP_LOCK_LOST',
  ExceptionResourceNoAuthorization: 'ERP_FORBIDDEN',
  ExceptionNotAuthorized: 'ERP_FORBIDDEN',
  ExceptionResourceNotAcceptable: 'ERP_NOT_ACCEPTABLE',
  ExceptionUnsupportedMediaType: 'ERP_NOT_ACCEPTABLE',
  ExceptionMethodNotSupported: 'ERP_UNSUPPORTED',
  uriMappingError: 'ERP_UNSUPPORTED',
  ExceptionInternalError: 'ERP_SERVER_ERROR'
}

export const byStatus: Readonly<Record<number, ErpErrorCode>> = {
  401: 'ERP_LOGON_FAILED',
  403: 'ERP_FORBIDDEN',
  404: 'ERP_NOT_FOUND',
  405: 'ERP_UNSUPPORTED',
  406: 'ERP_NOT_ACCEPTABLE',
  415: 'ERP_NOT_ACCEPTABLE',
  423: 'ERP_LOCK_LOST',
  429: 'ERP_BUSY',
  501: 'ERP_UNSUPPORTED',
  502: 'ERP_UNREACHABLE',
  503: 'ERP_BUSY',
  504: 'ERP_TIMEOUT'
}

/** Codes that follow from the message, beyond type and status; the first match counts. */
const byMessage: readonly {
  readonly when: RegExp
  readonly among: readonly ErpErrorCode[]
  readonly code: ErpErrorCode
}[] = [
  {
    when: /currently editing|is locked by|locked by user/i,
    among: ['ERP_FORBIDDEN', 'ERP_LOCKED', 'ERP_BAD_REQUEST'],
    code: 'ERP_LOCKED'
  },
  {
    when: /already exist/i,
    among: ['ERP_BAD_REQUEST', 'ERP_SERVER_ERROR', 'ERP_ALREADY_EXISTS', 'ERP_UNSUPPORTED'],
    code: 'ERP_ALREADY_EXISTS'
  },
  {
    when: /^Resource\s+\/sap\/bc\/\S+ does not exist|^No suitable resource found/,
    among: ['ERP_NOT_FOUND'],
    code: 'ERP_UNSUPPORTED'
  },
  { when: /Structure packages cannot contain/i, among: ['ERP_LOCKED'], code: 'ERP_FORBIDDEN' }
]

export function refine(code: ErpErrorCode, message: string): ErpErrorCode {
  return byMessage.find(rule => rule.among.includes(code) && rule.when.test(message))?.code ?? code
}

export function sessionFailure(answer: Answer, call: ErpCall): ErpErrorCode | undefined {
  const page = isLogonPage(answer, call.accept) || isRedirect(answer)
  if (contextGone(answer) || (call.session.holding && (page || answer.status === 401))) {
    return 'ERP_SESSION_LOST'
  }
  if (page) return 'ERP_LOGON_PAGE'
  return answer.status === 403 && /^required$/i.test(headerOf(answer, 'x-csrf-token'))
    ? 'ERP_CSRF'
    : undefined
}
