/** Errors of the ERP become codes, messages and outcomes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acceptedInstead, failureOf } from '../../../erp-client/wire/failure.ts'
import type { ErpCall } from '../../../erp-client/http/erp-call.ts'
import { RequestIds } from '../../../erp-client/correlation/request-ids.ts'
import { exceptionBody } from '../fake-erp.ts'
import { readException } from '../../../erp-client/wire/exception.ts'

const call = (effect: ErpCall['effect'] = 'none', holding = false): ErpCall => ({
  id: new RequestIds().next(),
  operation: 'x',
  effect,
  session: { stateful: holding, context: new Map(), holding, broken: false },
  accept: '*/*',
  steady: false,
  deadline: 0,
  signal: undefined,
  sent: true,
  authorize: false,
  leader: false,
  generation: 0
})
const fail = (
  status: number,
  body = '',
  more: { headers?: Record<string, string>; effect?: ErpCall['effect']; holding?: boolean } = {}
) =>
  failureOf(
    { status, headers: more.headers ?? {}, body: Buffer.from(body) },
    call(more.effect, more.holding)
  )

test('an exception of the ERP keeps type, message and properties, repeated ones too', () => {
  const body = exceptionBody('ExceptionResourceSaveFailure', 'A &amp; B', { LINE: '3' }).replace(
    '</properties>',
    '<entry key="LINE">7</entry></properties>'
  )
  assert.deepEqual(readException(body), {
    type: 'ExceptionResourceSaveFailure',
    message: 'A & B',
    properties: { LINE: '3', 'LINE-2': '7' }
  })
  assert.equal(readException('<html>exception</html>'), undefined)
  assert.equal(readException('<exc:exception><type id="x"'), undefined)
})

const mapped: readonly (readonly [number, string, string, string])[] = [
  [
    404,
    'ExceptionResourceNotFound',
    'Error while importing object ZX from the database.',
    'ERP_NOT_FOUND'
  ],
  [404, 'ExceptionResourceNotFound', 'I::000', 'ERP_NOT_FOUND'],
  [
    404,
    'ExceptionResourceNotFound',
    'Resource  /sap/bc/adt/ddic/domains does not exist.',
    'ERP_UNSUPPORTED'
  ],
  [
    409,
    'ExceptionResourceAlreadyExists',
    'Resource Package ZDEMO does already exist.',
    'ERP_ALREADY_EXISTS'
  ],
  [
    500,
    'ExceptionResourceCreationFailure',
    'A program or include already exists with the name ZDEMO.',
    'ERP_ALREADY_EXISTS'
  ],
  [500, 'ExceptionResourceSaveFailure', 'does not have any inactive version', 'ERP_BAD_REQUEST'],
  [403, 'ExceptionResourceNoAccess', 'User DEVELOPER is currently editing ZCL_DEMO', 'ERP_LOCKED'],
  [
    403,
    'ExceptionResourceNoAccess',
    'Structure packages cannot contain development objects',
    'ERP_FORBIDDEN'
  ],
  [409, 'ExceptionResourceLockConflict', 'Object is locked', 'ERP_LOCKED'],
  [423, 'ExceptionResourceInvalidLockHandle', 'not locked', 'ERP_LOCK_LOST'],
  [403, 'ExceptionNotAuthorized', 'no', 'ERP_FORBIDDEN'],
  [406, 'ExceptionResourceNotAcceptable', 'no', 'ERP_NOT_ACCEPTABLE'],
  [415, 'ExceptionUnsupportedMediaType', 'no', 'ERP_NOT_ACCEPTABLE'],
  [405, 'ExceptionMethodNotSupported', 'no', 'ERP_UNSUPPORTED'],
  [500, 'uriMappingError', 'No URI-Mapping defined for URI', 'ERP_UNSUPPORTED'],
  [400, 'ExceptionParameterNotFound', 'Parameter x could not be found.', 'ERP_BAD_REQUEST'],
  [400, 'ExceptionDataPreviewGeneral', '"ZNO" is not defined', 'ERP_BAD_REQUEST'],
  [500, 'ExceptionInternalError', 'dump', 'ERP_SERVER_ERROR']
]
test('data that ABAP cloud does not show is a missing authorization, in every log-on language', () => {
  const key = { 'T100KEY-ID': 'ADT_DATAPREVIEW_MSG', 'T100KEY-NO': '023' }
  const error = fail(400, exceptionBody('ExceptionDataPreviewGeneral', 'Keine Berechtigung', key))
  assert.equal(error.code, 'ERP_FORBIDDEN')
  assert.match(error.remedy ?? '', /released view/)
  const other = { ...key, 'T100KEY-NO': '004' }
  assert.equal(
    fail(400, exceptionBody('ExceptionDataPreviewGeneral', 'x', other)).code,
    'ERP_BAD_REQUEST'
  )
  const local = fail(403, exceptionBody('ExceptionResourceNoAccess', 'Object S_ABPLNGVS'))
  assert.match(local.remedy ?? '', /name another package/)
})

test('types of exceptions become codes', () => {
  for (const [status, type, message, code] of mapped) {
    assert.deepEqual(
      [
        fail(status, exceptionBody(type, message)).code,
        fail(status, exceptionBody(type, message)).type
      ],
      [code, type],
      `${type} ${message}`
    )
  }
  assert.equal(
    fail(404, exceptionBody('ExceptionResourceNotFound', 'I::000')).message,
    'The ERP answered 404 (ExceptionResourceNotFound)'
  )
})

test('other refusals become codes by status, and never carry markup', () => {
  const html = { 'content-type': 'text/html' }
  const cases: readonly (readonly [string, ReturnType<typeof fail>])[] = [
    [
      'ERP_LOGON_FAILED',
      fail(401, '<html><title>Logon Error Message</title></html>', { headers: html })
    ],
    ['ERP_UNSUPPORTED', fail(404, 'No suitable resource found')],
    [
      'ERP_UNSUPPORTED',
      fail(403, '<html><head><title>Service cannot be reached</title></head></html>', {
        headers: html
      })
    ],
    ['ERP_UNSUPPORTED', fail(501, 'The sandbox has no lock objects.')],
    ['ERP_BUSY', fail(503)],
    ['ERP_BUSY', fail(429)],
    ['ERP_UNREACHABLE', fail(502)],
    ['ERP_TIMEOUT', fail(504)],
    ['ERP_SERVER_ERROR', fail(500)],
    ['ERP_BAD_REQUEST', fail(400)],
    ['ERP_BAD_REQUEST', fail(418)],
    [
      'ERP_CSRF',
      fail(403, 'CSRF token validation failed', { headers: { 'x-csrf-token': 'Required' } })
    ],
    ['ERP_SESSION_LOST', fail(400, 'x', { headers: { ...html, 'sap-err-id': 'ICMENOSESSION' } })],
    ['ERP_SESSION_LOST', fail(401, '', { holding: true })],
    ['ERP_LOGON_PAGE', fail(302, '', { headers: { location: 'https://idp.example/saml?x=y' } })]
  ]
  for (const [code, error] of cases) {
    assert.equal(error.code, code)
    assert.doesNotMatch(error.message, /[<>]/)
    assert.ok(error.remedy.length > 10)
  }
  const page =
    '<html><head><title>Application Server Error</title></head><body><p class="detailText"> <span id="msgText">Server time: 1</span></p><p class="detailText"> <span id="msgText">UCON &amp; <b>blocked</b></span></p></body></html>'
  assert.equal(
    fail(500, page, { headers: html }).message,
    'Application Server Error: UCON & blocked'
  )
  assert.match(cases.at(-1)?.[1].message ?? '', /idp\.example/)
})

test('the failure of a change has an outcome', () => {
  const outcome = (status: number, body = '') => fail(status, body, { effect: 'change' }).outcome
  assert.deepEqual(
    [
      outcome(400),
      outcome(423),
      outcome(503),
      outcome(501),
      outcome(502),
      outcome(504),
      outcome(500, 'dump')
    ],
    ['failed', 'failed', 'failed', 'failed', 'unknown', 'unknown', 'unknown']
  )
  assert.equal(outcome(500, exceptionBody('ExceptionResourceSaveFailure', 'x')), 'failed')
  assert.equal(fail(500).outcome, undefined)
})

test('after a 406 only a media type is asked for', () => {
  const named = (value: string) =>
    acceptedInstead({
      status: 406,
      headers: {},
      body: Buffer.from(exceptionBody('x', 'y', { 'T100KEY-V1': value }))
    })
  assert.deepEqual(
    [named('application/xml'), named('x\r\ny: z'), named('')],
    ['application/xml', '*/*', '*/*']
  )
})
