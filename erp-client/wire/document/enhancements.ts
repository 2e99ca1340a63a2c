/** Documents that say how a source is enhanced, and where it may be. */
import { objectOfUri } from '../../objects.ts'
import type { ObjectPlace } from '../../objects.ts'
import { crlfToLf } from '../../line-ends.ts'
import { attribute, child, children, parseXml, textOf } from '../xml.ts'
import type { XmlElement } from '../xml.ts'

/** One block of code that an implementation adds to the source, or puts in place of a part of it. */
export interface SourcePlugin {
  readonly id: string
  /** Full name of the place, e.g. `\PR:ZX\FO:RUN\SE:BEGIN\EI`. */
  readonly point: string
  readonly mode: string
  readonly replaces: boolean
  readonly source: string
  readonly place?: ObjectPlace | undefined
}

export interface EnhancementImplementation {
  readonly name: string
  readonly adtType: string
  readonly version: string
  readonly plugins: readonly SourcePlugin[]
}

/** Implementations of an enhanced source; an answer without any is empty, or has no children. */
export function readImplementations(xml: string): EnhancementImplementation[] {
  if (xml.trim() === '') return []
  const { element } = parseXml(xml, ['enhancements'])
  return children(element, 'enhancementImplementations').map(one => ({
    name: attribute(one, 'name') ?? '',
    adtType: attribute(one, 'type') ?? '',
    version: attribute(one, 'version') ?? '',
    plugins: children(one, 'elements').flatMap(group =>
      children(group, 'sourceCodePlugin').map(pluginOf)
    )
  }))
}

function pluginOf(one: XmlElement): SourcePlugin {
  const option = child(child(one, 'option'), 'sourceCodePluginOption')
  const encoded = textOf(one, 'source').replaceAll(/\s/g, '')
  return {
    id: (attribute(one, 'id') ?? '').trim(),
    point: pointOf(one),
    mode: attribute(one, 'mode') ?? '',
    replaces: attribute(one, 'replacing') === 'true',
    source: crlfToLf(Buffer.from(encoded, 'base64').toString('utf8')),
    place: objectOfUri(attribute(child(option, 'position'), 'uri') ?? '')
  }
}

/** Older releases spell the attribute without the underscore. */
function pointOf(one: XmlElement): string {
  return attribute(one, 'full_name') ?? attribute(one, 'fullname') ?? ''
}

/** A place where a source may be enhanced. */
export interface EnhancementOption {
  readonly point: string
  readonly description: string
  readonly mode: string
  readonly place?: ObjectPlace | undefined
}

export function readOptions(xml: string): EnhancementOption[] {
  if (xml.trim() === '') return []
  const { element } = parseXml(xml, ['enhancementOption'])
  return children(element, 'option').map(one => ({
    point: pointOf(one),
    description: attribute(one, 'fullDescription') ?? '',
    mode: attribute(one, 'mode') ?? '',
    place: objectOfUri(attribute(child(one, 'link'), 'href') ?? '')
  }))
}
