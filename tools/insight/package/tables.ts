/** The fields of database tables with their technical types. */
import { cdsElementInfo, describeObject, isErpError } from '../../../erp-client/index.ts'
import type { ObjectHit, ObjectRef } from '../../../erp-client/index.ts'
import type { ToolContext } from '../../call/context.ts'
import { inParallel } from '../../call/parallel.ts'
import { textIfReadable } from '../../objects/sources.ts'
import { componentsOf } from '../structure.ts'
import type { Field } from '../structure.ts'

const mostTables = 40

export interface TableFields {
  readonly ref: ObjectRef
  readonly description: string
  /** `SAILING_ID* NUMC10`: a key field has an asterisk; undefined where they cannot be read. */
  readonly fields: readonly string[] | undefined
}

type Types = Map<string, Promise<string>>

/**
 * Tables with their fields: of each table one description by the ERP, or, where the release has
 * none, its source and its data elements.
 */
export async function tablesOf(
  context: ToolContext,
  hits: readonly ObjectHit[]
): Promise<TableFields[]> {
  const types: Types = new Map()
  const tables = hits.filter(({ ref }) => ref.type === 'TABL')
  const read = await inParallel(tables.slice(0, mostTables), async ({ ref }) => {
    const described = await describedFields(context, ref)
    return described.length > 0 ? described : await sourceFields(context, ref, types)
  })
  return tables.map(({ ref, description = '' }, index) => ({
    ref,
    description,
    fields: read[index]
  }))
}

/** Types whose length is always the same. */
const fixed = /^(?:INT\d|DATS|TIMS|DATN|TIMN|UTCL|CLNT|CUKY|LANG|FLTP|DF?\d\d.*)$/

/** `CURR11.2`, `CHAR6`, `INT4`; lengths come with leading zeros. */
function typeWords(type: string, length: string, decimals: string): string {
  if (fixed.test(type)) return type
  const [digits, places] = [Number(length), Number(decimals)]
  return `${type}${digits > 0 ? digits : ''}${places > 0 ? `.${places}` : ''}`
}

async function describedFields(context: ToolContext, { name }: ObjectRef): Promise<string[]> {
  try {
    const { children } = await cdsElementInfo(context.erp, { name }, context.signal)
    const fields = children.flatMap(({ name: field, properties }) => {
      const { ddicDataType = '', ddicLength = '', ddicDecimals = '', ddicIsKey } = properties
      if (ddicDataType === '') return []
      const key = ddicIsKey === 'true' ? '*' : ''
      return [`${field.toUpperCase()}${key} ${typeWords(ddicDataType, ddicLength, ddicDecimals)}`]
    })
    return fields.length === children.length ? fields : []
  } catch (error) {
    if (!isErpError(error)) throw error
    context.signal.throwIfAborted()
    return []
  }
}

async function sourceFields(
  context: ToolContext,
  ref: ObjectRef,
  types: Types
): Promise<string[] | undefined> {
  const text = await textIfReadable(context, ref)
  if (text === undefined) return undefined
  return await inParallel(componentsOf(text), async one =>
    'include' in one
      ? `.INCLUDE ${one.include}`
      : `${one.name}${one.key ? '*' : ''} ${await technicalType(context, one, types)}`
  )
}

async function technicalType(context: ToolContext, { type }: Field, types: Types): Promise<string> {
  const [, builtIn, length = '', decimals = ''] =
    /^abap\.(\w+)(?:\((\d+)(?:,(\d+))?\))?/i.exec(type) ?? []
  if (builtIn !== undefined) return typeWords(builtIn.toUpperCase(), length, decimals)
  const name = type.toUpperCase()
  const known = types.get(name) ?? elementType(context, name)
  types.set(name, known)
  return await known
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
