/** The clean-core level of objects: by the system's API states, then by SAP's catalogue. */
import { isErpError, objectType } from '../../erp-client/index.ts'
import { readReleaseStates } from '../../erp-client/adt/release-state.ts'
import type { ObjectRef } from '../../erp-client/index.ts'
import type { UseKind } from '../abap/uses.ts'
import type { ToolContext } from '../call/context.ts'
import { inParallel } from '../call/parallel.ts'
import { objectsNamed } from '../insight/contracts.ts'
import { typesMeant } from '../insight/name-spaces.ts'
import { isRefused } from '../insight/refused.ts'
import type { CatalogueEntry, Edition, Successor } from './catalogue.ts'
import { lookUpNames } from './data.ts'

/** A released, B classic API, C internal or not listed, D no API; `?` cannot be judged. */
export const cleanCoreLevels = ['A', 'B', 'C', 'D', '?'] as const
export type CleanCoreLevel = (typeof cleanCoreLevels)[number]

export interface JudgedObject {
  readonly name: string
  /** Type and name in words. */
  readonly words: string
  readonly type: string
  readonly level: CleanCoreLevel
  readonly deprecated: boolean
  /** What decided. */
  readonly source: 'system' | 'catalogue' | 'none'
  readonly successors: readonly Successor[]
  readonly concept?: string | undefined
}

export interface Judgement {
  readonly byName: ReadonlyMap<string, JudgedObject>
  readonly edition: Edition
  readonly date: string | undefined
  readonly missing: readonly string[]
}

/** Each costs up to two requests. */
const mostJudged = 200

/** Names that are no object of the system have no level. */
export async function judge(
  context: ToolContext,
  kinds: ReadonlyMap<string, readonly UseKind[]>,
  edition: Edition
): Promise<Judgement> {
  const names = [...kinds.keys()].slice(0, mostJudged)
  const { byName, date, missing } = await lookUpNames(context, names, edition)
  const isWhole = date !== undefined && missing.length === 0
  const states = stateReader(context)
  let done = 0
  const judged = await inParallel(names, async name => {
    context.progress({ done: done++, total: names.length, message: name })
    const meant = typesMeant(kinds.get(name) ?? [])
    const entries = (byName.get(name) ?? []).filter(({ type }) => meant.has(type))
    const ref = await refOf(context, { name, meant, entries })
    if (ref === undefined) return date === undefined ? [unjudged(name)] : []
    return [{ ...levelOf(await states.of(ref), entries, isWhole), ...factsOf(ref, entries) }]
  })
  return {
    byName: new Map(judged.flat().map(one => [one.name, one])),
    ...{ edition, date },
    missing: [
      ...missing,
      ...(states.unsupported() ? ['this system shows no API states'] : []),
      ...(kinds.size > names.length
        ? [`${kinds.size - names.length} more names are not judged`]
        : [])
    ]
  }
}

/** Without a catalogue a name that the system does not find may be an object all the same. */
function unjudged(name: string): JudgedObject {
  const level = '?'
  return { name, words: name, type: '', level, deprecated: false, source: 'none', successors: [] }
}

/** The type is that of the catalogue, else the one that the system knows by the name. */
async function refOf(
  context: ToolContext,
  {
    name,
    meant,
    entries: [entry]
  }: { name: string; meant: ReadonlySet<string>; entries: readonly CatalogueEntry[] }
): Promise<ObjectRef | undefined> {
  if (entry !== undefined) return { type: entry.type, name }
  try {
    return (await objectsNamed(context, name, type => meant.has(type)))[0]
  } catch (error) {
    if (!isRefused(error)) throw error
    return undefined
  }
}

function factsOf(ref: ObjectRef, entries: readonly CatalogueEntry[]) {
  const { type, name } = ref
  return {
    ...{ name, type, words: `${type} ${name}` },
    successors: entries.flatMap(({ successors }) => successors),
    concept: entries.find(({ concept }) => concept !== undefined)?.concept
  }
}

type State = string | undefined

/** The state of the contract C1, use in development; asks no more where the system has none. */
function stateReader(context: ToolContext) {
  let isUnsupported = false
  return {
    unsupported: () => isUnsupported,
    async of(ref: ObjectRef): Promise<State> {
      const row = objectType(ref.type)
      if (isUnsupported || row === undefined || row.path.includes('{group}')) return undefined
      try {
        return (await readReleaseStates(context.erp, { ref }, context.signal)).get('C1')
      } catch (error) {
        if (isErpError(error, 'ERP_UNSUPPORTED')) isUnsupported = true
        else if (!isRefused(error)) throw error
        return undefined
      }
    }
  }
}

type Level = Pick<JudgedObject, 'level' | 'deprecated' | 'source'>

const released: Readonly<Record<string, Omit<Level, 'source'>>> = {
  RELEASED: { level: 'A', deprecated: false },
  DEPRECATED: { level: 'A', deprecated: true },
  released: { level: 'A', deprecated: false },
  deprecated: { level: 'A', deprecated: true }
}
const classes: Readonly<Record<string, CleanCoreLevel>> = { classicAPI: 'B', noAPI: 'D' }

/**
 * The system decides what is released; what is no API is known from the catalogue alone. Where a
 * file of it is missing, nothing shows that an object is not released.
 */
function levelOf(state: State, entries: readonly CatalogueEntry[], isWhole: boolean): Level {
  const ofSystem = state === undefined ? undefined : released[state]
  if (ofSystem !== undefined) return { ...ofSystem, source: 'system' }
  const ofCatalogue =
    state === undefined ? entries.flatMap(entry => released[entry.state] ?? [])[0] : undefined
  if (ofCatalogue !== undefined) return { ...ofCatalogue, source: 'catalogue' }
  const level = entries.flatMap(entry => classes[entry.state] ?? [])[0]
  const isProven = isWhole || state !== undefined || level === 'D'
  if (level !== undefined && isProven) return { level, deprecated: false, source: 'catalogue' }
  if (isWhole) return { level: 'C', deprecated: false, source: 'catalogue' }
  return state === undefined
    ? { level: '?', deprecated: false, source: 'none' }
    : { level: 'C', deprecated: false, source: 'system' }
}
