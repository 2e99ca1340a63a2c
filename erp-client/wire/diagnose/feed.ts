/** Atom feeds of ids and titles. */
import { children, parseXml, textOf } from '../xml.ts'

/** Entries of an Atom feed, id → title. @throws ErpError ERP_BAD_ANSWER */
export function readFeed(xml: string): Map<string, string> {
  const { element } = parseXml(xml, ['feed'])
  return new Map(
    children(element, 'entry').map(entry => [textOf(entry, 'id'), textOf(entry, 'title')])
  )
}
