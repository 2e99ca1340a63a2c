/** Which of the sources of a change cannot be changed, and which transport requests hold them. */
import { isErpError, readTransport, transportOfObject } from '../../erp-client/index.ts'
import type { Source } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { ownUser } from '../call/own-user.ts'
import { inParallel } from '../call/parallel.ts'
import { refWords } from '../objects/words.ts'
import { refsOf } from './changed-source.ts'
import type { ChangedSource, Exception, SourcesChange } from './changed-source.ts'

/** The request that records an object. */
export interface Holder {
  readonly number: string
  readonly owner: string
  /** False where the ERP shows that the user has no task in it. */
  readonly hasOwnTask: boolean
}

export interface Screened {
  /** Those that can be changed. */
  readonly sources: readonly ChangedSource[]
  /** Why the others cannot. */
  readonly refused: readonly Exception[]
  /** By the words of the object; an object that no request records has no entry. */
  readonly holders: ReadonlyMap<string, Holder>
}

export async function screen(
  context: ToolContext,
  { sources: all, unfit = [] }: Pick<SourcesChange, 'sources' | 'unfit'>
): Promise<Screened> {
  const refused = [...unfit, ...(await unwritable(context, all))]
  // A class is changed as a whole or not at all.
  const without = new Set(refused.map(({ ref }) => refWords(ref)))
  const sources = all.filter(({ before }) => !without.has(refWords(before.ref)))
  return { sources, refused, holders: await holdersOf(context, sources) }
}

async function unwritable(
  context: ToolContext,
  all: readonly ChangedSource[]
): Promise<Exception[]> {
  const own = all.some(({ before }) => draftOwner(before) !== undefined)
    ? await ownUser(context)
    : undefined
  return all.flatMap(({ before }) => {
    const { ref, part } = before
    const owner = draftOwner(before)
    if (owner !== undefined && owner.toUpperCase() !== own) {
      return [{ ref, part, why: `inactive draft of ${owner}` }]
    }
    return isGeneratedSource(before) ? [{ ref, part, why: 'generated' }] : []
  })
}

function draftOwner({ version, metadata }: Source): string | undefined {
  return version === 'inactive' ? metadata?.changedBy : undefined
}

/** Names of the namespace in which the ERP generates, e.g. `/1BCWDY/…`. */
const generatedName = /^\/1[A-Z0-9]*\//i
/** Generators leave their note among the comments at the top. */
const generatedNote =
  /^\s*[*"].*\b(?:(?:was|is|has been) (?:automatically )?generated|automatically generated|auto-generated|never modify this (?:class|include|program))\b/im
const notedLines = 40

/** Categories of classes that a transaction generates: areas of shared objects. */
const generatedCategory = /^areaClass/
/** Superclasses of generated classes: areas of shared objects, base agents of persistent classes. */
const generatedParents = new Set(['CL_SHM_AREA', 'CL_OS_CA_COMMON'])
const parentInText = /^\s*CLASS\s+\S+\s+DEFINITION\b[^."]*\bINHERITING\s+FROM\s+([\w/]+)/im

/** ADT has no attribute for the generation flag of TADIR; category and superclass of a class tell. */
function isGeneratedClass({ ref, text, metadata }: Judged): boolean {
  if (ref.type !== 'CLAS') return false
  const parent = metadata?.superclass ?? parentInText.exec(text)?.[1] ?? ''
  return (
    generatedCategory.test(metadata?.attributes['category'] ?? '') ||
    generatedParents.has(parent.toUpperCase())
  )
}

type Judged = Pick<Source, 'ref' | 'text' | 'metadata'>

/** Whether the ERP generated a source, and a change of it would be lost. */
export function isGeneratedSource(source: Judged): boolean {
  const { ref, text } = source
  return (
    generatedName.test(ref.group ?? ref.name) ||
    generatedName.test(ref.name) ||
    isGeneratedClass(source) ||
    generatedNote.test(text.split('\n', notedLines).join('\n'))
  )
}

async function holdersOf(
  context: ToolContext,
  sources: readonly ChangedSource[]
): Promise<Map<string, Holder>> {
  const refs = refsOf(
    sources.filter(({ before }) => before.metadata?.package?.startsWith('$') !== true)
  )
  const found = await inParallel(
    refs,
    async ref => await transportOfObject(context.erp, { ref }, context.signal)
  )
  const owners = new Map(
    found.flatMap(one => (one === undefined ? [] : [[one.number, one.owner] as const]))
  )
  const own = owners.size === 0 ? '' : await ownUser(context)
  const holders = new Map(
    await inParallel([...owners], async ([number, owner]) => {
      const hasOwnTask = owner.toUpperCase() === own || (await mayHaveTask(context, number, own))
      return [number, { number, owner, hasOwnTask }] as const
    })
  )
  return new Map(
    refs.flatMap((ref, at) => {
      const holder = holders.get(found[at]?.number ?? '')
      return holder === undefined ? [] : [[refWords(ref), holder] as const]
    })
  )
}

/** A system that does not show its requests decides at the lock. */
async function mayHaveTask(context: ToolContext, number: string, own: string): Promise<boolean> {
  try {
    const { owner, tasks } = await readTransport(context.erp, { number }, context.signal)
    return [owner, ...tasks.map(task => task.owner)].some(user => user.toUpperCase() === own)
  } catch (error) {
    context.signal.throwIfAborted()
    if (isErpError(error)) return true
    throw error
  }
}
