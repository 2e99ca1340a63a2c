/** Data from asXML and asJSON. */
import { currentRuntime } from '../../abap.ts'
import type { AbapStructure, AbapTable, AbapValue } from '../../values.ts'
import type { MarkupEvent } from '../../../../grammar/markup/events.ts'
import { childrenOf, TreeNode } from '../tree.ts'
import { build } from '../tree-text.ts'
import { setFromText } from './elementary.ts'
import type { ValueHandling } from './elementary.ts'
import { componentsOf, kindOf, pointed, TransformationFault } from './kinds.ts'
import { ASX_URI, xmlName } from './serialize.ts'
import type { Binding } from './serialize.ts'

export interface DeserializeOptions {
  readonly handling: ValueHandling
  /** Which results are cleared before: all, those in the document, or only tables. */
  readonly clear: string
  unsupported(what: string): never
}

const JSON_TYPES = new Set(['object', 'array', 'str', 'num', 'bool', 'null'])

const isJson = ({ name, uri }: TreeNode): boolean => uri === '' && JSON_TYPES.has(name)

function elementsOf(node: TreeNode | undefined): TreeNode[] {
  return node === undefined ? [] : [...childrenOf(node)].filter(({ kind }) => kind === 'element')
}

/** Gives the values of a document to the results whose names it has. */
export function deserialize(
  document: TreeNode,
  results: readonly Binding[],
  options: DeserializeOptions
): void {
  const root = document.kind === 'element' ? document : elementsOf(document)[0]
  const json = root !== undefined && isJson(root)
  const values = json ? root : valuesOf(root)
  const reader = new Deserializer(json, options)
  for (const { name, value } of results) {
    const target = pointed(value) as AbapValue
    const found = reader.find(values, name)
    if (options.clear === 'all' || (options.clear === 'supplied' && found !== undefined)) {
      target.clear()
    }
    if (found !== undefined) reader.read(found, target)
  }
}

/** Gives the content of an element in asXML to a value. */
export function readContent(
  events: readonly MarkupEvent[],
  target: AbapValue,
  unsupported: (what: string) => never
): void {
  const element = new TreeNode('element', 'VALUE')
  build(element, events, { normalizing: false, stripping: false })
  new Deserializer(false, { handling: new Set(), clear: 'none', unsupported }).read(element, target)
}

/** The element with the values; a document without it has none. */
function valuesOf(root: TreeNode | undefined): TreeNode | undefined {
  const isAsx = (node: TreeNode | undefined, name: string): boolean =>
    node?.name === name && node.uri === ASX_URI
  if (!isAsx(root, 'abap')) {
    throw new TransformationFault('CX_XSLT_FORMAT_ERROR', 'The document has no canonical form')
  }
  return elementsOf(root).find(each => isAsx(each, 'values'))
}

class Deserializer {
  readonly #json: boolean
  readonly #options: DeserializeOptions

  constructor(json: boolean, options: DeserializeOptions) {
    this.#json = json
    this.#options = options
  }

  find(parent: TreeNode | undefined, name: string): TreeNode | undefined {
    const wanted = this.#json ? name : xmlName(name)
    return elementsOf(parent).find(each => this.#nameOf(each) === wanted)
  }

  #nameOf(node: TreeNode): string | undefined {
    if (!this.#json) return node.uri === '' ? node.name : undefined
    return node.attributes.find(({ name }) => name === 'name')?.value
  }

  read(node: TreeNode, target: AbapValue): void {
    const kind = kindOf(target)
    if (kind === undefined) this.#options.unsupported('this type in CALL TRANSFORMATION')
    if (this.#json && node.name === 'null') {
      target.clear()
      return
    }
    if (kind === 'Structure') this.#structure(node, target as unknown as AbapStructure)
    else if (kind === 'Table') this.#table(node, target as AbapTable)
    else if (kind === 'DataReference' || kind === 'ABAPObject') this.#reference(node, target)
    else {
      this.#expect(node, ['str', 'num', 'bool'])
      if (elementsOf(node).length > 0) throw wrong(`"${node.name}" has elements, not a value`)
      if (node.name === 'bool' && this.#json) {
        this.#options.unsupported('true and false of JSON in CALL TRANSFORMATION')
      }
      setFromText(kind, target, { text: node.value, handling: this.#options.handling })
    }
  }

  #expect(node: TreeNode, types: readonly string[]): void {
    if (this.#json && !types.includes(node.name)) {
      throw wrong(`JSON: ${node.name} in place of ${types[0] ?? ''}`)
    }
  }

  /** Components that the document does not have keep their values. */
  #structure(node: TreeNode, target: AbapStructure): void {
    this.#expect(node, ['object'])
    noText(node)
    for (const [name, component] of componentsOf(target)) {
      const found = this.find(node, name.toUpperCase())
      if (found !== undefined) this.read(found, component)
    }
  }

  #table(node: TreeNode, target: AbapTable): void {
    this.#expect(node, ['array'])
    noText(node)
    target.clear()
    for (const each of elementsOf(node)) {
      const data = target.getRowType().clone()
      data.clear()
      this.read(each, data)
      insertRow(target, data)
    }
  }

  #reference(node: TreeNode, target: AbapValue): void {
    if (node.attributes.length > 0 || node.first !== undefined) {
      this.#options.unsupported('reference variables in CALL TRANSFORMATION')
    }
    target.clear()
  }
}

/** Adds a row in the order of the table, without a trace in SY-SUBRC. */
export function insertRow(table: AbapTable, data: AbapValue): void {
  const { statements, builtin } = currentRuntime()
  const { subrc } = builtin.sy.get()
  const before = subrc?.get()
  const insert = statements.insertInternal as unknown as (options: object) => unknown
  insert({ table, data })
  if (subrc?.get() !== 0) throw wrong('A key of a row is there twice')
  subrc?.set(before)
}

function noText(node: TreeNode): void {
  const text = [...childrenOf(node)].some(({ kind, value }) => kind === 'text' && /\S/.test(value))
  if (text) throw wrong(`"${node.name}" has a value, not elements`)
}

function wrong(text: string): TransformationFault {
  return new TransformationFault('CX_XSLT_DESERIALIZATION_ERROR', text)
}
