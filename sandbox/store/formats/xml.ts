/** Reads and writes the XML of metadata files without loss. */
import { StoreError } from '../errors.ts'
import { XmlError, readTree, xmlAttribute, xmlText } from '../../xml-tree.ts'
import type { XmlNode } from '../../xml-tree.ts'

/**
 * An element as it stands in a file: order, attributes and every unknown child are kept. Never
 * changed in place.
 */
export type Element = XmlNode

/** White space between elements is layout; inside an element that has only text it is content. */
function withoutLayout(children: readonly (Element | string)[]): readonly (Element | string)[] {
  if (!children.some(each => typeof each !== 'string')) return children
  return children.filter(each => typeof each !== 'string' || each.trim() !== '')
}

function withoutLayoutBelow({ name, attributes, children }: Element): Element {
  return {
    name,
    attributes,
    children: withoutLayout(
      children.map(each => (isElement(each) ? withoutLayoutBelow(each) : each))
    )
  }
}

/**
 * Parses a document. Throws StoreError `INVALID_SOURCE` with the place when it is not well-formed.
 */
export function parseXml(source: string): Element {
  try {
    return withoutLayoutBelow(readTree(source.replace(/^\uFEFF/, '')))
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
    throw new StoreError('INVALID_SOURCE', `Not well-formed XML: ${error.message}`, {
      position: { line: error.row, column: Math.max(0, error.column - 1) }
    })
  }
}

function serialize(node: Element, indent: string): string {
  const attributes = Object.entries(node.attributes)
    .map(([key, value]) => ` ${key}="${xmlAttribute(value)}"`)
    .join('')
  if (node.children.length === 0) return `${indent}<${node.name}${attributes}/>\n`
  const mixed = node.children.some(each => typeof each === 'string')
  const inner = mixed
    ? node.children
        .map(each => (typeof each === 'string' ? xmlText(each) : serialize(each, '').trimEnd()))
        .join('')
    : '\n' +
      node.children
        .map(each => (typeof each === 'string' ? '' : serialize(each, indent + ' ')))
        .join('') +
      indent
  return `${indent}<${node.name}${attributes}>${inner}</${node.name}>\n`
}

/** The document as abapGit lays it out: one blank of indentation a level, leaves on one line. */
export function writeXml(root: Element): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n${serialize(root, '')}`
}

/** An element with children; a text child that is empty is left out. */
export function element(
  name: string,
  children: readonly (Element | string)[] = [],
  attributes: Readonly<Record<string, string>> = {}
): Element {
  return { name, attributes, children: children.filter(each => each !== '') }
}

/** Leaves from a record; empty values are left out, as abapGit does with initial fields. */
export function leaves(values: Readonly<Record<string, string>>): Element[] {
  return Object.entries(values)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => element(name, [value]))
}

export function isElement(node: Element | string): node is Element {
  return typeof node !== 'string'
}

export function child(parent: Element | undefined, name: string): Element | undefined {
  return parent?.children.find((each): each is Element => isElement(each) && each.name === name)
}

export function childrenOf(parent: Element | undefined, name: string): Element[] {
  return (
    parent?.children.filter((each): each is Element => isElement(each) && each.name === name) ?? []
  )
}

/** The text below a path of element names; empty when it is not there. */
export function textAt(parent: Element | undefined, ...path: readonly string[]): string {
  const found = path.reduce<Element | undefined>(child, parent)
  return found?.children.filter(each => typeof each === 'string').join('') ?? ''
}

/**
 * The element with its child of that name replaced, added at the end, or removed when `next` is
 * undefined.
 */
export function withChild(parent: Element, name: string, next: Element | undefined): Element {
  const at = parent.children.findIndex(each => isElement(each) && each.name === name)
  const children = [...parent.children]
  if (at < 0 && next !== undefined) children.push(next)
  if (at >= 0) children.splice(at, 1, ...(next === undefined ? [] : [next]))
  return { ...parent, children }
}

/**
 * The element with the leaf at the path set; elements on the way are made, an empty value removes
 * the leaf.
 */
export function withText(parent: Element, path: readonly string[], value: string): Element {
  const [name, ...rest] = path
  if (name === undefined) return { ...parent, children: value === '' ? [] : [value] }
  const old = child(parent, name)
  if (old === undefined && value === '') return parent
  if (rest.length === 0) {
    return withChild(
      parent,
      name,
      value === '' ? undefined : element(name, [value], old?.attributes)
    )
  }
  return withChild(parent, name, withText(old ?? element(name), rest, value))
}
