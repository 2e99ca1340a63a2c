/** Reads and writes knowledge transfer documents, whose texts are Markdown in Base64. */
import { invalidData } from '../http/errors.ts'
import { kinds } from '../http/kinds.ts'
import { objectUri } from '../http/uris.ts'
import { child, childrenOf } from '../http/xml-reader.ts'
import type { XmlElement } from '../http/xml-reader.ts'
import { declare, element, leaf } from '../http/xml.ts'
import {
  child as part,
  childrenOf as partsOf,
  element as node,
  leaves,
  textAt,
  withChild
} from '../store/formats/xml.ts'
import type { Element } from '../store/formats/xml.ts'
import type { ObjectKey, ObjectType } from '../types.ts'
import type { DocumentCodec, DocumentContext } from './types.ts'

const section = 'ELEMENTS'

/** Types that have such a document, which has the name of its object. Those of packages are not kept. */
const documented: readonly ObjectType[] = ['DDLS', 'BDEF', 'SRVD', 'SRVB']

/** The document of an object; undefined for types without one. */
export function knowledgeKey({ type, name }: ObjectKey): ObjectKey | undefined {
  return documented.includes(type) ? { type: 'SKTD', name } : undefined
}

function write(values: Element, { info }: DocumentContext): string[] {
  const type = textAt(values, 'REF_TYPE') as ObjectType
  const kind = kinds.find(each => each.type === type)
  const reference = {
    'adtcore:uri': objectUri({ type, name: info.key.name }),
    'adtcore:type': kind?.adtType ?? type,
    'adtcore:name': info.key.name
  }
  const stored = partsOf(part(values, section), 'item')
  const root = node('item', leaves({ ID: info.key.name, TEXT: '', SHORT_TEXT: '' }))
  const hasRoot = stored.some(each => textAt(each, 'ID') === info.key.name)
  return [
    element('sktd:refObject', reference),
    ...[...(hasRoot ? [] : [root]), ...stored].map(each =>
      element('sktd:element', { 'sktd:canHaveDocumentation': true, 'sktd:notAssigned': false }, [
        leaf('sktd:id', textAt(each, 'ID')),
        leaf('sktd:text', textAt(each, 'TEXT')),
        leaf('sktd:parent', textAt(each, 'ID') === info.key.name ? '' : info.key.name),
        element('sktd:shortText', {
          'sktd:text': textAt(each, 'SHORT_TEXT'),
          'sktd:obligation': 'optional'
        })
      ])
    )
  ]
}

/** The type of the described object, which is there and has the name of the document. */
function describedType(document: XmlElement, { store, info }: DocumentContext): ObjectType {
  const { type: adtType = '', name = '' } = child(document, 'refObject')?.attributes ?? {}
  const type = kinds.find(each => each.adtType === adtType)?.type
  if (type === undefined || !documented.includes(type)) {
    throw invalidData(`Objects of type ${adtType} have no knowledge transfer document`)
  }
  if (
    name.toUpperCase() !== info.key.name ||
    store.get({ type, name: info.key.name }) === undefined
  ) {
    throw invalidData(`The document ${info.key.name} describes no object of its name`)
  }
  return type
}

function read(document: XmlElement, values: Element, context: DocumentContext): Element {
  const type = describedType(document, context)
  const items = childrenOf(document, 'element').map(each =>
    node(
      'item',
      leaves({
        ID: (child(each, 'id')?.text ?? '').trim(),
        TEXT: (child(each, 'text')?.text ?? '').replace(/\s/g, ''),
        SHORT_TEXT: child(each, 'shortText')?.attributes['text'] ?? ''
      })
    )
  )
  const typed = withChild(values, 'REF_TYPE', node('REF_TYPE', [type]))
  return items.length === 0 ? typed : withChild(typed, section, node(section, items))
}

export const knowledge: DocumentCodec = {
  root: 'sktd:docu',
  namespaces: declare('sktd'),
  write,
  read
}
