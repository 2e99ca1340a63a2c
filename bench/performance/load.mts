/**
 * Clients in closed loops, in a process of their own: each has one connection and sends its next
 * request, with an id of its own, when the last one is answered. Receives jobs from its parent, one
 * at a time; sends `measure` and `done`, so that the server's CPU is read over exactly that time,
 * then the result. It shares the second processor with the ERP, so it does as little as possible
 * with an answer: its own cost would hide the speed of the fastest server.
 */
import { Client } from 'undici'
import { changedLine } from './sources.mts'

export interface Message {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}
export interface Job {
  readonly url: string
  /** Clients take turns through these. */
  readonly messages: readonly Message[]
  readonly clients: number
  readonly warmMs: number
  readonly measureMs: number
}
export interface Load {
  readonly answers: number
  readonly errors: number
  readonly error?: string | undefined
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
}

const [good, bad] = [Buffer.from('"result"'), Buffer.from('"isError":true')]

/** Ids of one length: nothing that an answer costs differs between requests. */
let lastId = 1_000_000_000

/**
 * The body for each request; a server must not gain from an id that comes again, nor a write from a
 * source that is stored already.
 */
function bodyMaker({ body }: Message): () => string {
  const [before, after, ...more] = body.split('"id":1,')
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`a message without its id: ${body.slice(0, 200)}`)
  }
  const [start = '', end] = after.split(changedLine)
  if (end === undefined) return () => `${before}"id":${++lastId},${after}`
  return () => `${before}"id":${++lastId},${start}* ${lastId}${end}`
}

/** Resolves with undefined, or with the error in the answer. */
function ask(
  client: Client,
  path: string,
  { headers, body }: { readonly headers: Message['headers']; readonly body: string }
): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let status = 0
    client.dispatch(
      { method: 'POST', path, headers, body },
      {
        onRequestStart() {},
        onResponseStart(_controller, code) {
          status = code
        },
        onResponseData(_controller, chunk) {
          chunks.push(chunk)
        },
        onResponseEnd() {
          const [first = good.subarray(0, 0)] = chunks
          const all = chunks.length === 1 ? first : Buffer.concat(chunks)
          resolve(
            status === 200 && all.includes(good) && !all.includes(bad)
              ? undefined
              : `${status} ${all.toString('utf8', 0, 300)}`
          )
        },
        onResponseError(_controller, error) {
          reject(error)
        }
      }
    )
  })
}

async function run({ url, messages, clients, warmMs, measureMs }: Job): Promise<Load> {
  const { origin, pathname: path } = new URL(url)
  const times: number[] = []
  let state: 'warm' | 'measure' | 'over' = 'warm'
  let errors = 0
  let error: string | undefined
  const makers = messages.map(bodyMaker)
  const loop = async (own: number) => {
    const client = new Client(origin, { headersTimeout: 60_000 })
    for (let turn = own; state !== 'over'; turn++) {
      const place = turn % messages.length
      const message = {
        headers: messages[place]?.headers ?? {},
        body: makers[place]?.() ?? ''
      }
      const began = performance.now()
      try {
        const wrong = await ask(client, path, message)
        if (wrong !== undefined) throw new Error(wrong)
        if (state === 'measure') times.push(performance.now() - began)
      } catch (cause) {
        if (state === 'measure') errors++
        error ??= (cause as Error).message
      }
    }
    await client.close()
  }
  const loops = Array.from({ length: clients }, async (_, index) => await loop(index))
  await new Promise(resolve => {
    setTimeout(resolve, warmMs)
  })
  process.send?.('measure')
  state = 'measure'
  const began = performance.now()
  await new Promise(resolve => {
    setTimeout(resolve, measureMs)
  })
  state = 'over'
  process.send?.('done')
  const seconds = (performance.now() - began) / 1000
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
  const load = {
    answers: times.length,
    errors,
    error,
    perSecond: times.length / seconds,
    p50: at(0.5),
    p99: at(0.99)
  }
  await Promise.race([
    Promise.all(loops),
    new Promise(resolve => {
      setTimeout(resolve, 2000)
    })
  ])
  return load
}

process.on('message', (job: Job) => {
  void run(job).then(load => {
    process.send?.(load)
  })
})
process.on('disconnect', () => process.exit())
