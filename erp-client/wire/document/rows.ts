/** The table of fields by object type: their places in the document, and rules between them. */
import type { DocumentRows } from './document-rows.ts'
import { fixedValues } from './fixed-values.ts'
import { keyComponents } from './lists.ts'
import { lockObject } from './lock-object.ts'
import { messages } from './messages.ts'
import { tableSettings } from './table-settings.ts'
import type { Fields, FieldRow } from './values.ts'

export type { DocumentRows } from './document-rows.ts'

const text = (path: string): FieldRow => ({ path, kind: 'text' })
const name = (path: string): FieldRow => ({ path, kind: 'name' })
const number = (path: string, digits = 6): FieldRow => ({ path, kind: 'number', digits })
const flag = (path: string): FieldRow => ({ path, kind: 'flag' })

const has = (fields: Fields, ...names: readonly string[]): boolean =>
  names.some(each => fields[each] !== undefined)

const builtInKinds: readonly unknown[] = ['predefinedAbapType', 'refToPredefinedAbapType']
const isBuiltIn = (kind: unknown): boolean => builtInKinds.includes(kind)

interface TypeFields {
  readonly kind: string
  readonly type: string
  readonly standard: string
}

/**
 * A type is a named one or a built-in one: setting one of them decides the kind and clears the
 * other.
 */
function impliedKind({ kind, type, standard }: TypeFields) {
  return (before: Fields, changed: Fields): Fields => {
    const known = before[kind]
    const isOther = known !== undefined && known !== '' && !isBuiltIn(known)
    if (changed[kind] !== undefined) return {}
    if ((changed[type] ?? '') !== '') return isOther ? {} : { [kind]: standard }
    if ((changed['dataType'] ?? '') === '' || changed[type] !== undefined || isBuiltIn(known)) {
      return {}
    }
    return { [kind]: 'predefinedAbapType', ...((before[type] ?? '') === '' ? {} : { [type]: '' }) }
  }
}

/** The ERP would drop fields of the other kind of type. */
function typeFault({ kind, type }: TypeFields, now: Fields, changed: Fields): string | undefined {
  const own = now[kind]
  if (
    own === undefined ||
    own === '' ||
    !has(changed, kind, type, 'dataType', 'length', 'decimals')
  ) {
    return undefined
  }
  if (isBuiltIn(own)) {
    if ((now[type] ?? '') !== '') {
      return `\`${kind}\` is ${String(own)}, but \`${type}\` is ${String(now[type])}: name \`${type}\` too, as ""`
    }
    return now['dataType'] === ''
      ? `\`${kind}\` is ${String(own)}, which needs \`dataType\``
      : undefined
  }
  const foreign = ['dataType', 'length', 'decimals'].some(each => has(changed, each))
  if (foreign) {
    return `dataType, length and decimals come from the type that \`${type}\` names; they can be set only where \`${kind}\` is predefinedAbapType`
  }
  return now[type] === '' ? `\`${kind}\` is ${String(own)}, which needs \`${type}\`` : undefined
}

export const labels = ['short', 'medium', 'long', 'heading'] as const
const elementType: TypeFields = { kind: 'typeKind', type: 'typeName', standard: 'domain' }
const rowType: TypeFields = { kind: 'rowKind', type: 'rowType', standard: 'dictionaryType' }

/** The ERP saves a label that is longer than its reserved length, but cannot activate it. */
function labelFault(now: Fields, changed: Fields): string | undefined {
  for (const label of labels) {
    const [value, reserved] = [now[label], now[`${label}Length`]]
    if (
      !has(changed, label, `${label}Length`) ||
      typeof value !== 'string' ||
      typeof reserved !== 'number'
    ) {
      continue
    }
    if (value.length > reserved) {
      return `\`${label}\` has ${value.length} characters and ${reserved} are reserved for it: name \`${label}Length\` too`
    }
  }
  return undefined
}

function keyFault(now: Fields, changed: Fields): string | undefined {
  const [definition, components] = [now['keyDefinition'], now['keyComponents']]
  if (
    !has(changed, 'keyDefinition', 'keyComponents') ||
    definition === undefined ||
    !Array.isArray(components)
  ) {
    return undefined
  }
  if (definition === 'keyComponents' && components.length === 0) {
    return '`keyDefinition` is keyComponents, which needs `keyComponents`'
  }
  return definition !== 'keyComponents' && components.length > 0
    ? `\`keyDefinition\` is ${String(definition)}, but the key has components: name \`keyComponents\` too, as []`
    : undefined
}

function rangeFault(now: Fields, changed: Fields): string | undefined {
  const isRange = typeof now['rowKind'] === 'string' && now['rowKind'].startsWith('rangeType')
  return isRange && has(changed, 'rowKind', 'rowType', 'dataType', 'length', 'decimals')
    ? 'the row of a range table type cannot be changed by fields'
    : undefined
}

/** The output length follows the length until it is set to a different value. */
function impliedOutput(before: Fields, changed: Fields): Fields {
  const [output, length] = [before['outputLength'], changed['length']]
  if (length === undefined || has(changed, 'outputLength') || output === undefined) return {}
  return output === 0 || output === before['length'] ? { outputLength: length } : {}
}

const domain: DocumentRows = {
  namespaces: [],
  rows: {
    dataType: name('content/typeInformation/datatype'),
    length: number('content/typeInformation/length'),
    decimals: number('content/typeInformation/decimals'),
    outputLength: number('content/outputInformation/length'),
    conversionExit: name('content/outputInformation/conversionExit'),
    signed: flag('content/outputInformation/signExists'),
    lowercase: flag('content/outputInformation/lowercase'),
    valueTable: { path: 'content/valueInformation/valueTableRef', kind: 'reference' }
  },
  lists: { values: fixedValues },
  sequences: {
    content: ['typeInformation', 'outputInformation', 'valueInformation'],
    'content/typeInformation': ['datatype', 'length', 'decimals'],
    'content/outputInformation': [
      'length',
      'style',
      'conversionExit',
      'signExists',
      'lowercase',
      'ampmFormat'
    ],
    'content/valueInformation': ['valueTableRef', 'appendExists', 'fixValues']
  },
  implied: impliedOutput,
  fault: (now, changed) =>
    has(changed, 'dataType') && now['dataType'] === '' ? 'a domain needs `dataType`' : undefined
}

const dataElement: DocumentRows = {
  namespaces: ['http://www.sap.com/adt/dictionary/dataelements'],
  rows: {
    typeKind: text('dataElement/typeKind'),
    typeName: name('dataElement/typeName'),
    dataType: name('dataElement/dataType'),
    length: number('dataElement/dataTypeLength'),
    decimals: number('dataElement/dataTypeDecimals'),
    ...Object.fromEntries(
      labels.flatMap(label => [
        [label, text(`dataElement/${label}FieldLabel`)],
        [`${label}Length`, number(`dataElement/${label}FieldLength`, 2)]
      ])
    ),
    searchHelp: name('dataElement/searchHelp'),
    searchHelpParameter: name('dataElement/searchHelpParameter'),
    parameterId: name('dataElement/setGetParameter'),
    componentName: name('dataElement/defaultComponentName'),
    changeDocument: flag('dataElement/changeDocument')
  },
  lists: {},
  sequences: {
    dataElement: [
      'typeKind',
      'typeName',
      'dataType',
      'dataTypeLength',
      'dataTypeDecimals',
      ...labels.flatMap(label => [
        `${label}FieldLabel`,
        `${label}FieldLength`,
        `${label}FieldMaxLength`
      ]),
      'searchHelp',
      'searchHelpParameter',
      'setGetParameter',
      'defaultComponentName',
      'deactivateInputHistory',
      'changeDocument',
      'leftToRightDirection',
      'deactivateBIDIFiltering'
    ]
  },
  implied: impliedKind(elementType),
  fault: (now, changed) => typeFault(elementType, now, changed) ?? labelFault(now, changed)
}

const tableType: DocumentRows = {
  namespaces: [],
  rows: {
    rowKind: text('rowType/typeKind'),
    rowType: name('rowType/typeName'),
    dataType: name('rowType/builtInType/dataType'),
    length: number('rowType/builtInType/length'),
    decimals: number('rowType/builtInType/decimals'),
    access: text('accessType'),
    keyDefinition: text('primaryKey/definition'),
    unique: { path: 'primaryKey/kind', kind: 'flag', words: ['unique', 'nonUnique'] }
  },
  lists: { keyComponents },
  sequences: {
    '': ['rowType', 'initialRowCount', 'accessType', 'primaryKey', 'secondaryKeys', 'valueHelps'],
    rowType: ['typeKind', 'typeName', 'builtInType', 'rangeType'],
    'rowType/builtInType': ['dataType', 'length', 'decimals'],
    primaryKey: ['definition', 'kind', 'components', 'alias']
  },
  implied: impliedKind(rowType),
  fault: (now, changed) =>
    rangeFault(now, changed) ?? typeFault(rowType, now, changed) ?? keyFault(now, changed)
}

const messageClass: DocumentRows = { namespaces: [], rows: {}, lists: { messages }, sequences: {} }

const developmentPackage: DocumentRows = {
  namespaces: [],
  rows: {
    description: text('@description'),
    packageType: text('attributes/@packageType'),
    transportLayer: text('transport/transportLayer/@name')
  },
  lists: {},
  sequences: {}
}

const types: Readonly<Record<string, DocumentRows>> = {
  DOMA: domain,
  DTEL: dataElement,
  TTYP: tableType,
  MSAG: messageClass,
  DEVC: developmentPackage,
  ENQU: lockObject,
  TABT: tableSettings
}

/** Types whose fields can be set as data. */
export const fieldTypes: readonly string[] = Object.keys(types)

export function rowsOf(type: string): DocumentRows | undefined {
  return Object.hasOwn(types, type) ? types[type] : undefined
}
