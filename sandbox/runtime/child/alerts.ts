/**
 * Converts uncaught errors of a program to alerts, and JavaScript errors that correspond to an ABAP
 * exception to that exception.
 */
import { currentRuntime, type AbapClass } from './abap.ts'
import type { RawAlert } from './job.ts'

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
    return describeError(error)
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
      stack: stackOf(exception)
    }
  }
  const extra = exception.EXTRA_CX as
    { INTERNAL_FILENAME?: string; INTERNAL_LINE?: number } | undefined
  const raised =
    extra?.INTERNAL_FILENAME !== undefined && extra.INTERNAL_LINE !== undefined
      ? { raised: { file: extra.INTERNAL_FILENAME, row: extra.INTERNAL_LINE } }
      : {}
  return {
    kind: 'exception',
    title: `Exception Error <${name}>`,
    details: await textsOf(exception),
    stack: stackOf(exception),
    ...raised
  }
}

function stackOf(exception: Record<string, unknown>): string {
  return typeof exception.stack === 'string' ? exception.stack : ''
}

/** Texts of the exception and of those it was raised for. */
async function textsOf(exception: Record<string, unknown>): Promise<string[]> {
  const texts: string[] = []
  let current: Record<string, unknown> | undefined = exception
  for (let depth = 0; current !== undefined && depth < 10; depth++) {
    const text = await textOf(current)
    if (text !== '') texts.push(depth === 0 ? text : `Previous: ${nameOf(current) ?? '?'}: ${text}`)
    current = (
      current.previous as { get?(): Record<string, unknown> | undefined } | undefined
    )?.get?.()
  }
  return texts
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

function describeError(error: Error): RawAlert {
  const stack = error.stack ?? ''
  const title = limitTitle(error)
  if (title !== undefined) return { kind: 'limit', title, details: [error.message], stack }
  const name = runtimeErrorOf(error)
  if (name !== undefined) {
    return { kind: 'exception', title: `Runtime Error ${name}`, details: [error.message], stack }
  }
  return unsupported(error, stack)
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
