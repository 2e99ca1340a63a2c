/** Fetches what the ERP has under a name of a query: a table, or the source of a CDS view. */
import { isErpError, readSource, searchObjects } from '../../erp-client/index.ts'
import type { ErpReader, ObjectHit } from '../../erp-client/index.ts'
import { stopsCall, usersOfView } from './cds-users.ts'
import type { Definition, Definitions } from './lineage.ts'

/**
 * Old releases have no CDS sources: there each view is of another kind, and tables are what they
 * are.
 *
 * @throws ErpError where the ERP does not answer
 */
export function erpDefinitions(erp: ErpReader, signal: AbortSignal): Definitions {
  return {
    usersOf: usersOfView(erp, signal),
    async find(name) {
      if (!/^[A-Z0-9_/$]+$/.test(name)) {
        return { kind: 'nothing', why: 'it is no name of the dictionary' }
      }
      const hits = await hitsOf(erp, name, signal)
      if (hits === undefined) {
        return { kind: 'other', why: 'the ERP does not answer the search for it' }
      }
      const view = hits.find(({ ref }) => ref.type === 'DDLS')
      if (view === undefined) return withoutSource(hits)
      // By convention an access control has the name of its entity; the search has found it
      // already.
      const control = hits.find(({ ref }) => ref.type === 'DCLS')
      try {
        const source = await sourceOf(erp, view, signal)
        const access = control === undefined ? undefined : await sourceOf(erp, control, signal)
        return { kind: 'view', source, access }
      } catch (error) {
        signal.throwIfAborted()
        if (isErpError(error, ...stopsCall)) throw error
        return { kind: 'other', why: 'the ERP does not give its source' }
      }
    }
  }
}

async function hitsOf(
  erp: ErpReader,
  name: string,
  signal: AbortSignal
): Promise<ObjectHit[] | undefined> {
  try {
    const found = await searchObjects(erp, { query: name, maxResults: 20 }, signal)
    return found.filter(hit => hit.name === name)
  } catch (error) {
    signal.throwIfAborted()
    if (isErpError(error, ...stopsCall)) throw error
    return undefined
  }
}

function withoutSource(hits: readonly ObjectHit[]): Definition {
  if (hits.some(({ ref }) => ref.type === 'TABL')) return { kind: 'table' }
  return hits.length === 0
    ? { kind: 'nothing', why: 'ERPSearch does not find it' }
    : { kind: 'other', why: 'it is neither a table nor a CDS view with a source' }
}

async function sourceOf(erp: ErpReader, { ref }: ObjectHit, signal: AbortSignal): Promise<string> {
  return (await readSource(erp, { ref, version: 'active' }, signal)).text
}
