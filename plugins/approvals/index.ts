/** `app.approvals`: what approvers ask for without an MCP client. */
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { System } from '../../systems/system.ts'
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

export default fp(
  async app => {
    const { systems } = app
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
  { name: 'approvals', fastify: '5.x', dependencies: ['systems', 'system-access'] }
)

function traceOf({ trace }: NonNullable<FastifyRequest['bridge']>) {
  return trace === undefined ? {} : { trace }
}
