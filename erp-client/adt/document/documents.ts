/**
 * Documents of objects without source text: reads them, changes them under the lock, compares them.
 */
import type { ChangeGuard } from '../change.ts'
import { transportFor } from '../change.ts'
import { withOutcome } from '../../errors.ts'
import type { ErpReader, ErpSession, ErpWriter } from '../../erp.ts'
import { aborted } from '../../http/erp-call.ts'
import { withLock } from '../locks.ts'
import { objectUri, rowFor } from '../../objects.ts'
import type { ObjectRef } from '../../objects.ts'
import { documentOf, documentTypes, sendTyped } from './media-types.ts'
import { forgetObject } from '../source.ts'
import { compareAway } from '../../wire/document/compare.ts'
import type { Comparison, Documents } from '../../wire/document/compare.ts'
import { assertFields, editFieldsAway, readFields } from '../../wire/document/fields.ts'
import type { Fields } from '../../wire/document/values.ts'

export interface DocumentChange {
  readonly before: string
  readonly changed: boolean
  /**
   * Differences between what was sent and what the ERP stored; undefined where nothing was written
   * or the document could not be read again.
   */
  readonly comparison?: Comparison | undefined
  /** Request the change is recorded in. */
  readonly transport?: string | undefined
}

export interface ChangeDocumentArgs {
  readonly ref: ObjectRef
  readonly transport?: string | undefined
  /** Returns the new document; throws to refuse. */
  readonly edit: (current: string) => string | Promise<string>
  /** Writes a document that `edit` has left as it is too, so that the change is recorded. */
  readonly always?: boolean | undefined
  /** Compares what was sent with what the ERP stored. */
  readonly compare?: ((documents: Documents) => Promise<Comparison>) | undefined
}

function documentRequest(ref: ObjectRef) {
  return {
    operation: 'document.read',
    effect: 'none',
    method: 'GET',
    path: objectUri(ref),
    accept: `${rowFor(ref).mediaType}, application/*;q=0.8`
  } as const
}

interface DocumentWrite {
  readonly ref: ObjectRef
  readonly query: Readonly<Record<string, string | undefined>>
  readonly before: string
  readonly body: string
}

async function writeDocument(
  erp: ErpReader,
  session: ErpSession,
  { ref, query, before, body }: DocumentWrite
): Promise<void> {
  const types = documentTypes(rowFor(ref))
  await sendTyped(erp, documentOf('write', ref, types), contentType =>
    session.request({
      operation: 'document.write',
      effect: 'change',
      method: 'PUT',
      path: objectUri(ref),
      query,
      subject: { refs: [ref], transport: query['corrNr'], before, after: body },
      contentType,
      body
    })
  )
}

/** The whole document of an object without source text. @throws ErpError ERP_NOT_FOUND */
export async function readDocument(
  erp: ErpReader,
  { ref }: { ref: ObjectRef },
  signal?: AbortSignal
): Promise<string> {
  return (await erp.request(documentRequest(ref), signal)).text
}

interface Written extends Omit<Documents, 'after'> {
  readonly session: ErpSession
}

/**
 * Reads the document again in the session that wrote it. An error is ignored: the change is made.
 */
async function compared(
  { session, before, sent }: Written,
  { ref, compare }: ChangeDocumentArgs,
  signal: AbortSignal | undefined
): Promise<Comparison | undefined> {
  try {
    return await compare?.({
      before,
      sent,
      after: (await session.request(documentRequest(ref), signal)).text
    })
  } catch {
    return undefined
  }
}

/**
 * Changes the document of an object under its lock: lock → recheck → read → edit → write → compare
 * → unlock.
 *
 * @throws ErpError with `outcome` as for `changeSource`; errors of `recheck` and `edit` pass
 * through
 */
export async function changeDocument(
  erp: ErpWriter,
  args: ChangeDocumentArgs,
  guard: ChangeGuard
): Promise<DocumentChange> {
  const { ref, transport, edit, always = false } = args
  try {
    return await withLock(erp, ref, {
      ...guard,
      async run({ session, handle, facts }) {
        const corrNr = transportFor(facts, transport)
        const before = (await session.request(documentRequest(ref), guard.signal)).text
        const sent = await edit(before)
        if (sent === before && !always) return { before, changed: false, transport: corrNr }
        if (guard.signal?.aborted === true) throw aborted()
        await writeDocument(erp, session, {
          ref,
          query: { lockHandle: handle, corrNr },
          before,
          body: sent
        })
        return {
          before,
          changed: true,
          transport: corrNr,
          comparison: await compared({ session, before, sent }, args, guard.signal)
        }
      }
    })
  } catch (error) {
    throw withOutcome(error, 'failed')
  } finally {
    forgetObject(erp, ref)
  }
}

/** The fields of a domain, data element, table type or message class; undefined for other types. */
export async function readObjectFields(
  erp: ErpReader,
  { ref }: { ref: ObjectRef },
  signal?: AbortSignal
): Promise<Fields | undefined> {
  return readFields(ref.type, await readDocument(erp, { ref }, signal))
}

export interface FieldsChange extends DocumentChange {
  /** Fields that follow from the changed ones, with their new values. */
  readonly implied: Fields
}

interface ChangeFieldsArgs {
  readonly ref: ObjectRef
  readonly transport?: string | undefined
  readonly fields: Fields
}

/**
 * Changes the named fields, leaves the others byte for byte, and compares afterwards.
 *
 * @throws ErpError ERP_UNSUPPORTED for a type without fields, ERP_BAD_REQUEST for invalid fields
 */
export async function changeObjectFields(
  erp: ErpWriter,
  { ref, transport, fields }: ChangeFieldsArgs,
  guard: ChangeGuard
): Promise<FieldsChange> {
  assertFields(ref.type, fields)
  let implied: Fields = {}
  const edit = async (current: string) => {
    const edited = await editFieldsAway([ref.type, current, fields], guard.signal)
    implied = edited.implied
    return edited.text
  }
  const compare = (documents: Documents) => compareAway([ref.type, documents], guard.signal)
  return { ...(await changeDocument(erp, { ref, transport, edit, compare }, guard)), implied }
}
