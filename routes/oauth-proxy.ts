/**
 * `/authorize` and `/token`: the platform's log-on under the bridge's own address. There only with
 * platform authentication.
 */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { PlatformLogin } from '../plugins/auth/platform-login.ts'

const bodyLimit = 16_384

export default fp(
  async app => {
    const { login } = app.providers
    if (login === undefined) return
    await app.register(async area => {
      area.setErrorHandler(answerOAuthError)
      area.addHook('onSend', async (_request, reply) => {
        reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
      })
      area.get('/authorize', async (request, reply) => {
        const at = request.url.indexOf('?')
        return reply.redirect(
          login.authorize(
            at === -1 ? '' : request.url.slice(at + 1),
            `${app.publicUrl(request)}/mcp`
          ),
          302
        )
      })
      await registerToken(area, login)
    })
  },
  { name: 'oauth-proxy', fastify: '5.x', dependencies: ['errors', 'providers', 'public-url'] }
)

async function registerToken(area: FastifyInstance, login: PlatformLogin): Promise<void> {
  area.removeAllContentTypeParsers()
  area.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit },
    (_request, body, done) => done(null, body)
  )
  const { default: httpProxy } = await import('@fastify/http-proxy')
  await area.register(httpProxy, {
    upstream: login.tokenUrl.origin,
    prefix: '/token',
    rewritePrefix: login.tokenUrl.pathname,
    // Below /token there is nothing.
    routes: ['/'],
    httpMethods: ['POST'],
    proxyPayloads: false,
    undici: login.dispatcher as unknown as object,
    disableRequestLogging: true,
    preHandler: async (request: FastifyRequest) => {
      request.body = login.tokenForm(
        typeof request.body === 'string' ? request.body : '',
        request.headers.authorization
      )
    },
    replyOptions: {
      queryString: () => '',
      rewriteRequestHeaders: (_request, { host, 'content-length': length }) => ({
        host,
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': length,
        accept: 'application/json'
      }),
      rewriteHeaders: () => ({}),
      onResponse: (request, reply, response) => {
        void answerToken(login, {
          request: request as unknown as FastifyRequest,
          reply: reply as unknown as FastifyReply,
          response
        })
      },
      onError: (reply, { error }) => {
        sendUnavailable(reply as unknown as FastifyReply, isLate(error))
      }
    }
  })
}

async function answerToken(
  login: PlatformLogin,
  { request, reply, response }: { request: FastifyRequest; reply: FastifyReply; response: unknown }
): Promise<void> {
  const { statusCode, stream } = response as { statusCode: number; stream: AsyncIterable<Buffer> }
  try {
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk)
    const { status, body } = login.answer(statusCode, Buffer.concat(chunks), String(request.body))
    await reply.code(status).send(body)
  } catch (error) {
    reply.log.warn({ err: error }, "the platform's answer could not be read")
    sendUnavailable(reply, isLate(error))
  }
}

function isLate(error: unknown): boolean {
  return /TIMEOUT/.test(
    [error, (error as { cause?: unknown }).cause]
      .map(one => String((one as { code?: unknown } | undefined)?.code))
      .join(' ')
  )
}

function sendUnavailable(reply: FastifyReply, late: boolean): void {
  const description = `the platform's authorization service ${late ? 'did not answer in time' : 'is not available'}; try again shortly`
  reply
    .code(late ? 504 : 503)
    .send({ error: 'temporarily_unavailable', error_description: description })
}

/** Never a redirect: a wrong request is shown where it was made. */
function answerOAuthError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply
): FastifyReply {
  if (error.name === 'OAuthError') {
    const { status, error: code, message } = error as Error & { status: number; error: string }
    request.log.warn({ error: code, reason: message }, 'a log-on was refused')
    return reply.code(status).send({ error: code, error_description: message })
  }
  const { statusCode = 500 } = error as Partial<FastifyError>
  if (statusCode >= 500) request.log.error({ err: error }, 'a log-on failed')
  return statusCode >= 500
    ? reply
        .code(500)
        .send({ error: 'server_error', error_description: 'the request could not be handled' })
    : reply.code(statusCode).send({
        error: 'invalid_request',
        error_description:
          'the request must be a form (application/x-www-form-urlencoded) of at most 16 KB'
      })
}
