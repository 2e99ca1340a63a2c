/** `app.approvals`: what approvers ask for without an MCP client. */
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { System } from '../../systems/system.ts'
import type { ApprovalItem, Approvals } from '../../tools/index.ts'
import { followExpiry } from './expiry.ts'
import { callAsApprover } from '../../tools/index.ts'
import type { ApproverArgs, ToolResult } from '../../tools/index.ts'

declare module 'fastify' {
  interface FastifyInstance {
    approvals: {
      /** Whether changes may ever wait here; a systems file may begin to ask for it. */
      readonly areOffered: boolean
      /** For an authenticated request that was admitted to the system. Rejects as its session does. */
      run(request: FastifyRequest, system: System, args: ApproverArgs): Promise<ToolResult>
    }
  }
}

export interface ApprovalsOptions {
  /** Where they are stored; undefined where nothing can wait. */
  readonly store?: Approvals | undefined
  /** Records that one has expired. */
  readonly expired?: ((item: ApprovalItem) => void) | undefined
  /** How often that is looked for. */
  readonly everyMs?: number | undefined
}

export default fp<ApprovalsOptions>(
  async (app, { store, expired, everyMs }) => {
    const { systems, approvalNews, log } = app
    const end =
      store &&
      followExpiry({
        ...{ systems, store, log, everyMs },
        expired(item) {
          expired?.(item)
          approvalNews.announce('expired', item)
        }
      })
    app.addHook('onClose', async () => end?.())
    const isAsked = systems.states().some(({ entry }) => entry.settings?.approval !== undefined)
    app.decorate('approvals', {
      areOffered: systems.hasPaths || isAsked,
      async run({ bridge, id: requestId, log }, system, args) {
        if (bridge?.caller == null) throw new TypeError('a protected route without authentication')
        const session = system.session(bridge.caller, log)
        // A decision that was sent is made, even if its sender is gone.
        const { signal } = new AbortController()
        return await callAsApprover(session, args, { signal, requestId, ...traceOf(bridge) })
      }
    })
  },
  { name: 'approvals', fastify: '5.x', dependencies: ['approval-news', 'systems', 'system-access'] }
)

function traceOf({ trace }: NonNullable<FastifyRequest['bridge']>) {
  return trace === undefined ? {} : { trace }
}
