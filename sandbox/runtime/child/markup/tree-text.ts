/** Builds trees of events, and turns trees back into events and text. */
import type { MarkupAttribute, MarkupError, MarkupEvent } from '../../../grammar/markup/events.ts'
import { append, childrenOf, setAttribute, TreeNode } from './tree.ts'
import { writeMarkup } from './write.ts'

/** What a parser does with white space. */
export interface BuildOptions {
  /**
   * Texts lose the blanks around them, and blanks between elements are dropped; blanks that are all
   * of an element stay.
   */
  readonly normalizing: boolean
  /** Texts of blanks alone are dropped, all others are kept as they are. */
  readonly stripping: boolean
}

/** Fills an empty document; returns the error in the text, if there is one. */
export function build(
  document: TreeNode,
  events: readonly MarkupEvent[],
  options: BuildOptions
): MarkupError | undefined {
  let at = document
  for (const [index, event] of events.entries()) {
    if (event.type === 'error') return event
    if (event.type === 'open') {
      const element = elementOf(event)
      append(at, element)
      at = element
    } else if (event.type === 'close') at = at.parent ?? document
    else if (event.type === 'value') {
      const only = events[index - 1]?.type === 'open' && events[index + 1]?.type === 'close'
      const text = kept(event, only, options)
      if (text !== '') append(at, new TreeNode(event.cdata === true ? 'cdata' : 'text', '', text))
    } else if (event.type === 'comment') append(at, new TreeNode('comment', '', event.value))
    else if (event.type === 'instruction') {
      const [, name = '', value = ''] = /^(\S+)\s*([^]*)$/.exec(event.value) ?? []
      append(at, new TreeNode('instruction', name, value))
    }
  }
  return undefined
}

function kept(
  { value, blank, cdata }: Extract<MarkupEvent, { type: 'value' }>,
  only: boolean,
  { normalizing, stripping }: BuildOptions
): string {
  if (cdata === true) return value
  if (stripping) return blank ? '' : value
  if (!normalizing) return value
  if (blank) return only ? value : ''
  return value.replace(/^[ \t\n]+|[ \t\n]+$/g, '')
}

/** Declarations of namespaces are attributes of the prefix `xmlns`. */
function elementOf(event: Extract<MarkupEvent, { type: 'open' }>): TreeNode {
  const element = named(new TreeNode('element', event.name), event)
  for (const [prefix, uri] of event.declared) {
    const attribute = new TreeNode('attribute', prefix === '' ? 'xmlns' : prefix, uri)
    attribute.prefix = prefix === '' ? '' : 'xmlns'
    setAttribute(element, attribute)
  }
  for (const each of event.attributes) {
    setAttribute(element, named(new TreeNode('attribute', each.name, each.value), each))
  }
  return element
}

function named(node: TreeNode, { prefix, uri }: { prefix: string; uri: string }): TreeNode {
  return Object.assign(node, { prefix, uri })
}

/** The events of a node and what is below it. */
export function eventsOf(node: TreeNode): MarkupEvent[] {
  const { kind, name, prefix, uri } = node
  if (kind === 'text' || kind === 'attribute') {
    return [{ type: 'value', value: node.value, blank: false }]
  }
  if (kind === 'cdata') return [{ type: 'value', value: node.value, blank: false, cdata: true }]
  if (kind === 'comment') return [{ type: 'comment', value: node.value }]
  if (kind === 'instruction') return [{ type: 'instruction', value: `${name} ${node.value}` }]
  const below = [...childrenOf(node)].flatMap(eventsOf)
  if (kind !== 'element') return below
  const attributes = node.attributes.map((each): MarkupAttribute => ({
    name: each.name,
    prefix: each.prefix,
    uri: each.uri,
    value: each.value
  }))
  return [
    { type: 'open', name, prefix, uri, attributes, declared: [] },
    ...below,
    { type: 'close', name, prefix, uri }
  ]
}

export interface RenderOptions {
  /** The XML declaration; undefined leaves it out. */
  readonly declaration?: string | undefined
  readonly pretty: boolean
}

/** The text of a document or of another node. */
export function render(node: TreeNode, { declaration, pretty }: RenderOptions): string {
  const head: MarkupEvent[] =
    declaration === undefined ? [] : [{ type: 'declaration', value: declaration }]
  const options = { json: false, breaks: pretty, indent: pretty, quotes: true }
  const text = writeMarkup([...head, ...eventsOf(node)], options)
  return pretty ? `${text}\n` : text
}
