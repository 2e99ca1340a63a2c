/** The first source of a new object. */
import type { ObjectType } from '../../types.ts'
import { derivedName } from '../names.ts'

interface NewSource {
  readonly type: ObjectType
  readonly name: string
  readonly description: string
  readonly attributes: Readonly<Record<string, string>>
}

const label = (description: string) => `@EndUserText.label : '${description.replace(/'/g, "''")}'`

function classSource({ name, attributes }: NewSource): string {
  const lower = name.toLowerCase()
  const superclass = attributes.superclass
  const inheriting =
    superclass === undefined || superclass === ''
      ? ''
      : `\n  INHERITING FROM ${superclass.toLowerCase()}`
  const abstract = attributes.abstract === 'true' ? '\n  ABSTRACT' : ''
  const final = attributes.final === 'false' || attributes.abstract === 'true' ? '' : '\n  FINAL'
  const create =
    attributes.visibility === 'private' || attributes.visibility === 'protected'
      ? attributes.visibility.toUpperCase()
      : 'PUBLIC'
  return (
    `CLASS ${lower} DEFINITION\n  PUBLIC${inheriting}${abstract}${final}\n  CREATE ${create} .\n\n` +
    '  PUBLIC SECTION.\n  PROTECTED SECTION.\n  PRIVATE SECTION.\nENDCLASS.\n\n\n\n' +
    `CLASS ${lower} IMPLEMENTATION.\nENDCLASS.\n`
  )
}

function programSource({ name, attributes }: NewSource): string {
  const statement =
    attributes.programType === 'modulePool' || attributes.programType === 'subroutinePool'
      ? 'PROGRAM'
      : 'REPORT'
  return `${statement} ${name.toLowerCase()}.\n`
}

function tableSource({ name, description }: NewSource): string {
  return (
    `${label(description)}\n@AbapCatalog.enhancement.category : #NOT_EXTENSIBLE\n@AbapCatalog.tableCategory : #TRANSPARENT\n` +
    `@AbapCatalog.deliveryClass : #A\n@AbapCatalog.dataMaintenance : #RESTRICTED\ndefine table ${name.toLowerCase()} {\n\n` +
    '  key client : abap.clnt not null;\n\n}'
  )
}

const templates: Readonly<Partial<Record<ObjectType, (source: NewSource) => string>>> = {
  CLAS: classSource,
  PROG: programSource,
  INTF: ({ name }) => `INTERFACE ${name.toLowerCase()}\n  PUBLIC .\nENDINTERFACE.\n`,
  INCL: ({ name }) =>
    `*&---------------------------------------------------------------------*\n*& Include ${name}\n*&---------------------------------------------------------------------*\n`,
  TABL: tableSource,
  STRU: ({ name, description }) =>
    `${label(description)}\n@AbapCatalog.enhancement.category : #NOT_EXTENSIBLE\ndefine structure ${name.toLowerCase()} {\n\n  component_to_be_changed : abap.string(0);\n\n}`,
  TYPE: ({ name }) => `TYPE-POOL ${name.toLowerCase()}.\n`
}

/** The source of a new object before the first write; empty for types that begin empty. */
export function skeleton(source: NewSource): string {
  return templates[source.type]?.(source) ?? ''
}

/** Main program and TOP include of a new function group. */
export function groupSources(group: string): { main: string; top: string } {
  const include = (prefix: string, suffix: string) =>
    derivedName(group, prefix, suffix).toLowerCase()
  return {
    main: `* Main program of the function group: generated, the includes hold what is written by hand.\n  INCLUDE ${include('L', 'TOP')}.\n  INCLUDE ${include('L', 'UXX')}.\n`,
    top: `FUNCTION-POOL ${group.toLowerCase()}.\n`
  }
}

export function functionSkeleton(name: string): string {
  return `FUNCTION ${name.toLowerCase()}.\n\n\n\n\nENDFUNCTION.\n`
}
