/**
 * The connection to the ERP under its one technical user: made at first use, ended with the bridge.
 */
import fp from 'fastify-plugin'
import { cacheMetrics, checkLogon, createErp } from '../../erp-client/index.ts'
import type { Erp, ErpOptions } from '../../erp-client/index.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Throws where there is no technical user, which is so with principal propagation. */
    erp: () => Erp
  }
}

export default fp<{ erp?: ErpOptions | undefined }>(
  async (app, options) => {
    let erp: Erp | undefined
    for (const warning of options.erp === undefined ? [] : checkLogon(options.erp)) {
      app.log.warn(warning)
    }
    app.decorate('erp', () => {
      if (options.erp === undefined) throw new TypeError('there is no technical user')
      return (erp ??= createErp({ log: app.log, ...options.erp }))
    })
    if (options.erp !== undefined) {
      app.metrics.watch(() =>
        erp === undefined
          ? { identities: 0, bytes: 0, entries: 0 }
          : { identities: 1, ...cacheMetrics(erp) }
      )
    }
    app.addHook('onClose', async () => erp?.close())
  },
  { name: 'erp', fastify: '5.x', dependencies: ['metrics'] }
)
