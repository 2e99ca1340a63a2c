/** Refusals of the ERP as ErpError. */
import { ErpError } from '../errors.ts'
import type { ErpErrorCode } from '../errors.ts'
import { headerOf } from '../http/erp-call.ts'
import type { Answer, ErpCall } from '../http/erp-call.ts'
import { toLf } from '../line-ends.ts'
import { visible } from '../adt/visible.ts'
import { missingAuthorization } from '../permissions/roles.ts'
import { readJsonFailure } from './git/gcts.ts'
import { isHtml, retryAfter } from './http.ts'
import { longestMessage, readException, readPage } from './exception.ts'
import type { ErpException } from './exception.ts'
import { byType, byStatus, refine, sessionFailure } from './failure-codes.ts'

const remedies: readonly { readonly when: RegExp; readonly remedy: string }[] = [
  {
    when: /Service cannot be reached/i,
    remedy: 'Activate the service /sap/bc/adt in transaction SICF.'
  },
  {
    when: /Logon Error Message/i,
    remedy:
      'The log-on may be valid: releases below 7.51 answer a change so where the object is locked, or where an authorization is missing. Look at its lock (ERPManage locks, transaction SM12).'
  },
  {
    when: /does not have any inactive version/i,
    remedy: 'The include does not exist yet: create it first.'
  },
  {
    when: /S_ABPLNGVS/,
    remedy:
      'The user may not work in the ABAP language version of the object. On ABAP cloud, objects of $TMP have Standard ABAP (name another package), and so have programs, includes and type groups (take a class, which runs by if_oo_adt_classrun).'
  },
  {
    when: /test objects cannot be created in foreign namespaces/i,
    remedy:
      'Take a name of the customer range: names begin with Z or Y, of lock objects with EZ or EY, or with a namespace of this system (transaction SE03).'
  },
  {
    when: /attributes for program \S+ have not been saved/i,
    remedy: 'The name of an include of a function group begins with L and the name of the group.'
  },
  {
    when: /^(?:SAP |Customer )?object \S+ \S+ cannot be assigned to package|invalid for customer object/i,
    remedy:
      'Name and package belong together: objects with Z or Y stand in packages with Z or Y, objects of a namespace in packages of the same namespace. Take another name or another package.'
  }
]

/** What to do about a refusal of the ERP, by its message. */
export function remedyOf(message: string): string | undefined {
  return remedies.find(({ when }) => when.test(message))?.remedy
}

/** Data of others is not shown on ABAP cloud. */
const foreignData = {
  id: 'ADT_DATAPREVIEW_MSG',
  number: '023',
  remedy:
    'ABAP cloud shows own tables and released CDS views alone: query a released view of the same data.'
}

function isForeignData(properties: Readonly<Record<string, string>> | undefined): boolean {
  return (
    properties?.['T100KEY-ID'] === foreignData.id && properties['T100KEY-NO'] === foreignData.number
  )
}

function outcomeOf(
  answer: Answer,
  call: ErpCall,
  exception: ErpException | undefined
): 'failed' | 'unknown' | undefined {
  if (call.effect === 'none') return undefined
  if (answer.status === 503 || answer.status === 501) return 'failed'
  return answer.status >= 500 && exception === undefined ? 'unknown' : 'failed'
}

/** Escapes characters that move a cursor, change colours or reverse the direction of text. */
function printable(text: string): string {
  return visible(toLf(text.slice(0, longestMessage + 1)))
}

/** The error of a refusing answer. */
export function failureOf(answer: Answer, call: ErpCall): ErpError {
  const text = answer.body.toString('utf8', 0, 200_000)
  const exception = readException(text)
  const html = isHtml(answer) || /^\s*<(?:!doctype html|html)/i.test(text)
  const plain = html || text.trimStart().startsWith('<') ? '' : text.trim().slice(0, 400)
  const own = printable(
    exception?.message || readJsonFailure(text) || (html ? readPage(text) : plain)
  )
  const isForeign = isForeignData(exception?.properties)
  const general =
    (isForeign ? 'ERP_FORBIDDEN' : byType[exception?.type ?? '']) ??
    byStatus[answer.status] ??
    (answer.status >= 500 ? 'ERP_SERVER_ERROR' : 'ERP_BAD_REQUEST')
  const code =
    sessionFailure(answer, call) ??
    (/Service cannot be reached/i.test(own) ? 'ERP_UNSUPPORTED' : refine(general, own))
  const location = headerOf(answer, 'location')
  const known = standard[code]?.(location)
  const message =
    known ??
    (own === ''
      ? `The ERP answered ${answer.status}${exception === undefined ? '' : ` (${exception.type})`}`
      : own)
  return new ErpError(code, message, {
    status: answer.status,
    type: exception?.type,
    properties: exception?.properties,
    quoted: known === undefined && own !== '',
    remedy:
      (isForeign ? foreignData.remedy : remedyOf(own)) ??
      (code === 'ERP_FORBIDDEN' ? forbiddenRemedy(call.operation, own) : undefined) ??
      (answer.status === 501 && own !== '' ? unableRemedy : undefined),
    outcome: outcomeOf(answer, call, exception),
    ...(code === 'ERP_BUSY' ? { retryAfter: secondsOf(answer) } : {})
  })
}

const unableRemedy = 'The system cannot do this; the message says what it lacks.'

/** A system or package that takes no changes refuses them with the same code. */
function forbiddenRemedy(operation: string, message: string): string | undefined {
  return /not modifiable|cannot be modified|not changeable|structure package/i.test(message)
    ? undefined
    : missingAuthorization(operation, message)
}

/** Default without `Retry-After`. */
const usualRetrySeconds = 5
const longestRetrySeconds = 86_400

function secondsOf(answer: Answer): number {
  const milliseconds = retryAfter(answer)
  return milliseconds === undefined
    ? usualRetrySeconds
    : Math.min(Math.max(Math.ceil(milliseconds / 1000), 1), longestRetrySeconds)
}

/** Messages of codes for which the ERP's text is less precise. */
const standard: Partial<Record<ErpErrorCode, (location: string) => string>> = {
  ERP_LOGON_FAILED: () => 'The ERP refused the log-on (401)',
  ERP_LOGON_PAGE: location =>
    location === ''
      ? 'The ERP answered with a log-on page'
      : `The ERP redirects to ${hostOf(location)} to log on`,
  ERP_SESSION_LOST: () => 'The ERP session ended',
  ERP_CSRF: () => 'The ERP refused the CSRF token twice'
}

function hostOf(location: string): string {
  return URL.canParse(location) ? new URL(location).host : 'another page'
}

/** A refused log-on with cookies from outside: there is no user or password to check. */
export function cookieFailure(error: unknown): unknown {
  if (
    !(error instanceof ErpError) ||
    error.code !== 'ERP_LOGON_FAILED' ||
    error.status === undefined
  ) {
    return error
  }
  const { status, outcome } = error
  return new ErpError('ERP_LOGON_FAILED', `The ERP does not accept the cookies (${status})`, {
    status,
    outcome,
    cause: error,
    remedy:
      'Their session has ended, or they belong to another client or system: log on to the ERP with the browser and export its cookies again (ERP_COOKIE_FILE is read again, ERP_COOKIE_STRING at the next start).'
  })
}

/** The media type to request after a 406: the one that the ERP named, else any. */
export function acceptedInstead(answer: Answer): string {
  const named =
    readException(answer.body.toString('utf8', 0, 20_000))?.properties['T100KEY-V1'] ?? ''
  return /^[\w.+*-]+\/[\w.+*-]+$/.test(named) ? named : '*/*'
}
