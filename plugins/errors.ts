/** Every refusal and failure in front of the protocol, as a JSON-RPC error. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

export interface RpcFault {
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
  readonly fault: RpcFault
  constructor(code: string, fault: RpcFault, options?: { cause?: unknown }) {
    super(fault.message, options)
    this.name = 'BridgeError'
    this.code = code
    this.fault = fault
  }
}

/** The framework's own errors, which would not be JSON-RPC. */
const framework: Readonly<Record<string, RpcFault>> = {
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
  const fault = faultOf(error)
  if (fault.status >= 500) request.log.error({ err: error }, 'a request failed')
  return sendFault(reply, fault)
}

export function sendFault(
  reply: FastifyReply,
  { status, code, message, headers = {} }: RpcFault
): FastifyReply {
  return reply
    .code(status)
    .headers(headers)
    .type('application/json')
    .send({ jsonrpc: '2.0', error: { code, message }, id: null })
}

function faultOf(error: FastifyError | Error): RpcFault {
  if (error instanceof BridgeError) return error.fault
  const { code, statusCode } = error as Partial<FastifyError>
  const known = code === undefined ? undefined : framework[code]
  if (known !== undefined) return known
  // Texts of other errors may tell about our insides.
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500
    ? { status: statusCode, code: -32600, message: 'Invalid request' }
    : { status: 500, code: -32603, message: 'Internal error' }
}
