/** Activation of objects, and the list of inactive ones. */
import { isErpError } from '../errors.ts'
import type { ErpReader, ErpWriter } from '../erp.ts'
import { aborted } from '../http/erp-call.ts'
import { withoutLocks } from './locks.ts'
import { uriInContext } from './main-program.ts'
import { objectUri, sameObject } from '../objects.ts'
import type { ObjectRef } from '../objects.ts'
import { forgetObject } from './source.ts'
import { readChecklist, readInactive } from '../wire/checks/findings.ts'
import { objectReferences, parseXml, xmlHead } from '../wire/xml.ts'
import type { Finding, InactiveObject } from '../wire/checks/findings.ts'
import { longTimeoutMs } from '../request.ts'

export interface ActivationResult {
  readonly outcome: 'activated' | 'failed' | 'unknown'
  readonly findings: Finding[]
  /** Requested objects that are still inactive. */
  readonly stillInactive: ObjectRef[]
  /** Further drafts of the user, which were not activated. */
  readonly alsoInactive: ObjectRef[]
}

type Inactive = InactiveObject & { readonly uri: string }
type Answered = { readonly findings: Finding[]; readonly preaudit: readonly Inactive[] }
type Reference = { readonly uri: string; readonly name: string }

async function readList(erp: ErpReader, signal: AbortSignal | undefined): Promise<Inactive[]> {
  const response = await erp.request(
    {
      operation: 'inactive.list',
      effect: 'none',
      method: 'GET',
      path: '/sap/bc/adt/activation/inactiveobjects',
      accept: 'application/vnd.sap.adt.inactivectsobjects.v1+xml, application/xml;q=0.8'
    },
    signal
  )
  return response.text.trim() === ''
    ? []
    : readInactive(parseXml(response.text, ['inactiveObjects', 'objectReferences']).element)
}

/** The inactive objects of the user. @throws ErpError ERP_BAD_ANSWER */
export async function listInactive(
  erp: ErpReader,
  signal?: AbortSignal
): Promise<InactiveObject[]> {
  return (await readList(erp, signal)).map(({ uri: _uri, ...object }) => object)
}

/**
 * The answer has one of three forms: empty (activated), messages, or the list of further objects to
 * activate.
 */
function readAnswer(text: string): Answered {
  if (text.trim() === '') return { findings: [], preaudit: [] }
  const { root, element } = parseXml(text, ['messages', 'inactiveObjects', 'objectReferences'])
  return root === 'messages'
    ? { findings: readChecklist(element), preaudit: [] }
    : { findings: [], preaudit: readInactive(element) }
}

async function post(
  erp: ErpWriter,
  references: readonly Reference[],
  { refs, preaudit }: { readonly refs: readonly ObjectRef[]; readonly preaudit: boolean }
): Promise<Answered> {
  const response = await erp.request({
    operation: 'activate',
    effect: 'change',
    method: 'POST',
    path: '/sap/bc/adt/activation',
    query: { method: 'activate', preauditRequested: preaudit },
    subject: { refs },
    contentType: 'application/xml',
    accept: 'application/xml, application/vnd.sap.adt.inactivectsobjects.v1+xml;q=0.9, */*;q=0.5',
    body: xmlHead + objectReferences(references),
    timeoutMs: longTimeoutMs
  })
  return readAnswer(response.text)
}

function known(ref: ObjectRef, refs: readonly ObjectRef[]): boolean {
  return refs.some(each => isPartOf(ref, each))
}

/**
 * Whether `part` is `whole` or, for a function group, one of its modules and includes, which are
 * activated with it.
 */
function isPartOf(part: ObjectRef, whole: ObjectRef): boolean {
  try {
    return sameObject(part, whole) || objectUri(part).startsWith(`${objectUri(whole)}/`)
  } catch {
    return false
  }
}

function unique(refs: readonly ObjectRef[]): ObjectRef[] {
  return [...new Map(refs.map(ref => [`${ref.type} ${ref.group ?? ''} ${ref.name}`, ref])).values()]
}

/**
 * Activates the objects. Of the further ones that the ERP proposes, only parts of the requested
 * objects are included.
 */
async function run(erp: ErpWriter, refs: readonly ObjectRef[]): Promise<Finding[]> {
  const requested: Reference[] = []
  for (const ref of refs) requested.push({ uri: await uriInContext(erp, { ref }), name: ref.name })
  const first = await post(erp, requested, { refs, preaudit: true })
  if (first.preaudit.length === 0) return first.findings
  const parts = first.preaudit
    .filter(each => !each.deleted && known(each.ref, refs))
    .map(each => ({ uri: each.uri, name: each.ref.name }))
  const again = parts.length > 0 ? parts : requested
  return (await post(erp, again, { refs, preaudit: false })).findings
}

/**
 * Activates the objects and nothing else, and then reads which ones are still inactive. `failed`
 * comes with findings; `unknown` means that the answer was lost and the list of inactive objects
 * does not settle it.
 *
 * @throws ErpError for refusals (ERP_LOCKED, ERP_FORBIDDEN, …)
 */
export async function activate(
  erp: ErpWriter,
  args: { refs: readonly ObjectRef[] },
  signal?: AbortSignal
): Promise<ActivationResult> {
  const { refs } = args
  if (refs.length === 0) {
    return { outcome: 'activated', findings: [], stillInactive: [], alsoInactive: [] }
  }
  if (signal?.aborted === true) throw aborted()
  let findings: Finding[] = []
  let lost: unknown
  try {
    findings = await withoutLocks(erp, { refs, signal }, async () => await run(erp, refs))
  } catch (error) {
    if (!isErpError(error) || (error.outcome !== 'unknown' && error.code !== 'ERP_BAD_ANSWER')) {
      throw error
    }
    lost = error
  } finally {
    for (const ref of refs) forgetObject(erp, ref)
  }
  // The check runs even after the caller has left: the result must not be a guess.
  const list = await readList(erp, undefined).catch((error: unknown) => {
    lost ??= error
  })
  const stillInactive = unique(
    (list ?? []).filter(each => known(each.ref, refs)).map(each => each.ref)
  )
  const alsoInactive = unique(
    (list ?? []).filter(each => !known(each.ref, refs)).map(each => each.ref)
  )
  const failed =
    findings.some(each => each.severity === 'error') ||
    (lost === undefined && stillInactive.length > 0)
  const isCertain = lost === undefined
  return {
    outcome: failed ? 'failed' : isCertain ? 'activated' : 'unknown',
    findings: isCertain ? findings : [...findings, lostFinding(lost)],
    stillInactive,
    alsoInactive
  }
}

function lostFinding(lost: unknown): Finding {
  const why = lost instanceof Error ? lost.message : String(lost)
  return {
    severity: 'warning',
    text: `It is not known whether the activation went through: ${why}`
  }
}
