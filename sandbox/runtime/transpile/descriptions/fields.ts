/** What descriptions of tables and structures say of their fields beyond the types of ABAP. */
import { Objects } from '@abaplint/core'
import type { IObject, IRegistry } from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import type { IOutputFile } from '@abaplint/transpiler/build/src/types.js'

type TableField = NonNullable<ReturnType<Objects.Table['getFields']>>[number]

/** A field as `GET_DDIC_FIELD_LIST` reads it: columns of DFIES by their names. */
type Facts = Readonly<Record<string, string>>

/** Includes stand in each other only to this depth; a cycle ends there. */
const MAX_DEPTH = 20

/**
 * Adds the fields to the modules of a table, those of includes in their place; nothing, where a
 * field is of a type that is not known here.
 */
export function withFields(
  modules: readonly IOutputFile[],
  table: Objects.Table,
  registry: IRegistry
): readonly IOutputFile[] {
  const fields = fieldsOf(table, registry, 0)
  if (fields === undefined) return modules
  const name = JSON.stringify(table.getName().toUpperCase())
  return modules.map(module => ({
    ...module,
    chunk: new Chunk()
      .appendChunk(module.chunk)
      .appendString(`\nabap.DDIC[${name}].fields = ${JSON.stringify(fields)};\n`)
  }))
}

/** Adds what the dictionary says of a data element, and the fixed values of its domain. */
export function withElement(
  modules: readonly IOutputFile[],
  element: Objects.DataElement,
  registry: IRegistry
): readonly IOutputFile[] {
  const type = typeOfElement(element, registry)
  if (type === undefined) return modules
  const rollname = element.getName().toUpperCase()
  const domain = registry.getObject('DOMA', element.getDomainName())
  const values = domain instanceof Objects.Domain ? domain.getFixedValues() : []
  const fixed = values.map(({ low = '', high = '', description = '' }) => ({
    ...{ low, high, text: description }
  }))
  const entry = `abap.DDIC[${JSON.stringify(rollname)}]`
  const code =
    `\n${entry}.field = ${JSON.stringify(filled({ rollname, ...type }))};\n` +
    (fixed.length > 0 ? `${entry}.fixedValues = ${JSON.stringify(fixed)};\n` : '')
  return modules.map(module => ({
    ...module,
    chunk: new Chunk().appendChunk(module.chunk).appendString(code)
  }))
}

function fieldsOf(table: Objects.Table, registry: IRegistry, depth: number): Facts[] | undefined {
  const found: Facts[] = []
  for (const field of table.getFields() ?? []) {
    const facts = field.FIELDNAME.startsWith('.INCLU')
      ? included(field, registry, depth)
      : factsOf(field, registry)
    if (facts === undefined) return undefined
    found.push(...facts)
  }
  return found
}

function included(field: TableField, registry: IRegistry, depth: number): Facts[] | undefined {
  const table = registry.getObject('TABL', field.PRECFIELD)
  if (!(table instanceof Objects.Table) || depth > MAX_DEPTH) return undefined
  const suffix = /^\.INCLU-(?!-AP$)(.*)$/.exec(field.FIELDNAME)?.[1] ?? ''
  const key = field.KEYFLAG === 'X' ? 'X' : ''
  return fieldsOf(table, registry, depth + 1)?.map(facts =>
    filled({ ...facts, fieldname: `${facts.fieldname ?? ''}${suffix}`, keyflag: key })
  )
}

function factsOf(field: TableField, registry: IRegistry): Facts[] | undefined {
  const type = typeOf(field, registry)
  if (type === undefined) return undefined
  return [
    filled({
      fieldname: field.FIELDNAME.toUpperCase(),
      keyflag: field.KEYFLAG ?? '',
      rollname: field.ROLLNAME ?? '',
      checktable: field.CHECKTABLE ?? '',
      reftable: field.REFTABLE ?? '',
      reffield: field.REFFIELD ?? '',
      comptype: field.COMPTYPE ?? '',
      ...type
    })
  ]
}

function typeOf(field: TableField, registry: IRegistry): Facts | undefined {
  if (field.COMPTYPE === 'S') return { datatype: 'STRU' }
  if (field.COMPTYPE === 'L') return { datatype: 'TTYP' }
  if (field.COMPTYPE === 'R') return { datatype: 'REF' }
  if (field.COMPTYPE !== 'E') {
    const { DATATYPE: datatype, LENG: leng, DECIMALS: decimals, DDTEXT: text } = field
    return datatype === undefined || datatype === ''
      ? undefined
      : { datatype, leng: leng ?? '', decimals: decimals ?? '', fieldtext: text ?? '' }
  }
  const element = registry.getObject('DTEL', field.ROLLNAME)
  return element instanceof Objects.DataElement ? typeOfElement(element, registry) : undefined
}

function typeOfElement(element: Objects.DataElement, registry: IRegistry): Facts | undefined {
  const domain = registry.getObject('DOMA', element.getDomainName())
  const type = domain instanceof Objects.Domain ? domain : element
  const datatype = valueOf(type, 'DATATYPE')
  if (datatype === '') return undefined
  return {
    datatype,
    leng: valueOf(type, 'LENG'),
    decimals: valueOf(type, 'DECIMALS'),
    domname: domain instanceof Objects.Domain ? domain.getName().toUpperCase() : '',
    // the elements of the kernel have no domains: languages have the routine of SPRAS
    ...(domain instanceof Objects.Domain
      ? domainFacts(domain)
      : { convexit: datatype === 'LANG' ? 'ISOLA' : '' }),
    memoryid: valueOf(element, 'MEMORYID'),
    logflag: valueOf(element, 'LOGFLAG'),
    headlen: valueOf(element, 'HEADLEN'),
    scrlen1: valueOf(element, 'SCRLEN1'),
    scrlen2: valueOf(element, 'SCRLEN2'),
    scrlen3: valueOf(element, 'SCRLEN3'),
    fieldtext: element.getDescription() ?? '',
    reptext: element.getTexts()?.heading ?? '',
    scrtext_s: element.getTexts()?.short ?? '',
    scrtext_m: element.getTexts()?.medium ?? '',
    scrtext_l: element.getTexts()?.long ?? ''
  }
}

function domainFacts(domain: Objects.Domain): Facts {
  return {
    outputlen: valueOf(domain, 'OUTPUTLEN'),
    convexit: valueOf(domain, 'CONVEXIT'),
    lowercase: valueOf(domain, 'LOWERCASE'),
    sign: valueOf(domain, 'SIGNFLAG'),
    valexi: domain.getFixedValues().length > 0 ? 'X' : ''
  }
}

/** A value of the object's file that has no method of its own. */
function valueOf(object: IObject, name: string): string {
  const text =
    object
      .getFiles()
      .find(file => file.getFilename().endsWith('.xml'))
      ?.getRaw() ?? ''
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1] ?? ''
}

function filled(facts: Facts): Facts {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== ''))
}
