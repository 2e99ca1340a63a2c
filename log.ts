/** The log of the launchers: JSON lines on stderr, with secrets replaced. */
import type { EventEmitter } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'
import pino from 'pino'
import type { DestinationStream, Logger } from 'pino'
import type { Config } from './config/config.ts'
import type { Secrets } from './config/secrets.ts'
import { setting, settingNames } from './config/settings.ts'

const headers = ['authorization', 'cookie', 'set-cookie', 'proxy-authorization', 'x-csrf-token']

/** Where a secret could stand in what is logged; for the logger of a host, too. */
export const redactPaths: readonly string[] = [
  ...headers.flatMap(name => [
    `headers["${name}"]`,
    `req.headers["${name}"]`,
    `res.headers["${name}"]`
  ]),
  ...settingNames
    .filter(name => setting(name).writeOnly === true)
    .flatMap(name => [name, `config.${name}`])
]

/** Lines that wait for a full disk, before further ones are dropped. */
const mostWaiting = 16 * 1024 * 1024

/** `failure`: why the last line could not be written; undefined where it could. */
export type LogSink = DestinationStream & { readonly failure?: Error | undefined }

export type LauncherLog = Logger & { failure(): Error | undefined }

/**
 * stderr, synchronously, so that nothing is lost when the process ends. What it cannot take waits;
 * logging errors never fail a call.
 */
export function stderr(): LogSink {
  const sink: DestinationStream & EventEmitter & { failure?: Error | undefined } = pino.destination(
    {
      dest: 2,
      sync: true,
      maxLength: mostWaiting
    }
  )
  sink.on('error', (error: Error) => {
    sink.failure = error
  })
  sink.on('write', () => {
    sink.failure = undefined
  })
  return sink
}

/**
 * Paths keep headers out, whatever is in them; the secrets that are known by value are replaced in
 * the finished line.
 */
export function createLog(
  { logLevel }: Pick<Config, 'logLevel'>,
  destination: LogSink = stderr(),
  secrets?: Secrets
): LauncherLog {
  const redact = { paths: [...redactPaths], censor: '[secret]' }
  const hooks = secrets === undefined ? {} : { hooks: { streamWrite: secrets.redactLine } }
  const log = pino({ level: logLevel, redact, ...hooks }, destination)
  return Object.assign(log, { failure: () => destination.failure })
}

/**
 * The log of one request, created with its first line: most requests write none, and a child logger
 * is expensive. Methods instead of properties, so that a check for their presence creates nothing.
 */
export class LateChild implements FastifyBaseLogger {
  readonly #make: () => FastifyBaseLogger
  #made: FastifyBaseLogger | undefined

  constructor(parent: FastifyBaseLogger, ...given: Parameters<FastifyBaseLogger['child']>) {
    this.#make = () => parent.child(...given)
  }

  get #own(): FastifyBaseLogger {
    return (this.#made ??= this.#make())
  }
  get level(): string {
    return this.#own.level
  }
  set level(level: string) {
    this.#own.level = level
  }
  fatal(...given: unknown[]): void {
    this.#write('fatal', given)
  }
  error(...given: unknown[]): void {
    this.#write('error', given)
  }
  warn(...given: unknown[]): void {
    this.#write('warn', given)
  }
  info(...given: unknown[]): void {
    this.#write('info', given)
  }
  debug(...given: unknown[]): void {
    this.#write('debug', given)
  }
  trace(...given: unknown[]): void {
    this.#write('trace', given)
  }
  silent(): void {}
  child(...given: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.#own.child(...given)
  }

  #write(level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace', given: unknown[]): void {
    const own = this.#own
    Reflect.apply(own[level], own, given)
  }
}
