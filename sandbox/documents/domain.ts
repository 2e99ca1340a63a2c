/** Reads and writes the document of a domain, with its fixed values. */
import { invalidData } from '../http/errors.ts'
import { child, childrenOf } from '../http/xml-reader.ts'
import type { XmlElement } from '../http/xml-reader.ts'
import { objectUri } from '../http/uris.ts'
import { declare, element, leaf } from '../http/xml.ts'
import {
  child as part,
  childrenOf as partsOf,
  element as node,
  leaves,
  textAt,
  withChild,
  withText
} from '../store/formats/xml.ts'
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

const section = 'DD01V'
const typeFields = [
  text('datatype', 'DATATYPE'),
  number('length', 'LENG', 6),
  number('decimals', 'DECIMALS', 6)
]
const outputFields = [
  number('length', 'OUTPUTLEN', 6),
  text('style', 'OUTPUTSTYLE'),
  text('conversionExit', 'CONVEXIT'),
  flag('signExists', 'SIGNFLAG'),
  flag('lowercase', 'LOWERCASE'),
  flag('ampmFormat', 'AMPMFORMAT')
]

function fixedValues(values: Element): string {
  const rows = partsOf(part(values, 'DD07V_TAB'), 'DD07V')
  return element(
    'doma:fixValues',
    {},
    rows.map((row, index) =>
      element('doma:fixValue', {}, [
        leaf('doma:position', zeros(textAt(row, 'VALPOS') || String(index + 1), 4)),
        leaf('doma:low', textAt(row, 'DOMVALUE_L')),
        leaf('doma:high', textAt(row, 'DOMVALUE_H')),
        leaf('doma:text', textAt(row, 'DDTEXT'))
      ])
    )
  )
}

function valueTable(name: string, { store }: DocumentContext): string {
  if (name === '') return element('doma:valueTableRef')
  const key = { type: 'TABL' as const, name }
  const uri = store.get(key) === undefined ? undefined : objectUri(key)
  return element('doma:valueTableRef', {
    'adtcore:uri': uri,
    'adtcore:type': 'TABL/DT',
    'adtcore:name': name
  })
}

function write(values: Element, context: DocumentContext): string {
  const facts = part(values, section)
  const output = writeFields('doma', facts, outputFields)
  // a style that was never chosen is the first one
  output[1] = leaf('doma:style', textAt(facts, 'OUTPUTSTYLE') || '00')
  return element('doma:content', {}, [
    element('doma:typeInformation', {}, writeFields('doma', facts, typeFields)),
    element('doma:outputInformation', {}, output),
    element('doma:valueInformation', {}, [
      valueTable(textAt(facts, 'ENTITYTAB'), context),
      leaf('doma:appendExists', textAt(facts, 'APPEXIST') === 'X'),
      fixedValues(values)
    ])
  ])
}

/**
 * The fixed values of the document; a row whose low value is known keeps what the document has no
 * place for.
 */
function withFixedValues(values: Element, given: XmlElement | undefined): Element {
  if (given === undefined) return values
  const before = partsOf(part(values, 'DD07V_TAB'), 'DD07V')
  const rows = childrenOf(given, 'fixValue').map((each, index) => {
    const field = (name: string) => child(each, name)?.text ?? ''
    const low = field('low')
    const old = before.find(row => textAt(row, 'DOMVALUE_L') === low)
    const start =
      old ??
      node(
        'DD07V',
        leaves({
          DOMNAME: textAt(values, section, 'DOMNAME'),
          VALPOS: '0',
          DDLANGUAGE: textAt(values, section, 'DDLANGUAGE')
        })
      )
    const position = zeros(field('position').trim() || String(index + 1), 4)
    const changes: readonly (readonly [string, string])[] = [
      ['VALPOS', position],
      ['DOMVALUE_L', low],
      ['DOMVALUE_H', field('high')],
      ['DDTEXT', field('text')]
    ]
    return changes.reduce((row, [name, value]) => withText(row, [name], value), start)
  })
  const next = withChild(
    values,
    'DD07V_TAB',
    rows.length === 0 ? undefined : node('DD07V_TAB', rows)
  )
  return withText(next, [section, 'VALEXI'], rows.length === 0 ? '' : 'X')
}

const sectionNames = ['typeInformation', 'outputInformation', 'valueInformation']
const typeNames = typeFields.map(field => field.name)
const outputNames = outputFields.map(field => field.name)

/** Throws where an element is missing, in the wrong place or empty. */
function checkContent(content: XmlElement, replaces: boolean): void {
  const [type, output, valueInformation] = sectionNames.map(name => child(content, name))
  if (replaces) {
    requireAll(content, ['typeInformation', 'outputInformation'])
    requireAll(type, typeNames)
    requireAll(output, outputNames)
  }
  requireOrder(content, sectionNames)
  requireOrder(type, typeNames)
  requireOrder(output, outputNames)
  requireOrder(valueInformation, ['valueTableRef', 'appendExists', 'fixValues'])
  if (type !== undefined && child(type, 'datatype')?.text.trim() === '') {
    throw invalidData('A domain needs a data type')
  }
}

function read(
  document: XmlElement,
  values: Element,
  { replaces = false }: DocumentContext
): Element {
  const content = child(document, 'content')
  if (replaces) requireAll(document, ['content'])
  if (content === undefined) return values
  checkContent(content, replaces)
  const [type, output, valueInformation] = sectionNames.map(name => child(content, name))
  const typed = readFields(values, [section], type, typeFields)
  const styled =
    child(output, 'style')?.text.trim() === '00' && textAt(values, section, 'OUTPUTSTYLE') === ''
  const withOutput = readFields(
    typed,
    [section],
    output,
    styled ? outputFields.filter(field => field.name !== 'style') : outputFields
  )
  const table = child(valueInformation, 'valueTableRef')
  const referring =
    table === undefined && !replaces
      ? withOutput
      : withText(
          withOutput,
          [section, 'ENTITYTAB'],
          (table?.attributes['name'] ?? '').trim().toUpperCase()
        )
  // a document with value information and no list of values declares none
  const none = { ...content, children: [] }
  const fixed =
    valueInformation === undefined && !replaces
      ? undefined
      : (child(valueInformation, 'fixValues') ?? none)
  return withFixedValues(referring, fixed)
}

export const domain: DocumentCodec = {
  root: 'doma:domain',
  namespaces: declare('doma'),
  write,
  read
}
