/** Values of variables at a runtime error, from a second run of the program with stops. */
import type { RunAlert, RunDebugger, RunDump } from '../../types.ts'
import type { Dump } from '../../dump-types.ts'
import { recordDump, type DumpCaller } from './record.ts'

/** A larger program is not translated once more, with stops, for the values of its variables. */
const MAX_FILES = 200

/** A debugger that lets a program go everywhere: its procedures keep their variables in view. */
export const unattended: RunDebugger = {
  breakpoints: () => [],
  stopped(stop) {
    stop.go({ kind: 'continue' })
  },
  ended() {}
}

/** The limits of the second run of a program that was stopped: it comes to them once more. */
const ENDS = {
  TIME_OUT: { milliseconds: 3000, megabytes: 200 },
  TSV_TNEW_PAGE_ALLOC_FAILED: { milliseconds: 8000, megabytes: 150 }
} as const

/** As `unattended`, and ends the program where it is beyond the limits. */
function ending(error: keyof typeof ENDS): RunDebugger {
  return { ...unattended, until: { error, ...ENDS[error] } }
}

/**
 * Keeps the short dump of a program that was stopped: the place is that of a second run.
 * @param again runs the program once more, with `ending`
 * @returns undefined where the second run comes to no statement beyond the limits
 */
export async function recordEnd(
  caller: DumpCaller,
  { terminated, files }: { readonly terminated: RunAlert['terminated']; readonly files: number },
  again: (debug: RunDebugger) => Promise<readonly RunAlert[]>
): Promise<Dump | undefined> {
  if (terminated === undefined || files > MAX_FILES) return undefined
  const alerts = await again(ending(terminated))
  const found = alerts.find(({ dump }) => dump?.error === terminated)
  return found === undefined ? undefined : recordDump(caller, found)
}

const hasValues = ({ frames }: RunDump) => frames.some(({ variables }) => variables !== undefined)

/** Whether both are the same error at the same place, reached by the same calls. */
function isSame({ error, exception, frames }: RunDump, other: RunDump | undefined): boolean {
  return (
    other?.error === error &&
    other.exception === exception &&
    other.frames.length === frames.length &&
    frames.every(({ file, row }, index) => {
      const frame = other.frames[index]
      return frame?.file === file && frame.row === row
    })
  )
}

/**
 * Keeps the short dumps of a run.
 * @param again runs the program once more, with `unattended`
 */
export async function recordDumps(
  caller: DumpCaller,
  { alerts, files }: { readonly alerts: readonly RunAlert[]; readonly files: number },
  again: () => Promise<readonly RunAlert[]>
): Promise<void> {
  const complete = files > MAX_FILES ? alerts : await withValues(alerts, again)
  for (const alert of complete) recordDump(caller, alert)
}

/**
 * The alerts of a run, those with dumps completed by the values of a second run. Where that one ends
 * otherwise, because it depends on the time or on chance, they stay without.
 */
async function withValues(
  alerts: readonly RunAlert[],
  again: () => Promise<readonly RunAlert[]>
): Promise<RunAlert[]> {
  const without = alerts.filter(({ dump }) => dump !== undefined && !hasValues(dump))
  const others = without.length === 0 ? [] : await again()
  return alerts.map(alert => {
    const { dump } = alert
    if (dump === undefined || hasValues(dump)) return alert
    const other = others.find(one => isSame(dump, one.dump))?.dump
    return other === undefined ? alert : { ...alert, dump: { ...dump, frames: other.frames } }
  })
}
