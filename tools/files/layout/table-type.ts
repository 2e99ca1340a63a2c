/** Table types in the file of the layout. */
import type { Fields } from '../../../erp-client/index.ts'
import { NotCarried } from './content.ts'
import type { LayoutType, ObjectContent } from './content.ts'
import { languageCode } from './languages.ts'
import { keyOf } from './source-types.ts'
import { builtInColumns } from './tables/data-types.ts'
import type { TypeFacts } from './types-named.ts'
import { childrenOf, find, section, textAt } from './values.ts'
import type { Value } from './values.ts'

const head = 'DD40V'
const keyRows = 'DD42V'

/** Word of the document → key of the file, as far as files of public repositories show both. */
const access: Readonly<Record<string, string>> = { standard: 'T', sorted: 'S', hashed: 'H' }
const definitions: Readonly<Record<string, string>> = { standard: 'D', keyComponents: 'K' }

function keyFor(words: Readonly<Record<string, string>>, word: unknown, what: string): string {
  const key = Object.hasOwn(words, String(word)) ? words[String(word)] : undefined
  if (key === undefined) throw new NotCarried(`the ${what} ${String(word)}`)
  return key
}

function wordFor(words: Readonly<Record<string, string>>, key: string, what: string): string {
  const found = Object.keys(words).find(word => words[word] === key)
  if (found === undefined) throw new NotCarried(`the ${what} ${JSON.stringify(key)}`)
  return found
}

const digits = (number: unknown, width = 6): string =>
  Number(number) > 0 ? String(Number(number)).padStart(width, '0') : ''

type RowColumns = Readonly<
  Record<'ROWTYPE' | 'ROWKIND' | 'DATATYPE' | 'LENG' | 'DECIMALS' | 'TYPELEN', string>
>

const noRow: RowColumns = {
  ROWTYPE: '',
  ROWKIND: '',
  DATATYPE: '',
  LENG: '',
  DECIMALS: '',
  TYPELEN: ''
}

function builtInRow(fields: Fields): RowColumns {
  const type = {
    dataType: String(fields['dataType'] ?? ''),
    length: Number(fields['length'] ?? 0),
    decimals: Number(fields['decimals'] ?? 0)
  }
  const columns = builtInColumns(type)
  if (columns === undefined) throw new NotCarried(`a row of the type ${type.dataType}`)
  return {
    ...noRow,
    DATATYPE: type.dataType,
    LENG: digits(type.length),
    DECIMALS: digits(type.decimals),
    TYPELEN: columns['INTLEN'] ?? ''
  }
}

function namedRow(name: string, facts: TypeFacts | undefined): RowColumns {
  if (facts === undefined) {
    throw new NotCarried(`the row type ${name}, of which the system does not say what it is`)
  }
  const own = { ...noRow, ROWTYPE: name, ROWKIND: facts.kind }
  if (facts.kind === 'S') return { ...own, DATATYPE: 'STRU' }
  if (facts.kind === 'L') return { ...own, DATATYPE: 'TTYP' }
  if (facts.kind !== 'E') throw new NotCarried(`the class ${name} as its row type`)
  return {
    ...own,
    DATATYPE: facts.dataType ?? '',
    LENG: digits(facts.length),
    DECIMALS: digits(facts.decimals)
  }
}

/** The columns of the row in the file, where its type is the same. */
function oldRow(fields: Fields, before: readonly Value[]): RowColumns | undefined {
  if (find(before, head) === undefined) return undefined
  const isNamed = fields['rowKind'] === 'dictionaryType'
  const at = (name: string) => textAt(before, head, name)
  const isSame = isNamed
    ? at('ROWTYPE') === fields['rowType'] && at('ROWKIND') !== 'R'
    : at('ROWTYPE') === '' &&
      at('DATATYPE') === fields['dataType'] &&
      Number(at('LENG')) === Number(fields['length'] ?? 0) &&
      Number(at('DECIMALS')) === Number(fields['decimals'] ?? 0)
  if (!isSame) return undefined
  return {
    ROWTYPE: at('ROWTYPE'),
    ROWKIND: at('ROWKIND'),
    DATATYPE: at('DATATYPE'),
    LENG: at('LENG'),
    DECIMALS: at('DECIMALS'),
    TYPELEN: at('TYPELEN')
  }
}

function rowColumns(content: ObjectContent, before: readonly Value[]): RowColumns {
  const fields = content.fields ?? {}
  const kind = String(fields['rowKind'] ?? '')
  if (kind !== 'dictionaryType' && kind !== 'predefinedAbapType') {
    throw new NotCarried(`a row of the kind ${kind}`)
  }
  const old = oldRow(fields, before)
  if (old !== undefined) return old
  if (kind === 'predefinedAbapType') return builtInRow(fields)
  const name = String(fields['rowType'])
  return namedRow(name, content.types?.get(name))
}

function componentsOf(fields: Fields | undefined): readonly string[] {
  const list = fields?.['keyComponents']
  return Array.isArray(list) ? list.map(String) : []
}

/** Rows of the primary key; one of a secondary key has its name. */
function primaryRows(values: readonly Value[]): readonly Value[] {
  return childrenOf(find(values, keyRows)).filter(
    row => textAt(childrenOf(row), 'SECKEYNAME') === ''
  )
}

const fieldOfRow = (row: Value): string => textAt(childrenOf(row), 'KEYFIELD')

/** What the file says of the row type beside its name. */
function isSameRow(fields: Fields, before: readonly Value[]): boolean {
  return textAt(before, head, 'ROWTYPE') === String(fields['rowType'] ?? '')
}

function keyRowsOf(content: ObjectContent, before: readonly Value[]): Value[] {
  const { ref, fields = {}, types } = content
  const names = componentsOf(fields)
  const old = primaryRows(before)
  const isKept =
    isSameRow(fields, before) && JSON.stringify(old.map(fieldOfRow)) === JSON.stringify(names)
  const all = childrenOf(find(before, keyRows))
  if (isKept) return [...all]
  if (all.length > old.length) throw new NotCarried('secondary keys beside a changed primary key')
  const rowType = String(fields['rowType'] ?? '')
  const positions = types?.get(rowType)?.positions
  return names.map((name, at) => {
    const known = isSameRow(fields, before) ? old.find(row => fieldOfRow(row) === name) : undefined
    const position =
      known === undefined ? positions?.get(name) : Number(textAt(childrenOf(known), 'ROWTYPEPOS'))
    if (position === undefined) {
      throw new NotCarried(`the key field ${name}, whose position in ${rowType} is not known`)
    }
    return section(keyRows, {
      TYPENAME: ref.name,
      KEYFDPOS: digits(at + 1, 4),
      ROWTYPEPOS: digits(position, 4),
      KEYFIELD: name
    })
  })
}

function typeValues(content: ObjectContent, before: readonly Value[] = []): Value[] {
  const { ref, fields = {}, description } = content
  const { TYPELEN, ...row } = rowColumns(content, before)
  const keys = keyRowsOf(content, before)
  const oldKind = textAt(before, head, 'KEYKIND')
  return [
    section(head, {
      TYPENAME: ref.name,
      DDLANGUAGE: keyOf(content),
      ...row,
      ACCESSMODE: keyFor(access, fields['access'], 'access'),
      KEYDEF: keyFor(definitions, fields['keyDefinition'], 'key definition'),
      KEYKIND:
        fields['unique'] === true
          ? 'U'
          : find(before, head) !== undefined && oldKind === ''
            ? ''
            : 'N',
      KEYFDCOUNT: digits(keys.length, 4),
      DDTEXT: description,
      TYPELEN
    }),
    ...(keys.length === 0 ? [] : [{ name: keyRows, content: keys }])
  ]
}

function typeFields(values: readonly Value[]): Fields {
  const at = (name: string) => textAt(values, head, name)
  const isNamed = at('ROWTYPE') !== ''
  if (at('ROWKIND') === 'R' || at('TTYPKIND') !== '') {
    throw new NotCarried('a reference or a range as its row')
  }
  return {
    rowKind: isNamed ? 'dictionaryType' : 'predefinedAbapType',
    ...(isNamed
      ? { rowType: at('ROWTYPE') }
      : {
          dataType: at('DATATYPE'),
          length: Number(at('LENG')),
          decimals: Number(at('DECIMALS'))
        }),
    access: wordFor(access, at('ACCESSMODE'), 'access'),
    keyDefinition: wordFor(definitions, at('KEYDEF'), 'key definition'),
    unique: at('KEYKIND') === 'U',
    keyComponents: primaryRows(values).map(fieldOfRow)
  }
}

export const tableType: LayoutType = {
  type: 'TTYP',
  from: '7.51',
  serializer: 'TTYP',
  fieldsFrom: 'TTYP',
  carried: new Set([
    ...[
      'ROWTYPE',
      'ROWKIND',
      'DATATYPE',
      'LENG',
      'DECIMALS',
      'ACCESSMODE',
      'KEYDEF',
      'KEYKIND',
      'KEYFDCOUNT',
      'DDTEXT',
      'TYPELEN'
    ].map(name => `${head}/${name}`),
    keyRows
  ]),
  notCarried:
    'rows that are references or ranges, generic tables, keys of the row type, secondary keys (an object that has them is left alone); initial size, long texts, translations',
  evidence:
    'abap2xlsx/abap2xlsx src/zexcel_t_cell_data.ttyp.xml and 21 further table types there, abapGit/abapGit deps/rswsourcet.ttyp.xml',
  assertDocument(document) {
    if (/<(?:\w+:)?secondaryKey[\s/>]/.test(document)) throw new NotCarried('secondary keys')
  },
  needs: ({ fields = {} }, before = []) => {
    const isNamed = fields['rowKind'] === 'dictionaryType'
    return isNamed && oldRow(fields, before) === undefined ? [String(fields['rowType'])] : []
  },
  positionsOf: ({ fields = {} }, before = []) => {
    const isKnown =
      isSameRow(fields, before) &&
      componentsOf(fields).every(name => primaryRows(before).some(row => fieldOfRow(row) === name))
    return isKnown || componentsOf(fields).length === 0 ? undefined : String(fields['rowType'])
  },
  values: typeValues,
  read: values => ({
    description: textAt(values, head, 'DDTEXT'),
    language: languageCode(textAt(values, head, 'DDLANGUAGE')),
    fields: typeFields(values)
  })
}
