/** Reads and writes the document of a service binding. */
import { child, childrenOf } from '../http/xml-reader.ts'
import type { XmlElement } from '../http/xml-reader.ts'
import { basePath } from '../http/router.ts'
import { objectUri } from '../http/uris.ts'
import { declare, element } from '../http/xml.ts'
import type { Attributes } from '../http/xml.ts'
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
import type { DocumentCodec, DocumentContext } from './types.ts'

const section = 'SRVB'

function rootAttributes(values: Element): Attributes {
  return {
    'srvb:contract': textAt(values, section, 'CONTRACT') || 'C1',
    'srvb:releaseSupported': false,
    'srvb:published': false,
    'srvb:bindingCreated': textAt(values, section, 'BINDING', 'TYPE') !== ''
  }
}

/** Where its service is described: clients take the address of the details from here. */
function links(values: Element, { info }: DocumentContext): Attributes[] {
  const kind =
    `${textAt(values, section, 'BINDING', 'TYPE')}${textAt(values, section, 'BINDING', 'VERSION')}`.toLowerCase()
  if (!/^odatav[24]$/.test(kind)) return []
  return [
    {
      href: `${basePath}/businessservices/${kind}/${encodeURIComponent(info.key.name)}`,
      rel: `http://www.sap.com/categories/${kind}`,
      type: `application/vnd.sap.adt.businessservices.${kind}.v2+xml`,
      title: kind.toUpperCase()
    }
  ]
}

function content(each: Element): string {
  const name = textAt(each, 'SERVICE_DEFINITION', 'NAME')
  return element(
    'srvb:content',
    {
      'srvb:version': textAt(each, 'VERSION') || '0001',
      'srvb:minorVersion': '0',
      'srvb:patchVersion': '0',
      'srvb:buildVersion': '',
      'srvb:releaseState': textAt(each, 'RELEASE_STATE') || 'NOT_RELEASED'
    },
    [
      element('srvb:serviceDefinition', {
        'adtcore:uri': objectUri({ type: 'SRVD', name }),
        'adtcore:type': 'SRVD/SRV',
        'adtcore:name': name
      }),
      element(
        'srvb:bindingTypeData',
        {},
        element('adtcore:content', { 'adtcore:encoding': 'base64' })
      )
    ]
  )
}

function write(values: Element): string[] {
  const services = partsOf(part(part(values, section), 'SERVICES'), 'item')
  const binding = part(part(values, section), 'BINDING')
  return [
    ...services.map(service =>
      element(
        'srvb:services',
        { 'srvb:name': textAt(service, 'NAME') },
        partsOf(part(service, 'CONTENT'), 'item').map(content)
      )
    ),
    element(
      'srvb:binding',
      {
        'srvb:type': textAt(binding, 'TYPE'),
        'srvb:version': textAt(binding, 'VERSION'),
        'srvb:category': textAt(binding, 'CATEGORY')
      },
      element('srvb:implementation', { 'adtcore:name': textAt(binding, 'IMPLEMENTATION', 'NAME') })
    )
  ]
}

function serviceItem(service: XmlElement): Element {
  const contents = childrenOf(service, 'content').map(each => {
    const name = (child(each, 'serviceDefinition')?.attributes['name'] ?? '').toUpperCase()
    const { version = '', releaseState = '' } = each.attributes
    return node('item', [
      ...leaves({
        VERSION: version,
        RELEASE_STATE: releaseState === 'NOT_RELEASED' ? '' : releaseState
      }),
      node('SERVICE_DEFINITION', leaves({ NAME: name }))
    ])
  })
  return node('item', [
    ...leaves({ NAME: (service.attributes['name'] ?? '').toUpperCase() }),
    node('CONTENT', contents)
  ])
}

function withBinding(values: Element, given: XmlElement | undefined): Element {
  if (given === undefined) return values
  const { type = '', version = '', category = '' } = given.attributes
  const name = child(given, 'implementation')?.attributes['name']?.toUpperCase() ?? ''
  const fields: readonly (readonly [readonly string[], string])[] = [
    [['TYPE'], type],
    [['VERSION'], version],
    [['CATEGORY'], category],
    [['IMPLEMENTATION', 'NAME'], name]
  ]
  return fields.reduce(
    (result, [path, value]) => withText(result, [section, 'BINDING', ...path], value),
    values
  )
}

function read(document: XmlElement, values: Element): Element {
  const services = childrenOf(document, 'services')
  const own = part(values, section)
  const listed =
    services.length === 0 || own === undefined
      ? values
      : withChild(
          values,
          section,
          withChild(own, 'SERVICES', node('SERVICES', services.map(serviceItem)))
        )
  return withBinding(listed, child(document, 'binding'))
}

export const serviceBinding: DocumentCodec = {
  root: 'srvb:serviceBinding',
  namespaces: declare('srvb'),
  attributes: rootAttributes,
  links,
  write,
  read
}
