/** Fetches the CDS sources that use a view, by the ERP's where-used list. */
import { findReferences, isErpError, readSource } from '../../erp-client/index.ts'
import type { ErpReader, ObjectRef, Reference } from '../../erp-client/index.ts'
import type { CdsSource, Users } from './lineage.ts'

/** Errors of the ERP as a whole, which say nothing about one name. */
export const stopsCall = [
  'ERP_UNREACHABLE',
  'ERP_LOGON_FAILED',
  'ERP_LOGON_BLOCKED',
  'ERP_LOGON_NEEDED',
  'ERP_LOGON_PAGE'
] as const

/** Most sources that are read for one view, and for all views behind a statement. */
const mostSources = 100
const mostInAll = 400
const atOnce = 4

const dictionaryName = /^[A-Z0-9_/$]+$/
const notListed = 'the ERP does not tell what uses it'

/**
 * Each source is read once, however many views it uses.
 *
 * @throws ErpError where the ERP does not answer
 */
export function usersOfView(erp: ErpReader, signal: AbortSignal): (name: string) => Promise<Users> {
  const texts = new Map<string, Promise<string | undefined>>()
  const textOf = (ref: ObjectRef) => {
    const text = texts.get(ref.name) ?? activeText(erp, ref, signal)
    texts.set(ref.name, text)
    return text
  }
  return async name => {
    const refs = await usersIn(erp, name, signal)
    if (typeof refs === 'string') return { kind: 'unknown', why: refs }
    const isMore = new Set([...texts.keys(), ...refs.map(ref => ref.name)]).size > mostInAll
    if (isMore) {
      return {
        kind: 'unknown',
        why: `with it more than ${mostInAll} CDS sources use the views behind the query`
      }
    }
    const sources: CdsSource[] = []
    for (let at = 0; at < refs.length; at += atOnce) {
      const read = await Promise.all(refs.slice(at, at + atOnce).map(ref => readUser(ref, textOf)))
      signal.throwIfAborted()
      for (const one of read) {
        if (one === unreadable) {
          return { kind: 'unknown', why: 'the ERP does not give a source that uses it' }
        }
        if (one !== undefined) sources.push(one)
      }
    }
    return { kind: 'known', sources }
  }
}

/** The CDS sources in the where-used list of a view, or why they are not known. */
async function usersIn(
  erp: ErpReader,
  name: string,
  signal: AbortSignal
): Promise<readonly ObjectRef[] | string> {
  try {
    const { total, references } = await findReferences(erp, { ref: { type: 'DDLS', name } }, signal)
    // A list that announces results and contains none was cut.
    if (total > 0 && references.length === 0) return notListed
    const users = references.filter(isCds).map(({ ref }) => ref)
    if (users.some(ref => ref === undefined || !dictionaryName.test(ref.name))) return notListed
    const named = new Map(
      users.flatMap(ref => (ref === undefined ? [] : [[ref.name, ref] as const]))
    )
    named.delete(name)
    return named.size > mostSources
      ? `more than ${mostSources} CDS sources use it`
      : [...named.values()]
  } catch (error) {
    signal.throwIfAborted()
    if (isErpError(error, ...stopsCall)) throw error
    return notListed
  }
}

/** What is of no known type may be one as well. */
function isCds({ adtType, ref, isResult }: Reference): boolean {
  return ref === undefined && adtType === ''
    ? isResult
    : ref?.type === 'DDLS' || adtType.startsWith('DDLS')
}

const unreadable = Symbol('unreadable')

async function readUser(
  ref: ObjectRef,
  textOf: (ref: ObjectRef) => Promise<string | undefined>
): Promise<CdsSource | typeof unreadable | undefined> {
  try {
    const source = await textOf(ref)
    return source === undefined ? undefined : { name: ref.name, source }
  } catch (error) {
    if (isErpError(error, ...stopsCall)) throw error
    return unreadable
  }
}

/** Undefined where there is no active version: the list may be older than the ERP's objects. */
async function activeText(
  erp: ErpReader,
  ref: ObjectRef,
  signal: AbortSignal
): Promise<string | undefined> {
  try {
    return (await readSource(erp, { ref, version: 'active' }, signal)).text
  } catch (error) {
    if (isErpError(error, 'ERP_NOT_FOUND')) return undefined
    throw error
  }
}
