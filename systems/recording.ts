/** Whether and where the exchanges with one system are recorded; a production system only on demand. */
import type { SystemRole } from '../config/landscape.ts'
import { readClientRole } from '../erp-client/adt/diagnose/client-role.ts'
import type { Erp, ErpExchange, ExchangeObserver } from '../erp-client/index.ts'
import { createRecorder } from '../recording/recorder.ts'
import type { Recorder } from '../recording/recorder.ts'
import type { Log } from '../tools/index.ts'
import type { ErpConnections } from './erp-connections.ts'
import type { SystemTarget } from './options.ts'

export interface RecordingFacts {
  /** Name of the system. */
  readonly name: string
  /** As the systems file says; undefined where nothing says it. */
  readonly role?: SystemRole | undefined
  readonly version?: string | undefined
  readonly log: Log
}

/** What operators see of a recording. */
export interface RecordingState {
  readonly folder: string
  readonly sources: boolean
  readonly since: Date
  /** Exchanges that are written. */
  readonly exchanges: number
  /** `waiting` until the role of the client is known, `refused` for production. */
  readonly state: 'recording' | 'waiting' | 'refused' | 'stopped'
  /** Why it has stopped. */
  readonly reason?: string | undefined
}

export interface SystemRecording {
  /** Where it is written. */
  readonly path: string
  state(): RecordingState
  /** For the ERP client. */
  readonly observer: ExchangeObserver
  /** The same connections, which find out the role of the client where it is not known. */
  guard(connections: ErpConnections): ErpConnections
  /** Before the connections close: waits a bounded time for the role, which they are asked for. */
  settle(): Promise<void>
  close(): Promise<void>
}

type RecordTarget = Pick<
  SystemTarget,
  'record' | 'recordSources' | 'recordProduction' | 'url' | 'client' | 'user'
>

/** Exchanges, and bytes of their answers, that wait until the role is known. */
const mostWaiting = 500
const mostWaitingBytes = 16 * 1024 * 1024
const settleMs = 3000

/** Undefined where nothing is recorded; the log says why where `--record` is given. */
export function openRecording(
  config: RecordTarget,
  facts: RecordingFacts
): SystemRecording | undefined {
  const { record: directory, recordSources: sources, recordProduction, url, client, user } = config
  if (directory === undefined || url === undefined) return undefined
  const { name, role, version = 'dev', log } = facts
  if (role === 'production' && !recordProduction) {
    log.warn({ record: directory }, productionWords)
    return undefined
  }
  const recorder = createRecorder({
    ...{ directory, name, origin: url, client, sources },
    users: user === undefined ? [] : [user],
    recorder: `erp-bridge ${version}`,
    onStop: reason => {
      log.warn({ folder: recorder.path, reason }, 'recording has stopped; calls go on')
    }
  })
  log.warn(
    { folder: recorder.path, sources },
    'the exchanges with the ERP are recorded (--record, ERP_RECORD)'
  )
  const isKnown = role !== undefined || recordProduction
  return isKnown ? recordingOf(recorder) : guardedRecording(recorder, { client, log })
}

const productionWords =
  'the exchanges with this system are not recorded: its role is production; give recordProduction in its entry (or --record-production, ERP_RECORD_PRODUCTION) to record them'

function recordingOf(recorder: Recorder): SystemRecording {
  return {
    path: recorder.path,
    state: () => stateOf(recorder, 'recording'),
    observer: recorder,
    guard: connections => connections,
    settle: () => Promise.resolve(),
    close: recorder.close
  }
}

function stateOf(recorder: Recorder, state: RecordingState['state']): RecordingState {
  const { path: folder, sources, since, exchanges, stopped: reason } = recorder
  const facts = { folder, sources, since, exchanges }
  return reason === undefined ? { ...facts, state } : { ...facts, state: 'stopped', reason }
}

interface GuardFacts {
  readonly client: string
  readonly log: Log
}

/** What is not known to be a production system is recorded once its client has said what it is. */
function guardedRecording(recorder: Recorder, { client, log }: GuardFacts): SystemRecording {
  const waiting: ErpExchange[] = []
  let state: 'unknown' | 'asked' | 'recording' | 'refused' = 'unknown'
  let asked: Promise<void> | undefined
  let bytes = 0
  const hold = (exchange: ErpExchange) => {
    const size = exchange.answer?.body.length ?? 0
    if (waiting.length >= mostWaiting || bytes + size > mostWaitingBytes) return
    bytes += size
    waiting.push(exchange)
  }
  const decide = (isProduction: boolean) => {
    if (state !== 'asked') return
    state = isProduction ? 'refused' : 'recording'
    const held = waiting.splice(0)
    if (isProduction) log.warn({ client }, productionWords)
    else for (const exchange of held) recorder.exchange(exchange)
  }
  const ask = (erp: Erp) => {
    if (state !== 'unknown') return
    state = 'asked'
    asked = readClientRole(erp.reader, { client }).then(
      role => decide(role === 'P'),
      () => {
        log.warn({ client }, 'the role of the client is not known; it is taken for no production')
        decide(false)
      }
    )
  }
  return {
    path: recorder.path,
    state: () => stateOf(recorder, state === 'unknown' || state === 'asked' ? 'waiting' : state),
    observer: {
      identity: recorder.identity,
      exchange(exchange) {
        if (state === 'recording') recorder.exchange(exchange)
        else if (state !== 'refused') hold(exchange)
      }
    },
    guard: connections => ({
      ...connections,
      accessOf(caller) {
        const access = connections.accessOf(caller)
        const erp = () => {
          const client = access.erp()
          ask(client)
          return client
        }
        return { ...access, erp }
      }
    }),
    async settle() {
      const late = new Promise<void>(resolve => setTimeout(resolve, settleMs).unref())
      await Promise.race([asked, late])
    },
    async close() {
      // What may be of a production system is not recorded.
      if (state !== 'recording') state = 'refused'
      await recorder.close()
    }
  }
}
