/** Names of runtime errors: of uncaught exceptions, and of errors that no CATCH can handle. */
import type { AbapClass } from '../abap.ts'

/**
 * The runtime error behind an exception of the runtime, as the documentation of exceptions in ABAP
 * statements assigns it. Where it assigns several by the type of the operands, the first one here is
 * that of integers and texts.
 */
const ofRuntime: Readonly<Record<string, string>> = {
  CX_SY_ARG_OUT_OF_DOMAIN: 'COMPUTE_SQRT_DOMAIN',
  CX_SY_ARITHMETIC_OVERFLOW: 'COMPUTE_INT_PLUS_OVERFLOW',
  CX_SY_ASSIGN_CAST_ILLEGAL_CAST: 'ASSIGN_CASTING_ILLEGAL_CAST',
  CX_SY_CONVERSION_NO_NUMBER: 'CONVT_NO_NUMBER',
  CX_SY_CONVERSION_OVERFLOW: 'CONVT_OVERFLOW',
  CX_SY_CREATE_DATA_ERROR: 'CREATE_DATA_UNKNOWN_TYPE',
  CX_SY_CREATE_OBJECT_ERROR: 'CREATE_OBJECT_CLASS_NOT_FOUND',
  CX_SY_DYNAMIC_OSQL_SEMANTICS: 'SAPSQL_PARSE_ERROR',
  CX_SY_DYNAMIC_OSQL_SYNTAX: 'SAPSQL_PARSE_ERROR',
  CX_SY_DYN_CALL_ILLEGAL_CLASS: 'DYN_CALL_METH_CLASS_NOT_FOUND',
  CX_SY_DYN_CALL_ILLEGAL_FORM: 'PERFORM_NOT_FOUND',
  CX_SY_DYN_CALL_ILLEGAL_FUNC: 'CALL_FUNCTION_NOT_FOUND',
  CX_SY_DYN_CALL_ILLEGAL_METHOD: 'DYN_CALL_METH_NOT_FOUND',
  CX_SY_DYN_CALL_PARAM_MISSING: 'DYN_CALL_METH_PARAM_MISSING',
  CX_SY_DYN_CALL_PARAM_NOT_FOUND: 'DYN_CALL_METH_PARAM_NOT_FOUND',
  CX_SY_ITAB_DUPLICATE_KEY: 'ITAB_DUPLICATE_KEY',
  CX_SY_ITAB_LINE_NOT_FOUND: 'ITAB_LINE_NOT_FOUND',
  CX_SY_MOVE_CAST_ERROR: 'MOVE_CAST_ERROR',
  CX_SY_OPEN_SQL_DATA_ERROR: 'SAPSQL_DATA_LOSS',
  CX_SY_OPEN_SQL_DB: 'SAPSQL_ARRAY_INSERT_DUPREC',
  CX_SY_RANGE_OUT_OF_BOUNDS: 'STRING_OFFSET_TOO_LARGE',
  CX_SY_REF_IS_INITIAL: 'OBJECTS_OBJREF_NOT_ASSIGNED',
  CX_SY_REGEX_TOO_COMPLEX: 'REGEX_TOO_COMPLEX',
  CX_SY_ZERODIVIDE: 'COMPUTE_INT_ZERODIVIDE'
}

/** What is raised for a name that is not there; generated code does so in the place of the program. */
const ofNames = /^CX_SY_(?:DYN_CALL_ILLEGAL_\w+|CREATE_OBJECT_ERROR)$/

const packed = new WeakSet<object>()

/** Notes that an exception comes from a calculation with packed numbers. */
export function raisedByPacked(exception: unknown): void {
  if (typeof exception === 'object' && exception !== null) packed.add(exception)
}

const ofDatabase = new WeakSet()

/** Notes that an exception comes from the database itself, and not from a key that is there twice. */
export function raisedByDatabase(exception: unknown): void {
  if (typeof exception === 'object' && exception !== null) ofDatabase.add(exception)
}

const ofPacked: Readonly<Record<string, string>> = {
  CX_SY_ARITHMETIC_OVERFLOW: 'BCD_OVERFLOW',
  CX_SY_ZERODIVIDE: 'BCD_ZERODIVIDE'
}

const FRAME = /^\s*at (?:async )?(?:(new )?[^(]*\()?([^()]*?):\d+:\d+\)?$/

interface Thrown {
  readonly constructor: { readonly INTERNAL_NAME?: string }
  readonly stack?: unknown
}

/**
 * The runtime error of an uncaught exception: its own where the runtime raised it in a statement,
 * `UNCAUGHT_EXCEPTION` where the program did.
 */
export function errorOfException(exception: object): string {
  const { stack } = exception as Thrown
  const names = namesOf(exception.constructor as unknown as AbapClass)
  const [own = ''] = names
  if (!isOfRuntime(typeof stack === 'string' ? stack : '') && !ofNames.test(own)) {
    return 'UNCAUGHT_EXCEPTION'
  }
  if (ofDatabase.has(exception)) return 'DBSQL_SQL_ERROR'
  const errors = packed.has(exception) ? { ...ofRuntime, ...ofPacked } : ofRuntime
  return names.flatMap(name => errors[name] ?? [])[0] ?? 'UNCAUGHT_EXCEPTION'
}

/** The class and those it inherits from. */
function namesOf(type: AbapClass): string[] {
  const names: string[] = []
  let current: unknown = type
  while (typeof current === 'function') {
    const { INTERNAL_NAME } = current as unknown as Partial<AbapClass>
    if (INTERNAL_NAME !== undefined) names.push(INTERNAL_NAME)
    current = Object.getPrototypeOf(current) as unknown
  }
  return names
}

/** Whether the object was made by a function of the realm, and not by code of the program. */
function isOfRuntime(stack: string): boolean {
  for (const line of stack.split('\n')) {
    const match = FRAME.exec(line)
    if (match !== null && match[1] === undefined) return match[2] === 'realm.js'
  }
  return false
}
