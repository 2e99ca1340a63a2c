/**
 * Names and marker of the objects that a run creates, by which a later run recognizes what an
 * interrupted one left.
 */
import { createHash, randomInt } from 'node:crypto'
import { hostname } from 'node:os'
import type { Processes } from '../command.ts'

const start = 'ZEBV'
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const pattern = new RegExp(`^\\$?${start}[0-9A-Z]{6}_[0-9A-Z]{1,3}$`)
const marker = /^erp-bridge verify (\d{12}) ([0-9a-f]{8})-(\d{1,10})$/

/** How long a run of another machine counts as unfinished. */
const longestRunMs = 60 * 60 * 1000

/** Search patterns of all names; those of local packages begin with `$`. */
export const anyRun = [`${start}*`, `$${start}*`] as const

export interface RunNames {
  /** The names of all objects of the run begin with it. */
  readonly prefix: string
  /** Description of each object and request of the run. */
  readonly marker: string
}

export function newRunNames(pid: number, now = new Date()): RunNames {
  const random = Array.from({ length: 6 }, () => digits[randomInt(digits.length)]).join('')
  return {
    prefix: start + random,
    marker: `erp-bridge verify ${stamp(now)} ${machine()}-${String(pid)}`
  }
}

/** Whether the name and the description of an object are those of a run of `verify`. */
export function isOfARun(name: string, description: string): boolean {
  return pattern.test(name) && isMarker(description)
}

export function isMarker(description: string): boolean {
  return marker.test(description.trim())
}

/**
 * Whether the run with that marker may still be at work: its process is alive on this machine, or
 * it began less than an hour ago on another one.
 */
export function mayBeRunning(description: string, processes: Processes, now = Date.now()): boolean {
  const [, at = '', host = '', id = ''] = marker.exec(description.trim()) ?? []
  const pid = Number(id)
  if (host === machine()) return pid !== processes.own && processes.isAlive(pid)
  return now - timeOf(at) < longestRunMs
}

function machine(): string {
  return createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
}

function stamp(now: Date): string {
  return now.toISOString().replace(/\D/g, '').slice(0, 12)
}

function timeOf(at: string): number {
  const [, year, month, day, hour, minute] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(at) ?? []
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:00Z`)
}
