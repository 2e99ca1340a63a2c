/** `app.audit`, for plugins that refuse log-ons. */
import fp from 'fastify-plugin'
import type { Audit } from '../audit.ts'

declare module 'fastify' {
  interface FastifyInstance {
    audit: Pick<Audit, 'logOnRefused'> | null
  }
}

export default fp<{ audit: Pick<Audit, 'logOnRefused'> | null }>(
  async (app, { audit }) => {
    app.decorate('audit', audit)
  },
  { name: 'audit', fastify: '5.x' }
)
