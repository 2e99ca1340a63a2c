/** What the classes of iXML in the kernel ask of the runtime: objects of nodes, parsing, rendering. */
import { currentRuntime } from '../abap.ts'
import type { AbapObject } from '../abap.ts'
import type { MarkupError } from '../../../grammar/markup/events.ts'
import * as tree from './tree.ts'
import type { NodeKind, TreeNode } from './tree.ts'
import { build, render } from './tree-text.ts'
import type { BuildOptions, RenderOptions } from './tree-text.ts'
import { readXml } from '../../../grammar/markup/xml.ts'

const CLASSES: Readonly<Record<NodeKind, string>> = {
  document: 'KERNEL_IXML_DOCUMENT',
  fragment: 'KERNEL_IXML_FRAGMENT',
  element: 'KERNEL_IXML_ELEMENT',
  attribute: 'KERNEL_IXML_ATTRIBUTE',
  text: 'KERNEL_IXML_TEXT',
  cdata: 'KERNEL_IXML_CDATA',
  comment: 'KERNEL_IXML_COMMENT',
  instruction: 'KERNEL_IXML_PI'
}

/** A document with the properties that only documents have. */
export interface DocumentNode extends TreeNode {
  encoding?: string
  standalone?: boolean
  version?: string
  /** Whether its text begins with a declaration; true unless switched off. */
  declaration?: boolean
  parsed?: boolean
}

interface Reference {
  set(value: unknown): unknown
  clear(): void
}
interface NodeObject extends AbapObject {
  tree: TreeNode
}

/** Lets a reference point to the object of a node, which is always the same one. */
async function give(target: Reference, node: TreeNode | undefined): Promise<void> {
  if (node === undefined) {
    target.clear()
    return
  }
  node.object ??= await objectOf(node)
  target.set(node.object)
}

async function objectOf(node: TreeNode): Promise<AbapObject> {
  const Found = currentRuntime().Classes[CLASSES[node.kind]]
  if (Found === undefined) throw new Error(`${CLASSES[node.kind]} is missing in the kernel`)
  const object = (await new Found().constructor_()) as NodeObject
  object.tree = node
  return object
}

/** The node behind a reference to an object of iXML; undefined if it is initial. */
function nodeOf(reference: { get(): unknown } | undefined): TreeNode | undefined {
  const object = reference?.get() as Partial<NodeObject> | null | undefined
  return object?.tree
}

/** Replaces the content of a document by that of a text. */
function parse(
  document: DocumentNode,
  text: string,
  options: BuildOptions
): MarkupError | undefined {
  for (const child of tree.childrenOf(document)) tree.detach(child)
  document.parsed = true
  const events = readXml(text, true)
  const [declaration] = events.flatMap(event => (event.type === 'declaration' ? event.value : []))
  document.standalone = /\bstandalone\s*=\s*["']yes["']/.test(declaration ?? '')
  return build(document, events, options)
}

/** Line and column of an offset, from 1. */
function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

/** The text of a document for a stream of characters (as UTF-16) or of bytes. */
function renderDocument(document: DocumentNode, toText: boolean, pretty: boolean): string {
  const encoding = toText ? 'utf-16' : (document.encoding ?? (document.parsed ? 'utf-8' : ''))
  const declaration =
    `xml version="${document.version ?? '1.0'}"` +
    (encoding === '' ? '' : ` encoding="${encoding}"`) +
    (document.standalone ? ' standalone="yes"' : '')
  const shown = document.declaration === false ? {} : { declaration }
  return render(document, { pretty, ...shown } satisfies RenderOptions)
}

export const ixml = { ...tree, give, nodeOf, parse, placeOf, render, renderDocument }
