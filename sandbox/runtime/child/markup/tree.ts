/** An XML document as a tree that can be changed, for iXML. */

export type NodeKind =
  'document' | 'fragment' | 'element' | 'attribute' | 'text' | 'cdata' | 'comment' | 'instruction'

/** Return codes of changes, as the type group IXML names them. */
export const DOM_OK = 0
export const DOM_INVALID_ARGUMENT = 131075
export const DOM_NOT_FOUND = 131082
export const DOM_PARENT_RECURSION = 131085
const DOM_NOT_ALLOWED = 131080

const NAMES: Readonly<Partial<Record<NodeKind, string>>> = {
  document: '#document',
  fragment: '#document-fragment',
  text: '#text',
  cdata: '#cdata-section',
  comment: '#comment'
}

/** A node; siblings are linked so that a step to the next one costs the same in long lists. */
export class TreeNode {
  readonly kind: NodeKind
  readonly attributes: TreeNode[] = []
  name: string
  prefix = ''
  uri = ''
  parent: TreeNode | undefined
  first: TreeNode | undefined
  last: TreeNode | undefined
  next: TreeNode | undefined
  previous: TreeNode | undefined
  /** The ABAP object of this node, once a program has asked for it. */
  object: unknown
  #value = ''

  constructor(kind: NodeKind, name = '', value = '') {
    this.kind = kind
    this.name = NAMES[kind] ?? name
    this.#value = value
  }

  /** The text of the node, of elements that of all texts below. */
  get value(): string {
    if (this.kind !== 'element' && this.kind !== 'document') return this.#value
    let text = ''
    for (const node of walk(this)) if (isText(node)) text += node.#value
    return text
  }

  set value(value: string) {
    if (this.kind !== 'element') {
      this.#value = value
      return
    }
    for (const child of childrenOf(this)) if (isText(child)) detach(child)
    if (value !== '') append(this, new TreeNode('text', '', value))
  }

  get root(): TreeNode {
    return this.parent === undefined ? this : this.parent.root
  }
}

const isText = ({ kind }: TreeNode): boolean => kind === 'text' || kind === 'cdata'

export function* childrenOf(node: TreeNode): Generator<TreeNode> {
  for (let child = node.first; child !== undefined;) {
    const after: TreeNode | undefined = child.next
    yield child
    child = after
  }
}

/** The node and what is below it in the order of the document; a depth of 0 has no limit. */
export function* walk(node: TreeNode, depth = 0): Generator<TreeNode> {
  let level = 0
  for (let at: TreeNode | undefined = node; at !== undefined;) {
    yield at
    const below: TreeNode | undefined = depth > 0 && level >= depth ? undefined : at.first
    if (below !== undefined) {
      at = below
      level++
      continue
    }
    while (at !== node && at.next === undefined && at.parent !== undefined) {
      at = at.parent
      level--
    }
    at = at === node ? undefined : at.next
  }
}

export function detach(node: TreeNode): void {
  const { parent, previous, next } = node
  if (parent === undefined) return
  const at = parent.attributes.indexOf(node)
  if (at >= 0) parent.attributes.splice(at, 1)
  else {
    if (previous === undefined) parent.first = next
    else previous.next = next
    if (next === undefined) parent.last = previous
    else next.previous = previous
  }
  node.parent = node.previous = node.next = undefined
}

export function append(parent: TreeNode, child: TreeNode | undefined): number {
  return insert(parent, child, undefined)
}

/** Puts a node before another child, or at the end; a fragment is replaced by its children. */
export function insert(
  parent: TreeNode,
  child: TreeNode | undefined,
  before: TreeNode | undefined
): number {
  if (child === undefined) return DOM_INVALID_ARGUMENT
  if (child.kind === 'attribute' || child.kind === 'document') return DOM_NOT_ALLOWED
  if (before !== undefined && before.parent !== parent) return DOM_NOT_FOUND
  for (let at: TreeNode | undefined = parent; at !== undefined; at = at.parent) {
    if (at === child) return DOM_PARENT_RECURSION
  }
  if (child.kind === 'fragment') {
    for (const each of childrenOf(child)) link(parent, each, before)
  } else if (child !== before) link(parent, child, before)
  return DOM_OK
}

function link(parent: TreeNode, child: TreeNode, before: TreeNode | undefined): void {
  detach(child)
  child.parent = parent
  child.next = before
  child.previous = before === undefined ? parent.last : before.previous
  if (child.previous === undefined) parent.first = child
  else child.previous.next = child
  if (before === undefined) parent.last = child
  else before.previous = child
}

/** Sets an attribute node in place of one with the same name and prefix. */
export function setAttribute(element: TreeNode, attribute: TreeNode | undefined): number {
  if (attribute?.kind !== 'attribute') return DOM_INVALID_ARGUMENT
  detach(attribute)
  attribute.parent = element
  const same = (each: TreeNode): boolean =>
    each.name === attribute.name && each.prefix === attribute.prefix
  const at = element.attributes.findIndex(same)
  if (at < 0) element.attributes.push(attribute)
  else {
    const [replaced] = element.attributes.splice(at, 1, attribute)
    if (replaced !== undefined) replaced.parent = undefined
  }
  return DOM_OK
}

/** A copy with what is below it, as far as the depth reaches; -1 has no limit. */
export function copyOf(node: TreeNode, depth = -1): TreeNode {
  const copy = new TreeNode(node.kind, node.name, node.kind === 'element' ? '' : node.value)
  Object.assign(copy, { prefix: node.prefix, uri: node.uri })
  for (const attribute of node.attributes) setAttribute(copy, copyOf(attribute))
  if (depth !== 0) for (const child of childrenOf(node)) append(copy, copyOf(child, depth - 1))
  return copy
}

/** What elements and attributes are found by: a prefix or a URI, both exactly. */
export interface NodeName {
  readonly name: string
  readonly prefix?: string
  readonly uri?: string
}

export function isNamed(node: TreeNode, { name, prefix, uri }: NodeName): boolean {
  return (
    node.name === name &&
    (prefix === undefined || node.prefix === prefix) &&
    (uri === undefined || node.uri === uri)
  )
}

/** The elements of a name below a node. */
export function elementsNamed(node: TreeNode, wanted: NodeName, depth = 0): TreeNode[] {
  return [...walk(node, depth)].filter(
    each => each !== node && each.kind === 'element' && isNamed(each, wanted)
  )
}

export function attributeNamed(element: TreeNode, wanted: NodeName): TreeNode | undefined {
  return element.attributes.find(each => isNamed(each, wanted))
}

/** How many nodes are above. */
export function heightOf(node: TreeNode): number {
  return node.parent === undefined ? 0 : heightOf(node.parent) + 1
}
