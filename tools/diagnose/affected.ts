/** Finds the tests of objects that a change affects. */
import {
  codesWith,
  findReferences,
  isErpError,
  objectType,
  packageContents,
  readSource,
  readTransport
} from '../../erp-client/index.ts'
import type { ErpError, ObjectRef } from '../../erp-client/index.ts'
import { testClassesIn } from '../abap/test-classes.ts'
import type { TestClass } from '../abap/test-classes.ts'
import type { ToolContext } from '../call/context.ts'
import { inParallel } from '../call/parallel.ts'
import { errorWords } from '../failure/prose.ts'
import { allEntries, entryRef } from '../transport/words.ts'
import { count, refWords } from '../objects/words.ts'

/** Bounds of the search: where-used lists and reads of sources are expensive. */
const bounds = { queried: 80, candidates: 150, inPackage: 200 } as const
export const mostLevels = 4
const testable = new Set(codesWith('unit-test'))

/** Which tests a change reaches. */
export interface Reach {
  readonly changed: readonly ObjectRef[]
  readonly levels: number
  /** Objects that use what changed, at any level. */
  readonly users: number
  /** What has tests, nearest first. */
  readonly tests: readonly ObjectRef[]
  /**
   * What was not searched, in words; `cut`: a bound other than the levels was reached, so tests may
   * be missing.
   */
  readonly left: readonly string[]
  readonly cut: boolean
}

interface Reached {
  readonly ref: ObjectRef
  readonly level: number
  isTest: boolean
}

/** The objects with tests among what changed and what uses it, over so many levels of users. */
export async function testsAffected(
  context: ToolContext,
  { changed, levels }: { changed: readonly ObjectRef[]; levels: number }
): Promise<Reach> {
  const reached = new Map<string, Reached>(
    changed.map(ref => [refWords(owner(ref)), { ref: owner(ref), level: 0, isTest: false }])
  )
  const left: string[] = []
  const cut = await follow(context, { changed, levels, reached, left })
  const candidates = [...reached.values()]
    .filter(({ ref }) => testable.has(ref.type) && ref.type !== 'DEVC')
    .toSorted((a, b) => Number(b.isTest) - Number(a.isTest) || a.level - b.level)
  const searched = candidates.slice(0, bounds.candidates)
  const over = candidates.length - searched.length
  if (over > 0) {
    left.push(`${count(over, 'object')} beyond ${bounds.candidates} not looked through for tests`)
  }
  const withTests = await inParallel(searched, async ({ ref, isTest }) =>
    isTest || (await testClassesOf(context, ref)).length > 0 ? [ref] : []
  )
  return {
    changed,
    levels,
    users: reached.size - new Set(changed.map(ref => refWords(owner(ref)))).size,
    tests: withTests.flat(),
    left,
    cut: cut || over > 0
  }
}

interface Walk {
  readonly changed: readonly ObjectRef[]
  readonly levels: number
  readonly reached: Map<string, Reached>
  readonly left: string[]
}

/** Level by level over the users; true where a bound or a refusal ended it early. */
async function follow(
  context: ToolContext,
  { changed, levels, reached, left }: Walk
): Promise<boolean> {
  let level = [...changed]
  let lookedUp = 0
  let cut = false
  for (let step = 1; step <= levels && level.length > 0; step++) {
    const now = level.slice(0, bounds.queried - lookedUp)
    if (now.length < level.length) {
      left.push(
        `the users of ${count(level.length - now.length, 'object')} at level ${step}: more than ${bounds.queried} where-used lists`
      )
      cut = true
    }
    lookedUp += now.length
    const found = await inParallel(now, async ref => await usersOf(context, ref))
    const [first] = found
    if (changed.length === 1 && first?.error !== undefined && step === 1) throw first.error
    const refused = found.flatMap(({ error }, index) =>
      error === undefined
        ? []
        : [`the users of ${refWords(now[index] ?? { type: '', name: '' })}: ${errorWords(error)}`]
    )
    cut ||= refused.length > 0
    left.push(...refused)
    level = found.flatMap(({ users }) => users).flatMap(user => enter(reached, user, step))
    context.progress({
      done: step,
      total: levels,
      message: `${count(reached.size, 'object')} reached`
    })
  }
  if (level.length > 0) {
    left.push(
      `users of the ${count(level.length, 'object')} at the last level${levels < mostLevels ? ` (\`affected\` ${levels + 1} looks further)` : ''}`
    )
  }
  return cut
}

/** Takes a user in; empty where it is known already, so that its own users are asked once. */
function enter(
  reached: Map<string, Reached>,
  { ref, isTest }: { ref: ObjectRef; isTest: boolean },
  level: number
): ObjectRef[] {
  const key = refWords(owner(ref))
  const known = reached.get(key)
  if (known !== undefined) {
    known.isTest ||= isTest
    return []
  }
  reached.set(key, { ref: owner(ref), level, isTest })
  return [ref]
}

/** Tests of modules and includes of a function group stand in the group. */
function owner(ref: ObjectRef): ObjectRef {
  return ref.group === undefined ? ref : { type: 'FUGR', name: ref.group }
}

/** What uses an object, one level; an error of the ERP is part of the answer. */
export async function usersOf(
  context: ToolContext,
  ref: ObjectRef
): Promise<{ users: { ref: ObjectRef; isTest: boolean }[]; error?: ErpError }> {
  try {
    const { references } = await findReferences(context.erp, { ref }, context.signal)
    return {
      users: references.flatMap(({ ref: user, isResult, usage = '', part }) =>
        user === undefined || !isResult || user.type === 'DEVC'
          ? []
          : [{ ref: user, isTest: part === 'testclasses' || usage.includes('includeTest') }]
      )
    }
  } catch (error) {
    context.signal.throwIfAborted()
    if (!isErpError(error)) throw error
    return { users: [], error }
  }
}

/** The objects of a request with its tasks, or those in packages; `left` names other entries. */
export async function changedBy(
  context: ToolContext,
  args: { request?: string | undefined; refs?: readonly ObjectRef[] }
): Promise<{ changed: ObjectRef[]; left: string[] }> {
  if (args.request !== undefined) {
    const entries = allEntries(
      await readTransport(context.erp, { number: args.request }, context.signal)
    ).filter(({ pgmid }) => pgmid !== 'CORR')
    const refs = entries.map(entry => ({ entry, ref: entryRef(entry) }))
    const unknown = refs
      .filter(({ ref }) => ref === undefined)
      .map(({ entry }) => `${entry.pgmid} ${entry.type} ${entry.name}`)
    return {
      changed: distinct(refs.flatMap(({ ref }) => ref ?? [])),
      left:
        unknown.length === 0
          ? []
          : [
              `entries that are no repository objects: ${unknown.slice(0, 10).join(', ')}${unknown.length > 10 ? ' …' : ''}`
            ]
    }
  }
  const left: string[] = []
  const all = await inParallel(args.refs ?? [], async ref => {
    if (ref.type !== 'DEVC') return [ref]
    const { objects, subPackages } = await packageContents(
      context.erp,
      { package: ref.name },
      context.signal
    )
    if (subPackages.length > 0) {
      left.push(`packages below ${ref.name}: ${subPackages.slice(0, 10).join(', ')}`)
    }
    if (objects.length > bounds.inPackage) {
      left.push(`${count(objects.length - bounds.inPackage, 'object')} of ${ref.name}`)
    }
    return objects.slice(0, bounds.inPackage).map(hit => hit.ref)
  })
  return {
    changed: distinct(all.flat().filter(({ type }) => objectType(type) !== undefined)),
    left
  }
}

function distinct(refs: readonly ObjectRef[]): ObjectRef[] {
  return [...new Map(refs.map(ref => [refWords(ref), ref])).values()]
}

/** The test classes in an object's active source; none where it has no such part. */
export async function testClassesOf(
  context: ToolContext,
  ref: ObjectRef
): Promise<readonly TestClass[]> {
  const parts = Object.keys(objectType(ref.type)?.parts ?? {})
  const part = parts.includes('testclasses') ? 'testclasses' : parts[0]
  if (part === undefined) return []
  try {
    return await testClassesIn(
      [(await readSource(context.erp, { ref, part, version: 'active' }, context.signal)).text],
      context.signal
    )
  } catch (error) {
    if (isErpError(error, 'ERP_NOT_FOUND', 'ERP_UNSUPPORTED')) return []
    throw error
  }
}
