/** Edits of answers that show an older form of a body. */
import { declare, document, element } from '../xml.ts'

/**
 * Values hold no `>` and no `"` as they are written, so that tags and attributes can be told from
 * texts.
 */
export function withoutAttributes(body: string, names: readonly string[]): string {
  const attribute = new RegExp(` (?:${names.join('|')})="[^"]*"`, 'g')
  return body.replace(/<[^>]*>/g, tag => tag.replace(attribute, ''))
}

export function withoutElements(body: string, names: readonly string[]): string {
  return body.replace(new RegExp(`<(${names.join('|')})(?:/>|>[^<]*</\\1>)`, 'g'), '')
}

/** One method of a class: links, and nothing below. */
const methodElement =
  /<abapsource:objectStructureElement ([^>]*)adtcore:type="CLAS\/OM"([^>]*)>((?:<atom:link [^>]*\/>)*)<\/abapsource:objectStructureElement>/g

export function splitMethods(body: string): string {
  return body.replace(methodElement, (whole, before: string, after: string, links: string) => {
    const own = (part: string) =>
      [...links.matchAll(/<atom:link [^>]*\/>/g)]
        .map(([link]) => link)
        .filter(link => link.includes(`/source/${part}`))
        .join('')
    const sibling = (type: string, inner: string) =>
      inner === ''
        ? ''
        : `<abapsource:objectStructureElement ${before}adtcore:type="${type}"${after}>${inner.replaceAll('type="CLAS/OM"', `type="${type}"`)}</abapsource:objectStructureElement>`
    const split = sibling('CLAS/OO', own('definition')) + sibling('CLAS/OM', own('implementation'))
    return split === '' ? whole : split
  })
}

export function labelledNames(body: string, labels: Readonly<Record<string, string>>): string {
  return body.replace(
    /adtcore:type="([^"]+)" adtcore:name="([^"]+)"/g,
    (whole, type: string, name: string) => {
      const label = Object.hasOwn(labels, type) ? labels[type] : undefined
      return label === undefined
        ? whole
        : `adtcore:type="${type}" adtcore:name="${name} (${label})"`
    }
  )
}

export function flatReferences(body: string): string {
  const references = [...body.matchAll(/<ioc:ref ([^>]*)\/>/g)].map(
    ([, attributes = '']) =>
      `<adtcore:objectReference ${attributes.replace(/xmlns:\w+="[^"]*" ?/, '')}/>`
  )
  return document(element('adtcore:objectReferences', declare('adtcore'), references))
}
