/**
 * The ERP as a call with a change set sees it: staged texts are read in place of those of the ERP,
 * and what the call writes is staged. Nothing that changes the ERP is sent.
 */
import {
  ErpError,
  isLocalPackage,
  objectOfUri,
  objectUri,
  partUri,
  probeTransportNeed,
  resolvePackage,
  sourceHash
} from '../../erp-client/index.ts'
import type {
  ErpChangeRequest,
  ErpReader,
  ErpRequest,
  ErpResponse,
  ErpSession,
  ErpWriter,
  ObjectRef
} from '../../erp-client/index.ts'
import { ownerOfTexts, textsUri } from '../../erp-client/adt/text-elements.ts'
import { cacheKey } from '../../erp-client/cache/erp-cache.ts'
import { escapeXml } from '../../erp-client/wire/xml.ts'
import { ToolError } from '../failure/errors.ts'
import { refWords } from '../objects/words.ts'
import type { StagedContent, StagedCreation } from './change-sets.ts'
import { isMain } from './content.ts'
import type { Staging } from './staging.ts'

/** The same reader, which shows what is staged. */
export function stagedReader(reader: ErpReader, staging: Staging): ErpReader {
  const request: ErpReader['request'] = async (wanted, signal) =>
    stagedAnswer(staging, wanted) ?? (await reader.request(wanted, signal))
  const { system } = reader
  const words = `change set ${staging.name}`
  const label = system.label === undefined ? words : `${system.label} ${words}`
  return Object.create(reader, {
    request: { value: request },
    system: { value: Object.create(system, { label: { value: label } }) },
    [cacheKey]: { value: staging.cache }
  })
}

/** A writer that stages. @param reader shows what is staged */
export function stagedWriter(reader: ErpReader, staging: Staging): ErpWriter {
  const created = new Set<string>()
  const request: ErpWriter['request'] = async (wanted, signal) =>
    wanted.effect === 'change'
      ? await staged({ reader, staging, created }, wanted)
      : await reader.request(wanted, signal)
  const session: ErpSession = { holding: false, request, discard() {} }
  return Object.create(reader, {
    request: { value: request },
    session: { value: async <T>(run: (own: ErpSession) => Promise<T>) => await run(session) }
  })
}

const answer = (text: string): ErpResponse => ({ status: 200, headers: {}, text })

/** The staged text where a request asks for one; its tag is that of a draft. */
function stagedAnswer(
  { draft }: Staging,
  { operation, path, query }: ErpRequest
): ErpResponse | undefined {
  if (query?.['version'] === 'active') return undefined
  const place = placeOf(operation, path)
  if (place === undefined) return undefined
  if (draft.isDeleted(place.ref)) throw missing(place.ref, 'is deleted by this change set')
  const content = [...draft.contents.values()].find(one => pathOf(one) === path)
  const creation = draft.creationOf(place.ref)
  if (operation === 'outline.read') {
    const isStaged =
      creation !== undefined ||
      [...draft.contents.values()].some(one => isMain(one) && isSame(one.ref, place.ref))
    // The outline of the ERP is that of the source before the change.
    if (isStaged) throw missing(place.ref, 'has its outline in the staged source')
    return undefined
  }
  if (content !== undefined) return textAnswer(content.text)
  return creation === undefined ? undefined : newAnswer(creation, operation, path)
}

function textAnswer(text: string): ErpResponse {
  return { ...answer(text), headers: { etag: `00000000000000000${sourceHash(text)}` } }
}

/** What is read of an object that the ERP does not have yet. */
function newAnswer(creation: StagedCreation, operation: string, path: string): ErpResponse {
  const { ref, source = '' } = creation
  if (operation === 'metadata.read' || operation === 'document.read') {
    return answer(metadataOf(creation))
  }
  if (operation === 'texts.read') return answer('')
  if (operation === 'source.read' && path === partUri(ref)) return textAnswer(source)
  throw missing(ref, 'is new in this change set, without this part')
}

function metadataOf({ ref, package: home, description = ref.name }: StagedCreation): string {
  const facts = Object.entries({ name: ref.name, type: ref.type, version: 'inactive', description })
    .map(([name, value]) => `adtcore:${name}="${escapeXml(value)}"`)
    .join(' ')
  return `<adtcore:object xmlns:adtcore="http://www.sap.com/adt/core" ${facts}><adtcore:packageRef adtcore:name="${escapeXml(home)}"/></adtcore:object>`
}

function missing(ref: ObjectRef, why: string): ErpError {
  return new ErpError('ERP_NOT_FOUND', `${refWords(ref)} ${why}`, {
    status: 404,
    outcome: 'failed',
    remedy: 'Leave `changeSet` out to see what the ERP has.'
  })
}

const readOperations: ReadonlySet<string> = new Set([
  'source.read',
  'document.read',
  'metadata.read',
  'texts.read',
  'outline.read'
])

function placeOf(operation: string, path: string): { readonly ref: ObjectRef } | undefined {
  if (!readOperations.has(operation)) return undefined
  const found = ownerOfTexts(path) ?? objectOfUri(path)
  if (found === undefined) return undefined
  const { type, name, group } = found
  return { ref: group === undefined ? { type, name } : { type, name, group } }
}

function pathOf({ kind, ref, part }: StagedContent): string {
  if (kind === 'source') return partUri(ref, part)
  return kind === 'texts' ? textsUri(ref, part ?? '') : objectUri(ref)
}

function isSame(one: ObjectRef, other: ObjectRef): boolean {
  return objectUri(one) === objectUri(other)
}

interface Writing {
  readonly reader: ErpReader
  readonly staging: Staging
  /** Paths of parts that the next write makes. */
  readonly created: Set<string>
}

type Stage = (writing: Writing, wanted: ErpChangeRequest) => ErpResponse | Promise<ErpResponse>

const stages: Readonly<Record<string, Stage>> = {
  lock: async ({ reader }, { path }) => await lockAnswer(reader, path),
  unlock: () => answer(''),
  'part.create'({ created }, { subject }) {
    const [ref] = subject?.refs ?? []
    if (ref !== undefined) created.add(partUri(ref, subject?.part))
    return answer('')
  },
  'source.write': (writing, wanted) => written(writing, wanted, 'source'),
  'document.write': (writing, wanted) => written(writing, wanted, 'document'),
  'texts.write': (writing, wanted) => written(writing, wanted, 'texts')
}

async function staged(writing: Writing, wanted: ErpChangeRequest): Promise<ErpResponse> {
  const stage = Object.hasOwn(stages, wanted.operation) ? stages[wanted.operation] : undefined
  if (stage !== undefined) return await stage(writing, wanted)
  throw new ToolError(
    'CHANGE_SET_CANNOT_STAGE',
    `A change set cannot stage ${wanted.operation}: the ERP itself makes it.`,
    { remedy: 'Nothing was staged. Make this change without `changeSet`.', outcome: 'failed' }
  )
}

function written(
  { staging, created }: Writing,
  { path, subject }: ErpChangeRequest,
  kind: StagedContent['kind']
): ErpResponse {
  const { refs: [ref] = [], part, before, after, transport } = subject ?? {}
  if (ref === undefined || after === undefined || before === undefined) {
    throw new TypeError(`${path} is written without its text`)
  }
  const base = created.delete(path) ? undefined : before
  staging.draft.write({ kind, ref, part }, { base, text: after, transport })
  return answer('')
}

/** What the lock would say of the object: local or not, and the request that records it. */
async function lockAnswer(reader: ErpReader, path: string): Promise<ErpResponse> {
  const found = ownerOfTexts(path) ?? objectOfUri(path)
  if (found === undefined) throw new TypeError(`${path} is the path of no object`)
  const { type, name, group } = found
  const ref = group === undefined ? { type, name } : { type, name, group }
  const home = await resolvePackage(reader, { ref })
  const { isLocal, lockedIn } = await probeTransportNeed(reader, { ref, package: home }).catch(
    () => ({ isLocal: isLocalPackage(home), lockedIn: undefined })
  )
  const facts = {
    LOCK_HANDLE: 'staged',
    CORRNR: lockedIn?.number ?? '',
    CORRUSER: lockedIn?.owner ?? '',
    IS_LOCAL: isLocal ? 'X' : ''
  }
  const data = Object.entries(facts).map(([key, value]) => `<${key}>${escapeXml(value)}</${key}>`)
  return answer(
    `<asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"><asx:values><DATA>${data.join('')}</DATA></asx:values></asx:abap>`
  )
}
