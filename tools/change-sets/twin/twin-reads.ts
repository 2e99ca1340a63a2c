/** What the twin reads of the ERP: with the log-on of the caller, under the policy of the call. */
import { isErpError, readDocument, searchObjects } from '../../../erp-client/index.ts'
import type { ObjectRef } from '../../../erp-client/index.ts'
import { includesOf } from '../../abap/includes.ts'
import type { ToolContext } from '../../call/context.ts'
import { ToolError } from '../../failure/errors.ts'
import { readIfThere, readPart } from '../../objects/sources.ts'
import type { TwinInput, TwinObject, TwinPart, TwinUse, TwinVerdict } from './twin.ts'

/** The types that a name can mean by its use; the first one that the ERP has is read. */
const typesOfUse: Readonly<Record<TwinUse, readonly string[]>> = {
  class: ['CLAS', 'INTF'],
  type: ['DTEL', 'CLAS', 'INTF', 'STRU', 'TABL', 'TTYP', 'DDLS', 'VIEW'],
  domain: ['DOMA'],
  table: ['TABL', 'DDLS', 'STRU', 'VIEW'],
  function: ['FUNC'],
  include: ['INCL', 'PROG', 'FINC'],
  message: ['MSAG']
}
/** Objects without a source that the twin understands; VIEW has neither. */
const documents = new Set(['DTEL', 'DOMA', 'TTYP', 'MSAG'])
const sources = new Set('CLAS INTF STRU TABL DDLS FUNC INCL PROG FINC TYPE'.split(' '))
const mostHits = 50

/**
 * Checks objects together in the twin, which reads what they use.
 *
 * @throws ToolError TWIN_NOT_INSTALLED, TWIN_BUSY, TWIN_FAILED
 */
export async function checkTogether(
  context: ToolContext,
  objects: readonly TwinObject[],
  options: Pick<TwinInput, 'tests'> = {}
): Promise<TwinVerdict> {
  if (context.twin === undefined) {
    throw new ToolError(
      'TWIN_NOT_INSTALLED',
      'The twin, which checks objects together, is not installed here.',
      { remedy: 'Check the objects one by one with ERPDiagnose syntax.' }
    )
  }
  return await context.twin.check({ objects, ...options, ...twinReads(context) }, context.signal)
}

/** How the twin reads; exported for tests. */
export function twinReads(context: ToolContext): Pick<TwinInput, 'read' | 'readRest'> {
  const noGroups = new Set<string>()
  return {
    read: async ({ name, use }) => {
      const counted = new Counted(context)
      const found = await counted.candidates(name, typesOfUse[use])
      const refs = found.length === 0 && use === 'type' ? typeGroupOf(name, noGroups) : found
      let isThere = false
      for (const ref of refs) {
        const read = await counted.object(ref)
        if (read !== undefined && read !== 'absent') {
          return { object: read, requests: counted.requests }
        }
        if (ref.type === 'TYPE') noGroups.add(ref.name)
        isThere ||= read === undefined
      }
      const absence = isThere ? 'unreadable' : 'absent'
      return { absence, requests: counted.requests }
    },
    readRest: async ref => {
      const counted = new Counted(context)
      const parts = ref.type === 'FUGR' ? await counted.group(ref) : await counted.parts(ref)
      return parts.length === 0
        ? { absence: 'absent', requests: counted.requests }
        : { object: { ...ref, parts }, requests: counted.requests }
    }
  }
}

/** The type group that declares a type begins its name: SLIS declares SLIS_T_FIELDCAT_ALV. */
function typeGroupOf(name: string, missing: ReadonlySet<string>): ObjectRef[] {
  const [, group] = /^([A-Z][A-Z0-9]{0,4})_/.exec(name) ?? []
  return group === undefined || missing.has(group) ? [] : [{ type: 'TYPE', name: group }]
}

/** Reads, and counts the requests; an answer of the cache counts as well. */
class Counted {
  readonly #context: ToolContext
  requests = 0

  constructor(context: ToolContext) {
    this.#context = context
  }

  /** What the ERP has of this name, by one search; each type, where searching is not permitted. */
  async candidates(name: string, types: readonly string[]): Promise<ObjectRef[]> {
    const [only] = types
    const isUnique = types.length === 1 && only !== 'FUNC'
    if (isUnique || !this.#context.may('search')) {
      return types.filter(type => type !== 'FUNC' && type !== 'FINC').map(type => ({ type, name }))
    }
    this.requests++
    const { erp, signal } = this.#context
    const hits = await searchObjects(erp, { query: name, maxResults: mostHits }, signal)
    return hits
      .map(({ ref }) => ref)
      .filter(ref => ref.name === name && types.includes(ref.type))
      .sort((a, b) => types.indexOf(a.type) - types.indexOf(b.type))
  }

  /** Undefined where the ERP gives no source of it that the twin understands. */
  async object(ref: ObjectRef): Promise<TwinObject | 'absent' | undefined> {
    const isDocument = documents.has(ref.type)
    if (!isDocument && !sources.has(ref.type)) return undefined
    this.requests++
    try {
      const part = isDocument ? await this.#document(ref) : await this.#source(ref)
      return { ...ref, parts: [part] }
    } catch (error) {
      if (isMissing(error)) return 'absent'
      if (isWithheld(error)) return undefined
      throw error
    }
  }

  async #document(ref: ObjectRef): Promise<TwinPart> {
    const { erp, signal } = this.#context
    const text = await readDocument(erp, { ref }, signal)
    return { part: 'document', text: ref.type === 'DTEL' ? withOwnType(text) : text }
  }

  async #source(ref: ObjectRef): Promise<TwinPart> {
    return { part: 'main', text: (await readPart(this.#context, { ref })).text }
  }

  /** The parts that the object has in the ERP; none where it is new. */
  async parts(ref: ObjectRef): Promise<TwinPart[]> {
    const main = await this.#part(ref, 'main')
    if (main === undefined || ref.type !== 'CLAS') return main === undefined ? [] : [main]
    const found = [main]
    for (const part of ['definitions', 'implementations', 'macros', 'testclasses']) {
      const one = await this.#part(ref, part)
      if (one !== undefined) found.push(one)
    }
    return found
  }

  async #part(ref: ObjectRef, part: string): Promise<TwinPart | undefined> {
    this.requests++
    try {
      const source = await readIfThere(this.#context, { ref, part }, true)
      return source === undefined ? undefined : { part, text: source.text }
    } catch (error) {
      if (isWithheld(error)) return undefined
      throw error
    }
  }

  /** The main program of a function group and its includes; its modules are read where they are used. */
  async group(ref: ObjectRef): Promise<TwinPart[]> {
    const main = await this.#part(ref, 'main')
    if (main === undefined) return []
    const found = [main]
    for (const name of includesOf(main.text)) {
      if (!name.startsWith(`L${ref.name}`) || name.endsWith('UXX')) continue
      const include = await this.#part({ type: 'FINC', name, group: ref.name }, 'main')
      if (include !== undefined) found.push({ part: `include:${name}`, text: include.text })
    }
    return found
  }
}

/**
 * A data element carries the type of its domain in its document, so that the domain need not be
 * read.
 */
function withOwnType(document: string): string {
  return document.replace(/(<(?:\w+:)?typeKind>)domain(<)/, '$1predefinedAbapType$2')
}

function isMissing(error: unknown): boolean {
  return (
    isErpError(error, 'ERP_NOT_FOUND') ||
    (error instanceof ToolError && error.code === 'ERP_NOT_FOUND')
  )
}

/** The ERP has it and does not give it to this caller, or not on this release. */
function isWithheld(error: unknown): boolean {
  return isErpError(error, 'ERP_UNSUPPORTED', 'ERP_FORBIDDEN', 'ERP_NOT_ACCEPTABLE')
}
