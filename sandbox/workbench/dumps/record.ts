/** Writes short dumps of runs that ended with a runtime error. */
import type { Dump } from '../../dump-types.ts'
import type { System } from '../../system.ts'
import type { RunAlert } from '../../types.ts'
import { stackOf } from './frames.ts'

export interface DumpCaller {
  readonly system: System
  readonly user: string
  readonly language: string
}

const shortTexts: Readonly<Record<string, string>> = {
  ASSERTION_FAILED: 'The ASSERT condition was violated.',
  COMPUTE_INT_ZERODIVIDE: 'Division by 0 (type I or INT8)',
  GETWA_NOT_ASSIGNED: 'Field symbol has not been assigned yet.',
  ITAB_LINE_NOT_FOUND: 'Row not found in internal table.',
  OBJECTS_OBJREF_NOT_ASSIGNED: "Access using a 'ZERO' object reference is not possible.",
  STRING_SIZE_TOO_LARGE: 'String is too large.',
  SYSTEM_NO_ROLL: 'Unable to fulfil a request for memory: the calls are nested too deeply.',
  TIME_OUT: 'Time limit exceeded.',
  TSV_TNEW_PAGE_ALLOC_FAILED: 'No more memory available to add rows to an internal table.',
  RAISE_SHORTDUMP: 'A RAISE SHORTDUMP or THROW SHORTDUMP statement was executed.',
  UNCAUGHT_EXCEPTION: 'An exception occurred that was not caught.'
}

/** What the error means, where it has one text. */
export function shortTextOf(error: string): string | undefined {
  return shortTexts[error]
}

function serverOf({ id }: System): string {
  return `sandbox_${id}_00`
}

const OVERFLOWS: Readonly<Record<string, string>> = {
  '+': 'COMPUTE_INT_PLUS_OVERFLOW',
  '-': 'COMPUTE_INT_MINUS_OVERFLOW',
  '*': 'COMPUTE_INT_TIMES_OVERFLOW',
  '**': 'COMPUTE_INT_POW_OVERFLOW'
}

/**
 * An overflow of integers is named after the operation, which the runtime does not know: its target
 * is too small for the result. The statement tells it where it has one kind of operation.
 */
function errorIn(error: string, row: string): string {
  if (error !== OVERFLOWS['+']) return error
  const code = row.replaceAll(/'[^']*'|`[^`]*`|".*$/g, '')
  const operators = new Set(code.match(/(?<= )(?:\+|-|\*{1,2})(?= )/g))
  const [only] = operators.size === 1 ? operators : ['+']
  return OVERFLOWS[only ?? '+'] ?? error
}

/**
 * Keeps a short dump for an alert, where ABAP writes one and the program has a place for it.
 * @returns undefined where none is written
 */
export function recordDump(caller: DumpCaller, { dump, details }: RunAlert): Dump | undefined {
  const { system, user, language } = caller
  if (dump === undefined) return undefined
  const stack = stackOf(system, dump.frames)
  if (stack === undefined) return undefined
  const [own] = dump.chain
  const place = stack.frames[0]?.line
  const row = stack.rows.find(({ line }) => line === place)?.text ?? ''
  const error = errorIn(dump.error, row)
  return system.store.dumps.add({
    at: Date.now(),
    user: user.toUpperCase(),
    client: system.client,
    server: serverOf(system),
    language,
    error,
    exception: dump.exception,
    shortText: shortTextOf(error) ?? own?.text ?? details[0] ?? error,
    ...stack,
    chain: dump.exception === '' ? [] : dump.chain,
    system: dump.system
  })
}
