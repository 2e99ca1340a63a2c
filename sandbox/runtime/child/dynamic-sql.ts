/**
 * Puts the dynamic parts of an ABAP SQL statement into its text, and turns its errors into ABAP
 * exceptions.
 */
import { SqlError } from '../../sql/errors.ts'
import type { SqlErrorCode } from '../../sql/errors.ts'
import { currentRuntime } from './abap.ts'
import { raisedByDatabase } from './dumps/runtime-errors.ts'
import type { Request } from './statements.ts'
import { isTable, resolve, scalarOf } from './values.ts'

/**
 * Marks of the generated text: where dynamic parts go, and what stands between assignments and
 * condition.
 */
const MARK = '\u0001'
const DYNAMIC = new RegExp(
  `(ORDER\\s+BY\\s+|GROUP\\s+BY\\s+|HAVING\\s+)?${MARK}(\\d+)([clso])${MARK}`,
  'gi'
)

export function status(subrc: number, count: number): void {
  const sy = currentRuntime().builtin.sy.get()
  sy.subrc?.set(subrc)
  sy.dbcnt?.set(count)
}

/** Puts dynamic parts into the text. */
export function expand(request: Request): Request {
  const sql = request.sql.replace(
    DYNAMIC,
    (_whole, keyword: string | undefined, index: string, role: string) => {
      const text = dynamicText(request.values[Number(index)])
      if (text.trim() !== '') return `${keyword ?? ''}${text}`
      return keyword !== undefined ? '' : role === 'c' ? '1 = 1' : role === 'l' ? '*' : ''
    }
  )
  return sql === request.sql ? request : { ...request, sql, isDynamic: true }
}

export function dynamicText(value: unknown): string {
  const actual = resolve(value)
  return isTable(actual)
    ? actual
        .array()
        .map(line => String(scalarOf(line)))
        .join(' ')
    : String(scalarOf(actual))
}

/** Limits of the sandbox are no exceptions that a program handles. */
const SANDBOX: ReadonlySet<SqlErrorCode> = new Set(['UNSUPPORTED', 'LIMIT'])

/**
 * Errors of dynamic statements are exceptions that ABAP can catch; those of fixed text say that
 * something is not supported.
 */
export async function reported<T>(request: Request, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof SqlError && ['DATA', 'DATABASE', 'CONVERSION'].includes(error.code)) {
      throw await valueError(error)
    }
    if (
      !(error instanceof SqlError) ||
      SANDBOX.has(error.code) ||
      !(request.sql.includes(MARK) || ('table' in request && typeof request.table !== 'string'))
    ) {
      throw error
    }
    const name = error.isUnreadable ? 'CX_SY_DYNAMIC_OSQL_SYNTAX' : 'CX_SY_DYNAMIC_OSQL_SEMANTICS'
    throw (await exception(name, error.message)) ?? error
  }
}

/** Without a strict mode, what has no meaning in the type of a column ends the program. */
async function valueError(error: SqlError): Promise<unknown> {
  if (error.code === 'DATABASE') {
    const raised = await exception('CX_SY_OPEN_SQL_DB', error.message)
    raisedByDatabase(raised)
    return raised ?? error
  }
  if (error.code === 'DATA') {
    return (await exception('CX_SY_OPEN_SQL_DATA_ERROR', error.message)) ?? error
  }
  return new Error('DBIF_RSQL_INVALID_REQUEST', { cause: error })
}

export async function exception(name: string, text: string): Promise<unknown> {
  const Exception = currentRuntime().Classes[name]
  if (Exception === undefined) return undefined
  return await new Exception().constructor_({
    sqlmsg: new (currentRuntime().types.String)().set(text)
  })
}
