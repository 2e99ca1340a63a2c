/**
 * Knowledge transfer documents: the documentation of an object, which is an object of its own with
 * the same name.
 */
import { readDocument } from '../../erp-client/index.ts'
import type { ErpReader, ObjectRef } from '../../erp-client/index.ts'
import type { StateBefore } from './journal.ts'
import { unlessMissing } from './whole-object.ts'

/** Types whose documents have been seen on systems; ABAP Doc takes their place in classes. */
const documented: ReadonlySet<string> = new Set(['DDLS', 'BDEF', 'SRVD', 'SRVB', 'DEVC'])

/** Undefined where the type has no such document. */
export function knowledgeOf({ type, name }: ObjectRef): ObjectRef | undefined {
  return documented.has(type) ? { type: 'SKTD', name } : undefined
}

/** Undefined where there is none, or the release has no such documents. */
export async function readKnowledge(
  erp: ErpReader,
  of: ObjectRef,
  signal?: AbortSignal
): Promise<string | undefined> {
  const ref = knowledgeOf(of)
  if (ref === undefined) return undefined
  return await unlessMissing(async () => await readDocument(erp, { ref }, signal))
}

/** The state of an object that is deleted, with its documentation. */
export async function withKnowledge(
  erp: ErpReader,
  ref: ObjectRef,
  state: StateBefore
): Promise<StateBefore> {
  const knowledge = await readKnowledge(erp, ref)
  if (knowledge === undefined) return state
  return { ...state, texts: { ...state.texts, knowledge } }
}
