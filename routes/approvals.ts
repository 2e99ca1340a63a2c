/**
 * The changes that wait for a second person, for approvers without an MCP client: a page without
 * data, and what it and `erp-bridge approvals` ask with the log-on of the approver.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { ApproverArgs, ToolResult } from '../tools/index.ts'
import { approvalsPage, approvalsPagePolicy } from './approvals-page.ts'
import { countIdentities } from './count.ts'

/** A decision names an id, a digest and a reason. */
const bodyLimit = 16_384
const mostListed = 200

export default fp(
  async app => {
    if (!app.approvals.areOffered) return
    const { hasPaths } = app.systems
    app.get('/approvals', async (_request, reply) =>
      secured(reply)
        .header('content-security-policy', approvalsPagePolicy)
        .type('text/html; charset=utf-8')
        .send(approvalsPage({ hasPaths }))
    )
    for (const prefix of hasPaths
      ? ['/approvals/items', '/approvals/items/:system']
      : ['/approvals/items']) {
      // A context of its own: the authentication holds for the routes inside and for no others.
      await app.register(
        async area => {
          protect(area)
          takeJson(area)
          serve(area)
        },
        { prefix }
      )
    }
  },
  {
    name: 'approvals-page',
    fastify: '5.x',
    dependencies: [
      'approvals',
      'system-access',
      'auth',
      'origin',
      'json',
      'rate-limit',
      'challenge'
    ]
  }
)

function protect(area: FastifyInstance): void {
  area.addHook('onRequest', area.systemAccess.name)
  area.addHook('onRequest', async (request, reply) => {
    secured(reply)
    if (!isOwnPage(request)) await fail(reply, 403, { code: 'BRIDGE_FOREIGN', message: foreign })
  })
  area.addHook('onRequest', area.authenticate)
  countIdentities(area)
  area.addHook('onRequest', area.systemAccess.admit)
}

const foreign = 'Forbidden: another web page asks.'

/**
 * Whether a browser says that the request is of a page of this very address. A host may log its
 * users on by a cookie, which browsers send for pages of others as well.
 */
function isOwnPage({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  return site === undefined || site === 'same-origin'
}

function secured(reply: FastifyReply): FastifyReply {
  return reply.headers({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store'
  })
}

/** JSON alone: a form of another page can send no body of that type. */
function takeJson(area: FastifyInstance): void {
  const parse = area.getDefaultJsonParser('error', 'error')
  area.removeAllContentTypeParsers()
  area.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const text = area.bodyText(body as Buffer)
    const value = area.harmlessJson(text)
    if (value === undefined) parse(request, text, done)
    else done(null, value)
  })
}

function serve(area: FastifyInstance): void {
  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    args: ApproverArgs | string
  ): Promise<FastifyReply> => {
    if (typeof args === 'string') {
      return await fail(reply, 400, { code: 'TOOL_BAD_ARGUMENTS', message: args })
    }
    const system = area.systemAccess.systemOf(request)
    return await send(area, request, {
      reply,
      result: await area.approvals.run(request, system, args)
    })
  }
  area.get(
    '/',
    { exposeHeadRoute: false },
    async (request, reply) => await answer(request, reply, listArgs(request.query))
  )
  area.post(
    '/',
    { bodyLimit },
    async (request, reply) => await answer(request, reply, decisionArgs(request.body))
  )
}

/** What was asked for, or what is wrong with it. */
function listArgs(query: unknown): ApproverArgs | string {
  const { approval, ...rest } = query as Readonly<Record<string, unknown>>
  const [unknown] = Object.keys(rest)
  if (unknown !== undefined) {
    return `The parameter ${JSON.stringify(unknown)} is unknown; known is approval.`
  }
  if (approval === undefined) return { action: 'approvals', maxResults: mostListed }
  return typeof approval === 'string'
    ? { action: 'approvals', approval }
    : 'approval is given twice; give one id.'
}

function decisionArgs(body: unknown): ApproverArgs | string {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return members
  const { decision, approval, digest, reason, ...rest } = body as Readonly<Record<string, unknown>>
  const isDecision = decision === 'approve' || decision === 'reject'
  if (!isDecision || typeof approval !== 'string' || typeof digest !== 'string') return members
  if (Object.keys(rest).length > 0) return members
  if (reason === undefined) return { action: decision, approval, digest }
  if (typeof reason !== 'string' || decision !== 'reject') return members
  return { action: decision, approval, digest, reason }
}

const members =
  'The body is an object with "decision" (approve or reject), "approval", "digest" and, to reject, "reason".'

interface Answered {
  readonly reply: FastifyReply
  readonly result: ToolResult
}

async function send(
  area: FastifyInstance,
  request: FastifyRequest,
  { reply, result }: Answered
): Promise<FastifyReply> {
  if (result.kind === 'data') return await reply.send(result.data)
  const code = result.kind === 'error' ? result.code : 'TOOL_BAD_ARGUMENTS'
  if (code === 'INSUFFICIENT_SCOPE') {
    const challenge = area.challenge(request, { error: 'insufficient_scope', scope: 'admin' })
    void reply.header('www-authenticate', challenge)
  }
  return await fail(reply, statuses[code] ?? statusOf(code), { code, message: result.text })
}

const statuses: Readonly<Record<string, number>> = {
  APPROVAL_UNKNOWN: 404,
  APPROVAL_OFF: 404,
  APPROVAL_OUTDATED: 409,
  TOOL_BAD_ARGUMENTS: 400,
  JOURNAL_UNAVAILABLE: 503,
  AUDIT_UNAVAILABLE: 503,
  TOOL_FAILED: 500
}

/** Refusals of rules and rights, and what else has ended a call. */
function statusOf(code: string): number {
  return /^(APPROVAL_|BLOCKED_|INSUFFICIENT_)/.test(code) ? 403 : 500
}

async function fail(
  reply: FastifyReply,
  status: number,
  error: { readonly code: string; readonly message: string }
): Promise<FastifyReply> {
  return await reply.code(status).type('application/json').send({ error })
}
