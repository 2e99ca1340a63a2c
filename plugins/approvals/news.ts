/** `app.approvalNews`: tells approvers of waiting changes by a web hook, where the settings name one. */
import fp from 'fastify-plugin'
import { request } from 'undici'
import { createOutbound } from '../../cloud/outbound.ts'
import type { OutboundOptions } from '../../cloud/outbound.ts'
import type { ApprovalItem, ApprovalNews } from '../../tools/index.ts'
import { createHook } from './hook.ts'
import type { HookFacts } from './hook.ts'
import type { Naming } from './signed-message.ts'

export interface ApprovalNewsOptions {
  readonly url?: string | undefined
  readonly secret?: string | undefined
  readonly outbound: OutboundOptions
  readonly naming: Naming
  readonly record: (facts: HookFacts) => void
}

declare module 'fastify' {
  interface FastifyInstance {
    approvalNews: {
      /** Returns at once and never throws; does nothing without a web hook. */
      announce(news: ApprovalNews, item: ApprovalItem): void
    }
  }
}

const timeoutMs = 10_000

export default fp<ApprovalNewsOptions>(
  async (app, { url, secret, outbound: options, naming, record }) => {
    if (url === undefined || secret === undefined) {
      app.decorate('approvalNews', { announce() {} })
      return
    }
    const outbound = createOutbound({ ...options, timeoutMs })
    const hook = createHook({
      secret,
      naming,
      record,
      log: app.log,
      // A redirect is an answer like others: the message is for this address alone.
      async send(headers, body) {
        const { dispatcher } = outbound
        const answer = await request(url, { method: 'POST', dispatcher, headers, body })
        await answer.body.dump()
        return answer.statusCode
      }
    })
    app.decorate('approvalNews', hook)
    app.addHook('onClose', async () => {
      hook.close()
      await outbound.close()
    })
  },
  { name: 'approval-news', fastify: '5.x' }
)
