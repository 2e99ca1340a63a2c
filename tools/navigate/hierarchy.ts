/** Type hierarchy and implementations of classes, interfaces and methods. */
import { findDefinition, isErpError, typeHierarchy } from '../../erp-client/index.ts'
import type { HierarchyEntry, ObjectRef } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { ToolError } from '../failure/errors.ts'
import { omitUndefined, refData } from '../schema/output.ts'
import { findPosition } from '../objects/position.ts'
import type { Position } from '../objects/position.ts'
import { fenced, inlineProse } from '../failure/prose.ts'
import type { ToolResult } from '../call/result.ts'
import { onRelease } from '../failure/release-gaps.ts'
import { placeWords, refWords, systemWords } from '../objects/words.ts'
import { needPosition, at } from './at-position.ts'
import type { AssistOptions } from './at-position.ts'
import { mostEntries } from './assist.ts'

/** The types above and below a class or interface. */
export async function hierarchy(context: ToolContext, options: AssistOptions): Promise<ToolResult> {
  const { ref } = options
  const position = await needPosition(context, options)
  const ask = async (direction: 'superTypes' | 'subTypes') =>
    await onRelease(
      context,
      'hierarchy',
      async () =>
        await typeHierarchy(context.erp, { ...at(ref, position), direction }, context.signal)
    )
  const [above, below] = await Promise.all([ask('superTypes'), ask('subTypes')])
  const own = (entry: HierarchyEntry) => entry.name !== position.word.toUpperCase()
  const supers = above.filter(own)
  const subs = below.filter(own)
  const system = systemWords(context.erp)
  const data = ({ name, adtType, description, place }: HierarchyEntry) =>
    omitUndefined({
      name,
      adtType,
      description: description || undefined,
      object: place.ref === undefined ? undefined : refData(place.ref)
    })
  const line = ({ name, description, place }: HierarchyEntry) =>
    `  ${place.ref === undefined ? name : refWords(place.ref)}${description === '' ? '' : `  ${description}`}`
  return {
    kind: 'data',
    data: {
      system,
      of: refWords(ref),
      superTypes: supers.map(data),
      subTypes: subs.slice(0, mostEntries).map(data),
      complete: subs.length <= mostEntries
    },
    text: [
      `${system} · hierarchy of ${position.word.toUpperCase()}`,
      `above (${supers.length}):`,
      ...fenced(supers.map(line)),
      `below (${subs.length}):`,
      ...fenced(subs.slice(0, mostEntries).map(line))
    ].join('\n')
  }
}

/**
 * Where the name at a position is implemented: the method itself, and for an interface the classes
 * that have it.
 */
export async function implementations(
  context: ToolContext,
  options: AssistOptions
): Promise<ToolResult> {
  const { ref } = options
  const position = await needPosition(context, options)
  const system = systemWords(context.erp)
  const of = `${position.word} of ${refWords(ref)}`
  const place = await implementationOf(context, ref, position)
  const owners = ref.type === 'INTF' ? await implementers(context, ref) : []
  if (place === undefined && owners.length === 0) {
    throw new ToolError(
      'IMPLEMENTATION_NOT_FOUND',
      `The ERP knows no implementation of ${position.word} at ${refWords(ref)}.`,
      { remedy: 'Point at a method; ERPNavigate references shows the users.' }
    )
  }
  return {
    kind: 'data',
    data: omitUndefined({
      system,
      of,
      implementation: place === undefined ? undefined : placeData(place),
      classes: owners.map(({ name }) => name)
    }),
    text: [
      `${system} · implementations of ${of}`,
      ...(place === undefined
        ? []
        : [
            `${place.ref === undefined ? place.uri : refWords(place.ref)} ${placeWords(place)}`.trim()
          ]),
      // The first line names its class already.
      ...owners.filter(({ name }) => name !== place?.ref?.name).map(implementerWords)
    ].join('\n')
  }
}

function placeData({ ref, part, line, column }: HierarchyEntry['place']): object {
  return omitUndefined({
    object: ref === undefined ? undefined : refData(ref),
    include: part,
    line,
    column
  })
}

/** A local class is named with the object that contains it. */
function implementerWords({ name, description, place: { ref, part } }: HierarchyEntry): string {
  return ref === undefined || ref.name === name
    ? `CLAS ${name}${description === '' ? '' : `  ${inlineProse(description)}`}`
    : `${refWords(ref)}${part === undefined || part === 'main' ? '' : ` ${part}`}  local class ${name}`
}

async function implementationOf(
  context: ToolContext,
  ref: ObjectRef,
  { source, line, column, endColumn }: Position
) {
  try {
    return await findDefinition(
      context.erp,
      {
        ref,
        part: source.part,
        line,
        column,
        endColumn,
        source: source.text,
        implementation: true
      },
      context.signal
    )
  } catch (error) {
    if (!isErpError(error, 'ERP_NOT_FOUND', 'ERP_BAD_REQUEST', 'ERP_UNSUPPORTED')) throw error
    return undefined
  }
}

async function implementers(context: ToolContext, ref: ObjectRef): Promise<HierarchyEntry[]> {
  const position = await findPosition(context, ref, { symbol: ref.name })
  if (position === undefined) return []
  const entries = await onRelease(
    context,
    'hierarchy',
    async () =>
      await typeHierarchy(
        context.erp,
        { ...at(ref, position), direction: 'subTypes' },
        context.signal
      )
  )
  return entries.filter(({ name, adtType }) => name !== ref.name && adtType.startsWith('CLAS'))
}
