/** Reads and writes the document of a table type. */
import { invalidData } from '../http/errors.ts'
import { child } from '../http/xml-reader.ts'
import type { XmlElement } from '../http/xml-reader.ts'
import { declare, element, leaf } from '../http/xml.ts'
import { child as part, textAt, withText } from '../store/formats/xml.ts'
import type { Element } from '../store/formats/xml.ts'
import { requireAll, requireOrder, number, readFields, text, writeFields, zeros } from './fields.ts'
import { components, secondaryKeys, withComponents, withSecondaryKeys } from './table-type-keys.ts'
import type { DocumentCodec, DocumentContext } from './types.ts'

const section = 'DD40V'
const builtIn = [
  text('dataType', 'DATATYPE'),
  number('length', 'LENG', 6),
  number('decimals', 'DECIMALS', 6)
]

/** Word of the document → key of the file. */
const access: Readonly<Record<string, string>> = {
  standard: 'T',
  sorted: 'S',
  hashed: 'H',
  index: 'I',
  notSpecified: '',
  any: ''
}
const definitions: Readonly<Record<string, string>> = {
  standard: 'D',
  rowType: 'T',
  keyComponents: 'K',
  components: 'K',
  empty: 'E',
  notSpecified: ''
}
const kinds: Readonly<Record<string, string>> = { nonUnique: 'N', unique: 'U', notSpecified: '' }

function word(words: Readonly<Record<string, string>>, key: string): string {
  return Object.entries(words).find(([, value]) => value === key)?.[0] ?? ''
}

function keyOf(words: Readonly<Record<string, string>>, given: XmlElement): string {
  const word = given.text.trim()
  const key = Object.hasOwn(words, word) ? words[word] : undefined
  if (key === undefined) throw invalidData(`${given.text.trim()} is not a value of ${given.name}`)
  return key
}

/** The rows of a range have four components, which a structure of their own describes. */
function isRange(values: Element): boolean {
  return textAt(values, section, 'TTYPKIND') === 'R'
}

function typeKindOf(values: Element): string {
  if (isRange(values)) {
    return textAt(values, section, 'RANGE_CTYP') === ''
      ? 'rangeTypeOnPredefinedType'
      : 'rangeTypeOnDataelement'
  }
  const [kind, reference] = [textAt(values, section, 'ROWKIND'), textAt(values, section, 'REFTYPE')]
  if (kind === 'R') {
    return reference === 'C' || reference === 'I'
      ? 'refToClassOrInterfaceType'
      : reference === 'B'
        ? 'refToPredefinedAbapType'
        : 'refToDictionaryType'
  }
  return textAt(values, section, 'ROWTYPE') === '' ? 'predefinedAbapType' : 'dictionaryType'
}

const typeKinds = [
  'dictionaryType',
  'predefinedAbapType',
  'refToPredefinedAbapType',
  'refToDictionaryType',
  'refToClassOrInterfaceType'
]

const helps = typeKinds.map(key =>
  element('ttyp:valueHelp', { 'ttyp:key': key, 'ttyp:value': key, 'ttyp:description': '' })
)
/** What the editor offers; a document may leave it out. */
const valueHelps = element('ttyp:valueHelps', {}, element('ttyp:typeKindValues', {}, helps))

function write(values: Element): string[] {
  const facts = part(values, section)
  const kind = typeKindOf(values)
  const range = isRange(values)
  const plain =
    range || kind === 'predefinedAbapType' || kind === 'refToPredefinedAbapType' ? facts : undefined
  return [
    element('ttyp:rowType', {}, [
      leaf('ttyp:typeKind', kind),
      leaf('ttyp:typeName', textAt(facts, range ? 'RANGE_CTYP' : 'ROWTYPE')),
      element('ttyp:builtInType', {}, writeFields('ttyp', plain, builtIn)),
      leaf('ttyp:rangeType', range ? textAt(facts, 'ROWTYPE') : '')
    ]),
    leaf('ttyp:initialRowCount', zeros(textAt(facts, 'OCCURS'), 5)),
    leaf('ttyp:accessType', word(access, textAt(facts, 'ACCESSMODE'))),
    element('ttyp:primaryKey', { 'ttyp:isVisible': true, 'ttyp:isEditable': true }, [
      leaf('ttyp:definition', word(definitions, textAt(facts, 'KEYDEF'))),
      leaf('ttyp:kind', word(kinds, textAt(facts, 'KEYKIND'))),
      components(values),
      leaf('ttyp:alias', textAt(facts, 'ALIAS'))
    ]),
    secondaryKeys(values),
    valueHelps
  ]
}

/** Kind of row and data type of a named row type, by what the repository has of that name. */
function rowFacts(name: string, { store }: DocumentContext): { ROWKIND: string; DATATYPE: string } {
  const has = (type: 'TTYP' | 'DTEL') => store.get({ type, name }) !== undefined
  if (has('TTYP')) return { ROWKIND: 'L', DATATYPE: 'TTYP' }
  return has('DTEL') ? { ROWKIND: 'E', DATATYPE: '' } : { ROWKIND: 'S', DATATYPE: 'STRU' }
}

function withRow(
  values: Element,
  given: XmlElement | undefined,
  context: DocumentContext
): Element {
  const kind = child(given, 'typeKind')?.text.trim() ?? ''
  if (given === undefined || kind === '') return values
  if (isRange(values) && kind === typeKindOf(values)) return values
  if (!typeKinds.includes(kind)) throw invalidData(`Row types of the kind ${kind} are not known`)
  const name = child(given, 'typeName')?.text.trim().toUpperCase() ?? ''
  const plain = kind === 'predefinedAbapType' || kind === 'refToPredefinedAbapType'
  const same = kind === typeKindOf(values) && (plain || name === textAt(values, section, 'ROWTYPE'))
  const reference = kind.startsWith('refTo')
  const facts = reference
    ? { ROWKIND: 'R', DATATYPE: 'REF' }
    : plain
      ? { ROWKIND: '', DATATYPE: '' }
      : rowFacts(name, context)
  const referenceType =
    kind === 'refToClassOrInterfaceType'
      ? context.store.get({ type: 'INTF', name }) === undefined
        ? 'C'
        : 'I'
      : kind === 'refToPredefinedAbapType'
        ? 'B'
        : 'S'
  const changes: Readonly<Record<string, string>> = same
    ? {}
    : {
        ROWTYPE: plain ? '' : name,
        ...facts,
        REFTYPE: reference ? referenceType : '',
        LENG: '',
        DECIMALS: ''
      }
  const changed = Object.entries(changes).reduce(
    (result, [field, value]) => withText(result, [section, field], value),
    values
  )
  return plain ? readFields(changed, [section], child(given, 'builtInType'), builtIn) : changed
}

function withWord(
  values: Element,
  field: string,
  words: Readonly<Record<string, string>>,
  given: XmlElement | undefined
): Element {
  return given === undefined ? values : withText(values, [section, field], keyOf(words, given))
}

/** Throws 400 for a document that leaves out what the ERP expects of a whole table type. */
function requireComplete(document: XmlElement): void {
  requireAll(document, ['rowType', 'initialRowCount', 'accessType', 'primaryKey'])
  requireAll(child(document, 'rowType'), ['typeKind', 'typeName', 'builtInType', 'rangeType'])
  requireAll(
    child(child(document, 'rowType'), 'builtInType'),
    builtIn.map(field => field.name)
  )
  requireAll(child(document, 'primaryKey'), ['definition', 'kind', 'components', 'alias'])
}

function read(document: XmlElement, values: Element, context: DocumentContext): Element {
  if (context.replaces === true) requireComplete(document)
  requireOrder(document, [
    'rowType',
    'initialRowCount',
    'accessType',
    'primaryKey',
    'secondaryKeys',
    'valueHelps'
  ])
  const key = child(document, 'primaryKey')
  const row = withRow(values, child(document, 'rowType'), context)
  const counted = readFields(row, [section], document, [number('initialRowCount', 'OCCURS', 5)])
  const accessed = withWord(counted, 'ACCESSMODE', access, child(document, 'accessType'))
  const defined = withWord(accessed, 'KEYDEF', definitions, child(key, 'definition'))
  const named = readFields(
    withWord(defined, 'KEYKIND', kinds, child(key, 'kind')),
    [section],
    key,
    [text('alias', 'ALIAS')]
  )
  const given = context.replaces === true || child(key, 'components') !== undefined
  const components = given ? withComponents(named, context.info.key.name, key) : named
  return context.replaces === true
    ? withSecondaryKeys(components, child(document, 'secondaryKeys'))
    : components
}

export const tableType: DocumentCodec = {
  root: 'ttyp:tableType',
  namespaces: declare('ttyp'),
  write,
  read
}
