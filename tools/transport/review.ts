import { checkSyntax, isErpError, listInactive, listTransports, listVersions, objectType, readSource, readTransport, readVersion } from '../../erp-client/index.ts'
import type { ObjectRef, ObjectVersion, Transport } from '../../erp-client/index.ts'
import type { ToolContext } from '../context.ts'
import { given, refData } from '../output.ts'
import { inParallel } from '../parallel.ts'
import type { ToolResult } from '../result.ts'
import { count, findingLine, refWords, systemWords } from '../words.ts'
import { diffOf, diffSize } from '../write/diff.ts'
import { allEntries, entryRef, entryWords, isOpen, transportHead } from './words.ts'

const mostObjects = 40

/** The objects of a request that have a source, each once. */
function sourcesOf (found: Transport): ObjectRef[] {
  const refs = allEntries(found).flatMap((entry) => entryRef(entry) ?? []).filter(({ type }) => objectType(type)?.abilities.has('source') === true)
  return [...new Map(refs.map((ref) => [refWords(ref), ref])).values()]
}

interface ObjectDiff { readonly ref: ObjectRef, readonly words: string, readonly text: string }

/** What a request changes, object by object: the newest source against the last version that another request brought. */
export async function diffRequest (context: ToolContext, number: string): Promise<ToolResult> {
  const found = await readTransport(context.erp, { number }, context.signal)
  const all = sourcesOf(found)
  const refs = all.slice(0, mostObjects)
  const diffs = await inParallel(refs, async (ref) => await diffOfObject(context, ref, found))
  const share = Math.floor(context.limits.bytes / Math.max(1, diffs.length))
  const bodies = diffs.flatMap(({ ref, words, text }) => [`=== ${refWords(ref)} · ${words}`, ...(text === '' ? [] : [text.length > share ? `${text.slice(0, share)}\n… cut` : text])])
  const rest = all.length > refs.length ? [`${all.length - refs.length} more objects were not compared.`] : []
  return { kind: 'text', text: [`${systemWords(context.erp)} · diff of ${transportHead(found)}`, ...bodies, ...rest].join('\n') }
}

async function diffOfObject (context: ToolContext, ref: ObjectRef, found: Transport): Promise<ObjectDiff> {
  const own = new Set([found.number, ...found.tasks.map((task) => task.number)])
  try {
    const now = await readSource(context.erp, { ref }, context.signal)
    const versions = await versionsOf(context, ref)
    const before = versions.slice(1).find((version) => version.transport === undefined || !own.has(version.transport)) ?? versions.slice(1).at(-1)
    if (before === undefined) return { ref, words: 'no earlier version is kept', text: '' }
    const diff = diffOf(await readVersion(context.erp, { version: before }, context.signal), now.text)
    return { ref, words: `${diffSize(diff)} since ${before.changedAt ?? before.title}${before.transport === undefined ? '' : ` (${before.transport})`}`, text: diff.text }
  } catch (error) {
    context.signal.throwIfAborted()
    return { ref, words: isErpError(error, 'ERP_NOT_FOUND') ? 'does not exist any more' : `could not be compared: ${error instanceof Error ? error.message : ''}`, text: '' }
  }
}

async function versionsOf (context: ToolContext, ref: ObjectRef): Promise<ObjectVersion[]> {
  try {
    return await listVersions(context.erp, { ref }, context.signal)
  } catch (error) {
    context.signal.throwIfAborted()
    if (isErpError(error)) return []
    throw error
  }
}

interface Review { readonly inactive: string[], readonly elsewhere: string[], readonly findings: string[], readonly missing: string[], readonly unchecked: string[] }

/** Whether a request can go: drafts in it, the same objects in other open requests, syntax findings, objects that are gone. */
export async function reviewRequest (context: ToolContext, number: string): Promise<ToolResult> {
  const found = await readTransport(context.erp, { number }, context.signal)
  const review = { ...await checkSources(context, found), inactive: await draftsIn(context, found), elsewhere: await alsoIn(context, found) }
  const blocks = review.inactive.length + review.missing.length + review.findings.filter((line) => line.startsWith('error')).length
  const verdict = blocks > 0 ? 'not ready' : review.elsewhere.length + review.findings.length > 0 ? 'look first' : 'ready'
  const system = systemWords(context.erp)
  const section = (title: string, lines: readonly string[], none: string) => lines.length === 0 ? [none] : [`${title}:`, ...lines.map((line) => `  ${line}`)]
  return {
    kind: 'data',
    data: given({ system, action: 'review', transport: found.number, verdict, owner: found.owner, entries: allEntries(found).map(entryWords), openTasks: found.tasks.filter(isOpen).map((task) => task.number), ...review }),
    text: [
      `${system} · review of ${transportHead(found)} · ${verdict.toUpperCase()}`,
      ...section('Inactive objects, which block the release', review.inactive, 'No inactive object of this user is in it.'),
      ...section('Objects that do not exist any more', review.missing, 'Every object of it exists.'),
      ...section('Syntax findings', review.findings, 'The syntax check found nothing.'),
      ...section('The same objects in other open requests', review.elsewhere, `No other open request of ${owners(found).join(', ')} has its objects; requests of other users were not looked at.`),
      ...section('Not checked', review.unchecked, 'All of its objects with a source were checked.'),
      'See its changes with the action diff.'
    ].join('\n')
  }
}

async function draftsIn (context: ToolContext, found: Transport): Promise<string[]> {
  const names = new Set(allEntries(found).flatMap((entry) => entryRef(entry) ?? []).map(refWords))
  const drafts = await listInactive(context.erp, context.signal)
  return [...new Set(drafts.filter(({ ref, transport }) => transport === found.number || names.has(refWords(ref))).map(({ ref, user }) => `${refWords(ref)} (draft of ${user})`))]
}

function owners (found: Transport): string[] {
  return [...new Set([found.owner, ...found.tasks.map(({ owner }) => owner)])].filter((owner) => owner !== '')
}

async function alsoIn (context: ToolContext, found: Transport): Promise<string[]> {
  const own = new Set(allEntries(found).filter(({ pgmid }) => pgmid !== 'CORR').map(entryWords))
  const lists = await inParallel(owners(found), async (user) => await listTransports(context.erp, { user, statuses: 'D' }, context.signal))
  const others = [...new Map(lists.flat().filter((other) => other.number !== found.number && isOpen(other)).map((other) => [other.number, other])).values()]
  return others.flatMap((other) => allEntries(other).map(entryWords).filter((words) => own.has(words)).map((words) => `${words} in ${other.number} (${other.owner}: ${other.description})`))
}

async function checkSources (context: ToolContext, found: Transport): Promise<Pick<Review, 'findings' | 'missing' | 'unchecked'>> {
  const all = sourcesOf(found)
  const checked = await inParallel(all.slice(0, mostObjects), async (ref) => {
    try {
      const { processed, findings } = await checkSyntax(context.erp, { ref }, context.signal)
      return { findings: findings.map(findingLine), missing: [], unchecked: processed ? [] : [refWords(ref)] }
    } catch (error) {
      context.signal.throwIfAborted()
      const gone = isErpError(error, 'ERP_NOT_FOUND')
      return { findings: [], missing: gone ? [refWords(ref)] : [], unchecked: gone ? [] : [refWords(ref)] }
    }
  })
  const left = all.slice(mostObjects).map(refWords)
  return { findings: checked.flatMap((one) => one.findings), missing: checked.flatMap((one) => one.missing), unchecked: [...checked.flatMap((one) => one.unchecked), ...left] }
}

/** The requests that an object went through: the open one, then those of its versions. */
export async function historyOf (context: ToolContext, ref: ObjectRef, open: { number: string, owner: string, description: string } | undefined): Promise<ToolResult> {
  const versions = (await versionsOf(context, ref)).filter(({ transport }) => transport !== undefined)
  const system = systemWords(context.erp)
  return {
    kind: 'data',
    data: given({ system, action: 'history', object: refData(ref), open: open === undefined ? undefined : { ...open }, versions: versions.map(({ transport, changedAt, author, title }) => given({ transport, changedAt, author, title })) }),
    text: [
      `${system} · transports of ${refWords(ref)}`,
      open === undefined ? 'It is in no open request.' : `Open: ${open.number} (${open.owner}: ${open.description})`,
      versions.length === 0 ? 'No version of it names a request.' : `${count(versions.length, 'version')} with a request:`,
      ...versions.map(({ transport, changedAt, author, title }) => `  ${[transport, changedAt, author, title].filter((word) => word !== undefined && word !== '').join(' · ')}`)
    ].join('\n')
  }
}
