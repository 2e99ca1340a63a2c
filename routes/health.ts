/** Whether the process lives, and whether it takes requests. Registered by the launcher alone: a host has its own. */
import fp from 'fastify-plugin'

export default fp(async app => {
  let closing = false
  app.addHook('preClose', async () => { closing = true })
  app.get('/health', async () => ({ status: 'ok' }))
  app.get('/ready', async (_request, reply) => closing ? reply.code(503).send({ status: 'closing' }) : { status: 'ready' })
}, { name: 'health', fastify: '5.x' })
