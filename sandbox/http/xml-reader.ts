/** Reads XML request bodies into elements with local names. */
import { readTree } from '../xml-tree.ts'
import type { XmlNode } from '../xml-tree.ts'
import { invalidData } from './errors.ts'

/**
 * An element as read: clients choose their own prefixes, so names are local names beside their
 * namespace.
 */
export interface XmlElement {
  readonly name: string
  readonly namespace: string
  /** Attributes by local name; on a clash the one without prefix wins. */
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
  /** The character data directly inside, as written. */
  readonly text: string
}

type Scope = Readonly<Record<string, string>>

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function scopeOf(attributes: Readonly<Record<string, string>>, outer: Scope): Scope {
  const own = Object.entries(attributes)
    .filter(([name]) => name === 'xmlns' || name.startsWith('xmlns:'))
    .map(([name, value]) => [name === 'xmlns' ? '' : name.slice(6), value])
  return own.length === 0 ? outer : { ...outer, ...Object.fromEntries(own) }
}

function readAttributes(raw: Readonly<Record<string, string>>): Record<string, string> {
  const result: Record<string, string> = Object.create(null)
  const names = Object.keys(raw).filter(name => name !== 'xmlns' && !name.startsWith('xmlns:'))
  for (const name of names.filter(each => each.includes(':'))) result[local(name)] = raw[name] ?? ''
  for (const name of names.filter(each => !each.includes(':'))) result[name] = raw[name] ?? ''
  return result
}

function toElement(node: XmlNode, outer: Scope): XmlElement {
  const scope = scopeOf(node.attributes, outer)
  const prefix = node.name.includes(':') ? node.name.slice(0, node.name.indexOf(':')) : ''
  return {
    name: local(node.name),
    namespace: scope[prefix] ?? '',
    attributes: readAttributes(node.attributes),
    children: node.children
      .filter(each => typeof each !== 'string')
      .map(each => toElement(each, scope)),
    text: node.children.filter(each => typeof each === 'string').join('')
  }
}

/**
 * Parses a request body, whatever prefixes it uses. Throws 400 `ExceptionInvalidData` when it is no
 * document.
 */
export function readXml(source: string): XmlElement {
  try {
    return toElement(readTree(source.replace(/^\uFEFF/, '').trim()), {})
  } catch (error) {
    throw invalidData(
      `Data is invalid and could not be converted: ${error instanceof Error ? error.message : 'not XML'}`
    )
  }
}

/** The first child of that local name. */
export function child(parent: XmlElement | undefined, name: string): XmlElement | undefined {
  return parent?.children.find(each => each.name === name)
}

/** All children of that local name. */
export function childrenOf(parent: XmlElement | undefined, name: string): readonly XmlElement[] {
  return parent?.children.filter(each => each.name === name) ?? []
}

/** All elements of that local name, at any depth. */
export function descendants(parent: XmlElement, name: string): readonly XmlElement[] {
  return parent.children.flatMap(each => [
    ...(each.name === name ? [each] : []),
    ...descendants(each, name)
  ])
}
