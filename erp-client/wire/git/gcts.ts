/** JSON of gCTS, in which a member without a value is null or missing. */
import { ErpError } from '../../errors.ts'

export interface GctsRepository {
  readonly rid: string
  readonly name: string
  readonly url: string
  readonly branch: string
  /** CREATED until it is cloned, then READY. */
  readonly status: string
  readonly role: string
  readonly type: string
  /** Virtual system id. */
  readonly vsid: string
  readonly commit: string
}

export interface GctsStep {
  readonly type: string
  readonly from: string
  readonly to: string
  readonly at: string
  readonly by: string
  readonly request: string
}

export interface GctsObject {
  readonly pgmid: string
  readonly type: string
  readonly name: string
}

export interface GctsBranch {
  readonly name: string
  readonly type: string
}

export type Json = Readonly<Record<string, unknown>>

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** @throws ErpError ERP_BAD_ANSWER */
export function readJson(text: string): Json {
  let value: unknown
  try {
    value = text.trim() === '' ? {} : JSON.parse(text)
  } catch (cause) {
    throw new ErpError('ERP_BAD_ANSWER', 'gCTS answered with something else than JSON', { cause })
  }
  if (!isJson(value)) {
    throw new ErpError('ERP_BAD_ANSWER', 'gCTS answered with something else than a JSON object')
  }
  return value
}

/** A member as text; empty where it is no scalar. */
export function textField(from: unknown, name: string): string {
  const value = isJson(from) && Object.hasOwn(from, name) ? from[name] : undefined
  return typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : ''
}

export function listField(from: Json, name: string): readonly Json[] {
  const value = Object.hasOwn(from, name) ? from[name] : undefined
  return Array.isArray(value) ? value.filter(isJson) : []
}

/** Version and state: that of its parts where the ERP lists them, else the word that it gives. */
export function systemState(result: unknown): { version: string; status: string } {
  const system = isJson(result) ? result : {}
  const faults = listField(system, 'status')
    .filter(each => textField(each, 'status') !== 'GREEN')
    .map(each => {
      const text = textField(each, 'text')
      return `${textField(each, 'name')} ${textField(each, 'status')}${text === '' ? '' : ` (${text})`}`
    })
  const status = faults.join(', ') || textField(system, 'status') || textField(system, 'workstate')
  return { version: textField(system, 'version'), status }
}

/** The message of a failure: `exception` with the errors of its log. Undefined for other texts. */
export function readJsonFailure(text: string): string | undefined {
  if (!text.trimStart().startsWith('{')) return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  const exception = textField(value, 'exception')
  if (!isJson(value) || exception === '') return undefined
  const logged = [...listField(value, 'errorLog'), ...listField(value, 'log')]
    .filter(each => textField(each, 'severity') === 'ERROR')
    .map(each => textField(each, 'message').trim())
  return [...new Set([exception, ...logged])]
    .filter(each => each !== '')
    .join(': ')
    .slice(0, 600)
}

export function repository(from: Json): GctsRepository {
  const rid = textField(from, 'rid')
  return {
    rid,
    name: textField(from, 'name') || rid,
    url: textField(from, 'url'),
    branch: textField(from, 'branch'),
    status: textField(from, 'status'),
    role: textField(from, 'role'),
    type: textField(from, 'type'),
    vsid: textField(from, 'vsid'),
    commit: textField(from, 'currentCommit')
  }
}
