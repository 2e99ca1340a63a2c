/** Keeps traces of runs that were measured. */
import { adtTypeOf, nameOf, startUri } from '../../http/uris.ts'
import { programsOf } from '../../http/program-names.ts'
import type { System } from '../../system.ts'
import type { TraceUnit } from '../../trace-types.ts'
import type { ObjectKey, RunTrace } from '../../types.ts'

/** A trace is kept for four weeks by default. */
const RETENTION_MILLISECONDS = 28 * 24 * 60 * 60 * 1000

type Procedure = RunTrace['calls'][number]['procedure']

function programUnit({ store }: System, object: ObjectKey): TraceUnit {
  const part = { object, part: 'main' }
  const [program] = programsOf(part)
  const home = store.get(object)?.package ?? ''
  return {
    name: program,
    program,
    uri: '',
    type: adtTypeOf(part),
    object: object.name,
    package: home
  }
}

function unitOf(system: System, procedure: Procedure, object: ObjectKey): TraceUnit {
  if (procedure === undefined) return programUnit(system, object)
  const { file, row, owner, name } = procedure
  const at = { file, startRow: row, startColumn: 0, endRow: row, endColumn: 0 }
  const location = system.store.toPart(at)
  const shown = owner === '' ? name : `${owner}->${name}`
  if (location === undefined) return { ...programUnit(system, object), name: shown }
  const { part } = location
  return {
    name: shown,
    program: programsOf(part)[0],
    uri: startUri(location),
    type: adtTypeOf(part),
    object: nameOf(part),
    package: system.store.get(part.object)?.package ?? ''
  }
}

/** Keeps the trace of a run of this object. */
export function recordTrace(
  { system, user }: { readonly system: System; readonly user: string },
  { object, title }: { readonly object: ObjectKey; readonly title: string },
  { calls, accesses }: RunTrace
): void {
  const at = Date.now()
  system.store.traces.add({
    ...{
      at,
      expires: at + RETENTION_MILLISECONDS,
      user: user.toUpperCase(),
      client: system.client
    },
    ...{ title, object, accesses },
    calls: calls.map(({ procedure, ...call }) => ({
      ...call,
      unit: unitOf(system, procedure, object)
    }))
  })
}
