/** Version feeds of sources. */
import { offLoop } from '../threads/worker-thread.ts'
import { attribute, child, children, parseXml, textOf } from './xml.ts'

export interface ObjectVersion {
  /** `00000` is the active version. */
  readonly id: string
  readonly title: string
  readonly author?: string | undefined
  readonly changedAt?: string | undefined
  /** Transport request that recorded the version. */
  readonly transport?: string | undefined
  /** Path of its content; empty where the ERP names none. */
  readonly path: string
}

/** Path of a URL of the ERP, absolute or relative to `base`. */
export function pathOf(href: string, base: string): string {
  return URL.canParse(href, `http://erp${base}`) ? new URL(href, `http://erp${base}`).pathname : ''
}

/**
 * Reads a version feed, newest first as the ERP sends it; an empty one is valid.
 * @throws ErpError ERP_BAD_ANSWER
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
