/** Answers of the generators of the RAP model: their list, checks, contents and objects. */
import { ErpError } from '../../errors.ts'
import { refOfUri } from '../../objects.ts'
import type { ObjectRef } from '../../objects.ts'
import { attribute, children, parseXml, textOf } from '../xml.ts'
import type { XmlElement } from '../xml.ts'

export interface GeneratedObject {
  readonly ref: ObjectRef | undefined
  readonly name: string
  readonly type: string
  readonly description: string
}

const runs = 'http://www.sap.com/adt/repository/generator'

/** The path of the first generator with one of these ids; undefined where none is listed. */
export function generatorPath(feed: string, ids: readonly string[]): string | undefined {
  const entries = children(parseXml(feed, ['feed']).element, 'entry')
  for (const id of ids) {
    const entry = entries.find(each => textOf(each, 'id') === id)
    const link = children(entry, 'link').find(each => attribute(each, 'rel') === runs)
    const [path = ''] = (link === undefined ? '' : (attribute(link, 'href') ?? '')).split('?')
    if (/^\/sap\/bc\/adt\/[\w/-]+$/.test(path)) return path
  }
  return undefined
}

/**
 * Reads the messages of a check, in the form of either kind of generator.
 * @throws ErpError ERP_BAD_REQUEST with the first error
 */
export function assertValid(text: string): void {
  if (!text.trimStart().startsWith('<')) return
  const found = elementsNamed(parseXml(text).element, ['DATA', 'validationMessage']).map(each => ({
    severity: textOf(each, 'SEVERITY') || textOf(each, 'severity'),
    text: textOf(each, 'SHORT_TEXT') || textOf(each, 'shortText')
  }))
  const error = found.find(({ severity }) => /^error$/i.test(severity.trim()))
  if (error === undefined) return
  throw new ErpError('ERP_BAD_REQUEST', error.text || 'The generator refuses this object', {
    outcome: 'failed'
  })
}

function elementsNamed(element: XmlElement, names: readonly string[]): XmlElement[] {
  return [
    ...(names.includes(element.name) ? [element] : []),
    ...element.children.flatMap(each => elementsNamed(each, names))
  ]
}

/** The content with the package of the new objects, unless it names one. */
export function contentIn(text: string, packageName: string): string {
  const content = readJson(text)
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return text
  return Object.hasOwn(content, 'metadata')
    ? text
    : JSON.stringify({ ...content, metadata: { package: packageName } })
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ErpError('ERP_BAD_ANSWER', 'The generator answered with JSON that cannot be read', {
      cause
    })
  }
}

function listedIn(text: string): Readonly<Record<string, unknown>>[] {
  const found = readJson(text)
  const list: unknown[] = Array.isArray(found) ? found : Object.values(found as object).flat()
  return list.filter(
    (each): each is Record<string, unknown> => typeof each === 'object' && each !== null
  )
}

/** The objects of a preview or of a generation: references, groups of them, or JSON. */
export function readReferences(text: string): GeneratedObject[] {
  if (text.trimStart().startsWith('{') || text.trimStart().startsWith('[')) {
    return listedIn(text).map(each => ({
      ref: refOfUri(String(each['uri'] ?? '')),
      name: String(each['name'] ?? ''),
      type: String(each['type'] ?? ''),
      description: String(each['description'] ?? '')
    }))
  }
  const { element } = parseXml(text, ['objectReferences', 'group'])
  return elementsNamed(element, ['objectReference']).map(each => ({
    ref: refOfUri(attribute(each, 'uri') ?? ''),
    name: attribute(each, 'name') ?? '',
    type: attribute(each, 'type') ?? '',
    description: attribute(each, 'description') ?? ''
  }))
}
