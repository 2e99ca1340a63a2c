/** Every refusal and failure in front of the protocol, as a JSON-RPC error. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

/** The JSON-RPC error that a client gets, and the HTTP status around it. */
export interface ErrorAnswer {
  readonly status: number
  readonly code: number
  readonly message: string
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * A refusal by the bridge itself. The message is for the client; what it must not learn belongs
 * into `cause` and the log.
 */
export class BridgeError extends Error {
  readonly code: string
  readonly answer: ErrorAnswer
  constructor(code: string, answer: ErrorAnswer, options?: { cause?: unknown }) {
    super(answer.message, options)
    this.name = 'BridgeError'
    this.code = code
    this.answer = answer
  }
}

/** Answers for the errors of Fastify, whose own are no JSON-RPC. */
const frameworkErrors: Readonly<Record<string, ErrorAnswer>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: {
    status: 400,
    code: -32700,
    message: 'Parse error: the body is not valid JSON'
  },
  FST_ERR_CTP_EMPTY_JSON_BODY: {
    status: 400,
    code: -32700,
    message: 'Parse error: the request has no body'
  },
  FST_ERR_CTP_BODY_TOO_LARGE: {
    status: 413,
    code: -32000,
    message: 'The body is larger than --body-limit (ERP_BODY_LIMIT) allows'
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    status: 415,
    code: -32000,
    message: 'Unsupported media type: Content-Type must be application/json'
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    status: 400,
    code: -32600,
    message: 'Content-Length does not match the body'
  },
  FST_ERR_BAD_URL: { status: 400, code: -32600, message: 'The request target is not a valid URL' }
}

export default fp(
  async app => {
    app.setErrorHandler(answerError)
  },
  { name: 'errors', fastify: '5.x' }
)

export function answerError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply
): FastifyReply {
  const answer = answerFor(error)
  if (answer.status >= 500) logFailure(request, error)
  return sendError(reply, answer)
}

/** A refusal by the bridge itself says everything in its message; its stack would say nothing more. */
function logFailure({ log }: FastifyRequest, error: Error): void {
  if (error instanceof BridgeError && error.cause === undefined) {
    log.warn({ code: error.code, reason: error.message }, 'a request was refused')
  } else log.error({ err: error }, 'a request failed')
}

export function sendError(
  reply: FastifyReply,
  { status, code, message, headers = {} }: ErrorAnswer
): FastifyReply {
  return reply
    .code(status)
    .headers(headers)
    .type('application/json')
    .send({ jsonrpc: '2.0', error: { code, message }, id: null })
}

function answerFor(error: FastifyError | Error): ErrorAnswer {
  if (error instanceof BridgeError) return error.answer
  const { code, statusCode } = error as Partial<FastifyError>
  const known = code === undefined ? undefined : frameworkErrors[code]
  if (known !== undefined) return known
  // Texts of other errors may contain internal details.
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500
    ? { status: statusCode, code: -32600, message: 'Invalid request' }
    : { status: 500, code: -32603, message: 'Internal error' }
}
