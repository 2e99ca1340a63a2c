/** Generated first sources of new objects. */
import type { ObjectType } from '../../types.ts'

export interface SkeletonOptions {
  /** Upper case. */
  readonly name: string
  readonly description: string
  readonly superclass?: string
  readonly final: boolean
  readonly transformationType?: string | undefined
}

const rule = '*&' + '-'.repeat(69) + '*'

function commentBox(title: string): string {
  return `${rule}\n*& ${title}\n${rule}\n*&\n${rule}\n`
}

function classSource({ name, superclass, final }: SkeletonOptions): string {
  const lower = name.toLowerCase()
  const lines = [
    `CLASS ${lower} DEFINITION`,
    '  PUBLIC',
    ...(superclass === undefined ? [] : [`  INHERITING FROM ${superclass.toLowerCase()}`]),
    ...(final ? ['  FINAL'] : []),
    '  CREATE PUBLIC .',
    '',
    '  PUBLIC SECTION.',
    '  PROTECTED SECTION.',
    '  PRIVATE SECTION.',
    'ENDCLASS.',
    '',
    '',
    '',
    `CLASS ${lower} IMPLEMENTATION.`,
    'ENDCLASS.',
    ''
  ]
  return lines.join('\n')
}

function fields(what: string, { name, description }: SkeletonOptions): string {
  const label = description.replace(/'/g, "''")
  const lines = [
    `@EndUserText.label : '${label}'`,
    '@AbapCatalog.enhancement.category : #NOT_EXTENSIBLE',
    ...(what === 'table'
      ? [
          '@AbapCatalog.tableCategory : #TRANSPARENT',
          '@AbapCatalog.deliveryClass : #A',
          '@AbapCatalog.dataMaintenance : #RESTRICTED'
        ]
      : []),
    `define ${what} ${name.toLowerCase()} {`,
    '',
    ...(what === 'table'
      ? ['  key client : abap.clnt not null;']
      : ['  component_to_be_changed : abap.string(0);']),
    '',
    '}',
    ''
  ]
  return lines.join('\n')
}

/** The kind of a transformation follows from its source. */
function transformation(type: string | undefined): string {
  return type === 'XSLTProgram'
    ? '<xsl:transform xmlns:xsl="http://www.w3.org/1999/XSL/Transform" version="1.0">\n\n</xsl:transform>\n'
    : '<?sap.transform simple?>\n<tt:transform xmlns:tt="http://www.sap.com/transformation-templates">\n\n  <tt:root name="ROOT"/>\n\n  <tt:template>\n\n  </tt:template>\n\n</tt:transform>\n'
}

/** The generated first source of a new object; undefined for types that begin without one. */
export function skeletonOf(type: ObjectType, options: SkeletonOptions): string | undefined {
  const lower = options.name.toLowerCase()
  switch (type) {
    case 'PROG':
      return `${commentBox(`Report ${lower}`)}REPORT ${lower}.\n`
    case 'INCL':
      return commentBox(`Include ${lower}`)
    case 'CLAS':
      return classSource(options)
    case 'INTF':
      return `INTERFACE ${lower}\n  PUBLIC .\n\nENDINTERFACE.\n`
    case 'TABL':
      return fields('table', options)
    case 'STRU':
      return fields('structure', options)
    case 'DDLS':
      return ''
    case 'XSLT':
      return transformation(options.transformationType)
    default:
      return undefined
  }
}

export function functionSkeleton(name: string): string {
  return `FUNCTION ${name.toLowerCase()}.\n\n\n\nENDFUNCTION.\n`
}

export function groupIncludeSkeleton(name: string): string {
  return commentBox(`Include ${name.toLowerCase()}`)
}
