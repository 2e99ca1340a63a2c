/** The layout of types whose facts are data: dictionary objects, message classes, packages. */
import type { Fields } from '../../../erp-client/index.ts'
import { NotCarried } from './content.ts'
import type { LayoutType, ObjectContent } from './content.ts'
import { languageCode } from './languages.ts'
import { mergeRows } from './merge.ts'
import { keyOf } from './source-types.ts'
import { childrenOf, find, section, textAt } from './values.ts'
import type { Value } from './values.ts'

const textOf = (fields: Fields | undefined, name: string): string => String(fields?.[name] ?? '')
const flagOf = (fields: Fields | undefined, name: string): string =>
  fields?.[name] === true ? 'X' : ''
/** Six digits, or two; nothing for zero. */
const digitsOf = (fields: Fields | undefined, name: string, width = 6): string => {
  const number = Number(fields?.[name] ?? 0)
  return number === 0 ? '' : String(number).padStart(width, '0')
}
const rowsOf = (fields: Fields | undefined, name: string): readonly Fields[] => {
  const list = fields?.[name]
  return Array.isArray(list) ? (list as readonly Fields[]) : []
}
const paths = (name: string, fields: readonly string[]) => fields.map(field => `${name}/${field}`)
const isOn = (text: string): boolean => text === 'X'

function listOf(name: string, rows: readonly Value[]): Value[] {
  return rows.length === 0 ? [] : [{ name, content: rows }]
}

const doma: LayoutType = {
  type: 'DOMA',
  from: '7.51',
  serializer: 'DOMA',
  fieldsFrom: 'DOMA',
  carried: new Set([
    ...paths('DD01V', [
      'DATATYPE',
      'LENG',
      'OUTPUTLEN',
      'DECIMALS',
      'LOWERCASE',
      'SIGNFLAG',
      'VALEXI',
      'ENTITYTAB',
      'CONVEXIT',
      'DDTEXT'
    ]),
    'DD07V_TAB'
  ]),
  notCarried: 'output style, long texts, translations',
  evidence:
    'abapGit-tests/DOMA src/zabapgit_unit_test.doma.xml; abapGit/abapGit deps/dd01v.tabl.xml',
  values: domainValues,
  read: values => ({
    description: textAt(values, 'DD01V', 'DDTEXT'),
    language: languageCode(textAt(values, 'DD01V', 'DDLANGUAGE')),
    fields: domainFields(values)
  })
}

const fixedValues = new Set(paths('DD07V', ['VALPOS', 'DOMVALUE_L', 'DOMVALUE_H', 'DDTEXT']))

function domainValues(
  { ref, description, language, fields }: ObjectContent,
  before: readonly Value[] = []
): Value[] {
  const key = keyOf({ language })
  const fixed = rowsOf(fields, 'values')
  return [
    section('DD01V', {
      DOMNAME: ref.name,
      DDLANGUAGE: key,
      DATATYPE: textOf(fields, 'dataType'),
      LENG: digitsOf(fields, 'length'),
      OUTPUTLEN: digitsOf(fields, 'outputLength'),
      DECIMALS: digitsOf(fields, 'decimals'),
      LOWERCASE: flagOf(fields, 'lowercase'),
      SIGNFLAG: flagOf(fields, 'signed'),
      VALEXI: fixed.length === 0 ? '' : 'X',
      ENTITYTAB: textOf(fields, 'valueTable'),
      CONVEXIT: textOf(fields, 'conversionExit'),
      DDTEXT: description,
      DOMMASTER: key
    }),
    ...listOf(
      'DD07V_TAB',
      mergeRows(
        childrenOf(find(before, 'DD07V_TAB')),
        fixed.map((row, at) =>
          section('DD07V', {
            VALPOS: String(at + 1).padStart(4, '0'),
            DDLANGUAGE: key,
            DOMVALUE_L: textOf(row, 'low'),
            DOMVALUE_H: textOf(row, 'high'),
            DDTEXT: textOf(row, 'text')
          })
        ),
        { key: 'DOMVALUE_L', carried: fixedValues }
      )
    )
  ]
}

function domainFields(values: readonly Value[]): Fields {
  const at = (name: string) => textAt(values, 'DD01V', name)
  return {
    dataType: at('DATATYPE'),
    length: Number(at('LENG')),
    decimals: Number(at('DECIMALS')),
    outputLength: Number(at('OUTPUTLEN')),
    conversionExit: at('CONVEXIT'),
    signed: isOn(at('SIGNFLAG')),
    lowercase: isOn(at('LOWERCASE')),
    valueTable: at('ENTITYTAB'),
    values: childrenOf(find(values, 'DD07V_TAB')).map(row => ({
      low: textAt(childrenOf(row), 'DOMVALUE_L'),
      high: textAt(childrenOf(row), 'DOMVALUE_H'),
      text: textAt(childrenOf(row), 'DDTEXT')
    }))
  }
}

const labels = [
  ['short', 'SCRTEXT_S', 'SCRLEN1'],
  ['medium', 'SCRTEXT_M', 'SCRLEN2'],
  ['long', 'SCRTEXT_L', 'SCRLEN3'],
  ['heading', 'REPTEXT', 'HEADLEN']
] as const
/** The output length of these types is their length. */
const asLong = new Set(['CHAR', 'NUMC', 'CLNT', 'LANG', 'CUKY', 'UNIT'])

const dtel: LayoutType = {
  type: 'DTEL',
  from: '7.50',
  serializer: 'DTEL',
  fieldsFrom: 'DTEL',
  carried: new Set(
    paths('DD04V', [
      'DOMNAME',
      'MEMORYID',
      'LOGFLAG',
      'DDTEXT',
      'DATATYPE',
      'LENG',
      'DECIMALS',
      'REFKIND',
      'DEFFDNAME',
      'SHLPNAME',
      'SHLPFIELD',
      ...labels.flatMap(([, text, length]) => [text, length])
    ])
  ),
  notCarried:
    'references to classes and types, output length of numeric types, long texts, translations',
  evidence:
    'abapGit/abapGit deps/lxetextkey.dtel.xml, src/objects/zcl_abapgit_object_dtel.clas.abap',
  values: elementValues,
  read: values => ({
    description: textAt(values, 'DD04V', 'DDTEXT'),
    language: languageCode(textAt(values, 'DD04V', 'DDLANGUAGE')),
    fields: elementFields(values)
  })
}

function elementType(fields: Fields | undefined): Record<'own' | 'kind', Record<string, string>> {
  const kind = textOf(fields, 'typeKind')
  if (kind === 'domain') {
    return { own: { DOMNAME: textOf(fields, 'typeName') }, kind: { REFKIND: 'D' } }
  }
  if (kind !== 'predefinedAbapType') throw new NotCarried(`a type of the kind ${kind}`)
  const dataType = textOf(fields, 'dataType')
  const length = digitsOf(fields, 'length')
  return {
    own: {},
    kind: {
      DATATYPE: dataType,
      LENG: length,
      DECIMALS: digitsOf(fields, 'decimals'),
      OUTPUTLEN: asLong.has(dataType) ? length : ''
    }
  }
}

function elementValues({ ref, description, language, fields }: ObjectContent): Value[] {
  const key = keyOf({ language })
  const type = elementType(fields)
  return [
    section('DD04V', {
      ROLLNAME: ref.name,
      DDLANGUAGE: key,
      ...type.own,
      MEMORYID: textOf(fields, 'parameterId'),
      LOGFLAG: flagOf(fields, 'changeDocument'),
      HEADLEN: digitsOf(fields, 'headingLength', 2),
      SCRLEN1: digitsOf(fields, 'shortLength', 2),
      SCRLEN2: digitsOf(fields, 'mediumLength', 2),
      SCRLEN3: digitsOf(fields, 'longLength', 2),
      DDTEXT: description,
      REPTEXT: textOf(fields, 'heading'),
      SCRTEXT_S: textOf(fields, 'short'),
      SCRTEXT_M: textOf(fields, 'medium'),
      SCRTEXT_L: textOf(fields, 'long'),
      DTELMASTER: key,
      ...type.kind,
      DEFFDNAME: textOf(fields, 'componentName'),
      SHLPNAME: textOf(fields, 'searchHelp'),
      SHLPFIELD: textOf(fields, 'searchHelpParameter')
    })
  ]
}

function elementFields(values: readonly Value[]): Fields {
  const at = (name: string) => textAt(values, 'DD04V', name)
  if (at('REFKIND') === 'R') throw new NotCarried('a reference as its type')
  const type =
    at('DOMNAME') === ''
      ? {
          typeKind: 'predefinedAbapType',
          dataType: at('DATATYPE'),
          length: Number(at('LENG')),
          decimals: Number(at('DECIMALS'))
        }
      : { typeKind: 'domain', typeName: at('DOMNAME') }
  return {
    ...type,
    ...Object.fromEntries(
      labels.flatMap(([name, text, length]) => [
        [name, at(text)],
        [`${name}Length`, Number(at(length))]
      ])
    ),
    searchHelp: at('SHLPNAME'),
    searchHelpParameter: at('SHLPFIELD'),
    parameterId: at('MEMORYID'),
    componentName: at('DEFFDNAME'),
    changeDocument: isOn(at('LOGFLAG'))
  }
}

const msag: LayoutType = {
  type: 'MSAG',
  from: '7.40',
  serializer: 'MSAG',
  fieldsFrom: 'MSAG',
  carried: new Set(['T100A/STEXT', 'T100']),
  notCarried: 'whether a message needs a long text, long texts, translations',
  evidence: 'abapGit/abapGit test/src/zabapgit.msag.xml',
  values: ({ ref, description, language, fields }) => [
    section('T100A', { ARBGB: ref.name, MASTERLANG: keyOf({ language }), STEXT: description }),
    ...listOf(
      'T100',
      rowsOf(fields, 'messages')
        .filter(row => textOf(row, 'text') !== '')
        .map(row => ({ number: textOf(row, 'number').padStart(3, '0'), text: textOf(row, 'text') }))
        .toSorted((a, b) => (a.number < b.number ? -1 : 1))
        .map(({ number, text }) =>
          section('T100', {
            SPRSL: keyOf({ language }),
            ARBGB: ref.name,
            MSGNR: number,
            TEXT: text
          })
        )
    )
  ],
  read: values => ({
    description: textAt(values, 'T100A', 'STEXT'),
    language: languageCode(textAt(values, 'T100A', 'MASTERLANG')),
    fields: {
      messages: childrenOf(find(values, 'T100')).map(row => ({
        number: textAt(childrenOf(row), 'MSGNR'),
        text: textAt(childrenOf(row), 'TEXT')
      }))
    }
  })
}

const devc: LayoutType = {
  type: 'DEVC',
  from: '7.50',
  serializer: 'DEVC',
  carried: new Set(['DEVC/CTEXT']),
  notCarried: 'application component, interfaces, use accesses',
  evidence: 'abapGit/abapGit src/package.devc.xml',
  values: ({ description }) => [section('DEVC', { CTEXT: description })],
  read: values => ({ description: textAt(values, 'DEVC', 'CTEXT'), language: undefined })
}

export const fieldTypes: readonly LayoutType[] = [doma, dtel, msag, devc]
