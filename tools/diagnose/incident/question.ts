/** What an incident is about: its time, and the user, program, job or transaction. */
import { badArguments } from '../../failure/errors.ts'
import { ownerOf } from '../frames.ts'

/** `yyyymmddhhmmss`, in the time of the ERP. */
export type Stamp = string

export interface IncidentArgs {
  readonly user?: string | undefined
  /** Program, class or function group. */
  readonly name?: string | undefined
  readonly job?: string | undefined
  readonly transaction?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export interface IncidentQuestion extends Omit<IncidentArgs, 'from' | 'to'> {
  readonly from: Stamp
  readonly to: Stamp
  /** The program that the transaction starts. */
  readonly program?: string
}

const hour = 3600
export const day = 24 * hour
/** The clock of the ERP differs from UTC by so much at the most. */
export const widestZone = 14 * hour

/** Without a time: the last day, whatever the time zone of the ERP. */
export function questionOf({ from, to, ...rest }: IncidentArgs): IncidentQuestion {
  const begin = from === undefined ? undefined : fullStamp(from, '00000000000000')
  const end = to === undefined ? undefined : fullStamp(to, '99991231235959')
  if (begin === undefined && end === undefined) {
    const now = Date.now() / 1000
    return { ...rest, from: stampOf(now - day - widestZone), to: stampOf(now + widestZone) }
  }
  const window = {
    from: begin ?? shifted(end ?? '', -day),
    to: end ?? shifted(begin ?? '', day)
  }
  if (window.from > window.to) {
    throw badArguments(`\`from\` ${window.from} is later than \`to\` ${window.to}.`)
  }
  return { ...rest, ...window }
}

function fullStamp(given: string, rest: string): Stamp {
  const stamp = given + rest.slice(given.length)
  if (Number.isNaN(secondsOf(stamp))) {
    throw badArguments(`${given} is no time.`, 'Write yyyymmddhhmmss, or only its beginning.')
  }
  return stamp
}

/** NaN for what is no time. */
export function secondsOf(stamp: Stamp): number {
  const iso = stamp.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d).*$/, '$1-$2-$3T$4:$5:$6Z')
  return Date.parse(iso) / 1000
}

export function stampOf(seconds: number): Stamp {
  return new Date(seconds * 1000).toISOString().replace(/\D/g, '').slice(0, 14)
}

export function shifted(stamp: Stamp, seconds: number): Stamp {
  return stampOf(secondsOf(stamp) + seconds)
}

/** `2026-05-19 02:15:02` */
export function stampWords(stamp: Stamp): string {
  return stamp.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3 $4:$5:$6')
}

/** Whether a technical name of the runtime is the program, class or group that is meant. */
export function isProgram(technical: string, name: string): boolean {
  return technical === name || ownerOf(technical).name === name
}

/** The names that the runtime uses for a program, a class or a function group. */
export function runtimeNames(name: string): string[] {
  return [name, `${name.padEnd(30, '=')}CP`, name.replace(/^(\/\w+\/)?/, '$1SAPL')]
}
