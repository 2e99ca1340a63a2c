/** The discovery document: collections that a system announces. */
import { offLoop } from '../threads/worker-thread.ts'
import { attribute, children, parseXml, rawText } from './xml.ts'
import { trimEndOf } from './tails.ts'

/**
 * Collections of an Atom service document, path → accepted media types. Some systems send whole
 * URLs.
 * @throws ErpError ERP_BAD_ANSWER
 */
export function readDiscoveryXml(xml: string): Map<string, readonly string[]> {
  const { element } = parseXml(xml, ['service'])
  const collections = new Map<string, readonly string[]>()
  for (const collection of children(element, 'workspace', 'collection')) {
    const href = trimEndOf(
      (attribute(collection, 'href') ?? '').replace(/^https?:\/\/[^/]+/i, ''),
      '/'
    )
    const accepts = children(collection, 'accept')
      .map(each => rawText(each).trim())
      .filter(each => each !== '')
    if (href !== '') collections.set(href, [...(collections.get(href) ?? []), ...accepts])
  }
  return collections
}

export const decodeDiscovery = offLoop({ readDiscoveryXml }, import.meta.url)
