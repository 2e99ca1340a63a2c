/**
 * Version feeds of sources. The ERP keeps a version at the release of a request and before the first
 * change of an object that a request records; drafts and active sources are listed, not kept.
 */
import { offLoop } from '../threads/worker-thread.ts'
import { attribute, child, children, parseXml, textOf } from './xml.ts'

export interface ObjectVersion {
  /** `00000` is the active version, `99999` the draft. */
  readonly id: string
  readonly title: string
  readonly author?: string | undefined
  readonly changedAt?: string | undefined
  /** Transport request that recorded the version. */
  readonly transport?: string | undefined
  /** Path of its content; empty where the ERP names none. */
  readonly path: string
}

/** Numbers of what is stored now; some releases count down from 99999. */
const firstCurrent = 99_997

/** Whether a version is the active source. */
export function isActiveVersion({ id }: Pick<ObjectVersion, 'id'>): boolean {
  return Number(id) === 0 || Number(id) === firstCurrent + 1
}

/** Whether a version is history: neither the active source nor a draft. */
export function isKeptVersion({ id }: Pick<ObjectVersion, 'id'>): boolean {
  return Number(id) > 0 && Number(id) < firstCurrent
}

/** Path of a URL of the ERP, absolute or relative to `base`. */
export function pathOf(href: string, base: string): string {
  return URL.canParse(href, `http://erp${base}`) ? new URL(href, `http://erp${base}`).pathname : ''
}

/**
 * Reads a version feed, newest first as the ERP sends it; an empty one is valid. The active version
 * of a class stands in it once for each method, and is read once.
 * @throws ErpError ERP_BAD_ANSWER
 */
export function readVersionsXml(xml: string, base: string): ObjectVersion[] {
  const { element } = parseXml(xml, ['feed'])
  const versions = children(element, 'entry').map(entry => {
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
  const seen = new Set<string>()
  return versions.filter(version => {
    if (isKeptVersion(version)) return true
    const isFirst = !seen.has(version.id)
    seen.add(version.id)
    return isFirst
  })
}

export const decodeVersions = offLoop({ readVersionsXml }, import.meta.url)
