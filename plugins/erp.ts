/** The connection to the ERP: made at first use, ended with the bridge. */
import fp from 'fastify-plugin'
import { createErp } from '../erp-client/index.ts'
import type { Erp, ErpOptions } from '../erp-client/index.ts'

declare module 'fastify' {
  interface FastifyInstance { erp: () => Erp }
}

export default fp<{ erp: ErpOptions }>(async (app, options) => {
  let erp: Erp | undefined
  app.decorate('erp', () => (erp ??= createErp({ log: app.log, ...options.erp })))
  app.addHook('onClose', async () => erp?.close())
}, { name: 'erp', fastify: '5.x' })
