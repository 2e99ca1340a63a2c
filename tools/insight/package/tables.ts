/** The fields of database tables with their technical types. */
import { describeObject, isErpError } from '../../../erp-client/index.ts'
import type { ObjectHit, ObjectRef } from '../../../erp-client/index.ts'
import type { ToolContext } from '../../call/context.ts'
import { inParallel } from '../../call/parallel.ts'
import { textIfReadable } from '../../objects/sources.ts'
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
  readonly types: Map<string, Promise<string>>
  readonly left: Set<string>
}

/**
 * Tables with their fields from their sources, and the types from the data elements: the element
 * info of the ERP knows CDS entities only.
 */
export async function tablesOf(context: ToolContext, hits: readonly ObjectHit[]): Promise<Tables> {
  const reading: Reading = { context, types: new Map(), left: new Set() }
  const tables = hits.filter(({ ref }) => ref.type === 'TABL')
  const read = await inParallel(
    tables.slice(0, mostTables),
    async ({ ref }) => await fieldsOf(reading, ref, 0)
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

async function fieldsOf(
  reading: Reading,
  ref: ObjectRef,
  depth: number
): Promise<string[] | undefined> {
  const text = await textIfReadable(reading.context, ref)
  if (text === undefined) return undefined
  const fields = await inParallel(componentsOf(text), async one => {
    if ('name' in one) {
      return [`${one.name}${one.key ? '*' : ''} ${await technicalType(reading, one)}`]
    }
    const inner: ObjectRef = { type: 'STRU', name: one.include }
    const included = depth < deepest ? await fieldsOf(reading, inner, depth + 1) : undefined
    return included ?? [`.INCLUDE ${one.include}`]
  })
  return fields.flat()
}

/** Types whose length is always the same. */
const fixed = /^(?:INT\d|DATS|TIMS|DATN|TIMN|UTCL|CLNT|CUKY|LANG|FLTP|DF?\d\d.*)$/

/** `CURR11.2`, `CHAR6`, `INT4`; lengths come with leading zeros. */
function typeWords(type: string, length: string, decimals: string): string {
  if (fixed.test(type)) return type
  const [digits, places] = [Number(length), Number(decimals)]
  return `${type}${digits > 0 ? digits : ''}${places > 0 ? `.${places}` : ''}`
}

async function technicalType(reading: Reading, { type }: Field): Promise<string> {
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

/** The name where it is no data element. */
async function elementType(context: ToolContext, name: string): Promise<string> {
  try {
    const { facts } = await describeObject(
      context.erp,
      { ref: { type: 'DTEL', name } },
      context.signal
    )
    const { dataType, dataTypeLength = '', dataTypeDecimals = '' } = facts
    return typeof dataType === 'string'
      ? typeWords(dataType, String(dataTypeLength), String(dataTypeDecimals))
      : name
  } catch (error) {
    if (!isErpError(error)) throw error
    context.signal.throwIfAborted()
    return name
  }
}
