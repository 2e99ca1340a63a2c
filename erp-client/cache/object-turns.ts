/**
 * Turns of one identity at an object: two changes at the same time would refuse each other by their
 * locks, although both are of the same user.
 */
import { ErpError } from '../errors.ts'
import { aborted } from '../http/erp-call.ts'

export interface ObjectTurns {
  /**
   * Runs in the order of the calls, one after the other for each key.
   *
   * @throws ErpError ERP_LOCKED where the wait takes too long or too many wait already; ERP_ABORTED
   */
  inTurn<T>(turn: Turn, run: () => Promise<T>): Promise<T>
}

export interface Turn {
  readonly key: string
  /** The object in words, for the refusal. */
  readonly words: string
  readonly signal?: AbortSignal | undefined
}

export interface TurnLimits {
  readonly mostWaiting: number
  readonly milliseconds: number
}

const usual: TurnLimits = { mostWaiting: 100, milliseconds: 30_000 }

export function createObjectTurns(limits: TurnLimits = usual): ObjectTurns {
  /** Who waits for a key that is taken; a key that is free is not there. */
  const taken = new Map<string, (() => void)[]>()
  const release = (key: string) => {
    const next = taken.get(key)?.shift()
    if (next === undefined) taken.delete(key)
    else next()
  }
  return {
    async inTurn(turn, run) {
      const { key, signal } = turn
      if (signal?.aborted === true) throw aborted()
      const queue = taken.get(key)
      if (queue === undefined) taken.set(key, [])
      else await wait(queue, turn, limits)
      try {
        return await run()
      } finally {
        release(key)
      }
    }
  }
}

async function wait(
  queue: (() => void)[],
  { words, signal }: Turn,
  { mostWaiting, milliseconds }: TurnLimits
): Promise<void> {
  if (queue.length >= mostWaiting) {
    throw refusal(`${queue.length} changes of ${words} wait already for one that is under way`)
  }
  await new Promise<void>((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
    const enter = () => {
      leave()
      resolve()
    }
    const giveUp = (error: ErpError) => {
      leave()
      queue.splice(queue.indexOf(enter), 1)
      reject(error)
    }
    const abort = () => giveUp(aborted())
    const timer = setTimeout(
      () =>
        giveUp(
          refusal(
            `Another change of ${words} by this ERP user has not ended within ${milliseconds / 1000} s`
          )
        ),
      milliseconds
    )
    signal?.addEventListener('abort', abort, { once: true })
    queue.push(enter)
  })
}

function refusal(message: string): ErpError {
  return new ErpError('ERP_LOCKED', `${message}; nothing was changed`, {
    outcome: 'failed',
    remedy:
      'Repeat the call when the others have answered. Several changes of one object go into one call, as a list of edits.'
  })
}
