/** Text elements of programs, classes and function groups, which have a lock of their own. */
import type { ChangeGuard } from './change.ts'
import { transportFor } from './change.ts'
import { ErpError, isErpError, withOutcome } from '../errors.ts'
import type { ErpReader, ErpWriter } from '../erp.ts'
import { aborted } from '../http/erp-call.ts'
import { sendTyped } from './document/media-types.ts'
import type { TypedRequest } from './document/media-types.ts'
import { withLock } from './locks.ts'
import { objectUri } from '../objects.ts'
import type { ObjectRef } from '../objects.ts'
import { crlfToLf, lineEndOf, withLineEnd } from '../line-ends.ts'
import { forgetObject } from './source.ts'
import type { Comparison, Documents } from '../wire/document/compare.ts'
import { notOriginal } from '../wire/document/original-language.ts'

export type TextKind = 'symbols' | 'selections' | 'headings'

const owners: Readonly<Record<string, string>> = {
  PROG: 'programs',
  CLAS: 'classes',
  FUGR: 'functiongroups'
}

/** Path of the texts of an object. @throws ErpError ERP_UNSUPPORTED */
function textsPath(ref: ObjectRef): string {
  const owner = Object.hasOwn(owners, ref.type) ? owners[ref.type] : undefined
  if (owner === undefined) {
    throw new ErpError('ERP_UNSUPPORTED', `A ${ref.type} has no text elements`, {
      outcome: 'failed',
      remedy: 'Programs, classes and function groups have them.'
    })
  }
  const uri = objectUri(ref)
  return `/sap/bc/adt/textelements/${owner}${uri.slice(uri.lastIndexOf('/'))}`
}

/** Path of the texts of one kind. @throws ErpError ERP_UNSUPPORTED */
export function textsUri(ref: ObjectRef, kind: string): string {
  return `${textsPath(ref)}/source/${kind}`
}

/** The object whose texts have this path; undefined for another path. */
export function ownerOfTexts(path: string): ObjectRef | undefined {
  const [, owner, name = ''] = /^\/sap\/bc\/adt\/textelements\/(\w+)\/([^/]+)/.exec(path) ?? []
  const [type] = Object.entries(owners).find(([, one]) => one === owner) ?? []
  return type === undefined ? undefined : { type, name: decodeURIComponent(name).toUpperCase() }
}

function mediaType(kind: TextKind): string {
  return `application/vnd.sap.adt.textelements.${kind}.v1`
}

/** Texts of one kind; a type of another kind would store them under another meaning. */
function textsOf(path: string, kind: TextKind): TypedRequest {
  const own = mediaType(kind)
  return {
    purpose: `texts ${kind}`,
    collection: path.slice(0, path.lastIndexOf('/')),
    types: [`${own}; charset=UTF-8`, own],
    fits: type => type.includes(`.${kind}.`)
  }
}

/**
 * Whether only this object has no texts; where the release lacks the service, the error names the
 * path.
 */
function isTextsMissing(error: unknown): boolean {
  return (
    isErpError(error, 'ERP_NOT_FOUND') ||
    (isErpError(error, 'ERP_UNSUPPORTED') && /^No suitable resource/.test(error.message))
  )
}

/**
 * Texts of one kind as the ERP writes them: `KEY=text` lines, preceded by directives; may be empty.
 */
export async function readTexts(
  erp: ErpReader,
  { ref, kind }: { ref: ObjectRef; kind: TextKind },
  signal?: AbortSignal
): Promise<string> {
  const path = textsPath(ref)
  try {
    return crlfToLf(
      (
        await erp.request(
          {
            operation: 'texts.read',
            effect: 'none',
            method: 'GET',
            path: `${path}/source/${kind}`,
            accept: mediaType(kind)
          },
          signal
        )
      ).text
    )
  } catch (error) {
    if (isTextsMissing(error)) return ''
    throw error
  }
}

export interface TextsChange {
  readonly changed: boolean
  readonly transport?: string | undefined
  /** Undefined where nothing was written, or the texts could not be read again. */
  readonly comparison?: Comparison | undefined
}

/** Changes texts of one kind under their lock, and compares. @throws as `changeSource` */
export async function changeTexts(
  erp: ErpWriter,
  args: {
    ref: ObjectRef
    kind: TextKind
    transport?: string | undefined
    edit: (current: string) => string
    /** Compares what was sent with what the ERP stored. */
    compare: (texts: Documents) => Comparison
  },
  guard: ChangeGuard
): Promise<TextsChange> {
  const { ref, kind, edit, compare } = args
  const path = textsPath(ref)
  try {
    return await withLock(erp, ref, {
      ...guard,
      path,
      async run({ session, handle, facts }) {
        const corrNr = transportFor(facts, args.transport)
        const read = async () =>
          (
            await session
              .request({
                operation: 'texts.read',
                effect: 'none',
                method: 'GET',
                path: `${path}/source/${kind}`,
                accept: mediaType(kind)
              })
              .catch((error: unknown) => {
                if (isTextsMissing(error)) return { text: '' }
                throw error
              })
          ).text
        const current = await read()
        const before = crlfToLf(current)
        const sent = edit(before)
        if (sent === before) return { changed: false, transport: corrNr }
        // The ERP stores texts in the log-on language: others would replace those of the original one.
        if (facts.shownIn !== undefined) throw notOriginal(facts.shownIn)
        if (guard.signal?.aborted === true) throw aborted()
        await sendTyped(erp, textsOf(path, kind), contentType =>
          session.request({
            operation: 'texts.write',
            effect: 'change',
            method: 'PUT',
            path: `${path}/source/${kind}`,
            query: { lockHandle: handle, corrNr },
            subject: { refs: [ref], part: kind, transport: corrNr, before, after: sent },
            contentType,
            body: withLineEnd(sent, lineEndOf(current))
          })
        )
        const comparison = await read().then(
          text => compare({ before, sent, after: crlfToLf(text) }),
          // The change is made.
          () => undefined
        )
        return { changed: true, transport: corrNr, comparison }
      }
    })
  } catch (error) {
    throw withOutcome(error, 'failed')
  } finally {
    forgetObject(erp, ref)
  }
}
