/** The document of a new dictionary object, of the fields that it is to be created with. */
import type { XmlElement } from '../http/xml-reader.ts'

type Fields = Readonly<Record<string, unknown>>

function element(name: string, content: readonly XmlElement[] | string): XmlElement {
  const [text, children] = typeof content === 'string' ? [content, []] : ['', content]
  return { name, namespace: '', attributes: {}, children, text }
}

function leaf(name: string, value: unknown): XmlElement[] {
  return typeof value === 'string' || typeof value === 'number'
    ? [element(name, String(value))]
    : []
}

const documents: Readonly<Record<string, (fields: Fields) => readonly XmlElement[]>> = {
  DTEL: ({ typeKind, typeName, dataType, length, decimals }) => [
    element('dataElement', [
      ...leaf('typeKind', typeKind ?? (typeName === undefined ? 'predefinedAbapType' : 'domain')),
      ...leaf('typeName', typeName),
      ...leaf('dataType', dataType),
      ...leaf('dataTypeLength', length),
      ...leaf('dataTypeDecimals', decimals)
    ])
  ],
  DOMA: ({ dataType, length, decimals }) => [
    element('content', [
      element('typeInformation', [
        ...leaf('datatype', dataType),
        ...leaf('length', length),
        ...leaf('decimals', decimals)
      ])
    ])
  ],
  TTYP: ({ rowType, rowKind, dataType, length, decimals, access, keyDefinition }) => [
    element('rowType', [
      ...leaf('typeKind', rowKind ?? 'dictionaryType'),
      ...leaf('typeName', rowType),
      element('builtInType', [
        ...leaf('dataType', dataType),
        ...leaf('length', length),
        ...leaf('decimals', decimals)
      ])
    ]),
    ...leaf('accessType', access),
    element('primaryKey', leaf('definition', keyDefinition))
  ]
}

/** Undefined for types whose fields the twin does not understand. */
export function newDocument(type: string, fields: Fields): XmlElement | undefined {
  const children = Object.hasOwn(documents, type) ? documents[type]?.(fields) : undefined
  return children === undefined ? undefined : element(type.toLowerCase(), children)
}
