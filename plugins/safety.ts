/** The safety filters, as one pure policy. */
import fp from 'fastify-plugin'
import { createPolicy } from '../tools/index.ts'
import type { Policy, PolicyOptions } from '../tools/index.ts'

declare module 'fastify' {
  interface FastifyInstance {
    policy: Policy
  }
}

export default fp<{ policy: PolicyOptions }>(
  async (app, options) => {
    app.decorate('policy', createPolicy(options.policy))
  },
  { name: 'safety', fastify: '5.x' }
)
