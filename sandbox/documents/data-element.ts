/** Reads and writes the document of a data element. */
import { invalidData } from '../http/errors.ts'
import { child } from '../http/xml-reader.ts'
import type { XmlElement } from '../http/xml-reader.ts'
import { declare, element, leaf } from '../http/xml.ts'
import { readMetadata } from '../store/formats/abapgit.ts'
import { child as part, textAt, withText } from '../store/formats/xml.ts'
import type { Element } from '../store/formats/xml.ts'
import {
  requireAll,
  requireOrder,
  flag,
  number,
  readFields,
  text,
  writeFields,
  zeros
} from './fields.ts'
import type { DocumentCodec, DocumentContext } from './types.ts'

const section = 'DD04V'

/** The four labels: element, field of the text, field of the length, longest length. */
const labels = [
  ['short', 'SCRTEXT_S', 'SCRLEN1', 10],
  ['medium', 'SCRTEXT_M', 'SCRLEN2', 20],
  ['long', 'SCRTEXT_L', 'SCRLEN3', 40],
  ['heading', 'REPTEXT', 'HEADLEN', 55]
] as const
const labelFields = labels.flatMap(([name, field, length]) => [
  text(`${name}FieldLabel`, field),
  number(`${name}FieldLength`, length, 2)
])
const furtherFields = [
  text('searchHelp', 'SHLPNAME'),
  text('searchHelpParameter', 'SHLPFIELD'),
  text('setGetParameter', 'MEMORYID'),
  text('defaultComponentName', 'DEFFDNAME'),
  flag('deactivateInputHistory', 'NOHISTORY'),
  flag('changeDocument', 'LOGFLAG'),
  flag('leftToRightDirection', 'LTRFLDDIS'),
  flag('deactivateBIDIFiltering', 'BIDICTRLC')
]
const typeFields = [
  text('dataType', 'DATATYPE'),
  number('dataTypeLength', 'LENG', 6),
  number('dataTypeDecimals', 'DECIMALS', 6)
]
const order = [
  'typeKind',
  'typeName',
  ...typeFields.map(field => field.name),
  ...labels.flatMap(([name]) => [
    `${name}FieldLabel`,
    `${name}FieldLength`,
    `${name}FieldMaxLength`
  ]),
  ...furtherFields.map(field => field.name)
]

type TypeKind =
  | 'domain'
  | 'predefinedAbapType'
  | 'refToPredefinedAbapType'
  | 'refToDictionaryType'
  | 'refToClifType'
const typeKinds: readonly string[] = [
  'domain',
  'predefinedAbapType',
  'refToPredefinedAbapType',
  'refToDictionaryType',
  'refToClifType'
] satisfies TypeKind[]

function typeKindOf(values: Element): TypeKind {
  const [kind, reference] = [textAt(values, section, 'REFKIND'), textAt(values, section, 'REFTYPE')]
  if (kind === 'R') {
    return reference === 'C' || reference === 'I'
      ? 'refToClifType'
      : reference === 'B'
        ? 'refToPredefinedAbapType'
        : 'refToDictionaryType'
  }
  return kind === 'D' || textAt(values, section, 'DOMNAME') !== '' ? 'domain' : 'predefinedAbapType'
}

/** Type, length and decimals: of the domain, where there is one. */
function typeFacts(values: Element, { store }: DocumentContext): Element | undefined {
  const own = part(values, section)
  if (typeKindOf(values) !== 'domain') return own
  const domain = store.read(
    { object: { type: 'DOMA', name: textAt(own, 'DOMNAME') }, part: 'main' },
    'workingArea'
  )?.text
  return domain === undefined ? own : part(readMetadata(domain).values, 'DD01V')
}

function write(values: Element, context: DocumentContext): string {
  const facts = part(values, section)
  return element('dtel:dataElement', declare('dtel'), [
    leaf('dtel:typeKind', typeKindOf(values)),
    leaf('dtel:typeName', textAt(facts, 'DOMNAME')),
    writeFields('dtel', typeFacts(values, context), typeFields),
    labels.map(([name, field, length, limit]) => [
      leaf(`dtel:${name}FieldLabel`, textAt(facts, field)),
      leaf(`dtel:${name}FieldLength`, zeros(textAt(facts, length) || String(limit), 2)),
      leaf(`dtel:${name}FieldMaxLength`, limit)
    ]),
    writeFields('dtel', facts, furtherFields)
  ])
}

/**
 * What stands for a reference: the class or interface, the dictionary type, or the built-in type.
 */
function referenceType(kind: TypeKind, name: string, { store }: DocumentContext): string {
  if (kind === 'refToPredefinedAbapType') return 'B'
  if (kind === 'refToClifType') return store.get({ type: 'INTF', name }) === undefined ? 'C' : 'I'
  if (store.get({ type: 'TTYP', name }) !== undefined) return 'L'
  return store.get({ type: 'DTEL', name }) === undefined ? 'S' : 'E'
}

function withType(values: Element, given: XmlElement, context: DocumentContext): Element {
  const kind = child(given, 'typeKind')?.text.trim() ?? ''
  const name = child(given, 'typeName')?.text.trim().toUpperCase() ?? ''
  if (kind === '') return values
  if (!typeKinds.includes(kind)) {
    throw invalidData(`${kind} is not a kind of type that a data element can have`)
  }
  const wanted = kind as TypeKind
  const builtIn = wanted === 'predefinedAbapType' || wanted === 'refToPredefinedAbapType'
  const same =
    wanted === typeKindOf(values) && (builtIn || name === textAt(values, section, 'DOMNAME'))
  const changes: Readonly<Record<string, string>> = same
    ? {}
    : {
        DOMNAME: builtIn ? '' : name,
        REFKIND: wanted === 'domain' ? 'D' : wanted === 'predefinedAbapType' ? '' : 'R',
        REFTYPE:
          wanted === 'domain' || wanted === 'predefinedAbapType'
            ? ''
            : referenceType(wanted, name, context),
        DATATYPE: wanted === 'domain' ? '' : 'REF',
        LENG: '',
        DECIMALS: '',
        OUTPUTLEN: ''
      }
  const changed = Object.entries(changes).reduce(
    (result, [field, value]) => withText(result, [section, field], value),
    values
  )
  return builtIn ? readFields(changed, [section], given, typeFields) : changed
}

function requireLabels(given: XmlElement): void {
  for (const [name, , , limit] of labels) {
    const label = child(given, `${name}FieldLabel`)?.text ?? ''
    if (label.length > limit) throw invalidData(`${name}FieldLabel has at most ${limit} characters`)
  }
}

function read(document: XmlElement, values: Element, context: DocumentContext): Element {
  const given = child(document, 'dataElement')
  if (context.replaces === true) {
    requireAll(document, ['dataElement'])
    requireAll(given, order)
  }
  if (given === undefined) return values
  requireOrder(given, order)
  requireLabels(given)
  return readFields(withType(values, given, context), [section], given, [
    ...labelFields,
    ...furtherFields
  ])
}

export const dataElement: DocumentCodec = {
  root: 'blue:wbobj',
  namespaces: { 'xmlns:blue': 'http://www.sap.com/wbobj/dictionary/dtel' },
  write,
  read
}
