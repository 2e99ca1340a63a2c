/** What a push needs to know of sources whose facts stand in the XML file. */
import { readActiveText } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import type { Comparison } from './compare.ts'
import { named } from './entry.ts'
import type { Entry } from './entry.ts'
import { contentOf, layoutOf, valuesOf } from './layout/index.ts'
import type { NamedTypes, TypeFacts } from './layout/types-named.ts'
import { moduleTexts } from './push-group.ts'

export interface InnerFacts {
  readonly types: NamedTypes
  /** The source in the system; undefined for a new object. */
  readonly current: string | undefined
  /** Sources of the modules of a function group in the system, by part. */
  readonly modules: ReadonlyMap<string, string>
}

export async function innerFacts(
  context: ToolContext,
  comparison: Comparison
): Promise<ReadonlyMap<Entry, InnerFacts>> {
  const found = new Map<Entry, InnerFacts>()
  for (const entry of comparison.entries) {
    const { inner, hasParts } = layoutOf(entry.ref.type) ?? {}
    const isPushed = entry.kind === 'new here' || entry.kind === 'changed here'
    if (hasParts === true && isPushed) {
      const modules = await moduleTexts(context, comparison, entry)
      found.set(entry, { types: new Map(), current: undefined, modules })
    }
    if (inner === undefined || !isPushed) continue
    const { ref } = entry
    const names = neededBy(entry)
    const current =
      entry.kind === 'new here'
        ? undefined
        : await readActiveText(context.erp, { ref, part: 'main' }, context.signal)
    const types = await comparison.types.of(names)
    const inFolder = names.flatMap(name => {
      const facts = types.has(name) ? undefined : elementOf(comparison, name)
      return facts === undefined ? [] : [[name, facts] as const]
    })
    found.set(entry, {
      types: new Map([...types, ...inFolder]),
      current,
      modules: new Map()
    })
  }
  return found
}

/** A file that says what no source can is named by the plan. */
function neededBy({ ref, here }: Entry): readonly string[] {
  try {
    return layoutOf(ref.type)?.inner?.needs(valuesOf(ref, named(here))) ?? []
  } catch {
    return []
  }
}

/** A data element that only the folder has. */
function elementOf(comparison: Comparison, name: string): TypeFacts | undefined {
  const element = fieldsInFolder(comparison, 'DTEL', name)
  if (element === undefined) return undefined
  const typed =
    element['typeKind'] === 'domain'
      ? fieldsInFolder(comparison, 'DOMA', String(element['typeName']))
      : element
  const dataType = typed?.['dataType']
  return dataType === undefined
    ? undefined
    : { kind: 'E', description: '', dataType: String(dataType) }
}

function fieldsInFolder(
  { entries, repository }: Comparison,
  type: string,
  name: string
): Readonly<Record<string, unknown>> | undefined {
  const entry = entries.find(({ ref }) => ref.type === type && ref.name === name)
  if (entry === undefined || entry.here.size === 0) return undefined
  try {
    return contentOf(entry.ref, named(entry.here), repository.language).content.fields
  } catch {
    return undefined
  }
}
