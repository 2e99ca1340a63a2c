/** The log of the launchers: JSON lines on stderr, secrets blotted out. */
import pino from 'pino'
import type { DestinationStream, Logger } from 'pino'
import type { Config } from './config.ts'
import { setting, settingNames } from './settings.ts'

const headers = ['authorization', 'cookie', 'set-cookie', 'proxy-authorization', 'x-csrf-token']

/** Where a secret could stand in what is logged; for the logger of a host, too. */
export const redactPaths: readonly string[] = [
  ...headers.flatMap(name => [`headers["${name}"]`, `req.headers["${name}"]`, `res.headers["${name}"]`]),
  ...settingNames.filter(name => setting(name).writeOnly === true).flatMap(name => [name, `config.${name}`])
]

/** @param destination stderr, synchronously, so that nothing is lost when the process ends */
export function createLog ({ logLevel }: Pick<Config, 'logLevel'>, destination: DestinationStream = pino.destination({ dest: 2, sync: true })): Logger {
  return pino({ level: logLevel, redact: { paths: [...redactPaths], censor: '[secret]' } }, destination)
}
