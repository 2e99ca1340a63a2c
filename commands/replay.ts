/** `erp-bridge replay`: serves a recording as an ERP on this machine. */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ConfigError } from '../config/config.ts'
import { loadRecording, RecordingError } from '../recording/replay/load.ts'
import type { Recording } from '../recording/replay/load.ts'
import { serveRecording } from '../recording/replay/server.ts'
import type { Replay, ReplayOptions } from '../recording/replay/server.ts'
import type { CommandIo } from './command.ts'

const help = `Usage: erp-bridge replay DIR [--addr HOST:PORT] [--tls-cert FILE --tls-key FILE]

Serves the recording in DIR, which --record has made, as an ERP: every user and password is right, and each request is answered as recorded.

  --addr HOST:PORT      Listen address on this machine (default 127.0.0.1:8000; port 0 takes any free one)
  --tls-cert FILE       HTTPS with this certificate (PEM) …
  --tls-key FILE        … and this key: below 7.51 the bridge makes changes over HTTPS alone

A request is matched by method, path, query and media type, in the recorded order. One that is not in the recording is answered with status 501,
which names it and the nearest recorded request; it is shown here too.`

export async function run(argv: readonly string[], io: CommandIo): Promise<number> {
  const { values, positionals } = readArguments(argv)
  const [directory, odd] = positionals
  if (values.help === true || directory === undefined) {
    io.say(help)
    return values.help === true ? 0 : 2
  }
  if (odd !== undefined) {
    throw new ConfigError([`replay serves one recording; ${JSON.stringify(odd)} is one too many`])
  }
  const recording = load(directory)
  for (const fault of recording.faults) io.warn(`left out: ${fault}`)
  const replay = await serve(
    recording,
    { ...addressOf(values.addr ?? '127.0.0.1:8000'), tls: tlsOf(values) },
    io
  )
  printStart(recording, replay, io)
  io.tellParent?.({ kind: 'ready', url: replay.url, user: 'REPLAY', password: 'replay' })
  await io.untilStopped()
  await replay.close()
  const { answered, missed } = replay.counts
  io.say(`${answered} requests were answered as recorded, ${missed} were not recorded.`)
  return 0
}

function readArguments(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        addr: { type: 'string' },
        'tls-cert': { type: 'string' },
        'tls-key': { type: 'string' },
        help: { type: 'boolean', short: 'h' }
      },
      allowPositionals: true
    })
  } catch (error) {
    const reason = (error as Error).message.replace(/\.?$/, '')
    throw new ConfigError([`${reason} (see erp-bridge replay --help)`])
  }
}

function load(directory: string): Recording {
  try {
    return loadRecording(directory)
  } catch (error) {
    throw error instanceof RecordingError ? new ConfigError([error.message]) : error
  }
}

function addressOf(given: string): { readonly host: string; readonly port: number } {
  const [, bracketed, host = bracketed, port] =
    /^(?:\[([0-9A-Fa-f:.]+)\]|([^:[\]/@\s]+)):(\d{1,5})$/.exec(given) ?? []
  if (host === undefined || Number(port) > 65_535) {
    throw new ConfigError([
      `--addr ${given} is not valid; give HOST:PORT, for example 127.0.0.1:8000`
    ])
  }
  return { host, port: Number(port) }
}

function tlsOf(values: { 'tls-cert'?: string; 'tls-key'?: string }): ReplayOptions['tls'] {
  const [cert, key] = [values['tls-cert'], values['tls-key']]
  if (cert === undefined && key === undefined) return undefined
  if (cert === undefined || key === undefined) {
    throw new ConfigError(['--tls-cert and --tls-key belong together; give both'])
  }
  return { cert: fileText('--tls-cert', cert), key: fileText('--tls-key', key) }
}

function fileText(flag: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error'
    throw new ConfigError([`${flag} ${path} cannot be read (${code})`])
  }
}

async function serve(
  recording: Recording,
  address: ReplayOptions & { readonly host: string; readonly port: number },
  io: CommandIo
): Promise<Replay> {
  try {
    return await serveRecording(recording, { ...address, onMiss: io.warn })
  } catch (error) {
    if (error instanceof RangeError) {
      throw new ConfigError([`--addr: ${error.message}; give 127.0.0.1:PORT`])
    }
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new ConfigError([
      `${address.host}:${address.port} is taken by another program; stop it, or give another address with --addr`
    ])
  }
}

function printStart({ description, exchanges, folder }: Recording, replay: Replay, io: CommandIo) {
  const users = [...new Set(exchanges.flatMap(({ user }) => user ?? []))]
  io.say(`Recorded ERP   ${replay.url}  (client ${replay.client})`)
  io.say(
    users.length > 1
      ? `Log-on         as ${users.join(', ')}, each with the own answers, or as another user; every password is right`
      : 'Log-on         every user and password is right'
  )
  io.say(
    `Recording      ${folder}: ${exchanges.length} exchanges, ${description.started}, ${description.recorder}`
  )
  if (!description.sources) {
    io.say('Sources        were not recorded; texts of as many lines stand in their place')
  }
  if (description.stopped !== undefined) io.say(`Incomplete     it stopped: ${description.stopped}`)
  io.say('Ctrl-C ends it.')
}
