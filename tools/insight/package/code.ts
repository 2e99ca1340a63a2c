/** The objects of a package that have code, with the names that they use and their tests. */
import { groupContents, isErpError, objectType, readSource } from '../../../erp-client/index.ts'
import type { ObjectHit, ObjectRef, Source } from '../../../erp-client/index.ts'
import type { LabelledText } from '../../abap/extracts.ts'
import { testClassesIn } from '../../abap/test-classes.ts'
import { findIncludes } from '../../abap/includes.ts'
import type { ToolContext } from '../../call/context.ts'
import { inParallel } from '../../call/parallel.ts'
import { isRefused } from '../refused.ts'
import { usedNamesInThread } from '../used-names.ts'
import type { UsedName } from '../used-names.ts'

/** Objects whose sources are read. */
const mostObjects = 150
/** Members of one function group that are read. */
const mostMembers = 40

export interface FunctionModule {
  readonly name: string
  readonly isRemote: boolean
}

export interface CodeObject {
  readonly ref: ObjectRef
  readonly description: string
  readonly uses: readonly UsedName[]
  /** Further names by which sources mean it: CDS entities, SQL views, function modules. */
  readonly aliases: readonly string[]
  readonly modules: readonly FunctionModule[]
  readonly hasTests: boolean
}

export interface Code {
  readonly objects: readonly CodeObject[]
  readonly unread: readonly ObjectRef[]
}

/** Types with a source that is no code: their fields are described elsewhere. */
const dictionary = new Set(['TABL', 'STRU', 'ENQU', 'TYPE'])

export function hasCode({ type }: ObjectRef): boolean {
  return !dictionary.has(type) && objectType(type)?.abilities.has('source') === true
}

/** Reads the code of a package, a bounded number of objects. */
export async function codeOf(context: ToolContext, hits: readonly ObjectHit[]): Promise<Code> {
  const all = hits.filter(({ ref }) => hasCode(ref) || ref.type === 'FUGR')
  const wanted = all.slice(0, mostObjects)
  let done = 0
  const read = await inParallel(wanted, async hit => {
    context.progress({ done: done++, total: wanted.length, message: hit.name })
    return await objectOf(context, hit)
  })
  return {
    objects: read.filter(object => object !== undefined),
    unread: all.filter((_hit, index) => read[index] === undefined).map(({ ref }) => ref)
  }
}

interface Texts {
  readonly code: readonly LabelledText[]
  readonly tests: readonly string[]
  readonly modules: readonly FunctionModule[]
}

async function objectOf(context: ToolContext, hit: ObjectHit): Promise<CodeObject | undefined> {
  try {
    const { ref } = hit
    const texts = ref.type === 'FUGR' ? await groupTexts(context, ref) : await textsOf(context, ref)
    const all = texts.code.map(({ text }) => text)
    const [uses, includes, tests] = await Promise.all([
      usedNamesInThread([texts.code, ref], context.signal),
      ref.type === 'PROG' ? findIncludes([all], context.signal) : [],
      Promise.all(
        [...texts.tests, ...(ref.type === 'CLAS' ? [] : all)].map(
          async text => await testClassesIn([text], context.signal)
        )
      )
    ])
    return {
      ref,
      description: hit.description ?? '',
      uses: [...uses, ...includes.map(includeUse)],
      aliases: [...texts.modules.map(({ name }) => name), ...entityNames(ref, all)],
      modules: texts.modules,
      hasTests: tests.flat().length > 0
    }
  } catch (error) {
    if (!isRefused(error)) throw error
    return undefined
  }
}

const includeUse = (name: string): UsedName => ({
  name,
  kinds: ['program'],
  members: [],
  lines: ['INCLUDE']
})

/** The parts of a class are those that its metadata names. */
async function textsOf(context: ToolContext, ref: ObjectRef): Promise<Texts> {
  const main = await readSource(context.erp, { ref }, context.signal)
  const named = main.metadata?.includes.map(({ part }) => part)
  const more = Object.keys(objectType(ref.type)?.parts ?? {}).filter(
    part => part !== 'main' && part !== 'macros' && (named === undefined || named.includes(part))
  )
  const parts = await inParallel(more, async part => await partIfThere(context, ref, part))
  const found = parts.filter(part => part !== undefined)
  const isTest = ({ part }: Source) => part === 'testclasses'
  return {
    code: [main, ...found.filter(part => !isTest(part))].map(labelled),
    tests: found.filter(isTest).map(({ text }) => text),
    modules: []
  }
}

const labelled = ({ text }: Source): LabelledText => ({ label: '', text })

async function partIfThere(
  context: ToolContext,
  ref: ObjectRef,
  part: string
): Promise<Source | undefined> {
  try {
    return await readSource(context.erp, { ref, part }, context.signal)
  } catch (error) {
    if (!isErpError(error, 'ERP_NOT_FOUND', 'ERP_UNSUPPORTED')) throw error
    return undefined
  }
}

async function groupTexts(context: ToolContext, { name }: ObjectRef): Promise<Texts> {
  const members = await groupContents(context.erp, { group: name }, context.signal)
  const sources = await inParallel(
    members.slice(0, mostMembers),
    async ref => await readSource(context.erp, { ref }, context.signal)
  )
  return {
    code: sources.map(labelled),
    tests: [],
    modules: members.flatMap(({ type, name: module }, index) =>
      type === 'FUNC' ? [{ name: module, isRemote: isRemote(sources[index]) }] : []
    )
  }
}

function isRemote(source: Source | undefined): boolean {
  return source?.metadata?.attributes['processingType'] === 'rfc'
}

const entity =
  /\bdefine\s+(?:root\s+)?(?:custom\s+|abstract\s+|transient\s+)?(?:view\s+entity|view|table\s+function|table\s+entity|entity|hierarchy)\s+([\w/]+)/i
const sqlView = /@AbapCatalog\.sqlViewName\s*:\s*'([^']+)'/i

function entityNames({ type, name }: ObjectRef, texts: readonly string[]): string[] {
  if (type !== 'DDLS') return []
  return texts
    .flatMap(text => [entity.exec(text)?.[1], sqlView.exec(text)?.[1]])
    .flatMap(found => (found === undefined ? [] : [found.toUpperCase()]))
    .filter(found => found !== name)
}
