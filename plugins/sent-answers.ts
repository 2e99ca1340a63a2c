/**
 * Gives back the memory of long answers once the client has them. It lies outside the heap, where
 * the collector sees little of it and lets much of it gather. Registered by the launcher alone: in
 * a host others may still want what was sent.
 */
import type { DoneFuncWithErrOrRes } from 'fastify'
import fp from 'fastify-plugin'

const longAnswer = 16_384

/** @param route whose answers belong to nobody else */
export default fp<{ route: string }>(
  async (app, { route }) => {
    // With `done` instead of a promise, which every answer would pay for.
    app.addHook(
      'onSend',
      (request, reply, ...[payload, done]: [payload: unknown, done: DoneFuncWithErrOrRes]) => {
        if (
          Buffer.isBuffer(payload) &&
          payload.length >= longAnswer &&
          request.routeOptions.url === route
        ) {
          reply.raw.once('close', () => {
            if (reply.raw.writableFinished) giveBack(payload)
          })
        }
        done(null, payload)
      }
    )
  },
  { name: 'sent-answers', fastify: '5.x' }
)

function giveBack({ length, buffer }: Buffer): void {
  // A part of something larger is not alone in it.
  if (length === buffer.byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0)
}
