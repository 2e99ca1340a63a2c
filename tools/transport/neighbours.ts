/**
 * Objects that relate to a request: used ones that are not part of it, and the same ones in other
 * requests.
 */
import {
  isErpError,
  isLocalPackage,
  readMetadata,
  resolvePackage,
  transportOfObject
} from '../../erp-client/index.ts'
import type { ObjectRef, Transport } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { usedNamesOf, resolveNames } from '../insight/dependencies.ts'
import type { UsedName } from '../insight/used-names.ts'
import { inParallel } from '../call/parallel.ts'
import { inlineProse } from '../failure/prose.ts'
import { readPart } from '../objects/sources.ts'
import { count, refWords } from '../objects/words.ts'
import { allEntries, entryRef } from './words.ts'

export const bounds = { objects: 40, names: 60 } as const

export interface Missing {
  readonly object: ObjectRef
  readonly why: string
  readonly usedBy: readonly string[]
}
export interface Dependencies {
  readonly missing: readonly Missing[]
  readonly checked: number
  readonly left: readonly string[]
}

/** Names that customers give; what the ERP's maker delivers is everywhere. */
const ownName = /^(?:[YZ]|\/[A-Z0-9_]+\/)/
/** Sources whose statements the scan of uses reads; others are searched for names. */
const abap = new Set(['PROG', 'INCL', 'CLAS', 'INTF', 'FUGR', 'FUNC', 'FINC', 'TYPE'])

/**
 * Customer objects that the request's objects use, and that the target may lack after its import.
 */
export async function missingDependencies(
  context: ToolContext,
  { found, refs }: { found: Transport; refs: readonly ObjectRef[] }
): Promise<Dependencies> {
  const inside = new Set(
    allEntries(found)
      .flatMap(entry => entryRef(entry) ?? [])
      .map(refWords)
  )
  const users = new Map<string, { need: UsedName; by: Set<string> }>()
  const left: string[] = []
  for (const { ref, needs } of await inParallel(refs, async ref => ({
    ref,
    needs: await namesIn(context, ref)
  }))) {
    if (needs === undefined) left.push(refWords(ref))
    for (const need of needs ?? []) {
      if (!ownName.test(need.name) || need.kinds.includes('dynamic')) continue
      const known = users.get(need.name) ?? { need, by: new Set<string>() }
      known.by.add(refWords(ref))
      users.set(need.name, known)
    }
  }
  const all = [...users.values()]
  if (all.length > bounds.names) {
    left.push(`${count(all.length - bounds.names, 'used name')} beyond ${bounds.names}`)
  }
  const asked = all.slice(0, bounds.names)
  const resolved = await resolveNames(
    context,
    asked.map(({ need }) => need)
  )
  const outside = resolved
    .flatMap(({ need, refs: objects }) =>
      objects.map(object => ({ object, by: [...(users.get(need.name)?.by ?? [])] }))
    )
    .filter(({ object }) => !isInside(inside, object))
  const judged = await inParallel(outside, async ({ object, by }): Promise<Missing[]> => {
    const why = await whyMissing(context, found, object)
    return why === undefined ? [] : [{ object, why, usedBy: by }]
  })
  return { missing: judged.flat(), checked: outside.length, left }
}

function isInside(inside: ReadonlySet<string>, object: ObjectRef): boolean {
  return (
    inside.has(refWords(object)) ||
    (object.group !== undefined && inside.has(refWords({ type: 'FUGR', name: object.group })))
  )
}

/** What an object names; undefined where its source cannot be read. */
async function namesIn(
  context: ToolContext,
  ref: ObjectRef
): Promise<readonly UsedName[] | undefined> {
  try {
    if (abap.has(ref.type)) return await usedNamesOf(context, { ref })
    const { text } = await readPart(context, { ref })
    const plain = text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|'[^'\n]*'/g, ' ')
    const names = new Set(
      [...plain.matchAll(/(?<![\w/])(?:[yz]|\/\w+\/)\w+/gi)]
        .map(([word]) => word.toUpperCase())
        .filter(word => word !== ref.name)
    )
    return [...names].map((name): UsedName => ({ name, kinds: ['type'], members: [], lines: [] }))
  } catch (error) {
    context.signal.throwIfAborted()
    if (isErpError(error)) return undefined
    throw error
  }
}

/** Why the target may lack an object; undefined where an earlier transport of it is known. */
async function whyMissing(
  context: ToolContext,
  found: Transport,
  ref: ObjectRef
): Promise<string | undefined> {
  try {
    const packageName = await resolvePackage(context.erp, { ref }, context.signal)
    if (isLocalPackage(packageName)) {
      return `is in the local package ${packageName} and is never transported`
    }
    const { version } = await readMetadata(context.erp, { ref }, context.signal)
    const holder = await transportOfObject(context.erp, { ref }, context.signal)
    if (holder !== undefined && !numbersOf(found).has(holder.number)) {
      return `is in the open request ${holder.number} (${holder.owner}: ${inlineProse(holder.description)})${version === 'new' ? ', and was never active' : ''}`
    }
    return version === 'new'
      ? 'was never active'
      : version === 'inactive'
        ? 'has an inactive version'
        : undefined
  } catch (error) {
    context.signal.throwIfAborted()
    if (!isErpError(error)) throw error
    return isErpError(error, 'ERP_NOT_FOUND') ? 'does not exist' : undefined
  }
}

function numbersOf({ number, tasks }: Transport): Set<string> {
  return new Set([number, ...tasks.map(task => task.number)])
}

/** Objects of the request that another request of any owner holds. */
export async function heldElsewhere(
  context: ToolContext,
  { found, refs }: { found: Transport; refs: readonly ObjectRef[] }
): Promise<string[]> {
  const own = numbersOf(found)
  const holders = await inParallel(refs, async ref => {
    const holder = await transportOfObject(context.erp, { ref }, context.signal).catch(
      (error: unknown) => {
        context.signal.throwIfAborted()
        if (isErpError(error)) return undefined
        throw error
      }
    )
    return holder === undefined || own.has(holder.number)
      ? []
      : [
          `${refWords(ref)} in ${holder.number} (${holder.owner}: ${inlineProse(holder.description)})`
        ]
  })
  return holders.flat()
}

/** Objects with an inactive version of any user. */
export async function inactiveOf(
  context: ToolContext,
  refs: readonly ObjectRef[]
): Promise<string[]> {
  const found = await inParallel(refs, async ref => {
    try {
      const { version, changedBy } = await readMetadata(context.erp, { ref }, context.signal)
      return version === 'active'
        ? []
        : [
            `${refWords(ref)} (${version === 'new' ? 'never active' : 'draft'}${changedBy === undefined ? '' : ` of ${changedBy}`})`
          ]
    } catch (error) {
      context.signal.throwIfAborted()
      if (isErpError(error)) return []
      throw error
    }
  })
  return found.flat()
}
