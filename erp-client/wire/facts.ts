/** Documents of objects as plain data, without the links that only tools follow. */
import {
  attribute,
  attributesOf,
  byName,
  child,
  children,
  parseXml,
  rawText,
  textOf
} from './xml.ts'
import type { XmlElement } from './xml.ts'

/** Facts of an object by their names. */
export type Fact = string | boolean | number | Facts | readonly Fact[]
export interface Facts {
  readonly [name: string]: Fact | undefined
}

/**
 * Texts of children under names; blank ones are left out, padded numbers and `true` are converted.
 */
function pick(element: XmlElement | undefined, names: readonly string[]): Facts {
  return Object.fromEntries(
    names.flatMap(name => {
      const text = textOf(element, name)
      return text === '' ? [] : [[name, plain(text)]]
    })
  )
}

function plain(text: string): Fact {
  if (text === 'true') return true
  return /^0\d{3,}$/.test(text) ? Number(text) : text
}

function domain(element: XmlElement): Facts {
  const content = child(element, 'content')
  const values = children(content, 'valueInformation', 'fixValues', 'fixValue').map(each =>
    pick(each, ['low', 'high', 'text'])
  )
  const valueTable = attribute(child(content, 'valueInformation', 'valueTableRef'), 'name')
  return {
    ...pick(child(content, 'typeInformation'), ['datatype', 'length', 'decimals']),
    output: pick(child(content, 'outputInformation'), [
      'length',
      'conversionExit',
      'signExists',
      'lowercase'
    ]),
    ...(valueTable === undefined || valueTable === '' ? {} : { valueTable }),
    values
  }
}

function dataElement(element: XmlElement): Facts {
  const content = child(element, 'dataElement') ?? element
  return {
    ...pick(content, [
      'typeKind',
      'typeName',
      'dataType',
      'dataTypeLength',
      'dataTypeDecimals',
      'searchHelp',
      'searchHelpParameter',
      'setGetParameter',
      'defaultComponentName',
      'changeDocument'
    ]),
    labels: {
      short: textOf(content, 'shortFieldLabel'),
      medium: textOf(content, 'mediumFieldLabel'),
      long: textOf(content, 'longFieldLabel'),
      heading: textOf(content, 'headingFieldLabel')
    }
  }
}

function tableType(element: XmlElement): Facts {
  const row = child(element, 'rowType')
  return {
    row: {
      ...pick(row, ['typeKind', 'typeName', 'rangeType']),
      ...pick(child(row, 'builtInType'), ['dataType', 'length', 'decimals'])
    },
    ...pick(element, ['initialRowCount', 'accessType']),
    key: pick(child(element, 'primaryKey'), ['definition', 'kind', 'alias'])
  }
}

function messageClass(element: XmlElement): Facts {
  return {
    messages: children(element, 'messages').map(each => ({
      number: attribute(each, 'msgno') ?? '',
      text: attribute(each, 'msgtext') ?? '',
      ...(attribute(each, 'documented') === 'true' ? { documented: true } : {})
    }))
  }
}

function serviceBinding(element: XmlElement): Facts {
  const binding = child(element, 'binding')
  return {
    protocol: `${attribute(binding, 'type') ?? ''} ${attribute(binding, 'version') ?? ''}`.trim(),
    use: attribute(binding, 'category') === '0' ? 'UI' : 'Web API',
    published: attribute(element, 'published') === 'true',
    contract: attribute(element, 'contract') ?? '',
    services: children(element, 'services').flatMap(service =>
      children(service, 'content').map(content => ({
        name: attribute(service, 'name') ?? '',
        version: attribute(content, 'version') ?? '',
        serviceDefinition: attribute(child(content, 'serviceDefinition'), 'name') ?? '',
        releaseState: attribute(content, 'releaseState') ?? ''
      }))
    )
  }
}

/**
 * Texts of a knowledge transfer document: one for the object, and one for each part of it. Markdown
 * and short texts are base64.
 */
function knowledgeTransferDocument(element: XmlElement): Facts {
  const texts = [element, ...children(element, 'element')].map(each => {
    const name = partName(textOf(each, 'id')) || (attribute(each, 'name') ?? '')
    const shortText = fromBase64(attribute(child(each, 'shortText'), 'text') ?? '')
    return {
      ...(name === '' || each === element ? {} : { element: name }),
      ...(shortText === '' ? {} : { shortText }),
      text: fromBase64(rawText(child(each, 'text')))
    }
  })
  return { texts: texts.filter(each => each.text !== '' || 'shortText' in each) }
}

/** `…/source/main#type=DDLS/DF;name=BookingId` is the part BookingId; the object has its own name. */
function partName(id: string): string {
  return /#(?:.*;)?name=([^;]+)/.exec(id)?.[1] ?? id
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

/** What is no base64 of a text stays as it is. */
function fromBase64(text: string): string {
  const coded = text.replace(/\s/g, '')
  if (coded.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(coded)) return text.trim()
  try {
    return strictUtf8.decode(Buffer.from(coded, 'base64'))
  } catch {
    return text.trim()
  }
}

/** Root element → reader of its facts. */
const codecs: Readonly<Record<string, (element: XmlElement) => Facts>> = {
  domain,
  wbobj: dataElement,
  tableType,
  messageClass,
  serviceBinding,
  docu: knowledgeTransferDocument
}

const technical = new Set([
  'link',
  'packageRef',
  'adtTemplate',
  'syntaxConfiguration',
  'containerRef'
])
const deepest = 12

/** Other documents: attributes and children under their names; a single child is not a list. */
function generic(element: XmlElement, depth = 0): Fact {
  const attributes = Object.entries(attributesOf(element)).filter(([, value]) => value !== '')
  const below = [...byName(element)].filter(([name]) => !technical.has(name))
  const text = textOf(element)
  if (attributes.length === 0 && below.length === 0) return text
  if (depth >= deepest) return '…'
  const facts: Record<string, Fact> = Object.create(null)
  for (const [name, value] of attributes) facts[name] = value
  for (const [name, list] of below) {
    const read = list.map(each => generic(each, depth + 1)).filter(each => each !== '')
    if (read.length > 0) facts[name] = read.length === 1 ? (read[0] ?? '') : read
  }
  if (text !== '') facts['text'] = text
  return facts
}

/**
 * Reads the facts of an object; those that every object has (name, package, changes) are in its
 * metadata.
 * @throws ErpError ERP_BAD_ANSWER
 */
export function readFacts(xml: string): { root: string; facts: Facts } {
  const { root, element } = parseXml(xml)
  const codec = Object.hasOwn(codecs, root) ? codecs[root] : undefined
  if (codec !== undefined) return { root, facts: codec(element) }
  const all = generic(element)
  return {
    root,
    facts: typeof all === 'object' && !Array.isArray(all) ? (all as Facts) : { text: all }
  }
}
