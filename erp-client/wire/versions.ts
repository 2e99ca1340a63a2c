import { offLoop } from '../threads/worker-thread.ts'
import { attribute, child, children, parseXml, textOf } from './xml.ts'

export interface ObjectVersion {
  /** `00000` is the active one. */
  readonly id: string
  readonly title: string
  readonly author?: string | undefined
  readonly changedAt?: string | undefined
  /** Request the version was recorded in. */
  readonly transport?: string | undefined
  /** Where its content is. */
  readonly path: string
}

/** Path of an address of the ERP, whole or relative to the resource it stands in. */
export function pathOf(href: string, base: string): string {
  return URL.canParse(href, `http://erp${base}`) ? new URL(href, `http://erp${base}`).pathname : ''
}

/**
 * Reads a version feed, newest first as the ERP gives it; an empty one is legal. @throws ErpError
 * ERP_BAD_ANSWER
 */
export function readVersionsXml(xml: string, base: string): ObjectVersion[] {
  const { element } = parseXml(xml, ['feed'])
  return children(element, 'entry').map(entry => {
    const links = children(entry, 'link')
    const request =
      links.find(link => (attribute(link, 'type') ?? '').includes('transportrequests')) ??
      links.find(link => attribute(link, 'rel')?.includes('transport') === true)
    return {
      id: textOf(entry, 'id'),
      title: textOf(entry, 'title'),
      author: textOf(entry, 'author', 'name') || undefined,
      changedAt: textOf(entry, 'updated') || undefined,
      transport: attribute(request, 'name') || undefined,
      path: pathOf(attribute(child(entry, 'content'), 'src') ?? '', base)
    }
  })
}

export const decodeVersions = offLoop({ readVersionsXml }, import.meta.url)
