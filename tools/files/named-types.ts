/** Looks up the types that objects name, each once for a comparison. */
import {
  isErpError,
  readActiveText,
  readObjectFields,
  searchObjects
} from '../../erp-client/index.ts'
import type { Fields, ObjectHit, ObjectRef } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { inParallel } from '../call/parallel.ts'
import { NotCarried } from './layout/content.ts'
import type { NeededTypes } from './layout/index.ts'
import { readTableSource } from './layout/tables/source-reader.ts'
import type { NamedTypes, TypeFacts } from './layout/types-named.ts'

export interface TypeLookup {
  /** Facts by name; a name that the system does not know, or does not show, is left out. */
  of(names: readonly string[]): Promise<NamedTypes>
  /** The same for what a file needs. */
  needed(needs: NeededTypes): Promise<NamedTypes>
}

const kinds: Readonly<Record<string, TypeFacts['kind']>> = {
  DTEL: 'E',
  TABL: 'S',
  STRU: 'S',
  VIEW: 'S',
  DDLS: 'S',
  TTYP: 'L',
  CLAS: 'C',
  INTF: 'I'
}

/** `listed` are the objects that the comparison has found anyway. */
export function openTypes(context: ToolContext, listed: readonly ObjectHit[]): TypeLookup {
  const known = new Map(
    listed.flatMap(hit => (Object.hasOwn(kinds, hit.ref.type) ? [[hit.name, hit] as const] : []))
  )
  const found = new Map<string, Promise<Found | undefined>>()
  const one = async (name: string) => {
    const pending = found.get(name) ?? findType(context, name, known.get(name))
    found.set(name, pending)
    return await pending
  }
  const of: TypeLookup['of'] = async names => {
    const all = await inParallel([...new Set(names)], async name => ({
      name,
      facts: (await one(name))?.facts
    }))
    return new Map(
      all.flatMap(({ name, facts }) => (facts === undefined ? [] : [[name, facts] as const]))
    )
  }
  return {
    of,
    async needed({ names, counted }) {
      const types = await of(counted === undefined ? names : [...names, counted])
      const facts = counted === undefined ? undefined : types.get(counted)
      if (counted === undefined || facts === undefined) return types
      const positions = await positionsIn(context, one, counted)
      return new Map([...types, [counted, { ...facts, positions }]])
    }
  }
}

type Find = (name: string) => Promise<Found | undefined>

interface Found {
  readonly ref: ObjectRef
  readonly facts: TypeFacts
}

/** Nested structures a structure may have; a circle ends there too. */
const deepest = 10

/** Position by name of the fields of a structure: nested and included ones are counted in between. */
async function positionsIn(
  context: ToolContext,
  find: Find,
  name: string
): Promise<ReadonlyMap<string, number> | undefined> {
  const positions = new Map<string, number>()
  const count = async (structure: string, first: number, depth: number): Promise<number> => {
    const found = await find(structure)
    const isSource = found?.ref.type === 'STRU' || found?.ref.type === 'TABL'
    if (!isSource || depth > deepest) throw new NotCarried(`the structure ${structure}`)
    const text = await readActiveText(context.erp, { ref: found.ref, part: 'main' }, context.signal)
    let at = first
    for (const field of readTableSource(text ?? '').fields) {
      const { type } = field
      const isIncluded = type.kind === 'include'
      if (!isIncluded && depth === 0) positions.set(field.name, at)
      at += 1
      if (type.kind !== 'include' && type.kind !== 'named') continue
      const isNested = isIncluded || (await find(type.name))?.facts.kind === 'S'
      if (isNested) at = await count(type.name, at, depth + 1)
    }
    return at
  }
  try {
    await count(name, 1, 0)
    return positions
  } catch (error) {
    if (error instanceof NotCarried) return undefined
    throw error
  }
}

async function findType(
  context: ToolContext,
  name: string,
  listed: ObjectHit | undefined
): Promise<Found | undefined> {
  const hit = listed ?? (await searched(context, name))
  const kind = kinds[hit?.ref.type ?? '']
  if (hit === undefined || kind === undefined) return undefined
  const { ref } = hit
  const facts = { kind, description: hit.description ?? '' }
  if (kind !== 'E') return { ref, facts }
  const element = await fieldsOf(context, { type: 'DTEL', name })
  if (element === undefined) return undefined
  const domain =
    element['typeKind'] === 'domain'
      ? await fieldsOf(context, { type: 'DOMA', name: String(element['typeName']) })
      : undefined
  const from = (element['dataType'] ?? '') === '' ? domain : element
  const values = domain?.['values']
  return {
    ref,
    facts: {
      ...facts,
      dataType: String(from?.['dataType'] ?? ''),
      length: Number(from?.['length'] ?? 0),
      decimals: Number(from?.['decimals'] ?? 0),
      hasSearchHelp: (element['searchHelp'] ?? '') !== '',
      hasFixedValues: Array.isArray(values) && values.length > 0
    }
  }
}

async function searched(context: ToolContext, name: string): Promise<ObjectHit | undefined> {
  if (!context.may('search') || !/^[\w/]{1,40}$/.test(name)) return undefined
  const hits = await searchObjects(context.erp, { query: name, maxResults: 20 }, context.signal)
  return hits.find(hit => hit.name === name && Object.hasOwn(kinds, hit.ref.type))
}

/** Of an object that may be missing, or not be shown to this user. */
async function fieldsOf(
  context: ToolContext,
  ref: { readonly type: string; readonly name: string }
): Promise<Fields | undefined> {
  try {
    return await readObjectFields(context.erp, { ref }, context.signal)
  } catch (error) {
    context.signal.throwIfAborted()
    if (isErpError(error, 'ERP_NOT_FOUND', 'ERP_FORBIDDEN', 'ERP_UNSUPPORTED')) return undefined
    throw error
  }
}
