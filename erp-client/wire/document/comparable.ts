/** Documents of objects as lines that two systems can be compared by. */
import { offLoop } from '../../threads/worker-thread.ts'
import { parseXml } from '../xml.ts'
import type { XmlElement } from '../xml.ts'
import { isPassing } from './compare.ts'

/** Facts of the object directory: they differ between systems although the object is the same. */
const ofSystem = new Set([
  'responsible',
  'masterSystem',
  'masterLanguage',
  'language',
  'abapLanguageVersion',
  'packageName',
  'schemaLocation'
])
const systemElements = new Set(['packageRef', 'transport', 'transportLayer'])
/** Of a data element with a domain: they are the domain's, and another domain is another object. */
const fromDomain = new Set(['dataType', 'dataTypeLength', 'dataTypeDecimals'])

/**
 * A document as `path = value` lines in document order, without persons, dates, addresses and
 * other facts of one system. @throws ErpError ERP_BAD_ANSWER where it is no document
 */
export function comparableDocument(xml: string): string {
  const lines: string[] = []
  collect(parseXml(xml).element, '', lines)
  return lines.join('\n')
}

function collect(element: XmlElement, path: string, lines: string[]): void {
  for (let at = 0; at < element.attributes.length; at += 2) {
    const [name = '', value = ''] = element.attributes.slice(at, at + 2)
    if (value === '' || ofSystem.has(name) || isPassing({ attribute: name })) continue
    // The name of the object itself: another object may be the other side.
    if (path === '' && name === 'name') continue
    lines.push(`${path}@${name} = ${oneLine(value)}`)
  }
  if (element.children.length === 0 && element.text.trim() !== '') {
    lines.push(`${path} = ${oneLine(element.text.trim())}`)
  }
  const hasDomain = element.children.some(
    ({ name, text }) => name === 'typeKind' && text.trim() === 'domain'
  )
  for (const child of element.children) {
    if (hasDomain && fromDomain.has(child.name)) continue
    if (systemElements.has(child.name) || isPassing({ element: child.name })) continue
    collect(child, `${path}/${child.name}`, lines)
  }
}

function oneLine(value: string): string {
  return value.replace(/\s*\n\s*/g, ' ')
}

export const comparableAway = offLoop({ comparableDocument }, import.meta.url)
