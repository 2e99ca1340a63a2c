/** Restores the knowledge transfer document of an object that is created again. */
import {
  changeDocument,
  createObject,
  isErpError,
  objectType,
  objectUri
} from '../../../erp-client/index.ts'
import type { ObjectRef } from '../../../erp-client/index.ts'
import { activateObjects } from '../../activate/activation.ts'
import { refWords } from '../../objects/words.ts'
import { knowledgeOf, readKnowledge } from '../knowledge.ts'
import { contentHash } from './contents.ts'
import type { Restoration } from './restoration.ts'
import type { Knowledge, Reversal } from './reversal.ts'

/** The document must be gone with its object, or be as it was. */
export async function restoreKnowledgeOf(
  of: ObjectRef,
  text: string,
  reversal: Reversal
): Promise<void> {
  const ref = knowledgeOf(of)
  if (ref === undefined) return
  const key = `${of.type} ${of.name} knowledge`
  const place = { kind: 'document', ref } as const
  const packageName = /<adtcore:packageRef\b[^>]*\badtcore:name="([^"]+)"/.exec(text)?.[1] ?? ''
  reversal.knowledge.set(key, { ref, of, text, package: packageName })
  reversal.expect({
    key,
    words: `the documentation of ${refWords(of)}`,
    place,
    hash: await contentHash(place, undefined),
    reverts: await contentHash(place, text),
    texts: { before: text },
    now: async ({ erp, signal }) => await contentHash(place, await readKnowledge(erp, of, signal))
  })
}

/** After its object is active, because the elements of the document follow from it. */
export async function writeKnowledge(restoration: Restoration, done: string[]): Promise<void> {
  const { context, erp, recheck, reversal, transport } = restoration
  for (const knowledge of reversal.knowledge.values()) {
    const { ref, of, text } = knowledge
    const place = { kind: 'document', ref } as const
    const now = await readKnowledge(erp, of, context.signal)
    if ((await contentHash(place, now)) === (await contentHash(place, text))) continue
    if (now === undefined) await createDocument(restoration, knowledge)
    await changeDocument(erp, { ref, transport, edit: () => text }, { recheck })
    if (!/\badtcore:version="inactive"/.test(text)) await activateObjects(context, erp, [ref])
    done.push(`documentation of ${refWords(of)} as before`)
  }
}

async function createDocument(
  { erp, recheck, transport }: Restoration,
  { ref, of, package: packageName }: Knowledge
): Promise<void> {
  const options = {
    refType: objectType(of.type)?.adtType ?? of.type,
    refName: of.name,
    refUri: objectUri(of)
  }
  const created = { ref, package: packageName, description: '', transport, options }
  try {
    await createObject(erp, created, { recheck })
  } catch (error) {
    // An earlier try has created it.
    if (!isErpError(error, 'ERP_ALREADY_EXISTS')) throw error
  }
}
