/** Reads the keys of the identity providers before the first request needs them. */
import type { FastifyInstance } from 'fastify'
import type { AuthMethod } from './method.ts'

/** The start waits no longer for providers that do not answer. */
const warmMs = 3000
/** Interval of further attempts, until the keys of all providers could be read. */
const retryMs = 2000

/** Repeats until the keys of all providers have been read once; the start waits a bounded time. */
export function warmUp(
  app: FastifyInstance,
  methods: readonly AuthMethod[],
  onKeysRead: () => void
): void {
  let retry: NodeJS.Timeout | undefined
  const ended = new AbortController()
  app.addHook('onClose', async () => {
    ended.abort()
    clearTimeout(retry)
  })
  const attempt = async (): Promise<void> => {
    const warm = await Promise.all(methods.map(async method => (await method.warm?.()) ?? true))
    if (warm.every(Boolean)) onKeysRead()
    else if (!ended.signal.aborted) {
      retry = setTimeout(() => {
        void attempt()
      }, retryMs).unref()
    }
  }
  app.addHook('onReady', async () => {
    const late = new Promise(resolve => {
      setTimeout(resolve, warmMs).unref()
    })
    await Promise.race([late, attempt()])
  })
}
