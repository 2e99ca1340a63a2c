/** Measures procedures and database accesses of a program that is traced. */
import type { Host } from '../bridge.ts'
import type { RawTrace } from '../job.ts'

export interface Tracer {
  /** A procedure begins and ends, on whatever way. */
  enter(procedure: number): void
  leave(): void
  /** An access to the database. */
  accessed(statement: string, milliseconds: number): void
  /** What was measured until now; undefined where nothing is traced. */
  result(): RawTrace | undefined
}

/** A way to call a procedure; its calls are added up. */
interface Call {
  readonly procedure: number
  readonly parent: number
  count: number
  gross: number
  /** Of the procedures that it calls. */
  inner: number
}

interface Access {
  readonly statement: string
  readonly table: string
  readonly call: number
  count: number
  time: number
}

/** So many ways of calls and accesses are told apart; more are added to those that are known. */
const MAX_CALLS = 5000
const MAX_ACCESSES = 2000

/** Tables that only the sandbox itself reads. */
const OWN = /^SQLITE_|^SANDBOX~/

const silent: Tracer = { enter() {}, leave() {}, accessed() {}, result: () => undefined }

/** The program itself is call 0. */
export function createTracer(isTraced: boolean, host: Host): Tracer {
  if (!isTraced) return silent
  const start = host.now()
  const calls: Call[] = [{ procedure: 0, parent: -1, count: 1, gross: 0, inner: 0 }]
  const known = new Map<string, number>()
  const accesses = new Map<string, Access>()
  const stack: { readonly call: number; readonly since: number }[] = []
  const current = (): number => stack.at(-1)?.call ?? 0
  const callOf = (procedure: number): number => {
    const parent = current()
    const key = `${parent} ${procedure}`
    const found = known.get(key)
    if (found !== undefined) return found
    if (calls.length >= MAX_CALLS) return parent
    known.set(key, calls.length)
    return calls.push({ procedure, parent, count: 0, gross: 0, inner: 0 }) - 1
  }
  return {
    enter(procedure) {
      const call = callOf(procedure)
      const entry = calls[call]
      if (entry?.procedure === procedure) entry.count++
      stack.push({ call, since: host.now() })
    },
    leave() {
      const left = stack.pop()
      if (left === undefined) return
      const time = host.now() - left.since
      const [call, caller] = [calls[left.call], calls[current()]]
      // a call that is added to its caller is part of the caller's own time
      if (call === undefined || caller === undefined || call === caller) return
      call.gross += time
      caller.inner += time
    },
    accessed(sql, milliseconds) {
      const { statement, table } = accessOf(sql)
      if (OWN.test(table)) return
      const key = `${statement} ${table} ${current()}`
      const access = accesses.get(key) ?? { statement, table, call: current(), count: 0, time: 0 }
      if (accesses.size < MAX_ACCESSES) accesses.set(key, access)
      access.count++
      access.time += milliseconds
    },
    result() {
      const [program] = calls
      if (program !== undefined) program.gross = host.now() - start
      return {
        calls: calls.map(({ procedure, parent, count, gross, inner }) => ({
          ...{ procedure, parent, count },
          gross: micro(gross),
          net: micro(Math.max(0, gross - inner))
        })),
        accesses: [...accesses.values()].map(access => ({ ...access, time: micro(access.time) }))
      }
    }
  }
}

function micro(milliseconds: number): number {
  return Math.round(milliseconds * 1000)
}

/** The kind of a statement, and the first table that it names. */
function accessOf(sql: string): { readonly statement: string; readonly table: string } {
  const [, word = ''] = /^\W*(\w+)/.exec(sql) ?? []
  const statement = word.toUpperCase() === 'WITH' ? 'SELECT' : word.toUpperCase()
  const [, quoted, plain] = /\b(?:FROM|INTO|UPDATE)\s+(?:"([^"]+)"|([\w/$]+))/i.exec(sql) ?? []
  const table = quoted ?? plain ?? ''
  return { statement, table: table.toUpperCase() }
}

/** The process, with its accesses to the database measured. */
export function tracedHost(host: Host, { accessed, result }: Tracer): Host {
  if (result() === undefined) return host
  const { sql: original } = host
  return {
    ...host,
    sql(how, statement, values) {
      const since = host.now()
      try {
        return original(how, statement, values)
      } finally {
        if (how !== 'check') accessed(statement, host.now() - since)
      }
    }
  }
}
