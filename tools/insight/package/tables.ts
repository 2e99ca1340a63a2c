/** The fields of database tables with their technical types. */
import { cdsElementInfo, describeObject } from '../../../erp-client/index.ts'
import type { ObjectHit, ObjectRef } from '../../../erp-client/index.ts'
import type { ToolContext } from '../../call/context.ts'
import { inParallel } from '../../call/parallel.ts'
import { textIfReadable } from '../../objects/sources.ts'
import { isRefused } from '../refused.ts'
import { componentsOf } from '../structure.ts'
import type { Field } from '../structure.ts'

const mostTables = 40
const mostElements = 150
/** Includes in includes. */
const deepest = 3

export interface TableFields {
  readonly ref: ObjectRef
  readonly description: string
  /** `SAILING_ID* NUMC8`: a key field has an asterisk; undefined where they cannot be read. */
  readonly fields: readonly string[] | undefined
}

export interface Tables {
  readonly tables: readonly TableFields[]
  /** Data elements beyond the limit, which stand for their types. */
  readonly elementsLeft: number
}

interface Reading {
  readonly context: ToolContext
  /** Data element → its technical type. */
  readonly types: Map<string, Promise<string | undefined>>
  readonly left: Set<string>
}

/** Tables with their fields from their sources, and the types from the data elements. */
export async function tablesOf(context: ToolContext, hits: readonly ObjectHit[]): Promise<Tables> {
  const reading: Reading = { context, types: new Map(), left: new Set() }
  const tables = hits.filter(({ ref }) => ref.type === 'TABL')
  const read = await inParallel(
    tables.slice(0, mostTables),
    async ({ ref }) => await fieldsOf(reading, ref)
  )
  return {
    tables: tables.map(({ ref, description = '' }, index) => ({
      ref,
      description,
      fields: read[index]
    })),
    elementsLeft: reading.left.size
  }
}

/** A field of a table; a type that could not be read is undefined. */
interface TypedField {
  readonly name: string
  readonly key: boolean
  readonly element: string
  readonly type: string | undefined
}

async function fieldsOf(reading: Reading, ref: ObjectRef): Promise<string[] | undefined> {
  const fields = await typedFields(reading, ref, 0)
  const described =
    fields?.every(({ type }) => type !== undefined) === false
      ? await describedTypes(reading.context, ref)
      : new Map<string, string>()
  return fields?.map(
    ({ name, key, element, type }) =>
      `${name}${key ? '*' : ''} ${type ?? described.get(name) ?? element}`
  )
}

async function typedFields(
  reading: Reading,
  ref: ObjectRef,
  depth: number
): Promise<TypedField[] | undefined> {
  const text = await textIfReadable(reading.context, ref)
  if (text === undefined) return undefined
  const fields = await inParallel(componentsOf(text), async (one): Promise<TypedField[]> => {
    if ('name' in one) {
      const { name, key, type: element } = one
      return [
        { name, key, element: element.toUpperCase(), type: await technicalType(reading, one) }
      ]
    }
    const inner: ObjectRef = { type: 'STRU', name: one.include }
    const included = depth < deepest ? await typedFields(reading, inner, depth + 1) : undefined
    return included ?? [{ name: '.INCLUDE', key: false, element: one.include, type: undefined }]
  })
  return fields.flat()
}

/** What the element info knows: some systems describe tables there, others CDS entities alone. */
async function describedTypes(
  context: ToolContext,
  { name }: ObjectRef
): Promise<ReadonlyMap<string, string>> {
  try {
    const { children } = await cdsElementInfo(context.erp, { name }, context.signal)
    return new Map(
      children.flatMap(({ name: field, properties }) => {
        const { ddicDataType = '', ddicLength = '', ddicDecimals = '' } = properties
        return ddicDataType === ''
          ? []
          : [[field.toUpperCase(), typeWords(ddicDataType, ddicLength, ddicDecimals)] as const]
      })
    )
  } catch (error) {
    if (!isRefused(error)) throw error
    return new Map()
  }
}

/** Types whose length is always the same. */
const fixed = /^(?:INT\d|DATS|TIMS|DATN|TIMN|UTCL|CLNT|CUKY|LANG|FLTP|DF?\d\d.*)$/

/** `CURR11.2`, `CHAR6`, `INT4`; lengths come with leading zeros. */
function typeWords(type: string, length: string, decimals: string): string {
  if (fixed.test(type)) return type
  const [digits, places] = [Number(length), Number(decimals)]
  return `${type}${digits > 0 ? digits : ''}${places > 0 ? `.${places}` : ''}`
}

async function technicalType(reading: Reading, { type }: Field): Promise<string | undefined> {
  const [, builtIn, length = '', decimals = ''] =
    /^abap\.(\w+)(?:\((\d+)(?:,(\d+))?\))?/i.exec(type) ?? []
  if (builtIn !== undefined) return typeWords(builtIn.toUpperCase(), length, decimals)
  const name = type.toUpperCase()
  const { context, types, left } = reading
  const known = types.get(name)
  if (known === undefined && types.size >= mostElements) {
    left.add(name)
    return name
  }
  const found = known ?? elementType(context, name)
  types.set(name, found)
  return await found
}

/** Undefined where it is no data element, or one that cannot be read. */
async function elementType(context: ToolContext, name: string): Promise<string | undefined> {
  try {
    const ref = { type: 'DTEL', name }
    const { facts } = await describeObject(context.erp, { ref }, context.signal)
    const { dataType, dataTypeLength = '', dataTypeDecimals = '' } = facts
    return typeof dataType === 'string'
      ? typeWords(dataType, String(dataTypeLength), String(dataTypeDecimals))
      : undefined
  } catch (error) {
    if (!isRefused(error)) throw error
    return undefined
  }
}
