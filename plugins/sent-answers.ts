/**
 * Releases the memory of long answers once they are sent. It lies outside the V8 heap, so garbage
 * collection would release it late. Benchmark row: 256 clients that read 200 sources of 50 KB (17 to
 * 22 percent of the processor time, 6 to 10 percent of the resident memory).
 *
 * It detaches the buffers that it releases. So every buffer of the route must belong to one answer,
 * and only the launcher registers it: hooks of a host may use a payload after it is sent.
 */
import type { DoneFuncWithErrOrRes } from 'fastify'
import fp from 'fastify-plugin'

const longAnswer = 16_384

/** @param routes whose buffers each belong to one answer */
export default fp<{ routes: readonly string[] }>(
  async (app, { routes }) => {
    const released = new Set<string | undefined>(routes)
    // `done` instead of a promise, which would delay every answer.
    app.addHook(
      'onSend',
      (request, reply, ...[payload, done]: [payload: unknown, done: DoneFuncWithErrOrRes]) => {
        if (
          Buffer.isBuffer(payload) &&
          payload.length >= longAnswer &&
          released.has(request.routeOptions.url)
        ) {
          reply.raw.once('close', () => {
            if (reply.raw.writableFinished) release(payload)
          })
        }
        done(null, payload)
      }
    )
  },
  { name: 'sent-answers', fastify: '5.x' }
)

function release({ length, buffer }: Buffer): void {
  // A slice shares its memory with other buffers.
  if (length === buffer.byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0)
}
