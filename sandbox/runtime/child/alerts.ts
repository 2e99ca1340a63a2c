/**
 * Converts uncaught errors of a program to alerts, and JavaScript errors that correspond to an ABAP
 * exception to that exception.
 */
import { currentRuntime, type AbapClass } from './abap.ts'
import { errorOfException } from './dumps/runtime-errors.ts'
import { systemFields } from './dumps/values.ts'
import type { RawAlert, RawDump } from './job.ts'

/** Ends a test method past every ABAP CATCH; its alert is recorded already or in `alert`. */
export class RunAborted extends Error {
  readonly alert: RawAlert | undefined

  constructor(alert?: RawAlert) {
    super('the test method was left')
    this.alert = alert
  }
}

/**
 * Converts JavaScript errors of generated code to the catchable ABAP exception that they correspond
 * to. Returns all other errors unchanged.
 */
export function translateError(error: unknown): unknown {
  if (
    !(error instanceof TypeError) ||
    !/^Cannot (?:read|set) properties of (?:undefined|null)/.test(error.message)
  ) {
    return error
  }
  if (
    !(error.stack ?? '')
      .split('\n')
      .slice(1, 3)
      .some(line => line.includes('/programs/'))
  ) {
    return error
  }
  const InitialReference = currentRuntime().Classes.CX_SY_REF_IS_INITIAL
  if (InitialReference === undefined) return error
  const made = new InitialReference()
  translated.set(made, error)
  return made
}

const translated = new WeakMap<object, TypeError>()

/** The alert of an uncaught error, for the parent process. Never throws. */
export async function describe(thrown: unknown): Promise<RawAlert | undefined> {
  if (thrown instanceof RunAborted) return thrown.alert
  if (typeof thrown !== 'object' || thrown === null) {
    return {
      kind: 'unsupported',
      title: `The runtime failed: ${String(thrown)}`,
      details: [],
      stack: ''
    }
  }
  const error = translated.get(thrown) ?? thrown
  if (nameOf(error) === undefined && error instanceof Error && !('classic' in error)) {
    return await describeError(error)
  }
  return await describeException(error as Record<string, unknown>)
}

/** Objects of ABAP classes, including exceptions, contain the name of their class. */
function nameOf(object: object): string | undefined {
  return (object.constructor as unknown as Partial<AbapClass> | undefined)?.INTERNAL_NAME
}

async function describeException(exception: Record<string, unknown>): Promise<RawAlert> {
  const name = nameOf(exception)
  if (name === undefined) {
    const classic =
      typeof exception.classic === 'string' ? exception.classic.toUpperCase() : 'unknown'
    return {
      kind: 'exception',
      title: `Exception Error <${classic}>`,
      details: ['Raised by RAISE or MESSAGE … RAISING and not handled'],
      stack: stackOf(exception),
      dump: dumpOf('RAISE_EXCEPTION', { text: `Exception condition "${classic}" triggered` })
    }
  }
  const dump = dumpOf(errorOfException(exception), { name, isCatchable: true })
  const extra = exception.EXTRA_CX as
    { INTERNAL_FILENAME?: string; INTERNAL_LINE?: number } | undefined
  const raised =
    extra?.INTERNAL_FILENAME !== undefined && extra.INTERNAL_LINE !== undefined
      ? { raised: { file: extra.INTERNAL_FILENAME, row: extra.INTERNAL_LINE } }
      : {}
  const chain = await chainOf(exception)
  return {
    kind: 'exception',
    title: `Exception Error <${name}>`,
    details: chain.flatMap(({ name, text }, depth) => {
      if (text === '') return []
      return [depth === 0 ? text : `Previous: ${name}: ${text}`]
    }),
    stack: stackOf(exception),
    ...raised,
    dump: { ...dump, chain }
  }
}

/** System fields have to be read before texts of exceptions are, which run code. */
export function dumpOf(
  error: string,
  {
    name = '',
    text = '',
    isCatchable = false
  }: { readonly name?: string; readonly text?: string; readonly isCatchable?: boolean }
): RawDump {
  const chain = text === '' ? [] : [{ name, text }]
  return { error, exception: name, isCatchable, chain, system: systemFields() }
}

function stackOf(exception: Record<string, unknown>): string {
  return typeof exception.stack === 'string' ? exception.stack : ''
}

/** Names and texts of the exception and of those it was raised for. */
async function chainOf(exception: Record<string, unknown>): Promise<RawDump['chain'][number][]> {
  const chain: RawDump['chain'][number][] = []
  let current: Record<string, unknown> | undefined = exception
  for (let depth = 0; current !== undefined && depth < 10; depth++) {
    chain.push({ name: nameOf(current) ?? '?', text: await textOf(current) })
    current = (
      current.previous as { get?(): Record<string, unknown> | undefined } | undefined
    )?.get?.()
  }
  return chain
}

async function textOf(exception: Record<string, unknown>): Promise<string> {
  const method = exception.if_message$get_text
  if (typeof method !== 'function') return ''
  try {
    const result: unknown = await method.call(exception)
    const value: unknown =
      typeof result === 'object' &&
      result !== null &&
      'get' in result &&
      typeof result.get === 'function'
        ? result.get()
        : result
    return typeof value === 'string' ? value.slice(0, 2000) : ''
  } catch {
    return ''
  }
}

const RUNTIME_ERRORS: ReadonlyArray<readonly [RegExp, string]> = [
  [/^ASSERT(ION)?\b|assert/i, 'ASSERTION_FAILED'],
  [/^short dump$/, 'RAISE_SHORTDUMP'],
  [/^([A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+)$/, '']
]

async function describeError(error: Error): Promise<RawAlert> {
  const stack = error.stack ?? ''
  const title = limitTitle(error)
  if (title !== undefined) {
    const dump = limitDump(error)
    return { kind: 'limit', title, details: [error.message], stack, ...dump }
  }
  const name = runtimeErrorOf(error)
  if (name !== undefined) {
    const title = `Runtime Error ${name}`
    return {
      kind: 'exception',
      title,
      details: [error.message, ...(error.cause instanceof Error ? [error.cause.message] : [])],
      stack,
      dump: await errorDump(name, error)
    }
  }
  // the place in the source tells whether it is one of an initial reference
  return error instanceof TypeError
    ? { ...unsupported(error, stack), dump: dumpOf('', { isCatchable: true }) }
    : unsupported(error, stack)
}

/** The dump of an error that no CATCH handles: that of RAISE SHORTDUMP has an exception. */
async function errorDump(name: string, { cause }: Error): Promise<RawDump> {
  const exception = typeof cause === 'object' && cause !== null ? nameOf(cause) : undefined
  const dump = dumpOf(name, exception === undefined ? {} : { name: exception })
  return exception === undefined
    ? dump
    : { ...dump, chain: await chainOf(cause as Record<string, unknown>) }
}

/** What RAISE SHORTDUMP and THROW SHORTDUMP throw: an error past every CATCH. */
export function shortDump(exception: unknown): Error {
  return new Error('short dump', { cause: exception })
}

function limitTitle(error: Error): string | undefined {
  if (
    !(error instanceof RangeError) ||
    !/call stack|string length|array length|buffer/i.test(error.message)
  ) {
    return undefined
  }
  const reason = /call stack/i.test(error.message)
    ? 'the call stack is exhausted'
    : 'a value is too large'
  return `Stopped by the sandbox: ${reason}`
}

/** The roll area holds the calls, as far as is known; a text that is too long has its own error. */
function limitDump({ message }: Error): { readonly dump?: RawDump } {
  if (/call stack/i.test(message)) return { dump: dumpOf('SYSTEM_NO_ROLL', {}) }
  return /string length/i.test(message) ? { dump: dumpOf('STRING_SIZE_TOO_LARGE', {}) } : {}
}

function runtimeErrorOf({ message }: Error): string | undefined {
  for (const [pattern, name] of RUNTIME_ERRORS) {
    const match = pattern.exec(message)
    if (match !== null) return name === '' ? match[1] : name
  }
  return undefined
}

function unsupported(error: Error, stack: string): RawAlert {
  if (/^Void type: /.test(error.message)) {
    return {
      kind: 'unsupported',
      title: `Not supported by the sandbox runtime: ${error.message.slice(11)}`,
      details: ['The type of a variable is not known here'],
      stack
    }
  }
  if (/^Code generation from strings disallowed/.test(error.message)) {
    return {
      kind: 'unsupported',
      title:
        'Not supported by the sandbox runtime: a dynamic name or condition that is known only when the program runs',
      details: [],
      stack
    }
  }
  const text = error.message
    .replace(/,? ?(not supported,? )?transpiler,?( todo)?| todo$/gi, '')
    .replace(/^\w*Transpiler:?,?\s*/, '')
  return {
    kind: 'unsupported',
    title: `Not supported by the sandbox runtime: ${text}`,
    details: [error.message],
    stack
  }
}
