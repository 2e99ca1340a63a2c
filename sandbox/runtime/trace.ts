/** What a traced program has measured, in terms of ABAP. */
import type { RunTrace } from '../types.ts'
import type { RawTrace } from './child/job.ts'
import type { BuiltProgram } from './programs.ts'

/** Adds the traces of the processes of a run: each begins with the program as call 0. */
export function traceOf(raw: readonly RawTrace[], program: BuiltProgram): RunTrace | undefined {
  if (raw.length === 0) return undefined
  const byId = new Map(program.probes.map(probe => [probe.id, probe]))
  const traces = raw.map(({ calls, accesses }): RunTrace => ({
    calls: calls.map(({ procedure, ...call }) => {
      const probe = byId.get(procedure)
      if (probe === undefined || probe.kind === 'event') return call
      const { file, kind, owner, name, span } = probe
      return { ...call, procedure: { file, kind, owner, name, row: span[0] } }
    }),
    accesses
  }))
  return traces.reduce((all, { calls: [program, ...calls], accesses }) => {
    const [first, ...before] = all.calls
    if (first === undefined || program === undefined) return all
    const shift = (call: number): number => (call === 0 ? 0 : call + before.length)
    const sum = { ...first, gross: first.gross + program.gross, net: first.net + program.net }
    return {
      calls: [sum, ...before, ...calls.map(call => ({ ...call, parent: shift(call.parent) }))],
      accesses: [...all.accesses, ...accesses.map(one => ({ ...one, call: shift(one.call) }))]
    }
  })
}
