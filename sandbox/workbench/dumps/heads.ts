/** Short dumps of which the heads alone are there: rows of SNAP_BEG, as the seed has them. */
import type { Dump, DumpFrame } from '../../dump-types.ts'
import { dumpId } from '../../store/diagnose/dump-records.ts'
import { sourceUri } from '../../http/uris.ts'
import type { System } from '../../system.ts'
import type { ObjectKey } from '../../types.ts'
import { shortTextOf } from './record.ts'

const query =
  "SELECT datum, uzeit, ahost, uname, mandt, modno, flist FROM snap_beg WHERE seqno = '000'"
const MAX_HEADS = 500

/** Two letters, three digits for the length, and the value, one after the other. */
function factsIn(list: string): Map<string, string> {
  const facts = new Map<string, string>()
  for (let at = 0; at + 5 <= list.length;) {
    const length = Number(list.slice(at + 2, at + 5))
    if (!Number.isInteger(length) || length < 0) break
    facts.set(list.slice(at, at + 2), list.slice(at + 5, at + 5 + length).trim())
    at += 5 + length
  }
  return facts
}

function objectOf(program: string): ObjectKey {
  const [, pool] = /^([^=]+)=*CP$/.exec(program.length === 32 ? program : '') ?? []
  if (pool !== undefined) return { type: 'CLAS', name: pool }
  const [, group] = /^SAPL(.+)$/.exec(program) ?? []
  return group === undefined ? { type: 'PROG', name: program } : { type: 'FUGR', name: group }
}

function frameOf(facts: ReadonlyMap<string, string>, object: ObjectKey): DumpFrame {
  const program = facts.get('AP') ?? ''
  const line = Number(facts.get('AL') ?? '0')
  const uri = sourceUri({ object, part: 'main' })
  const isMethod = object.type === 'CLAS'
  return {
    kind: isMethod ? 'METHOD' : 'EVENT',
    ...{ program, include: facts.get('AI') ?? program, line, name: object.name },
    // rows of a method count from its beginning
    uri: isMethod ? uri : `${uri}#start=${line}`
  }
}

/** The heads as dumps without source and values. */
export function headsOf({ database }: System): Dump[] {
  const { rows } = database.query({ sql: query, maxRows: MAX_HEADS })
  return rows.map(row => {
    const [date, time, server = '', user = '', client = '', number, list] = row.map(cell =>
      String(cell ?? '')
    )
    const facts = factsIn(list ?? '')
    const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)/.exec(date ?? '') ?? []
    const [, hour, minute, second] = /^(\d\d)(\d\d)(\d\d)/.exec(time ?? '') ?? []
    const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) || 0
    const object = objectOf(facts.get('AP') ?? '')
    const [error = '', exception = ''] = [facts.get('FC'), facts.get('XC')]
    const dump = {
      ...{ at, user, client, server, language: 'EN', error, exception, object },
      shortText: shortTextOf(error) ?? error,
      frames: [frameOf(facts, object)],
      rows: [],
      chain: exception === '' ? [] : [{ name: exception, text: '' }],
      system: []
    }
    return { ...dump, id: dumpId(dump, Number(number)) }
  })
}

/** All dumps, newest first. */
export function allDumps(system: System): Dump[] {
  return [...system.store.dumps.list(), ...headsOf(system)].sort((a, b) => b.at - a.at)
}

export function dumpById(system: System, id: string): Dump | undefined {
  return system.store.dumps.get(id) ?? headsOf(system).find(dump => dump.id === id)
}
